// Refreshed view counts: what is asked, what clients see of it, and what imports, undos and decisions do with it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { hoursAgo, letPass, query, refreshNow, videoId, videoLine } from '../../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { startYouTube, type YouTubeStub } from '../../setup/youtube-stub.ts';

let stub: YouTubeStub;
let service: TestService;
let key: string;

before(async () => {
  stub = await startYouTube();
  stub.addChannel('@ada', { id: 'UCada' });
});

beforeEach(async () => {
  await service?.close();
  service = await testService();
  ({ key } = await service.account('enterprise'));
  stub.requests.length = 0;
  stub.fault = () => undefined;
});

after(async () => {
  await service?.close();
  await stub.close();
});

/** Views by number of the video. */
function putVideos(views: Record<number, number | null>): void {
  for (const [n, count] of Object.entries(views))
    stub.put({ id: videoId(Number(n)), channelId: 'UCada', views: count });
}

const importLines = (lines: string[], source = 'first', more = '') =>
  service.import(lines.join('\n'), `filename=videos.jsonl&source=${source}&preset=hookline${more}`);

/** By number of the video. Waits until what was published is served. */
async function hookOf(n: number) {
  const [row] = await query(service, 'select id, version from hooks where video_key = $1', [`youtube/${videoId(n)}`]);
  return (await service.operator('GET', `/operator/hooks/hook_${row.id}`)).body;
}

test('5,000 hooks are refreshed in exactly 100 units, as one version, and clients see the counts and the changes', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => at + 1);
  putVideos(Object.fromEntries(numbers.map((n) => [n, 200_000 + n])));
  const { report: imported } = await importLines(numbers.map((n) => videoLine(n)));
  const version = imported.catalog_version;
  const report = await refreshNow(service, stub);
  assert.deepEqual([report.calls, report.checked, report.changed, report.missing], [100, 5_000, 5_000, 0]);
  assert.equal(stub.count('videos.list'), 100);
  assert.equal(new Set(stub.idsAsked()).size, 5_000);
  assert.deepEqual(await query(service, 'select api, used from api_usage order by api'), [
    { api: 'youtube', used: 100 },
    { api: 'youtube-refresh', used: 100 },
  ]);
  const [catalog] = await query(service, 'select version from catalog');
  assert.equal(Number(catalog.version), version + 1);
  await loaded(version + 1);
  const { body } = await service.get('/hooks/full?limit=1', key);
  assert.equal(body.data[0].views, 205_000);
  assert.equal(body.data[0].source_state, 'available');
  assert.ok(body.data[0].views_captured_at > hoursAgo(1));
  const changes = await service.get(`/changes?since=${version}&limit=10`, key);
  assert.equal(changes.body.data[0].change, 'updated');
  // Nothing is due any more.
  assert.equal((await refreshNow(service, stub)).calls, 0);
});

function loaded(version: number): Promise<number> {
  return until(
    async () => (await service.get('/meta', key)).body.data.catalog_version,
    (served) => served >= version,
  );
}

test('a later import with an older count does not bring it back, also from a more trusted source', async () => {
  putVideos({ 1: 300_000 });
  await importLines([videoLine(1)]);
  await refreshNow(service, stub);
  await importLines([videoLine(1, { views: 160_000, capturedAt: hoursAgo(24) })]);
  assert.equal((await hookOf(1)).views, 300_000);
  await service.operator('POST', '/operator/trust', { source: 'second', trust: 9 });
  await importLines([videoLine(1, { views: 170_000, capturedAt: hoursAgo(12) })], 'second');
  const hook = await hookOf(1);
  assert.equal(hook.views, 300_000);
  assert.equal(hook.holders.length, 2);
  await service.operator('POST', '/operator/trust', { source: 'second', trust: 1 });
  assert.equal((await hookOf(1)).views, 300_000);
  // A newer one is shown.
  await importLines([videoLine(1, { views: 310_000, capturedAt: new Date().toISOString() })]);
  assert.equal((await hookOf(1)).views, 310_000);
});

test('undoing an import keeps the counts that were refreshed since, and their history', async () => {
  putVideos({ 1: 300_000 });
  await importLines([videoLine(1, { capturedAt: hoursAgo(72) })]);
  const { import_id } = await importLines([
    videoLine(1, { views: 200_000, text: 'Would you trust video 1 with your money?', capturedAt: hoursAgo(24) }),
  ]);
  await refreshNow(service, stub);
  assert.deepEqual(
    (await history()).map(({ views }) => views),
    [150_000, 200_000, 300_000],
  );
  const undone = await service.operator('POST', `/operator/imports/${import_id}/undo`);
  assert.equal(undone.status, 200);
  const hook = await hookOf(1);
  assert.deepEqual([hook.views, hook.text, hook.source_state], [300_000, 'What did video 1 teach you?', 'available']);
  assert.deepEqual(await history(), [
    { views: 150_000, refreshed: false },
    { views: 300_000, refreshed: true },
  ]);
});

const history = async (): Promise<Array<{ views: number; refreshed: boolean }>> =>
  (await query(service, 'select views, refreshed from view_history order by captured_at')).map(
    ({ views, refreshed }) => ({
      views: Number(views),
      refreshed,
    }),
  );

test('undoing the import that added a hook removes it, and it is not asked about again', async () => {
  putVideos({ 1: 300_000 });
  const { import_id } = await importLines([videoLine(1)]);
  await refreshNow(service, stub);
  assert.equal((await service.operator('POST', `/operator/imports/${import_id}/undo`)).status, 200);
  await letPass(service, '8 days');
  assert.equal((await refreshNow(service, stub)).calls, 0);
});

