// Client view of hooks that are added, changed, retired, restored or merged, and of sample hooks; every load of the catalog agrees.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHookline } from '../../sdk/src/index.ts';
import { openLiveCatalog } from '../../src/catalog/live-catalog.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { dayMs } from '../../src/lib/time.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { importChunks } from '../ingest/import-chunks.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { contentOf } from './catalog-model.ts';

let service: TestService;
let database: OpenDatabase;
let key: string;

before(async () => {
  service = await testService();
  database = openDatabase(service.databaseUrl, () => {});
  key = (await service.account('enterprise')).key;
});

after(async () => {
  await database.close();
  await service.close();
});

type Change = { id: string; change: string; catalog_version: number; hook: Record<string, unknown> | null };

/** Returns all changes since a version, over as many pages as needed. */
async function walk(since: number, limit = 3): Promise<{ changes: Change[]; version: number }> {
  const changes: Change[] = [];
  for (let query = `since=${since}&limit=${limit}`; ; ) {
    const { status, body, headers } = await service.get(`/changes?${query}`, key);
    assert.equal(status, 200);
    assert.equal(body.count, body.data.length);
    changes.push(...body.data);
    if (body.next_cursor === null) return { changes, version: body.catalog_version };
    assert.match(headers.get('link') ?? '', /rel="next"/);
    query = `since=${since}&limit=${limit}&cursor=${body.next_cursor}`;
  }
}

const snapshotOf = (lines: string[]) =>
  service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mirror&snapshot=1');
const line = (id: string, views = 150_000) => hookLine(`The line of ${id}`, { id, views });

/** Updates a copy as documented: stores added and updated hooks, and deletes retired ones. */
function apply(copy: Map<string, unknown>, changes: readonly Change[]): void {
  for (const { id, change, hook } of changes) {
    if (change === 'retired') copy.delete(id);
    else copy.set(id, hook);
  }
}

async function catalog(): Promise<Map<string, unknown>> {
  const { body } = await service.get('/hooks/full?limit=100', key);
  return new Map(body.data.map((hook: { id: string }) => [hook.id, hook]));
}

test('a copy that follows the changes equals the catalog: additions, updates, retirements and returns', async () => {
  const copy = new Map<string, unknown>();
  await snapshotOf(['a', 'b', 'c', 'd', 'e'].map((id) => line(id)));
  const first = await walk(0);
  assert.deepEqual(new Set(first.changes.map(({ change }) => change)), new Set(['added']));
  apply(copy, first.changes);
  assert.deepEqual(copy, await catalog());

  const [gone] = [...copy].find(([, hook]) => JSON.stringify(hook).includes('The line of d')) ?? assert.fail();
  await snapshotOf([line('a', 400_000), line('b'), line('c'), line('f')]);
  assert.equal((await service.get(`/hooks/${gone}`, key)).status, 410);
  const second = await walk(first.version);
  assert.deepEqual(second.changes.map(({ change }) => change).sort(), ['added', 'retired', 'retired', 'updated']);
  assert.ok(second.changes.every(({ change, hook }) => (hook === null) === (change === 'retired')));
  apply(copy, second.changes);
  assert.deepEqual(copy, await catalog());

  await snapshotOf(['a', 'b', 'c', 'd', 'f'].map((id) => line(id, id === 'a' ? 400_000 : 150_000)));
  const third = await walk(second.version);
  const returned = third.changes.map(({ id, change }) => `${id} ${change}`);
  assert.deepEqual(returned, [`${gone} added`], 'a hook that returns is added again');
  apply(copy, third.changes);
  assert.deepEqual(copy, await catalog());

  const late = new Map<string, unknown>();
  apply(late, (await walk(0)).changes);
  assert.deepEqual(late, copy, 'a new copy is the same');
  assert.deepEqual((await walk(third.version)).changes, []);
});

const all = Array.from({ length: 30 }, (_, at) => at);
const numbered = (at: number) => hookLine(`Line number ${at}`, { id: `v${at}`, views: 200_000 + (at % 7) });
const publishOnly = async (kept: readonly number[]) => {
  const content = kept.map(numbered).join('\n');
  return (await service.import(content, 'preset=hookline&format=jsonl&source=numbered&snapshot=1')).report;
};

