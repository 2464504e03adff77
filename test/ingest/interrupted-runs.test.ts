// Runs of sources whose process is killed or stopped: the next process completes each, and asks again only for what was in flight.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import { hookLine } from '../setup/service.ts';
import { call, type Running, startProcess } from '../setup/service-process.ts';
import { writeFakeProgram } from '../setup/transcribe/fake-program.ts';
import {
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
  verbose,
} from '../setup/transcribe/transcription-endpoint.ts';
import { until } from '../setup/until.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';
import { startYouTube, type YouTubeStub } from '../setup/youtube-stub.ts';
import { type FakeYtDlp, fakeYtDlp, vtt } from '../setup/yt-dlp/fake-yt-dlp.ts';
import type { Body } from './ingest-service.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hookline-interrupted-'));
let upstream: Upstream;
let youtube: YouTubeStub;
let endpoint: TranscriptionEndpoint;
let fake: FakeYtDlp;
let running: Running | undefined;

before(async () => {
  [upstream, youtube, endpoint] = await Promise.all([startUpstream(), startYouTube(), startTranscriptionEndpoint()]);
  fake = fakeYtDlp();
});

after(async () => {
  // Not SIGKILL, which would leave its database behind.
  running?.child.kill('SIGTERM');
  await running?.exit;
  await Promise.all([upstream.close(), youtube.close(), endpoint.close()]);
  fake.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Videos of TikTok are of the fake with faults and have captions; the others have audio only. */
async function writeProgram(): Promise<string> {
  const spoken = [1, 2, 3, 4].map((n) => ({
    ...{ id: `740000000000010000${n}`, title: `How to fold map number ${n}`, view_count: 900_000, duration: 25 },
    ...{ webpage_url: `http://127.0.0.1:9/@ada/video/${n}`, extractor: 'TikTok', extractor_key: 'TikTok' },
    ...{ width: 576, height: 1024, language: 'en', timestamp: 1_790_000_000, formats: [{}] },
  }));
  const path = join(dataDir, 'yt-dlp');
  const audio = await writeFakeProgram(dataDir, spoken);
  writeFileSync(
    path,
    `#!/bin/sh\ncase "$*" in *tiktok.com*) exec '${fake.program}' "$@";; esac\nexec '${audio}' "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

async function start(): Promise<Running> {
  running = await startProcess(dataDir, {
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_LABEL_FLOOR: '0',
    HOOKLINE_YOUTUBE_URL: youtube.url,
    HOOKLINE_SECRET_YOUTUBE: youtube.key,
    HOOKLINE_YTDLP: await writeProgram(),
    HOOKLINE_TRANSCRIBE_URL: endpoint.url,
  });
  return running;
}

async function add(to: Running, name: string, location: string): Promise<void> {
  const { status, body } = await call(to, to.operatorKey, 'POST', '/operator/sources', { name, location });
  assert.equal(status, 201, JSON.stringify(body));
}

/** The runs of a source, the newest first, once that is done. */
async function runsOf(of: Running, name: string): Promise<Body[]> {
  return until(
    async () => (await call(of, of.operatorKey, 'GET', `/operator/sources/${name}/runs`)).body.runs,
    ([newest]) => newest?.state === 'done',
  );
}

function assertRepeated(runs: Body[], count: number): void {
  assert.deepEqual(
    runs.map(({ state }) => state),
    ['done', 'failed'],
  );
  assert.match(runs[1].error, /interrupted/);
  assert.equal(runs[0].report.added + runs[0].report.pending, count);
}

const videosOf = (profile: string, fault?: 'hangs') =>
  [1, 2, 3].map((n) => ({
    ...{
      id: `730000000${profile.length}00000100${n}`,
      title: `The ${profile} ${n} nobody told you about`,
      views: 250_000,
    },
    ...{ captions: { en: vtt(`Nobody told you about ${profile} ${n}.`) }, ...(fault && n === 2 ? { fault } : {}) },
  }));

/** A process that has ended, but whose parent has not yet noticed, is alive to signal 0. */
const hasEnded = (pid: number) =>
  until(
    async () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
    (isAlive) => !isAlive,
  );

test('after kill -9 the next process completes what each collector had begun, and repeats only the request in flight', async () => {
  const channel = youtube.addChannel('@killed');
  for (let n = 0; n < 130; n++)
    youtube.put({
      id: `killed-${n}`,
      channelId: channel.id,
      publishedAt: new Date(Date.now() - n * 3_600_000).toISOString(),
    });
  // The second page of seven requests: the channel, three pages, and the videos of each.
  youtube.fault = (_, n) => (n === 4 ? 'hang' : undefined);
  fake.set({ videos: videosOf('kettle', 'hangs') });
  const third = Promise.withResolvers<void>();
  endpoint.respond(() => {
    if (endpoint.calls.length < 3) return verbose(`This is line ${endpoint.calls.length}.`);
    third.resolve();
    return new Promise(() => {});
  });
  const first = await start();
  await add(first, 'channel', 'youtube:@killed');
  await add(first, 'profile', 'yt-dlp:https://www.tiktok.com/@killed');
  await add(first, 'spoken', 'yt-dlp:http://127.0.0.1:9/@ada');
  await Promise.all([youtube.received(4), third.promise]);
  await until(
    async () => fake.isHanging(),
    (isHanging) => isHanging,
  );
  const program = defined(fake.calls().at(-1)).pid;
  first.child.kill('SIGKILL');
  await first.exit;
  fake.set({ videos: videosOf('kettle') });
  endpoint.respond(() => verbose(`This is line ${endpoint.calls.length}.`));

  const second = await start();
  assertRepeated(await runsOf(second, 'channel'), 130);
  const asked = youtube.requests.map(
    ({ method, params }) => `${method} ${params.get('pageToken')} ${params.get('id')}`,
  );
  assert.deepEqual([asked.length, new Set(asked).size], [8, 7]);

  assertRepeated(await runsOf(second, 'profile'), 3);
  await hasEnded(program);
  const ids = videosOf('kettle').map(({ id }) => id);
  assert.deepEqual(fake.asked(), [...ids, ...ids.slice(1)], 'the video that was finished is kept');
  assert.equal(fake.calls().filter(({ args }) => args.includes('--dump-json')).length, 1, 'it is listed once');

  assertRepeated(await runsOf(second, 'spoken'), 4);
  assert.equal(endpoint.calls.length, 5);
  const { body } = await call(second, second.operatorKey, 'GET', '/operator/hooks?source=spoken');
  assert.deepEqual(
    body.hooks.map(({ text_method }: Body) => text_method),
    Array(4).fill('transcribed'),
  );
});

test('a service that stops ends its programs at once, and its runs are repeated at the next start', async () => {
  const stopping = defined(running);
  const content = hookLine('Came in the end');
  let requests = 0;
  upstream.put('/file.jsonl', (res) => {
    if (++requests > 1) res.writeHead(200, { 'content-length': Buffer.byteLength(content) }).end(content);
  });
  fake.set({ videos: videosOf('teapots', 'hangs') });
  const calls = fake.calls().length;
  await add(stopping, 'file', upstream.url('/file.jsonl'));
  await add(stopping, 'stopped', 'yt-dlp:https://www.tiktok.com/@stopped');
  await upstream.received('/file.jsonl', 1);
  // A listing, and the details that hang.
  await until(
    async () => fake.calls().length,
    (count) => count === calls + 2,
  );
  const program = defined(fake.calls().at(-1)).pid;
  stopping.child.kill('SIGTERM');
  await stopping.exit;
  await hasEnded(program);
  fake.set({ videos: videosOf('teapots') });

  const next = await start();
  assertRepeated(await runsOf(next, 'file'), 1);
  assert.equal(requests, 2);
  assertRepeated(await runsOf(next, 'stopped'), 3);
});
