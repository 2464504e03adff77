// Runs of sources that collect, through the real service: what is published, shown and asked for, and what quotas and changes do to it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { type OpenDatabase, openDatabase } from '../../../src/db/database.ts';
import { pacificDay } from '../../../src/ingest/collect/api-limits.ts';
import { videoId as refreshedId, videoLine } from '../../setup/refresh.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { type StubChannel, startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';
import type { Body } from '../ingest-service.ts';

const daily = 40;
const dayMs = 24 * 3_600_000;

let youtube: YouTubeStub;
let service: TestService;
let database: OpenDatabase;

before(async () => {
  youtube = await startYouTube();
  service = await testService({
    HOOKLINE_YOUTUBE_URL: youtube.url,
    HOOKLINE_YOUTUBE_UNITS: String(daily),
    HOOKLINE_SECRET_YOUTUBE: youtube.key,
  });
  database = openDatabase(service.databaseUrl, () => {}, { connections: 1 });
});

after(async () => {
  await database.close();
  await service.close();
  await youtube.close();
});

afterEach(async () => {
  youtube.fault = () => undefined;
  await database.db.deleteFrom('api_usage').execute();
});

/** 11 characters, as YouTube's ids have. */
const videoId = (name: string, index: number) => `${name.padEnd(7, '_').slice(0, 7)}-${String(index).padStart(3, '0')}`;

/** A channel with videos, the newest first. */
function upload(name: string, count: number): StubChannel {
  const channel = youtube.addChannel(`@${name}`);
  for (let index = 0; index < count; index++) {
    const publishedAt = new Date(Date.now() - (index + 40) * dayMs).toISOString();
    const title = `Why does nobody tell you what ${name} does with ${index} pans?`;
    youtube.put({ id: videoId(name, index), channelId: channel.id, title, publishedAt });
  }
  return channel;
}

/** So that nothing waits for review. */
const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };

async function newSource(name: string, location: string): Promise<string> {
  const { status, body } = await service.operator('POST', '/operator/sources', { name, location, every: '4h', set });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** Creates a source and waits for its first run. */
async function collected(name: string, location: string): Promise<{ id: string; run: Body }> {
  const id = await newSource(name, location);
  return { id, run: await ended(id, 1) };
}

/** The nth run of the source. */
async function ended(id: string, nth: number): Promise<Body> {
  const kinds = ['source_run_finished', 'source_run_failed'] as const;
  await Promise.any(kinds.map((kind) => service.observed(kind, id, nth)));
  return (await service.operator('GET', `/operator/sources/${id}/runs`)).body.runs[0];
}

async function runAgain(id: string, nth: number, force = false): Promise<Body> {
  const { status, body } = await service.operator('POST', `/operator/sources/${id}/run`, { force });
  assert.equal(status, 202, JSON.stringify(body));
  return ended(id, nth);
}

const readSource = async (id: string) => (await service.operator('GET', `/operator/sources/${id}`)).body;
const hooksOf = async (source: string) =>
  (await service.operator('GET', `/operator/hooks?source=${source}`)).body.hooks;
const timesAsked = (id: string) => youtube.idsAsked().filter((asked) => asked === id).length;

test('a later run asks only for what is new, other settings for what was skipped, and a forced run for everything', async () => {
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

test('a video that was taken down is not asked about again, and a run that only brings it does not fail', async () => {
  upload('removed', 1);
  const { id } = await collected('removed', 'youtube:@removed');
  const [hook] = await hooksOf('removed');
  await service.operator('POST', `/operator/hooks/${hook.id}/takedown`, { reason: 'Request 3' });
  assert.deepEqual((await runAgain(id, 2)).usage, { youtube: 1 });
  assert.equal(timesAsked(videoId('removed', 0)), 1);
  const forced = await runAgain(id, 3, true);
  assert.deepEqual([forced.state, forced.error, forced.report.added], ['done', null, 0]);
  const kept = database.db.selectFrom('collected_records').select(['record', 'views']).where('source_id', '=', id);
  assert.deepEqual(await kept.execute(), [{ record: null, views: null }]);
});

test('a location that cannot be read is a notice, and the others are read; if all fail, the run does and names each', async () => {
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

test('when the quota is used up, what was collected is published, and the rest is collected after midnight in California', async () => {
  upload('exhausted', 60);
  // The channel, a page and its 50 videos.
  const before = youtube.requests.length;
  youtube.fault = (_, n) => (n > before + 3 ? 'quotaExceeded' : undefined);
  const midnight = pacificDay(new Date()).end.toISOString();
  const { id, run } = await collected('exhausted', 'youtube:@exhausted');
  assert.deepEqual([run.state, run.report.added], ['done', 50]);
  const { notices, next_run_at, state } = await readSource(id);
  assert.deepEqual([state, next_run_at, notices.length], ['waiting', midnight, 1]);
  assert.deepEqual([notices[0].until, notices[0].location], [midnight, 'youtube:@exhausted']);
  assert.match(notices[0].message, /^All 40 units of the YouTube API a day are used\.$/);
  assert.match(notices[0].remedy, /Google Cloud console/);

  const requests = youtube.requests.length;
  upload('other', 1);
  const other = await collected('other', 'youtube:@other');
  assert.deepEqual([other.run.state, youtube.requests.length], ['unchanged', requests]);
  assert.equal((await readSource(other.id)).next_run_at, midnight);

  // The next day.
  youtube.fault = () => undefined;
  await database.db.deleteFrom('api_usage').execute();
  const rest = await runAgain(id, 2);
  assert.deepEqual([rest.state, rest.report.added], ['done', 10]);
  assert.deepEqual((await readSource(id)).notices, []);
  const asked = youtube.idsAsked().filter((video) => video.startsWith('exhaust-'));
  // The request that was refused is repeated.
  assert.deepEqual(new Set(asked).size, 60);
});

test('all sources share the units of a day: together they take what is left, and no more', async () => {
  upload('first', 300);
  upload('second', 300);
  const { start } = pacificDay(new Date());
  await database.db
    .insertInto('api_usage')
    .values({ api: 'youtube', window_start: start, used: daily - 10 })
    .execute();
  const before = youtube.requests.length;
  const runs = await Promise.all([collected('first', 'youtube:@first'), collected('second', 'youtube:@second')]);
  const units = runs.map(({ run }) => run.usage.youtube ?? 0);
  assert.deepEqual([youtube.requests.length - before, units.reduce((sum, used) => sum + used, 0)], [10, 10]);
  for (const { id } of runs) assert.match((await readSource(id)).notices[0].message, /^All 40 units/);
});

test('hooks that a source brings with an old count are refreshed at once, and /meta has when', async (t) => {
  const channel = youtube.addChannel('@refreshed');
  const ids = [0, 1, 2];
  for (const n of ids) youtube.put({ id: refreshedId(n), channelId: channel.id, views: 300_000 });
  const directory = await mkdtemp(join(tmpdir(), 'hookline-refreshed-'));
  t.after(() => rm(directory, { recursive: true }));
  const location = join(directory, 'videos.jsonl');
  await writeFile(location, ids.map((n) => videoLine(n)).join('\n'));
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