test('an export contains one complete version, whatever is retired meanwhile', async () => {
  await publishOnly(all);
  const { body } = await service.send('POST', '/export', key, { body: { format: 'jsonl' } });
  await publishOnly(all.slice(0, 10));
  await service.observed('export_finished', body.export_id);
  const { body: done } = await service.get(`/export/${body.export_id}`, key);
  const lines = (await (await fetch(done.download_url)).text()).match(/"text":"Line number/g) ?? [];
  assert.equal(done.status, 'complete');
  assert.ok(lines.length === 30 || lines.length === 10, `${lines.length} records are of no version`);
});

test('a merged hook redirects to its replacement, uncounted, until that is retired', async () => {
  const idOf = async (at: number) =>
    (await service.get(`/hooks?q=line%20number%20${at}&limit=1`, key)).body.data[0].id as string;
  const [first, second, last] = [await idOf(7), await idOf(8), await idOf(9)];
  const merge = async (id: string, into: string) =>
    assert.equal((await service.operator('POST', `/operator/hooks/${id}/merge`, { into })).status, 200);
  const get = (id: string) =>
    fetch(`${service.url}/hooks/${id}`, { headers: { authorization: `Bearer ${key}` }, redirect: 'manual' });
  await merge(first, second);
  await merge(second, last);
  const used = async () => (await service.get('/usage', key)).body.data.windows[0].used;
  const before = await used();
  const redirect = await get(first);
  assert.equal(redirect.status, 308);
  assert.equal(new URL(redirect.headers.get('location') ?? '', redirect.url).href, `${service.url}/hooks/${last}`);
  assert.deepEqual(JSON.parse(await redirect.text()).data, { id: first, merged_into: last });
  assert.equal(await used(), before);
  assert.equal((await service.get(`/hooks/${first}`, key)).body.data.id, last, 'fetch follows it with the key');
  const sdk = createHookline({ key, baseUrl: service.url, cacheSize: 10 });
  assert.deepEqual([(await sdk.hooks.get(second)).id, (await sdk.hooks.get(second)).id], [last, last]);
  const changesOf = async (id: string) => {
    const changes = await Array.fromAsync(sdk.changes());
    return changes.filter((change) => change.id === id).map(({ change, merged_into }) => [change, merged_into]);
  };
  assert.deepEqual([await changesOf(first), await changesOf(last)], [[['retired', last]], [['added', null]]]);
  await service.operator('PATCH', `/operator/hooks/${last}`, { state: 'retired' });
  assert.equal((await get(first)).status, 410);
  assert.deepEqual(await changesOf(first), [['retired', null]]);
});

test('incremental builds from the database equal full builds, after imports, retirements, returns and edits', async () => {
  const { db } = database;
  const loads: Observation[] = [];
  const live = await openLiveCatalog(service.databaseUrl, db, (observation) => loads.push(observation));
  const rises = live.current().snapshot.rises.rows.length;
  const lines = ['a', 'b', 'c', 'd'].map((id) => hookLine(`A row of ${id}`, { id }));
  const viewed = (daysAgo: number, views: number) =>
    JSON.stringify({
      ...JSON.parse(hookLine('A row of e', { id: 'e', views })),
      views_captured_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    });
  const snapshots = [
    [...lines, viewed(9, 200_000)],
    [lines[0], viewed(5, 500_000)],
    [...lines, viewed(1, 900_000)],
  ];
  for (const snapshot of snapshots) {
    await service.import(snapshot.join('\n'), 'preset=hookline&format=jsonl&source=own&snapshot=1&force=1');
    await live.refresh();
  }
  await checkUpdate();
  const { body } = await service.operator('GET', '/operator/hooks?text=row of b');
  for (const edit of [{ niche: 'comedy' }, { state: 'retired' }]) {
    await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, edit);
    await live.refresh();
  }
  await checkUpdate();
  await live.close();
  const whole = loads.map((load) => load.kind === 'catalog_loaded' && load.isWhole);
  assert.deepEqual(whole, [true, false, false, false, false, false]);
  assert.equal(live.current().snapshot.rises.rows.length, rises + 2);

  async function checkUpdate(): Promise<void> {
    const whole = await openLiveCatalog(service.databaseUrl, db, () => {});
    assert.deepEqual(contentOf(live.current().snapshot), contentOf(whole.current().snapshot));
    await whole.close();
  }
});

test('the first import of 1,000 hooks or more retires the sample hooks in the same version, and DELETE /operator/sample the rest', async () => {
  const open = async function* () {
    yield Buffer.from([1, 2, 3].map((n) => hookLine(`A sample ${n}`)).join('\n'));
  };
  await importChunks(database, 'samples', open, { isSample: true });
  const sampleIds = async (): Promise<string[]> =>
    (await service.get('/hooks/full?sample=true', key)).body.data.map(({ id }: { id: string }) => id);
  const hasSamples = async () => (await service.get('/meta', key)).body.data.sample_data;
  const ids = await until(sampleIds, ({ length }) => length === 3);
  assert.equal(await hasSamples(), true);
  const importMany = async (count: number, name: string) => {
    const lines = Array.from({ length: count }, (_, at) => hookLine(`${name} number ${at}`));
    return (await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${name}`)).report;
  };
  const few = await importMany(999, 'few');
  assert.deepEqual([few.added, few.retired], [999, 0]);
  const many = await importMany(1_000, 'many');
  assert.deepEqual([many.added, many.retired, many.catalog_version], [1_000, 3, few.catalog_version + 1]);
  assert.deepEqual([await hasSamples(), await sampleIds()], [false, []]);
  assert.equal((await service.get(`/hooks/${ids[0]}`, key)).status, 410);
  assert.equal((await service.get(`/changes?since=${few.catalog_version}&limit=1`, key)).body.total, 1_003);

  await service.operator('PATCH', '/operator/hooks', { ids: ids.slice(1), state: 'published' });
  assert.equal(await hasSamples(), true);
  assert.equal((await service.operator('DELETE', '/operator/sample')).body.removed, 2);
  assert.equal(await hasSamples(), false);
  const { body: audit } = await service.operator('GET', '/operator/audit?action=sample.removed');
  assert.deepEqual(audit.records[0].details, { removed: 2 });
  assert.equal((await service.operator('DELETE', '/operator/sample')).body.removed, 0);
});
