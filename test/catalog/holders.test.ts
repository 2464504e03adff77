// Hooks that several sources hold: random imports end as in a model in which every holder says its own views.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bySystem } from '../../src/audit/actor.ts';
import { removeSampleHooks } from '../../src/catalog/seed/actions.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';
import { type Catalog, type Imported, imported, publish } from './holders-model.ts';

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
});

after(() => database.close());

async function importRecords(run: number, { source, isSnapshot, records }: Imported, now: number, isSample = false) {
  const lines = records.map(({ text, views, capturedBefore }) => {
    // One of the sources has no ids.
    const id = source === 'third' ? undefined : `${source} ${text}`;
    const line = JSON.parse(hookLine(`Run ${run} says ${text}`, { views }));
    const views_captured_at = capturedBefore === null ? undefined : new Date(now - capturedBefore).toISOString();
    return JSON.stringify({ ...line, id, views_captured_at, creator: source });
  });
  const content = Buffer.from(lines.join('\n'));
  const input = {
    files: [
      {
        name: 'feed',
        size: undefined,
        open: async function* () {
          yield content;
        },
      },
    ],
    filename: 'feed',
    source: `${source} ${run}`,
    mapping: resolveMapping({ preset: 'hookline' }),
    format: 'jsonl' as const,
    isSnapshot,
    isSample,
    mayShrink: true,
    minViews: 0,
    limits: defaultLimits,
  };
  return (await importHooks(database, input, () => {})).report;
}

type State = { text: string; state: string; views: number; owner: string; creator: string | null; claims: number[] };

async function stored(run: number): Promise<State[]> {
  const hooks = await database.db.selectFrom('hooks').selectAll().where('text', 'like', `Run ${run} says %`).execute();
  const claims = await database.db.selectFrom('hook_sources').selectAll().where('claimed_at', 'is not', null).execute();
  return hooks
    .map(({ id, text, state, views, source, creator }) => ({
      text: text.split(' ').at(-1) ?? '',
      state,
      views,
      owner: source.split(' ')[0] ?? '',
      creator,
      claims: claims.flatMap(({ hook_id, claimed_views }) => (hook_id === id ? [Number(claimed_views)] : [])).sort(),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}

const modelled = (catalog: Catalog): State[] =>
  [...catalog]
    .map(([text, { owner, isRetired, views, holders }]) => ({
      text,
      state: isRetired ? 'retired' : 'published',
      views,
      owner,
      creator: owner,
      claims: [...holders.values()].flatMap(({ claim }) => claim ?? []).sort(),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));

test('random imports of three sources show the largest plausible views, and retire what nobody holds', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(imported, { minLength: 3, maxLength: 8 }), async (imports) => {
      run++;
      const catalog: Catalog = new Map();
      const plausible = new Set<number>();
      for (const one of imports) {
        const now = Date.now();
        publish(catalog, one, now);
        const report = await importRecords(run, one, now);
        const { read, added, updated, unchanged, duplicates, rejected, pending, held = 0 } = report;
        assert.equal(read, added + updated + unchanged + duplicates + rejected + pending + held);
        assert.deepEqual(await stored(run), modelled(catalog));
        for (const { holders } of catalog.values()) for (const { views } of holders.values()) plausible.add(views ?? 0);
      }
      const history = await database.db
        .selectFrom('view_history')
        .innerJoin('hooks', 'hooks.id', 'hook_id')
        .select('view_history.views')
        .where('text', 'like', `Run ${run} says %`)
        .execute();
      for (const { views } of history) assert.ok(plausible.has(views), `${views} was never shown`);
    }),
    { numRuns: 12 },
  );
});

test('a hook that the previous version gave another source is held by that source without a row', async () => {
  const hook: Imported['records'][number] = { text: 'one', views: 300_000, capturedBefore: null };
  const other: typeof hook = { ...hook, text: 'two' };
  const run = 0;
  const importBy = (source: Imported['source'], isSnapshot: boolean, ...records: Imported['records']) =>
    importRecords(run, { source, isSnapshot, records }, Date.now());
  await importBy('first', false, hook);
  await importBy('second', false, hook);
  await database.db
    .updateTable('hooks')
    .set({ source: `third ${run}`, source_id: null })
    .where('text', '=', `Run ${run} says one`)
    .execute();
  const retired: number[] = [];
  for (const source of ['first', 'second', 'third'] as const)
    retired.push((await importBy(source, true, other)).retired);
  assert.deepEqual(retired, [0, 0, 1]);
  await importBy('second', false, hook);
  assert.deepEqual(
    (await stored(run)).map(({ state, owner }) => [state, owner]),
    [
      ['published', 'third'],
      ['published', 'first'],
    ],
  );
});

test('an owner keeps its newest plausible count when the same file claims an implausible one', async () => {
  const run = 2_000;
  const hook: Imported['records'][number] = { text: 'one', views: 200_000, capturedBefore: null };
  const importBy = (source: Imported['source'], ...views: (typeof hook.views)[]) =>
    importRecords(
      run,
      { source, isSnapshot: false, records: views.map((count) => ({ ...hook, views: count })) },
      Date.now(),
    );
  await importBy('third', 200_000);
  await importBy('third', 300_000, 9_000_000_000_000_000);
  await importBy('first', 200_000);
  const [{ views, claims } = { views: 0, claims: [] }] = await stored(run);
  assert.deepEqual({ views, claims }, { views: 300_000, claims: [9_000_000_000_000_000] });
});

test('a sample that a source holds is a hook of that source: it is not removed with the samples, but with the source', async () => {
  const run = 1_000;
  const hook: Imported['records'][number] = { text: 'one', views: 1_000_000_000, capturedBefore: null };
  const held: typeof hook = { ...hook, views: 300_000 };
  const other: typeof hook = { ...hook, text: 'two' };
  await importRecords(run, { source: 'first', isSnapshot: false, records: [hook, other] }, Date.now(), true);
  await importRecords(run, { source: 'second', isSnapshot: true, records: [held] }, Date.now());
  await removeSampleHooks(bySystem(database.db));
  const shown = async () =>
    (await stored(run)).map(({ state, views, owner, creator }) => [state, views, owner, creator]);
  assert.deepEqual(await shown(), [
    ['published', 300_000, 'second', 'second'],
    ['retired', 1_000_000_000, 'first', 'first'],
  ]);
  const rest: typeof hook = { ...hook, text: 'three' };
  await importRecords(run, { source: 'second', isSnapshot: true, records: [rest] }, Date.now());
  assert.deepEqual((await shown())[0]?.slice(0, 2), ['retired', 300_000]);
});
