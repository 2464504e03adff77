// Refreshed view counts: requests and their times, effects for clients, imports, undos, decisions and interruptions.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { hoursAgo, letPass, refreshNow, type VideoLine, videoId, videoLine } from '../../setup/refresh.ts';
import { hookLine } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';
import { type Body, type IngestService, ingestService } from '../ingest-service.ts';

let stub: YouTubeStub;
let service: IngestService;
let key: string;
/** Numbers of ordinary videos per test, in the order of the tests. One import adds all of them. */
const plainVideos = [60, 1, 0, 0, 2, 60, 160];
/** Number of the test's first video. Tests share no videos. */
let base = 0;

before(async () => {
  [service, stub] = await Promise.all([ingestService(), startYouTube()]);
  ({ key } = service);
  stub.addChannel('@ada', { id: 'UCada' });
  const numbers = plainVideos.flatMap((count, at) => range(count).map((n) => (at + 1) * 1000 + n));
  await importLines(numbers.map((n) => videoLine(n)));
});

beforeEach(async () => {
  base += 1000;
  stub.requests.length = 0;
  stub.fault = () => undefined;
  // Hooks of other tests are not due, and no units are used or refreshes paused.
  const own = `'youtube/${idOf(0)}' and 'youtube/${idOf(999)}'`;
  await service.query(`insert into view_checks (hook_id, platform, due_at) select id, 'youtube', now() + interval '100 years' from hooks
    where video_key like 'youtube/%' and video_key not between ${own}
    on conflict (hook_id) do update set due_at = excluded.due_at`);
  await service.query(`delete from view_checks using hooks where id = hook_id and video_key between ${own};
    delete from api_usage; delete from view_refreshes`);
});

after(() => stub.close());

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const idOf = (n: number) => videoId(base + n);

/** Sets views by the number of the video, or ascending views of the first `count` videos. */
function putVideos(views: Record<number, number | null> | number): void {
  const byNumber = typeof views === 'number' ? Object.fromEntries(range(views).map((n) => [n, 200_000 + n])) : views;
  for (const [n, count] of Object.entries(byNumber))
    stub.put({ id: idOf(Number(n)), channelId: 'UCada', views: count });
}

const line = (n: number, more?: VideoLine) => videoLine(base + n, more);

const importLines = (lines: string[], source = 'first') =>
  service.import(lines.join('\n'), `filename=videos.jsonl&source=${source}&preset=hookline`);

/** Returns the hook of the video with this number. */
async function hookOf(n: number): Promise<Body> {
  const [row] = await service.query('select id from hooks where video_key = $1', [`youtube/${idOf(n)}`]);
  return (await service.operator('GET', `/operator/hooks/hook_${row.id}`)).body;
}

/** Resolves when the newest version of the catalog is served. */
async function served(): Promise<void> {
  const [{ version }] = await service.query('select version from catalog');
  await until(
    async () => (await service.get('/meta', key)).body.data.catalog_version,
    (loaded) => loaded >= Number(version),
  );
}

test('50 hooks are refreshed per unit, as one version, and clients see the counts and the changes', async () => {
  putVideos(60);
  const [{ version: before }] = await service.query('select version from catalog');
  const report = await refreshNow(service, stub);
  assert.deepEqual([report.calls, report.checked, report.changed, report.missing], [2, 60, 60, 0]);
  assert.deepEqual([stub.count('videos.list'), new Set(stub.idsAsked()).size], [2, 60]);
  const used = await service.query("select api || ' ' || used as text from api_usage order by api");
  assert.equal(used.map(({ text }) => text).join(), 'youtube 2,youtube-refresh 2');
  const [catalog] = await service.query('select version from catalog');
  assert.equal(Number(catalog.version), Number(before) + 1);
  await served();
  const { id } = await hookOf(60);
  const { body: hook } = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([hook.data.views, hook.data.source_state], [200_060, 'available']);
  assert.ok(hook.data.views_captured_at > hoursAgo(1));
  // The import's count is two days old, and 50,060 views were gained since.
  assert.ok(hook.data.views_per_day > 25_000 && hook.data.views_per_day <= 25_030, `${hook.data.views_per_day}`);
  const { body: changes } = await service.get(`/changes?since=${before}&limit=1`, key);
  assert.equal(changes.data[0].change, 'updated');
  assert.equal((await refreshNow(service, stub)).calls, 0, 'nothing is due any more');
});