test('only the views of a hook change: what a curator decided stays', async () => {
  putVideos({ 1: 300_000 });
  await importLines([videoLine(1)]);
  const { id } = await hookOf(1);
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'food' });
  const before = await hookOf(1);
  await refreshNow(service, stub);
  const hook = await hookOf(1);
  const { views, views_captured_at, updated_at, source_state, ...rest } = hook;
  const { views: _v, views_captured_at: _c, updated_at: _u, source_state: _s, ...restBefore } = before;
  assert.deepEqual(rest, restBefore);
  assert.deepEqual([views, rest.niche], [300_000, 'food']);
});

test('hooks that were rejected, retired or taken down, and those of other platforms, are not asked about', async () => {
  putVideos({ 1: 300_000, 2: 300_000, 3: 300_000, 4: 300_000 });
  await importLines([1, 2, 3, 4].map((n) => videoLine(n, n === 3 ? { niche: 'unheard of' } : {})));
  await service.import(hookLine('Is this one of another platform?'), 'filename=a.jsonl&source=other&preset=hookline');
  const [one, two, three] = [await hookOf(1), await hookOf(2), await hookOf(3)];
  const statuses = [
    await service.operator('POST', `/operator/hooks/${one.id}/takedown`, { reason: 'a request' }),
    await service.operator('PATCH', `/operator/hooks/${two.id}`, { state: 'retired', from: 'published' }),
    await service.operator('PATCH', `/operator/hooks/${three.id}`, { state: 'rejected', from: 'pending' }),
  ].map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status < 300),
    `${statuses}`,
  );
  await refreshNow(service, stub);
  assert.deepEqual(stub.idsAsked(), [videoId(4)]);
});

test('hooks that wait for review are refreshed too, and stay there', async () => {
  putVideos({ 1: 300_000 });
  await importLines([videoLine(1, { niche: 'unheard of' })]);
  await refreshNow(service, stub);
  const { state, views } = await hookOf(1);
  assert.deepEqual([state, views], ['pending', 300_000]);
});

test('a video counts as unavailable after three omissions over two days, is retired after 30 days where the operator wants it, and returns', async () => {
  putVideos({ 1: 300_000, 2: 300_000 });
  await importLines([videoLine(1), videoLine(2)]);
  await refreshNow(service, stub);
  Object.assign(stub.video(videoId(1)), { isUnavailable: true });
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
  await loaded(Number((await query(service, 'select version from catalog'))[0].version));
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  // A curator who brings it back is not overruled.
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'published', from: 'retired' });
  await letPass(service, '7 days');
  await refreshNow(service, stub, { retiresUnavailable: true });
  assert.equal((await hookOf(1)).state, 'published');
  await query(service, "update hooks set state = 'retired', retired_by = 'unavailable' where video_key = $1", [
    `youtube/${videoId(1)}`,
  ]);
  Object.assign(stub.video(videoId(1)), { isUnavailable: false, views: 310_000 });
  await letPass(service, '7 days');
  await refreshNow(service, stub, { retiresUnavailable: true });
  const back = await hookOf(1);
  assert.deepEqual(
    [back.state, back.retired_by, back.source_state, back.views],
    ['published', null, 'available', 310_000],
  );
  await loaded(Number((await query(service, 'select version from catalog'))[0].version));
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 200);
});

test('a count that jumps too far waits for the operator, as in an import', async () => {
  putVideos({ 1: 90_000_000_000 });
  await importLines([videoLine(1)]);
  const report = await refreshNow(service, stub);
  assert.deepEqual([report.held, (await hookOf(1)).views], [1, 150_000]);
  const waiting = await service.operator('GET', '/operator/hooks?claims=waiting');
  assert.equal(waiting.body.hooks.length, 1);
  const { id } = await hookOf(1);
  const decided = await service.operator('POST', `/operator/hooks/${id}/claims`, {
    source: 'first',
    decision: 'reject',
  });
  assert.ok(decided.status < 300);
  await letPass(service, '7 days');
  await refreshNow(service, stub);
  assert.equal((await service.operator('GET', '/operator/hooks?claims=waiting')).body.hooks.length, 0);
  // Its other counts still count.
  Object.assign(stub.video(videoId(1)), { views: 160_000 });
  await letPass(service, '7 days');
  await refreshNow(service, stub);
  assert.equal((await hookOf(1)).views, 160_000);
});

test('views that a refresh measured are told apart in trends, and a hidden count changes nothing', async () => {
  putVideos({ 1: 450_000, 2: null });
  await importLines([videoLine(1), videoLine(2)]);
  await importLines([videoLine(1, { views: 250_000, capturedAt: hoursAgo(24) })]);
  await refreshNow(service, stub);
  await loaded(Number((await query(service, 'select version from catalog'))[0].version));
  const { body } = await service.get('/trends?by=niche&window=7d', key);
  // 100,000 views by the import, 200,000 by the refresh.
  assert.equal(body.data[0].views_gained, 300_000);
  assert.equal(body.data[0].refreshed_share, 0.6667);
  assert.equal(body.refreshed_share, 0.6667);
  assert.equal((await hookOf(2)).views, 150_000);
  assert.equal((await hookOf(2)).source_state, 'available');
});

test('a malformed count does not hide those of the other videos of its call', async () => {
  putVideos({ 1: 3.5, 2: 450_000 });
  await importLines([videoLine(1), videoLine(2)]);
  const before = (await hookOf(1)).views;
  await refreshNow(service, stub);
  assert.deepEqual([(await hookOf(1)).views, (await hookOf(2)).views], [before, 450_000]);
});
