// Transcription of single videos: requests to the provider, handling of its responses and failures, budget, and the cache.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { createSpend } from '../../../src/ingest/collect/collect.ts';
import { collectEnvironment } from '../../../src/ingest/collect/collector.ts';
import { openProvider } from '../../../src/ingest/collect/transcribe/provider.ts';
import { createTranscribe } from '../../../src/ingest/collect/transcribe/transcribe.ts';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { type FakeAudio, writeFakeProgram } from '../../setup/transcribe/fake-program.ts';
import {
  failure,
  type Response,
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
  verbose,
} from '../../setup/transcribe/transcription-endpoint.ts';

let endpoint: TranscriptionEndpoint;
let database: TestDatabase;
let directory: string;
let program: string;

const key = 'sk-secret-of-the-tests';

before(async () => {
  endpoint = await startTranscriptionEndpoint();
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'hookline-transcribe-'));
  program = await writeFakeProgram(directory);
});

after(async () => {
  await Promise.all([database.close(), endpoint.close(), rm(directory, { recursive: true })]);
});

beforeEach(async () => {
  endpoint.calls.length = 0;
  endpoint.respond(() => verbose('Nobody tells you this about rice.'));
  await database.db.deleteFrom('api_usage').execute();
});

/** Dependencies of one run of a source, with its notices and the seconds used. */
function newRun(env: Record<string, string> = {}, signal = new AbortController().signal) {
  const config = readConfig({
    HOOKLINE_TRANSCRIBE_URL: endpoint.url,
    HOOKLINE_TRANSCRIBE_KEY: key,
    HOOKLINE_YTDLP: program,
    HOOKLINE_DATA: directory,
    ...env,
  });
  const notices: { message: string; remedy: string | null }[] = [];
  const usage: Record<string, number> = {};
  const environment = collectEnvironment(config);
  const transcribe = createTranscribe({
    db: database.db,
    environment,
    config: config.transcription ?? assert.fail(),
    spend: createSpend(database.db, environment, usage),
    signal,
    notify: (message, remedy) => notices.push({ message, remedy }),
  });
  return { transcribe, notices, usage };
}

let ids = 0;

/** Returns the info.json of a new video. */
function video(audio: FakeAudio = 'tone', more: object = {}) {
  ids += 1;
  const id = `74000000000000${String(ids).padStart(5, '0')}`;
  const url = `https://www.tiktok.com/@ada/video/${id}`;
  const info = {
    id,
    extractor_key: 'TikTok',
    webpage_url: url,
    title: 'rice tips #fyp',
    duration: 31.5,
    formats: [{}],
  };
  return { ...info, audio, ...more };
}

test('the first sentence is the text, and the title is kept; the provider gets the audio, and its file is deleted', async () => {
  endpoint.respond(() => verbose('Nobody tells you this about rice. So here is how.'));
  const { transcribe, notices, usage } = newRun();
  assert.deepEqual(await transcribe(video()), {
    opening_line: 'Nobody tells you this about rice.',
    text_method: 'transcribed',
    raw_text: 'rice tips #fyp',
    language: 'en',
  });
  const { path, model, format, filename, headers, audio } = endpoint.calls[0] ?? assert.fail();
  assert.deepEqual([path, model, format], ['/v1/audio/transcriptions', 'whisper-1', 'verbose_json']);
  assert.deepEqual([filename, headers.authorization], ['audio.wav', `Bearer ${key}`]);
  assert.equal(audio.toString('latin1', 0, 4), 'RIFF');
  assert.deepEqual(await readdir(join(directory, 'audio')), []);
  assert.deepEqual([notices, usage], [[], { transcribe: 20 }]);
  const args = (await readFile(join(directory, 'runs.txt'), 'utf8')).trimEnd().split('\n');
  assert.deepEqual(args.slice(args.indexOf('--download-sections')).slice(0, 2), ['--download-sections', '*0-20']);
  assert.equal(args.at(-1), '--', 'the site is not asked about the video again');
});

test('each video is transcribed once over all runs, also without speech found; music and silence are not sent', async () => {
  const [heard, mute, silent] = [video(), video('tone'), video('silence')];
  endpoint.respond(() => verbose('It can be glued.'));
  await newRun().transcribe(heard);
  endpoint.respond(() => verbose('Thanks for watching!'));
  assert.equal(await newRun().transcribe(mute), null);
  assert.equal(await newRun().transcribe(silent), null);
  for (const info of [video('tone', { categories: ['Music'] }), { title: 'no id' }])
    assert.equal(await newRun().transcribe(info), null);
  assert.equal(endpoint.calls.length, 2);
  const again = newRun();
  // This is the same video with another form of its URL.
  const other = { ...heard, webpage_url: `https://m.tiktok.com/v/${heard.id}.html` };
  assert.equal((await again.transcribe(other))?.opening_line, 'It can be glued.');
  assert.equal(await again.transcribe(mute), null);
  assert.deepEqual([endpoint.calls.length, again.usage], [2, {}]);
});