test('a later import with an older count does not restore it, also from a more trusted source', async () => {
  putVideos({ 1: 300_000 });
  await refreshNow(service, stub);
  await importLines([line(1, { views: 160_000, capturedAt: hoursAgo(24) })]);
  assert.equal((await hookOf(1)).views, 300_000);
  await service.operator('POST', '/operator/trust', { source: 'second', trust: 9 });
  await importLines([line(1, { views: 170_000, capturedAt: hoursAgo(12) })], 'second');
  const hook = await hookOf(1);
  assert.equal(hook.views, 300_000);
  assert.equal(hook.holders.length, 2);
  await service.operator('POST', '/operator/trust', { source: 'second', trust: 1 });
  assert.equal((await hookOf(1)).views, 300_000);
  // A newer count is shown.
  await importLines([line(1, { views: 310_000, capturedAt: new Date().toISOString() })]);
  assert.equal((await hookOf(1)).views, 310_000);
});

test('undoing an import keeps the counts that were refreshed since, and their history', async () => {
  putVideos({ 1: 300_000 });
  await importLines([line(1, { capturedAt: hoursAgo(72) })]);
  const { import_id } = await importLines([
    line(1, { views: 200_000, text: 'Would you trust video 1 with your money?', capturedAt: hoursAgo(24) }),
  ]);
  await refreshNow(service, stub);
  assert.deepEqual(await history(), ['150000 false', '200000 false', '300000 true']);
  assert.equal((await service.operator('POST', `/operator/imports/${import_id}/undo`)).status, 200);
  const { views, text, source_state } = await hookOf(1);
  assert.deepEqual([views, text, source_state], [300_000, `What did video ${base + 1} teach you?`, 'available']);
  assert.deepEqual(await history(), ['150000 false', '300000 true']);
});

/** Returns the view counts of the first video, and whether they were refreshed. */
async function history(): Promise<string[]> {
  const rows = await service.query(
    `select v.views || ' ' || refreshed as count from view_history v join hooks h on h.id = hook_id where video_key = $1 order by captured_at`,
    [`youtube/${idOf(1)}`],
  );
  return rows.map(({ count }) => count);
}

test('hooks pending review are refreshed; hooks rejected, retired, taken down or of other platforms are not', async () => {
  putVideos(5);
  const isPending = (n: number) => n === 3 || n === 4;
  await importLines(range(5).map((n) => line(n, isPending(n) ? { niche: 'unheard of' } : {})));
  await service.import(hookLine('Is this one of another platform?'), 'filename=a.jsonl&source=other&preset=hookline');
  const [one, two, three] = [await hookOf(1), await hookOf(2), await hookOf(3)];
  await service.operator('POST', `/operator/hooks/${one.id}/takedown`, { reason: 'a request' });
  await service.operator('PATCH', `/operator/hooks/${two.id}`, { state: 'retired' });
  await service.operator('PATCH', `/operator/hooks/${three.id}`, { state: 'rejected' });
  await refreshNow(service, stub);
  assert.deepEqual(stub.idsAsked().sort(), [idOf(4), idOf(5)]);
  const { state, views } = await hookOf(4);
  assert.deepEqual([state, views], ['pending', 200_004]);
});

