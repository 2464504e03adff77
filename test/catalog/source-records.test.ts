// Hooks in several sources: random imports end like a model in which every source has its own record.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bySystem, system } from '../../src/audit/actor.ts';
import { removeSampleHooks } from '../../src/catalog/sample/sample.ts';
import { sameFloor } from '../../src/config/label-floors.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { undoImport } from '../../src/ingest/undo/actions.ts';
import { slotTemplate } from '../../src/labels/templates/slots.ts';
import { importChunks } from '../ingest/import-chunks.ts';
import { noJobs, type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';
import { type Catalog, type Imported, imported, publish, trusts } from './source-records-model.ts';

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
});

after(() => database.close());

const ids = { one: 'aaaaaaaaaa1', two: 'aaaaaaaaaa2', three: 'aaaaaaaaaa3' };

async function importRecords(run: number, { source, isSnapshot, records }: Imported, now: number, isSample = false) {
  const lines = records.map(({ video, wording, views, capturedBefore }) => {
    const key = `${ids[video].slice(0, 6)}${String(run).padStart(4, '0')}${ids[video].at(-1)}`;
    // One of the sources has no ids, and different URLs of the same videos.
    const id = source === 'third' ? undefined : `${source} ${video}`;
    const source_url = source === 'third' ? `https://youtu.be/${key}?si=x` : `https://www.youtube.com/watch?v=${key}`;
    const text = `Run ${run} ${wording} says ${video}`;
    const isUpperCase = wording === wording.toUpperCase();
    const line = JSON.parse(hookLine(isUpperCase ? text.toUpperCase() : text, { views }));
    const views_captured_at = capturedBefore === null ? undefined : new Date(now - capturedBefore).toISOString();
    return JSON.stringify({ ...line, id, source_url, views_captured_at, creator: source });
  });
  const content = Buffer.from(lines.join('\n'));
  const open = async function* () {
    yield content;
  };
  const more = { isSnapshot, isSample, mayShrink: true, minViews: 0 };
  return importChunks(database, `${source} ${run}`, open, more);
}

type State = {
  video: string;
  text: string;
  state: string;
  views: number;
  owner: string;
  creator: string | null;
  claims: number[];
};

async function stored(run: number): Promise<State[]> {
  const hooks = await database.db
    .selectFrom('hooks')
    .selectAll()
    .where('text', 'ilike', `Run ${run} % says %`)
    .execute();
  const claims = await database.db
    .selectFrom('hook_sources')
    .selectAll()
    .where('claimed_at', 'is not', null)
    .where('dropped_at', 'is', null)
    .execute();
  return hooks
    .map(({ id, text, state, views, source, creator }) => ({
      video: text.split(' ').at(-1)?.toLowerCase() ?? '',
      text: text.split(' ').at(2) ?? '',
      state,
      views,
      owner: source.split(' ')[0] ?? '',
      creator,
      claims: claims.flatMap(({ hook_id, claimed_views }) => (hook_id === id ? [Number(claimed_views)] : [])).sort(),
    }))
    .sort((a, b) => (a.video < b.video ? -1 : 1));
}

const modelled = (catalog: Catalog): State[] =>
  [...catalog]
    .map(([video, { owner, isRetired, views, text, creator, holders }]) => ({
      video,
      text,
      state: isRetired ? 'retired' : 'published',
      views,
      owner,
      creator,
      claims: [...holders.values()].flatMap(({ claim }) => claim ?? []).sort(),
    }))
    .sort((a, b) => (a.video < b.video ? -1 : 1));

/** `undone` is the order of the undos; undefined means newest first, checking after each that the catalog is as before. */
const importsInOrder = fc.array(imported, { minLength: 3, maxLength: 8 }).chain((imports) => {
  const places = imports.keys().toArray();
  const undone = fc.option(fc.shuffledSubarray(places, { minLength: places.length }), { nil: undefined });
  return fc.record({ imports: fc.constant(imports), undone });
});

/** Hooks that were not in the catalog before are retired. */
async function assertUndone(run: number, before: State[]): Promise<void> {
  const isShown = ({ state }: State) => state === 'published';
  assert.deepEqual((await stored(run)).filter(isShown), before.filter(isShown));
}

