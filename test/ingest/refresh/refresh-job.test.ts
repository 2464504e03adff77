// The job that refreshes view counts: when it runs, what it leaves to others, and what an interruption costs.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { letPass, query, refreshNow, videoId, videoLine } from '../../setup/refresh.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';

let stub: YouTubeStub;
let service: TestService | undefined;
let directory: string;

before(async () => {
  stub = await startYouTube();
  stub.addChannel('@ada', { id: 'UCada' });
  directory = await mkdtemp(join(tmpdir(), 'refresh-'));
});

afterEach(async () => {
  await service?.close();
  service = undefined;
  stub.requests.length = 0;
  stub.fault = () => undefined;
});

after(async () => {
  await stub.close();
  await rm(directory, { recursive: true });
});

const putVideos = (count: number) =>
  Array.from({ length: count }, (_, n) => stub.put({ id: videoId(n), channelId: 'UCada', views: 300_000 + n }));

const importVideos = (to: TestService, count: number) =>
  to.import(
    Array.from({ length: count }, (_, n) => videoLine(n)).join('\n'),
    'filename=videos.jsonl&source=first&preset=hookline',
  );

const withKey = () => ({ HOOKLINE_SECRET_YOUTUBE: stub.key, HOOKLINE_YOUTUBE_URL: stub.url });

/** A source that is a file of videos. Its run is followed by a refresh. */
async function runFile(of: TestService, count: number): Promise<void> {
  const file = join(directory, 'videos.jsonl');
  await writeFile(file, Array.from({ length: count }, (_, n) => videoLine(n)).join('\n'));
  const { status } = await of.operator('POST', '/operator/sources', {
    name: 'videos',
    location: file,
    preset: 'hookline',
  });
  assert.equal(status, 201);
}

test('hooks that a source brings with an old count are refreshed at once, and /meta tells when', async () => {
  putVideos(60);
  service = await testService(withKey());
  await runFile(service, 60);
  const observed = await service.observed('views_refreshed');
  assert.ok(observed.kind === 'views_refreshed');
  assert.deepEqual([observed.calls, observed.checked, observed.changed], [2, 60, 60]);
  const { key } = await service.account('free');
  const { get } = service;
  const meta = await until(
    async () => (await get('/meta', key)).body.data,
    ({ freshness }) => freshness.YouTube?.checked_at != null,
  );
  assert.equal(meta.freshness.YouTube.hooks, 60);
  assert.ok(meta.freshness.YouTube.data_through <= meta.freshness.YouTube.checked_at);
});

test('without the secret nothing is asked', async () => {
  putVideos(1);
  service = await testService({ HOOKLINE_YOUTUBE_URL: stub.url });
  await runFile(service, 1);
  await service.observed('source_run_finished');
  const { databaseUrl } = service;
  await until(
    () => query({ databaseUrl }, "select from pgboss.job where name = 'refresh_views' and state = 'completed'"),
    (rows) => rows.length > 0,
  );
  assert.equal(stub.count(), 0);
  assert.deepEqual(await query(service, 'select * from view_refreshes'), []);
});

test('two processes never ask about the same hook', async () => {
  putVideos(400);
  service = await testService();
  await importVideos(service, 400);
  const reports = await Promise.all([refreshNow(service, stub), refreshNow(service, stub), refreshNow(service, stub)]);
  assert.equal(stub.idsAsked().length, 400);
  assert.equal(new Set(stub.idsAsked()).size, 400);
  assert.equal(
    reports.reduce((sum, { changed }) => sum + changed, 0),
    400,
  );
});

test('a run that ends in the middle loses nothing: the next one publishes what was found and asks only for the rest', async () => {
  putVideos(200);
  service = await testService();
  await importVideos(service, 200);
  const stopping = new AbortController();
  // The third call is in flight when the process stops.
  stub.fault = (_request, n) => {
    if (n < 3) return undefined;
    stopping.abort(new Error('The process stops.'));
    return 'hang';
  };
  await assert.rejects(refreshNow(service, stub, { signal: stopping.signal }));
  assert.deepEqual(await query(service, 'select count(*)::int as n from hooks where views >= 300000'), [{ n: 0 }]);
  stub.fault = () => undefined;
  const report = await refreshNow(service, stub);
  assert.deepEqual([report.calls, report.changed], [2, 200]);
  const asked = stub.idsAsked();
  assert.equal(asked.length, 250, 'the call in flight is repeated');
  assert.equal(new Set(asked).size, 200);
});

test('the hooks of a process that was killed are asked about again later, not lost', async () => {
  putVideos(50);
  service = await testService();
  await importVideos(service, 50);
  await refreshNow(service, stub);
  // As it leaves them: claimed, without a result.
  await query(service, "update view_checks set due_at = now() + interval '10 minutes', checked_at = null");
  assert.equal((await refreshNow(service, stub)).calls, 0);
  await letPass(service, '11 minutes');
  assert.equal((await refreshNow(service, stub)).calls, 1);
});

test('refreshes leave a share of the units to collectors, and wait until midnight Pacific when theirs are used', async () => {
  putVideos(300);
  service = await testService();
  await importVideos(service, 300);
  await query(
    service,
    `insert into sources (id, name, location, mapping, is_snapshot, may_shrink, enabled, next_run_at, created_at, updated_at)
     values ('src_1', 'shorts', 'youtube:@ada', '{}', false, false, true, now() + interval '1 day', now(), now())`,
  );
  let report = await refreshNow(service, stub, { units: 5 });
  // A run takes what is left, spread over the hours until then.
  for (let run = 0; run < 5 && report.pausedUntil === null; run++)
    report = await refreshNow(service, stub, { units: 5 });
  assert.equal(stub.count(), 3, '60 % of 5');
  assert.ok(report.pausedUntil);
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', hourCycle: 'h23' });
  assert.equal(Number(hour.format(report.pausedUntil)), 0);
  const { body } = await service.operator('GET', '/operator/health');
  assert.match(
    body.problems.map(({ what }: { what: string }) => what).join(),
    /units of refreshes of YouTube are used/,
  );
});

test('when YouTube itself says that the quota is used up, what was found is published and nothing more is asked', async () => {
  putVideos(150);
  service = await testService();
  await importVideos(service, 150);
  stub.fault = (_request, n) => (n === 2 ? 'quotaExceeded' : undefined);
  const report = await refreshNow(service, stub);
  assert.ok(report.pausedUntil);
  assert.equal(report.changed, 50);
  assert.equal((await refreshNow(service, stub)).calls, 0);
});

test('a key that YouTube refuses is told in the health of the service, with what to do', async () => {
  putVideos(1);
  service = await testService();
  await importVideos(service, 1);
  stub.fault = () => 'keyInvalid';
  await assert.rejects(refreshNow(service, stub), /does not accept the API key/);
  const { body } = await service.operator('GET', '/operator/health');
  const problem = body.problems.find(({ what }: { what: string }) => what.includes('YouTube'));
  assert.match(problem.what, /hookline admin secrets set youtube/);
  assert.equal(problem.action, '/console/sources');
  stub.fault = () => undefined;
  await refreshNow(service, stub);
  const healthy = await service.operator('GET', '/operator/health');
  assert.ok(!healthy.body.problems.some(({ what }: { what: string }) => what.includes('YouTube')));
});