test('a video is unavailable after three omissions over two days, is retired after 30 days if the operator enables it, and returns', async () => {
  putVideos({ 1: 300_000, 2: 300_000 });
  await refreshNow(service, stub);
  Object.assign(stub.video(idOf(1)), { isUnavailable: true });
  for (const expected of ['available', 'available', 'unavailable']) {
    await letPass(service, '1 day');
    await refreshNow(service, stub);
    assert.equal((await hookOf(1)).source_state, expected);
  }
  const { id, views } = await hookOf(1);
  assert.equal(views, 300_000);
  await letPass(service, '29 days');
  await refreshNow(service, stub);
  assert.equal((await hookOf(1)).state, 'published', 'it is the choice of the operator');
  await letPass(service, '7 days');
  await refreshNow(service, stub, { retiresUnavailable: true });
  const retired = await hookOf(1);
  assert.deepEqual([retired.state, retired.retired_by], ['retired', 'unavailable']);
  await served();
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  // A curator's restore is not overruled.
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published', from: 'retired' });
  await letPass(service, '7 days');
  await refreshNow(service, stub, { retiresUnavailable: true });
  assert.equal((await hookOf(1)).state, 'published');
  await service.query("update hooks set state = 'retired', retired_by = 'unavailable' where video_key = $1", [
    `youtube/${idOf(1)}`,
  ]);
  Object.assign(stub.video(idOf(1)), { isUnavailable: false, views: 310_000 });
  await letPass(service, '7 days');
  await refreshNow(service, stub, { retiresUnavailable: true });
  const back = await hookOf(1);
  assert.deepEqual([back.state, back.source_state, back.views], ['published', 'available', 310_000]);
  await served();
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 200);
});

test('an interrupted run loses nothing: the next one publishes its results and requests only the rest', async () => {
  putVideos(60);
  const stopping = new AbortController();
  // The second call is in flight when the process stops.
  stub.fault = (_request, n) => {
    if (n < 2) return undefined;
    stopping.abort(new Error('The process stops.'));
    return 'hang';
  };
  await assert.rejects(refreshNow(service, stub, { signal: stopping.signal }));
  assert.equal((await hookOf(1)).views, 150_000);
  stub.fault = () => undefined;
  const report = await refreshNow(service, stub);
  assert.deepEqual([report.calls, report.changed], [1, 60]);
  const asked = stub.idsAsked();
  assert.deepEqual([asked.length, new Set(asked).size], [70, 60], 'the call in flight is repeated');
});

test('refreshes leave a share of the units to collectors, and wait until midnight Pacific when their own are used', async () => {
  putVideos(160);
  await service.query(
    `insert into sources (id, name, location, mapping, is_snapshot, may_shrink, enabled, next_run_at, created_at, updated_at)
     values ('src_1', 'shorts', 'youtube:@ada', '{}', false, false, true, now() + interval '1 day', now(), now())`,
  );
  let report = await refreshNow(service, stub, { units: 5 });
  // A run takes the remaining units, spread over the hours until the reset.
  for (let run = 0; run < 5 && report.pausedUntil === null; run++)
    report = await refreshNow(service, stub, { units: 5 });
  assert.equal(stub.count(), 3, '60 % of 5');
  assert.ok(report.pausedUntil);
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', hourCycle: 'h23' });
  assert.equal(Number(hour.format(report.pausedUntil)), 0);
  const { body } = await service.operator('GET', '/operator/health');
  await service.operator('DELETE', '/operator/sources/src_1');
  assert.match(
    body.problems.map(({ what }: { what: string }) => what).join(),
    /units that refresh view counts of YouTube are used up/,
  );
});

test('views per day are 0 after a day without growth, and a later rise counts for the last day', async () => {
  putVideos({ 1: 250_000 });
  await importLines([line(1)]);
  const perDay = async () => {
    await refreshNow(service, stub);
    const [row] = await service.query('select views_per_day::float8 as rate from hooks where video_key = $1', [
      `youtube/${idOf(1)}`,
    ]);
    return row.rate;
  };
  const later = async (interval: string) => {
    await letPass(service, interval);
    for (const table of ['hooks', 'hook_sources'])
      await service.query(
        `update ${table} set views_captured_at = views_captured_at - $1::interval where source_url like $2`,
        [interval, `%${idOf(1)}`],
      );
  };
  const first = await perDay();
  assert.ok(Math.abs(first - 50_000) < 100, `${first}`);
  await later('20 hours');
  assert.equal(await perDay(), first, 'counts of platforms rise in lumps');
  await later('30 hours');
  assert.equal(await perDay(), 0);
  await later('24 hours');
  putVideos({ 1: 330_000 });
  const risen = await perDay();
  assert.ok(Math.abs(risen - 40_000) < 100, `80,000 in the day since the last check and the one before it: ${risen}`);
});
