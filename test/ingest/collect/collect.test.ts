// Runs of collecting sources in the real service: published, transcribed and requested videos, quotas, changes of settings, and recovery
// from a kill.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pacificDay } from '../../../src/ingest/collect/collector.ts';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { defined } from '../../setup/defined.ts';
import { videoId as refreshedId, videoLine } from '../../setup/refresh.ts';
import { operatorKey, type TestService, testService } from '../../setup/service.ts';
import { call, type Running, startProcess } from '../../setup/service-process.ts';
import { type FakeVideo, writeFakeProgram } from '../../setup/transcribe/fake-program.ts';
import {
  startTranscriptionEndpoint,
  type TranscriptionEndpoint,
  verbose,
} from '../../setup/transcribe/transcription-endpoint.ts';
import { until } from '../../setup/until.ts';
import { type StubChannel, startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';
import { type FakeYtDlp, fakeYtDlp, vtt } from '../../setup/yt-dlp/fake-yt-dlp.ts';
import type { Body } from '../ingest-service.ts';

const daily = 40;
const dayMs = 24 * 3_600_000;
const directory = mkdtempSync(join(tmpdir(), 'hookline-collect-'));
const dataDir = join(directory, 'data');
/** A link to one of the two programs that behave like yt-dlp. */
const program = join(directory, 'yt-dlp');

let youtube: YouTubeStub;
let fake: FakeYtDlp;
let endpoint: TranscriptionEndpoint;
let database: TestDatabase;
let env: Record<string, string>;
let killed: Running;
/** Set by the first test, which kills the previous process. */
let service: TestService;

before(async () => {
  mkdirSync(dataDir);
  fake = fakeYtDlp();
  symlinkSync(fake.program, program);
  [youtube, endpoint, database] = await Promise.all([startYouTube(), startTranscriptionEndpoint(), testDatabase()]);
  env = {
    DATABASE_URL: database.url,
    HOOKLINE_DATA: dataDir,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_YOUTUBE_URL: youtube.url,
    HOOKLINE_YOUTUBE_UNITS: String(daily),
    HOOKLINE_SECRET_YOUTUBE: youtube.key,
    HOOKLINE_YTDLP: program,
    HOOKLINE_TRANSCRIBE_URL: endpoint.url,
  };
  killed = await startProcess(dataDir, env);
});

after(async () => {
  killed.child.kill('SIGKILL');
  await service?.close();
  await Promise.all([database.close(), youtube.close(), endpoint.close()]);
  fake.close();
  rmSync(directory, { recursive: true, force: true });
});

afterEach(async () => {
  youtube.fault = () => undefined;
  await database.db.deleteFrom('api_usage').execute();
});

/** Ids have 11 characters, like YouTube's. */
const videoId = (name: string, index: number) => `${name.padEnd(7, '_').slice(0, 7)}-${String(index).padStart(3, '0')}`;

/** A channel with videos, newest first. */
function upload(name: string, count: number): StubChannel {
  const channel = youtube.addChannel(`@${name}`);
  for (let index = 0; index < count; index++) {
    const publishedAt = new Date(Date.now() - (index + 40) * dayMs).toISOString();
    const title = `Why does nobody tell you what ${name} does with ${index} pans?`;
    youtube.put({ id: videoId(name, index), channelId: channel.id, title, publishedAt });
  }
  return channel;
}

/** With these labels nothing is pending review. */
const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };

/** Creates a source and waits for its first run. */
async function collected(name: string, location: string): Promise<{ id: string; run: Body }> {
  const { status, body } = await service.operator('POST', '/operator/sources', { name, location, every: '4h', set });
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id, run: await ended(body.id, 1) };
}

/** Resolves with the nth run of the source. */
async function ended(id: string, nth: number): Promise<Body> {
  const kinds = ['source_run_finished', 'source_run_failed'] as const;
  await Promise.any(kinds.map((kind) => service.observed(kind, id, nth)));
  return (await service.operator('GET', `/operator/sources/${id}/runs`)).body.runs[0];
}

async function runAgain(id: string, nth: number, force = false): Promise<Body> {
  const { status, body } = await service.operator('POST', `/operator/sources/${id}/run`, { force });
  // A change makes a run due, which the check of every minute may have started.
  assert.ok(status === 202 || (status === 409 && !force), JSON.stringify(body));
  return ended(id, nth);
}

