// The real yt-dlp, where it is on PATH, against pages on loopback: a feed of pages with JSON-LD, whose players have captions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../../setup/service.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';
import { vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';

const version = spawnSync('yt-dlp', ['--version'], { encoding: 'utf8' }).stdout?.trim();
const skip = version ? false : 'yt-dlp is not on PATH';

let directory: string;
let service: TestService;
let upstream: Upstream;
let key: string;

before(async () => {
  if (skip) return;
  directory = mkdtempSync(join(tmpdir(), 'hookline-real-yt-dlp-'));
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_YTDLP: hurriedProgram() };
  [service, upstream] = await Promise.all([testService(env), startUpstream()]);
  key = (await service.account('scale')).key;
});

after(async () => {
  if (skip) return;
  await service.close();
  await upstream.close();
  rmSync(directory, { recursive: true });
});

/** The real yt-dlp without its pauses between requests. */
function hurriedProgram(): string {
  const path = join(directory, 'yt-dlp');
  const withoutPauses =
    'last=; for arg; do shift; [ "$last" = --sleep-requests ] && arg=0; last=$arg; set -- "$@" "$arg"; done';
  writeFileSync(path, `#!/bin/sh\n${withoutPauses}\nexec yt-dlp "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

type Video = { name: string; views: number; line?: string };

/** A page with JSON-LD whose `contentUrl` is a player with captions, as in embeds. */
function putVideo({ name, views, line }: Video): void {
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: `The ${name} nobody told you about`,
    description: 'About it',
    uploadDate: '2026-11-20T08:00:00Z',
    duration: 'PT30S',
    contentUrl: upstream.url(`/player/${name}`),
    width: 720,
    height: 1280,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: views,
    },
  };
  const track = line === undefined ? '' : `<track kind="captions" srclang="en" src="/${name}.vtt">`;
  put(`/v/${name}`, 'text/html', `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>`);
  put(`/player/${name}`, 'text/html', `<video width="720" height="1280" src="/${name}.mp4">${track}</video>`);
  if (line !== undefined) put(`/${name}.vtt`, 'text/vtt', vtt(line));
}

function put(path: string, type: string, body: string): void {
  upstream.put(path, (res) => res.writeHead(200, { 'content-type': type }).end(body));
}

function putFeed(names: readonly string[]): void {
  const items = names.map((name) => `<item><title>${name}</title><link>${upstream.url(`/v/${name}`)}</link></item>`);
  put(
    '/feed.xml',
    'application/rss+xml',
    `<rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`,
  );
}

test('the real yt-dlp lists a feed and returns views, titles and captions; the video is never requested', {
  skip,
}, async () => {
  putVideo({ name: 'driftwood', views: 345_678, line: 'Driftwood remembers every storm.' });
  putVideo({ name: 'seaweed', views: 234_567 });
  putVideo({ name: 'pebbles', views: 12 });
  // yt-dlp gives both the id `clip`.
  putVideo({ name: 'coral/clip', views: 123_456, line: 'Coral is older than trees.' });
  putVideo({ name: 'kelp/clip', views: 112_233, line: 'Kelp grows half a metre a day.' });
  putFeed(['driftwood', 'seaweed', 'pebbles', 'missing', 'coral/clip', 'kelp/clip']);
  const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };
  const body = { name: 'real', location: `yt-dlp:${upstream.url('/feed.xml')}`, set };
  const created = await service.operator('POST', '/operator/sources', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await service.observed('source_run_finished', created.body.id);
  const { data } = (await service.get('/hooks/full', key)).body;
  assert.deepEqual(
    data.map(({ text, views, source_url, duration_seconds }: Record<string, unknown>) => [
      text,
      views,
      source_url,
      duration_seconds,
    ]),
    [
      ['Driftwood remembers every storm.', 345_678, upstream.url('/v/driftwood'), 30],
      ['The seaweed nobody told you about', 234_567, upstream.url('/v/seaweed'), 30],
      ['Coral is older than trees.', 123_456, upstream.url('/v/coral/clip'), 30],
      ['Kelp grows half a metre a day.', 112_233, upstream.url('/v/kelp/clip'), 30],
    ],
  );
  for (const name of ['driftwood', 'seaweed', 'pebbles']) assert.equal(upstream.requests(`/${name}.mp4`).length, 0);
  const asked = upstream.requests('/v/driftwood').length;
  await service.operator('POST', `/operator/sources/${created.body.id}/run`, {});
  await service.observed('source_run_finished', created.body.id, 2);
  assert.equal(upstream.requests('/v/driftwood').length, asked, 'what is known is not asked about again');
  assert.equal(upstream.requests('/v/pebbles').length, asked, 'neither is a video with few views, within a day');
});
