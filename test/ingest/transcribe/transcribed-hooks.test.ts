// Hooks of videos without captions, through the real service: their text, what waits for review, notices, and kill -9.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { openDatabase } from '../../../src/db/database.ts';
import { operatorKey, type TestService, testService } from '../../setup/service.ts';
import { call, startProcess } from '../../setup/service-process.ts';
import { type FakeVideo, writeFakeProgram } from '../../setup/transcribe/fake-program.ts';
import {
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
  verbose,
} from '../../setup/transcribe/transcription-endpoint.ts';
import { until } from '../../setup/until.ts';

let endpoint: TranscriptionEndpoint;
let service: TestService;
let key: string;
let directory: string;

const envOf = ({ url }: TranscriptionEndpoint, program: string) => ({
  HOOKLINE_TRANSCRIBE_URL: url,
  HOOKLINE_TRANSCRIBE_KEY: 'sk-secret-of-the-tests',
  HOOKLINE_TRANSCRIBE_BUDGET: '2',
  HOOKLINE_YTDLP: program,
  HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  // Labels are not what this is about.
  HOOKLINE_LABEL_FLOOR: '0',
});

before(async () => {
  endpoint = await startTranscriptionEndpoint();
  directory = await mkdtemp(join(tmpdir(), 'hookline-transcribed-'));
  service = await testService(envOf(endpoint, await writeFakeProgram(directory)));
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
  const origin = {
    extractor: 'TikTok',
    extractor_key: 'TikTok',
    uploader: 'ada',
    language: 'en',
    timestamp: 1_790_000_000,
  };
  return {
    id,
    title,
    webpage_url: `http://127.0.0.1:9/@ada/video/${id}`,
    formats: [{}],
    ...origin,
    ...figures,
    ...more,
  };
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

const hooksOf = async (source: string) => {
  const { body } = await service.operator('GET', `/operator/hooks?source=${source}&limit=50`);
  assert.ok(body.hooks, JSON.stringify(body));
  return body.hooks.toSorted((a: { views: number }, b: { views: number }) => a.views - b.views);
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

test('a curator publishes an uncertain transcript, and a correction keeps where it is from', async () => {
  const [waiting] = (await service.operator('GET', '/operator/hooks?state=pending&reason=uncertain_transcript')).body
    .hooks;
  const { status, body } = await service.operator('PATCH', `/operator/hooks/${waiting.id}`, {
    text: 'The kettle was never mine.',
    state: 'published',
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    [body.text, body.state, body.text_method],
    ['The kettle was never mine.', 'published', 'transcribed'],
  );
});

test('our own exports bring the method along, and other files cannot make one up', async () => {
  const given = {
    text: 'A line from another catalog.',
    views: 300_000,
    platform: 'TikTok',
    archetype: 'story',
    emotional_trigger: 'curiosity',
    niche: 'home',
  };
  const lines = [
    { ...given, text_method: 'transcribed' },
    { ...given, text: 'Another line from there.', text_method: 'guessed' },
  ];
  await service.import(
    lines.map((line) => JSON.stringify(line)).join('\n'),
    'preset=hookline&format=jsonl&source=export',
  );
  const methods = (await hooksOf('export')).map(({ text_method }: { text_method: string | null }) => text_method);
  assert.deepEqual(methods.toSorted(), ['transcribed', null].toSorted());
});

test('when the minutes of the month are used up, videos are imported with their titles, and the source says so', async () => {
  endpoint.calls.length = 0;
  endpoint.respond(({ audio }) => verbose(`Line number ${endpoint.calls.length} of ${audio.length} bytes.`));
  const source = await collected(
    'budget',
    ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => video(`How to fold map number ${name}`)),
  );
  assert.equal(endpoint.calls.length, 4, 'two minutes, of which twice 20 s are used');
  const notices = source.notices.filter(({ message }: { message: string }) => /budget/.test(message));
  assert.equal(notices.length, 1, JSON.stringify(source.notices));
  assert.match(notices[0].remedy, /HOOKLINE_TRANSCRIBE_BUDGET/);
  const hooks = await hooksOf('budget');
  assert.equal(hooks.filter(({ text }: { text: string }) => text.startsWith('How to fold map')).length, 2);
  const { body } = await service.operator('GET', '/operator/sources');
  assert.match(JSON.stringify(body.usage), /"api":"transcribe","used":120,"limit":120/);
});

test('a takedown of a hook deletes what was heard', async () => {
  const [hook] = (await hooksOf('spoken')).filter(({ text }: { text: string }) => text.startsWith('Nobody tells'));
  const database = openDatabase(service.databaseUrl, () => {}, { connections: 1 });
  const heard = async () =>
    (await database.db.selectFrom('transcripts').select('line').execute()).filter(({ line }) => line === hook.text);
  try {
    assert.equal((await heard()).length, 1);
    const path = `/operator/hooks/${hook.id}/takedown`;
    const { status, body } = await service.operator('POST', path, { reason: 'asked by the creator' });
    assert.ok(status < 300, JSON.stringify(body));
    assert.equal((await heard()).length, 0);
  } finally {
    await database.close();
  }
});

test('after kill -9 during a call, no video with an answer is asked about again', async (context: TestContext) => {
  const other = await startTranscriptionEndpoint();
  const data = await mkdtemp(join(tmpdir(), 'hookline-killed-'));
  context.after(() => Promise.all([other.close(), rm(data, { recursive: true, force: true })]));
  const videos = Array.from({ length: 4 }, (_, at) => video(`How to fold map number ${at}`));
  const env = {
    ...envOf(other, await writeFakeProgram(directory, videos)),
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
  };
  const third = Promise.withResolvers<void>();
  other.respond(() => {
    if (other.calls.length < 3) return verbose(`This is line ${other.calls.length}.`);
    third.resolve();
    return new Promise(() => {});
  });
  const first = await startProcess(data, env);
  await call(first, operatorKey, 'POST', '/operator/sources', {
    name: 'killed',
    location: 'yt-dlp:http://127.0.0.1:9/@ada',
  });
  await third.promise;
  first.child.kill('SIGKILL');
  await first.exit;
  other.respond(() => verbose(`This is line ${other.calls.length}.`));
  const next = await startProcess(data, env);
  const { body } = await until(
    () => call(next, operatorKey, 'GET', '/operator/hooks?source=killed&limit=10'),
    (answer) => answer.body.total === 4,
  );
  assert.equal(
    body.hooks.every(({ text_method }: { text_method: string }) => text_method === 'transcribed'),
    true,
  );
  // The third was in flight.
  assert.equal(other.calls.length, 5);
  next.child.kill('SIGTERM');
  await next.exit;
});
