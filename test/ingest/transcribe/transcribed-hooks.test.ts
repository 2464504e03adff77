// Hooks of videos without captions, through the real service: their text, what waits for review, and notices.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { query } from '../../setup/refresh.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type FakeVideo, writeFakeProgram } from '../../setup/transcribe/fake-program.ts';
import {
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
  verbose,
} from '../../setup/transcribe/transcription-endpoint.ts';
import type { Body } from '../ingest-service.ts';

let endpoint: TranscriptionEndpoint;
let service: TestService;
let key: string;
let directory: string;

before(async () => {
  endpoint = await startTranscriptionEndpoint();
  directory = await mkdtemp(join(tmpdir(), 'hookline-transcribed-'));
  service = await testService({
    HOOKLINE_TRANSCRIBE_URL: endpoint.url,
    HOOKLINE_TRANSCRIBE_KEY: 'sk-secret-of-the-tests',
    HOOKLINE_TRANSCRIBE_BUDGET: '2',
    HOOKLINE_YTDLP: await writeFakeProgram(directory),
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    // Labels are not what this is about.
    HOOKLINE_LABEL_FLOOR: '0',
  });
  key = (await service.account('scale')).key;
});

after(async () => {
  await service.close();
  await Promise.all([endpoint.close(), rm(directory, { recursive: true })]);
});

let ids = 0;

function video(title: string, more: Partial<FakeVideo> = {}): FakeVideo {
  ids += 1;
  const id = `74000000000001${String(ids).padStart(5, '0')}`;
  const figures = { view_count: 900_000 + ids, like_count: 10, duration: 25, width: 576, height: 1024 };
  const origin = { extractor: 'TikTok', extractor_key: 'TikTok', uploader: 'ada', language: 'en' };
  const page = { webpage_url: `http://127.0.0.1:9/@ada/video/${id}`, timestamp: 1_790_000_000, formats: [{}] };
  return { id, title, ...page, ...origin, ...figures, ...more };
}

/** Creates a source with these videos. Resolves to it after its first run. */
async function collected(name: string, videos: readonly FakeVideo[]) {
  await writeFakeProgram(directory, videos);
  const { status, body } = await service.operator('POST', '/operator/sources', {
    name,
    location: 'yt-dlp:http://127.0.0.1:9/@ada',
  });
  assert.equal(status, 201, JSON.stringify(body));
  await service.observed('source_run_finished', body.id);
  return (await service.operator('GET', `/operator/sources/${body.id ?? name}`)).body;
}

/** The least viewed first. */
const hooksOf = async (source: string): Promise<Body[]> => {
  const { hooks } = (await service.operator('GET', `/operator/hooks?source=${source}`)).body;
  return hooks.toSorted((a: Body, b: Body) => a.views - b.views);
};

const captions = 'WEBVTT\n\n00:00.000 --> 00:02.000\nThis clock has been wrong for forty years.\n';

test('what was said first is the text, marked as transcribed; captions, silence and music are not sent', async () => {
  const videos = [
    video('rice tips for beginners #fyp'),
    video('my kettle story'),
    video('my clock story', { captions }),
    video('How to fold a map in three seconds', { audio: 'silence' }),
    video('How to sing this song in one breath', { categories: ['Music'] }),
  ];
  const answers = [
    verbose('Nobody tells you this about rice. So listen.'),
    verbose('The kettle may be mine.', { avg_logprob: -0.9 }),
  ];
  endpoint.respond(() => answers.shift() ?? assert.fail('asked too often'));
  const source = await collected('spoken', videos);
  assert.deepEqual([source.failures, endpoint.calls.length], [0, 2]);
  const hooks = await hooksOf('spoken');
  assert.deepEqual(
    hooks.map((hook: Record<string, unknown>) => [
      hook.text,
      hook.text_method,
      hook.raw_text,
      hook.state,
      hook.review_reason,
    ]),
    [
      ['Nobody tells you this about rice.', 'transcribed', 'rice tips for beginners #fyp', 'published', null],
      ['The kettle may be mine.', 'transcribed', 'my kettle story', 'pending', 'uncertain_transcript'],
      ['This clock has been wrong for forty years.', 'spoken', null, 'published', null],
      ['How to fold a map in three seconds', null, null, 'published', null],
      ['How to sing this song in one breath', null, null, hooks[4].state, hooks[4].review_reason],
    ],
  );
  const { body } = await service.operator('GET', `/operator/sources/${source.id}/runs`);
  assert.equal(body.runs[0].usage.transcribe, 40);
  const { body: full } = await service.get('/hooks/full?limit=50', key);
  const [rice] = full.data.filter(({ text }: { text: string }) => text.startsWith('Nobody tells'));
  assert.equal(rice.text_method, 'transcribed');
});

test('a takedown of a hook deletes what was heard', async () => {
  const [hook] = (await hooksOf('spoken')).filter(({ text }: { text: string }) => text.startsWith('Nobody tells'));
  const heard = () => query(service, 'select from transcripts where line = $1', [hook.text]);
  assert.equal((await heard()).length, 1);
  const path = `/operator/hooks/${hook.id}/takedown`;
  const { status, body } = await service.operator('POST', path, { reason: 'asked by the creator' });
  assert.ok(status < 300, JSON.stringify(body));
  assert.equal((await heard()).length, 0);
});