test('random imports show the newest of the most trusted, retire hooks without a source, and undo to the former state', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(importsInOrder, trusts, async ({ imports, undone }, trust) => {
      run++;
      const rows = Object.entries(trust).map(([source, level]) => ({ source: `${source} ${run}`, trust: level }));
      await database.db.insertInto('source_trust').values(rows).execute();
      const catalog: Catalog = new Map();
      const plausible = new Set<number>();
      const done: { importId: string; before: State[] }[] = [];
      for (const one of imports) {
        const now = Date.now();
        const before = modelled(catalog);
        publish(catalog, one, trust, now);
        const { importId, report } = await importRecords(run, one, now);
        done.unshift({ importId, before });
        const { read, added, updated, unchanged, duplicates, rejected, pending, held = 0 } = report;
        assert.equal(read, added + updated + unchanged + duplicates + rejected + pending + held);
        assert.deepEqual(await stored(run), modelled(catalog));
        for (const { holders } of catalog.values()) for (const { views } of holders.values()) plausible.add(views ?? 0);
      }
      const history = await database.db
        .selectFrom('view_history')
        .innerJoin('hooks', 'hooks.id', 'hook_id')
        .select('view_history.views')
        .where('text', 'ilike', `Run ${run} % says %`)
        .execute();
      for (const { views } of history) assert.ok(plausible.has(views), `${views} was never shown`);
      const isNewestFirst = undone === undefined;
      const undoContext = { actor: system, databaseUrl: database.url, observe: () => {}, jobs: noJobs };
      for (const { importId, before } of undone?.map((at) => done[at] as (typeof done)[number]) ?? done) {
        await undoImport(undoContext, { id: importId });
        if (isNewestFirst) await assertUndone(run, before);
      }
      await assertUndone(run, []);
    }),
    { numRuns: 8 },
  );
});

test('a sample that a source also has belongs to that source: it is removed with the source, not with the samples', async () => {
  const run = 1_000;
  const hook = { video: 'one', wording: 'plainly', views: 1_000_000_000, capturedBefore: null } as const;
  const held = { ...hook, views: 300_000 } as const;
  const other = { ...hook, video: 'two' } as const;
  await importRecords(run, { source: 'first', isSnapshot: false, records: [hook, other] }, Date.now(), true);
  await importRecords(run, { source: 'second', isSnapshot: true, records: [held] }, Date.now());
  await removeSampleHooks(bySystem(database.db));
  const shown = async () =>
    (await stored(run)).map(({ state, views, owner, creator }) => [state, views, owner, creator]);
  assert.deepEqual(await shown(), [
    ['published', 300_000, 'second', 'second'],
    ['retired', 1_000_000_000, 'first', 'first'],
  ]);
  const rest = { ...hook, video: 'three' } as const;
  await importRecords(run, { source: 'second', isSnapshot: true, records: [rest] }, Date.now());
  assert.deepEqual((await shown())[0]?.slice(0, 2), ['retired', 300_000]);
});

test('a reason belongs to the shown text: a line pending for its labels stays when another source has the cut title of its video', async () => {
  const mapping = resolveMapping({ map: ['text=t', 'views=v', 'source_url=u'], set: ['platform=TikTok'] });
  const line = 'I never told anyone why I keep the old oven of my aunt warm';
  const title = 'The reason why I never left the old oven of my aunt and…';
  const bring = async (source: string, t: string, video: string) => {
    const record = Buffer.from(JSON.stringify({ t, v: 200_000, u: `https://www.tiktok.com/@ada/video/${video}` }));
    const open = async function* () {
      yield record;
    };
    await importChunks(database, source, open, { mapping, labelFloors: sameFloor(1) });
    return (await selectPending(video)).map(({ text, review_reason }) => [text, review_reason]);
  };
  const selectPending = (video: string) =>
    database.db
      .selectFrom('hooks')
      .select(['text', 'review_reason'])
      .where('source_url', 'like', `%${video}`)
      .where('state', '=', 'pending')
      .execute();
  const [first, second] = ['7000000000000000001', '7000000000000000002'];
  assert.deepEqual(await bring('lines', line, first), [[line, 'low_confidence']]);
  assert.deepEqual(await bring('titles', title, first), [[line, 'low_confidence']]);
  assert.deepEqual(await bring('titles', title, second), [[title, 'cut_text']]);
  assert.deepEqual(await bring('lines', line, second), [[line, 'low_confidence']]);
  assert.deepEqual(await bring('lines', `${line}…`, second), [[`${line}…`, 'cut_text']]);
});

test('of two spellings of a text the one in capitals is not shown, in any order of imports or sources', async () => {
  const record = { video: 'one', views: 300_000, capturedBefore: null } as const;
  const wordings = ['plainly', 'PLAINLY'] as const;
  let run = 2_000;
  for (const [first, second] of [wordings, wordings.toReversed()])
    for (const source of ['first', 'second'] as const) {
      run++;
      const steps = [
        { source: 'first', wording: first, views: 200_000 },
        { source, wording: second, views: 300_000 },
      ] as const;
      for (const { source, ...more } of steps)
        await importRecords(run, { source, isSnapshot: false, records: [{ ...record, ...more }] }, Date.now());
      const line = `Run ${run} plainly says one`;
      const shown = database.db.selectFrom('hooks').select(['text', 'views', 'template']).where('text', 'ilike', line);
      assert.deepEqual(await shown.execute(), [{ text: line, views: 300_000, template: slotTemplate(line) }]);
    }
});