test('a rejected key or an invalid response stops the run with a notice that never has the key; no error has a password', async () => {
  for (const [response, said] of [
    [failure(401, `Incorrect API key provided: ${key}.`), /responded with 401 Incorrect API key provided: …\./],
    [{ headers: { 'content-type': 'text/html' }, body: '<html></html>' }, /HOOKLINE_TRANSCRIBE_URL/],
  ] as const) {
    endpoint.calls.length = 0;
    endpoint.respond(() => response);
    const { transcribe, notices } = newRun();
    assert.deepEqual([await transcribe(video()), await transcribe(video())], [null, null]);
    assert.equal(endpoint.calls.length, 1);
    assert.equal(notices.length, 1);
    assert.match(notices[0]?.message ?? '', said);
    assert.match(`${notices[0]?.message} ${notices[0]?.remedy}`, /imported with their titles.*HOOKLINE_TRANSCRIBE_KEY/);
    assert.doesNotMatch(JSON.stringify(notices), new RegExp(key));
  }
  assert.throws(
    () => readConfig({ HOOKLINE_TRANSCRIBE_URL: 'http://ada:hunter2@localhost/v1' }),
    (error: Error) => /HOOKLINE_TRANSCRIBE_URL must have no user/.test(error.message) && !/hunter2/.test(error.message),
  );
});

test('a busy provider gets one retry, unless Retry-After is long', async () => {
  const answers: Response[] = [failure(429, 'slow down', { 'retry-after': '0' }), verbose('It can be glued.')];
  endpoint.respond(() => answers.shift() ?? assert.fail());
  const first = newRun();
  assert.equal((await first.transcribe(video()))?.opening_line, 'It can be glued.');
  assert.deepEqual([endpoint.calls.length, first.notices], [2, []]);
  const left = video();
  endpoint.respond(() => failure(429, 'slow down', { 'retry-after': '3600' }));
  const limited = newRun();
  assert.equal(await limited.transcribe(left), null);
  assert.equal(endpoint.calls.length, 3, 'an hour is too long to wait');
  endpoint.respond(() => verbose('It can be glued.'));
  assert.ok(await newRun().transcribe(left), 'a later run asks again');
});

test('a call to the provider times out without a response', async () => {
  // This test has its own provider, since an abandoned request may arrive late.
  const endpoint = await startTranscriptionEndpoint();
  endpoint.respond(() => new Promise(() => {}));
  const { transcribe } = await openProvider({ url: endpoint.url, key, model: 'm', budget: null, floor: 0.6 }, 50);
  const heard = await transcribe(Buffer.from('RIFF'), new AbortController().signal);
  assert.deepEqual(heard, {
    stop: { kind: 'timeout', reason: 'The transcription provider timed out.' },
  });
  // The response begins, and never ends.
  endpoint.respond(() => ({ body: '{', isOpen: true }));
  assert.deepEqual(await transcribe(Buffer.from('RIFF'), new AbortController().signal), heard);
  await endpoint.close();
});

test('the monthly minutes are reserved before each call, over all runs; then videos keep their titles', async () => {
  const month = { HOOKLINE_TRANSCRIBE_BUDGET: '1' };
  const runs = [newRun(month), newRun(month)];
  const found = await Promise.all(
    [1, 2, 3, 4].map((number) => runs[number % 2]?.transcribe(video('tone', { duration: 90 }))),
  );
  assert.equal(found.filter((members) => members !== null).length, 3);
  assert.equal(endpoint.calls.length, 3, 'never more than a minute is sent');
  const notices = runs.flatMap((run) => run.notices);
  assert.match(notices[0]?.message ?? '', /^The monthly budget of 1 min of transcribed audio is used up\. Videos/);
  assert.match(notices[0]?.remedy ?? '', /HOOKLINE_TRANSCRIBE_BUDGET/);
});

test('after a refused audio download the video has no transcript; without ffmpeg downloads stop', async () => {
  const refused = newRun();
  assert.equal(await refused.transcribe(video('failing')), null);
  assert.ok(await refused.transcribe(video()));
  assert.match(refused.notices[0]?.message ?? '', /HTTP Error 403: Forbidden\. Videos/);
  const { transcribe, notices } = newRun();
  assert.deepEqual([await transcribe(video('no_ffmpeg')), await transcribe(video())], [null, null]);
  assert.deepEqual([endpoint.calls.length, notices.length], [1, 1]);
  assert.match(`${notices[0]?.message} ${notices[0]?.remedy}`, /ffmpeg is not installed.*apt install ffmpeg/);
});

test('a run that stops rejects, and leaves no audio', async () => {
  const stopping = new AbortController();
  endpoint.respond(() => {
    stopping.abort(new Error('The service is stopping.'));
    return new Promise(() => {});
  });
  const { transcribe } = newRun({}, stopping.signal);
  await assert.rejects(transcribe(video()), /stopping/);
  assert.deepEqual(await readdir(join(directory, 'audio')), []);
});