const readSource = async (id: string) => (await service.operator('GET', `/operator/sources/${id}`)).body;
const hooksOf = async (source: string): Promise<Body[]> =>
  (await service.operator('GET', `/operator/hooks?source=${source}`)).body.hooks;
const timesAsked = (id: string) => youtube.idsAsked().filter((asked) => asked === id).length;

/** A process that has ended is alive to signal 0 until its parent notices. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('after kill -9 the next process completes the work of each collector, and repeats only the request in flight', async () => {
  upload('killed', 60);
  // The second page hangs; the five requests are the channel, two pages, and the videos of each.
  youtube.fault = (_, n) => (n === 4 ? 'hang' : undefined);
  const videos = [1, 2, 3].map((n) => {
    const id = `730000000000000100${n}`;
    return { id, title: `Kettle ${n}`, views: 250_000, captions: { 'eng-US': vtt(`The kettle ${n} of nobody`) } };
  });
  fake.set({ videos: videos.map((video, at) => (at === 1 ? { ...video, fault: 'hangs' } : video)) });
  const sources = { channel: 'youtube:@killed', profile: 'yt-dlp:https://www.tiktok.com/@killed' };
  for (const [name, location] of Object.entries(sources))
    assert.equal((await call(killed, operatorKey, 'POST', '/operator/sources', { name, location })).status, 201);
  await youtube.received(4);
  await until(
    async () => fake.isHanging(),
    (isHanging) => isHanging,
  );
  const { pid } = defined(fake.calls().at(-1));
  killed.child.kill('SIGKILL');
  await killed.exit;
  fake.set({ videos });
  // Other processes take over its jobs after it has been silent for a while.
  await database.pool.query(
    "update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active' and name = 'source'",
  );

  service = await testService(env);
  for (const [name, count] of [
    ['channel', 60],
    ['profile', 3],
  ] as const) {
    const [done, failed, ...others] = await until(
      async () => (await service.operator('GET', `/operator/sources/${name}/runs`)).body.runs,
      ([newest]) => newest?.state === 'done',
    );
    assert.match(failed.error, /interrupted/);
    assert.deepEqual([done.report.added + done.report.pending, others.length], [count, 0]);
  }
  const asked = youtube.requests.map(
    ({ method, params }) => `${method} ${params.get('pageToken')} ${params.get('id')}`,
  );
  assert.deepEqual([asked.length, new Set(asked).size], [6, 5]);
  await until(
    async () => isAlive(pid),
    (alive) => !alive,
  );
  const ids = videos.map(({ id }) => id);
  assert.deepEqual(fake.asked(), [...ids, ...ids.slice(1)], 'the video that was finished is kept');
  assert.equal(fake.calls().filter(({ args }) => args.includes('--dump-json')).length, 1, 'it is listed once');
});

test('a later run requests only new videos, other settings those that were skipped, and a forced run everything', async () => {
  const channel = upload('later', 2);
  youtube.put({ id: 'later-long1', channelId: channel.id, title: 'I looked at everything that I own', seconds: 900 });
  const startedAt = Date.now();
  const { id, run } = await collected('later', 'youtube:@later');
  assert.equal(run.report.added, 2);
  const { platform, creator, source_url, views_captured_at } = (await hooksOf('later'))[0];
  assert.deepEqual([platform, creator], ['YouTube', 'later']);
  assert.match(source_url, /^https:\/\/www\.youtube\.com\/watch\?v=later__-00\d$/);
  assert.ok(Date.parse(views_captured_at) >= startedAt);
  const before = youtube.requests.length;
  const unchanged = await runAgain(id, 2);
  const requests = youtube.requests.length - before;
  assert.deepEqual([unchanged.state, unchanged.usage, requests], ['unchanged', { youtube: 1 }, 1]);
  youtube.put({ id: 'later-new01', channelId: channel.id, title: 'I changed my mind about everything later' });
  await service.operator('PATCH', `/operator/sources/${id}`, { collect: { max_seconds: null } });
  const done = await runAgain(id, 3);
  assert.deepEqual([done.state, done.report.added, timesAsked(videoId('later', 0))], ['done', 2, 1]);
  const forced = await runAgain(id, 4, true);
  assert.deepEqual([forced.state, forced.usage, timesAsked(videoId('later', 0))], ['done', { youtube: 3 }, 2]);
});

test('a video that was taken down is not requested again, and a run that returns only that video does not fail', async () => {
  upload('removed', 1);
  const { id } = await collected('removed', 'youtube:@removed');
  const [hook] = await hooksOf('removed');
  await service.operator('POST', `/operator/hooks/${hook.id}/takedown`, { reason: 'Request 3' });
  assert.deepEqual((await runAgain(id, 2)).usage, { youtube: 1 });
  assert.equal(timesAsked(videoId('removed', 0)), 1);
  const forced = await runAgain(id, 3, true);
  assert.deepEqual([forced.state, forced.error, forced.report.added], ['done', null, 0]);
  const { rows } = await database.pool.query('select record, views from collected_records where source_id = $1', [id]);
  assert.deepEqual(rows, [{ record: null, views: null }]);
});

test('a location that cannot be read is a notice, and the others are read; if all fail, the run fails and names each', async () => {
  upload('readable', 1);
  const { id, run } = await collected('partly', 'youtube:@unreadable youtube:@readable');
  assert.deepEqual([run.state, run.report.added], ['done', 1]);
  const { state, notices, last_error } = await readSource(id);
  assert.deepEqual([state, last_error, notices.length], ['waiting', null, 1]);
  assert.match(notices[0].message, /has no channel @unreadable/);
  const failed = await collected('nothing', 'youtube:@nobody youtube:@noone');
  assert.equal(failed.run.state, 'failed');
  assert.match(failed.run.error, /^youtube:@nobody: YouTube has no channel @nobody\. .* youtube:@noone: /);
  assert.equal((await readSource(failed.id)).failures, 1);
});

test('when the quota is used up, collected videos are published, and the rest is collected after midnight in California', async () => {
  upload('exhausted', 60);
  // The requests are the channel, a page and its 50 videos.
  const before = youtube.requests.length;
  youtube.fault = (_, n) => (n > before + 3 ? 'quotaExceeded' : undefined);
  const midnight = pacificDay(new Date()).end.toISOString();
  const { id, run } = await collected('exhausted', 'youtube:@exhausted');
  assert.deepEqual([run.state, run.report.added], ['done', 50]);
  const { notices, next_run_at, state } = await readSource(id);
  assert.deepEqual([state, next_run_at, notices.length], ['waiting', midnight, 1]);
  assert.deepEqual([notices[0].until, notices[0].location], [midnight, 'youtube:@exhausted']);
  assert.match(notices[0].message, /^All 40 daily units of the YouTube API are used\.$/);
  assert.match(notices[0].remedy, /Google Cloud console/);

  const requests = youtube.requests.length;
  upload('other', 1);
  const other = await collected('other', 'youtube:@other');
  assert.deepEqual([other.run.state, youtube.requests.length], ['unchanged', requests]);
  assert.equal((await readSource(other.id)).next_run_at, midnight);

  // Simulates the next day.
  youtube.fault = () => undefined;
  await database.db.deleteFrom('api_usage').execute();
  const rest = await runAgain(id, 2);
  assert.deepEqual([rest.state, rest.report.added], ['done', 10]);
  assert.deepEqual((await readSource(id)).notices, []);
  const asked = youtube.idsAsked().filter((video) => video.startsWith('exhaust-'));
  // The refused request is repeated.
  assert.deepEqual(new Set(asked).size, 60);
});

test('all sources share the daily units: together they use exactly the remaining units', async () => {
  for (const name of ['first', 'second']) upload(name, 300);
  const used = { api: 'youtube', window_start: pacificDay(new Date()).start, used: daily - 10 };
  await database.db.insertInto('api_usage').values(used).execute();
  const before = youtube.requests.length;
  const runs = await Promise.all([collected('first', 'youtube:@first'), collected('second', 'youtube:@second')]);
  const units = runs.map(({ run }) => run.usage.youtube ?? 0);
  assert.deepEqual([youtube.requests.length - before, units.reduce((sum, used) => sum + used, 0)], [10, 10]);
  for (const { id } of runs) assert.match((await readSource(id)).notices[0].message, /^All 40 daily units/);
});

test('hooks that a source imports with an old count are refreshed at once, and /meta has the time', async () => {
  const channel = youtube.addChannel('@refreshed');
  const numbers = [0, 1, 2];
  for (const n of numbers) youtube.put({ id: refreshedId(n), channelId: channel.id, views: 300_000 });
  const location = join(directory, 'videos.jsonl');
  writeFileSync(location, numbers.map((n) => videoLine(n)).join('\n'));
  const { body } = await service.operator('POST', '/operator/sources', { name: 'old', location, preset: 'hookline' });
  await service.observed('source_run_finished', body.id);
  await until(
    () => hooksOf('old'),
    (hooks) => hooks.length > 0 && hooks.every(({ views }: Body) => views === 300_000),
  );
  const asked = youtube.idsAsked().filter((id) => id.startsWith('video'));
  assert.deepEqual([asked.length, new Set(asked).size], [3, 3]);
  const { key } = await service.account('free');
  const meta = await until(
    async () => (await service.get('/meta', key)).body.data,
    ({ freshness }) => freshness.YouTube?.checked_at != null,
  );
  assert.ok(meta.freshness.YouTube.data_through <= meta.freshness.YouTube.checked_at);
});

let ids = 0;

function audible(title: string, more: Partial<FakeVideo> = {}): FakeVideo {
  const id = `74000000000001${String(++ids).padStart(5, '0')}`;
  const figures = { view_count: 900_000 + ids, like_count: 10, duration: 25, width: 576, height: 1024 };
  const origin = { extractor: 'TikTok', extractor_key: 'TikTok', uploader: 'ada', language: 'en' };
  const page = { webpage_url: `http://127.0.0.1:9/@ada/video/${id}`, timestamp: 1_790_000_000, formats: [{}] };
  return { id, title, ...page, ...origin, ...figures, ...more };
}

test('the first spoken words are the text, marked as transcribed; captions, silence and music are not sent; a takedown deletes it', async () => {
  const videos = [
    audible('rice tips for beginners #fyp'),
    audible('my kettle story'),
    audible('my clock story', { captions: vtt('This clock has been wrong for forty years.') }),
    audible('How to fold a map in three seconds', { audio: 'silence' }),
    audible('How to sing this song in one breath', { categories: ['Music'] }),
  ];
  rmSync(program);
  symlinkSync(await writeFakeProgram(mkdtempSync(join(directory, 'audio-')), videos), program);
  const answers = [
    verbose('Nobody tells you this about rice. So listen.'),
    verbose('The kettle may be mine.', { avg_logprob: -0.9 }),
  ];
  endpoint.respond(() => answers.shift() ?? assert.fail('asked too often'));
  const { run } = await collected('spoken', 'yt-dlp:http://127.0.0.1:9/@ada');
  assert.deepEqual([run.error, run.usage.transcribe, endpoint.calls.length], [null, 40, 2]);
  const hooks = (await hooksOf('spoken')).toSorted((a, b) => a.views - b.views);
  assert.deepEqual(
    hooks.map(({ text, text_method, raw_text, review_reason }) => [text, text_method, raw_text, review_reason]),
    [
      ['Nobody tells you this about rice.', 'transcribed', 'rice tips for beginners #fyp', null],
      ['The kettle may be mine.', 'transcribed', 'my kettle story', 'uncertain_transcript'],
      ['This clock has been wrong for forty years.', 'spoken', null, null],
      ['How to fold a map in three seconds', null, null, null],
      ['How to sing this song in one breath', null, null, hooks[4].review_reason],
    ],
  );
  const [rice, kettle] = hooks;
  assert.deepEqual([rice.state, kettle.state], ['published', 'pending']);
  const { key } = await service.account('scale');
  assert.equal((await service.get(`/hooks/full?ids=${rice.id}`, key)).body.data[0].text_method, 'transcribed');
  const heard = () => database.db.selectFrom('transcripts').select('line').where('line', '=', rice.text).execute();
  assert.equal((await heard()).length, 1);
  await service.operator('POST', `/operator/hooks/${rice.id}/takedown`, { reason: 'asked by the creator' });
  assert.equal((await heard()).length, 0);
});
