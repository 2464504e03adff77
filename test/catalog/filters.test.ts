// Filters: searches of the catalog and of publications find what a model selects, and orders have every hook once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { facetsJson, groupByLabels } from '../../src/catalog/search/facets.ts';
import {
  type Collected,
  type Filter,
  filterKey,
  type ResolvedFilters,
  sorts,
  toFilter,
} from '../../src/catalog/search/filter.ts';
import { createMatcher } from '../../src/catalog/search/match.ts';
import { createResolveCache, type ResolveCache, resolve } from '../../src/catalog/search/resolve.ts';
import { search } from '../../src/catalog/search/search.ts';
import { trendLabels, trendsOfRows } from '../../src/catalog/snapshot/activity.ts';
import { buildSnapshot, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import { dimensions, type Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { computeTrends } from '../../src/trends/trends.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { emptyTables, publication, publish, readerOf, type Tables } from './catalog-model.ts';
import { createModel } from './filter-model.ts';

const count = fc.constantFrom(0, 1, 2, 3, 2 ** 40);
const list = (...values: string[]) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const texts = ['buy', 'bui', '"buy the dip"', 'never "the dip"', '-buy', '"dip', 'the -"buy the"', '-日', '"strasse"'];
const hookNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 12 })).map((numbers) => new Set(numbers));
const collected: fc.Arbitrary<Collected> = fc
  .record({ any: fc.option(hookNumbers, { nil: undefined }), none: hookNumbers })
  .map(({ any, none }) => ({ names: [], versions: `${[...(any ?? ['all'])]} ${[...none]}`, any, none }));
const input: fc.Arbitrary<ResolvedFilters> = fc.record(
  {
    niche: list('one', 'two', '-one', '-three'),
    format: list('one', '-two'),
    language: list('pt', 'en', '-pt', '-pt-BR'),
    ids: list('hook_1', 'hook_4', 'hook_7', 'hook_999'),
    collected,
    creator: list('ann', '@Ann', '-ANN', 'b"\\o', '-b"\\o'),
    source_url: fc.constantFrom('https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://example.com/1', 'nothing'),
    template: fc.constantFrom('never [verb] the dip', 'BUY'),
    has: list('likes', '-likes', 'creator', '-source_url', 'published_at', '-format', 'duration_seconds'),
    labels_method: list('curator', 'given', '-rules'),
    min_views: count,
    max_views: count,
    min_likes: count,
    max_likes: count,
    max_comments: count,
    min_duration_seconds: count,
    max_duration_seconds: count,
    min_word_count: count,
    max_views_per_day: count,
    min_saves: count,
    max_creator_videos: fc.constantFrom(5, 299),
    min_views_vs_creator: fc.constantFrom(0, 0.5, 1.5, 2.25),
    max_views_vs_creator: fc.constantFrom(0.5, 2),
    min_confidence: fc.constantFrom(0, 0.5, 0.6, 1),
    added_since: fc.constantFrom('2026-01-01', '2026-01-12'),
    added_until: fc.constantFrom('2026-01-01', '2026-01-12T10:00:00Z'),
    published_since: fc.constantFrom('1960-01-01', '2026-01-02'),
    published_until: fc.constantFrom('1969-01-01', '2026-01-01'),
    sample: fc.boolean(),
    q: fc.constantFrom(...texts),
  },
  { requiredKeys: [] },
);
const publications = fc.array(publication, { minLength: 1, maxLength: 8 });

/** Builds the snapshot incrementally, as a service does. */
async function build(tables: Tables, list: typeof publications extends fc.Arbitrary<infer T> ? T : never) {
  let snapshot: Snapshot | undefined;
  for (const one of list) {
    publish(tables, one);
    const reader = readerOf(tables);
    snapshot = (snapshot && (await updateSnapshot(snapshot, reader))) ?? (await buildSnapshot(reader));
  }
  return snapshot ?? buildSnapshot(readerOf(tables));
}

test('searches of the catalog and of hooks being published find the matching hooks, for any filters', async () => {
  await fc.assert(
    fc.asyncProperty(publications, fc.array(input, { minLength: 5, maxLength: 20 }), async (list, inputs) => {
      const tables = emptyTables();
      const snapshot = await build(tables, list);
      const cache = createResolveCache(snapshot);
      const hooks = [...snapshot.ids].flatMap((id) => tables.hooks.get(id) ?? []);
      const expected = createModel(hooks);
      // The order differs from the order of views.
      const published = hooks.toReversed();
      const match = await createMatcher(published);
      for (const given of inputs) {
        const filter = toFilter(given);
        const found = expected(filter);
        assert.deepEqual([...resolve(snapshot, cache, filter).rows], found, JSON.stringify(given));
        const last = published.length - 1;
        assert.deepEqual(
          match(filter)
            .map((at) => last - at)
            .reverse(),
          found,
          JSON.stringify(given),
        );
      }
    }),
    { numRuns: isEndurance ? 200 : 20 },
  );
});

test('pages, facets and orders do not depend on earlier searches', async () => {
  const bounds = fc.record({ min_views: count, max_views: count }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(publications, input, fc.array(bounds, { maxLength: 6 }), async (list, given, others) => {
      const snapshot = await build(emptyTables(), list);
      const cache = createResolveCache(snapshot);
      const searched = (filter: Filter, used: ResolveCache) =>
        [true, false].map((isDistinct) => [
          ...sorts.map((sort) => search(snapshot, used, { filter, sort, limit: 3, after: null, isDistinct })),
          facetsJson(snapshot, used, filter, dimensions, isDistinct),
        ]);
      for (const other of [{}, ...others, {}]) {
        const filter = toFilter({ ...given, ...other });
        assert.deepEqual(searched(filter, cache), searched(filter, createResolveCache(snapshot)));
      }
    }),
    { numRuns: isEndurance ? 200 : 15 },
  );
});

test('row ranges from view bounds have the facets, groups and trends of their rows', async () => {
  const bounds = fc.record({ min_views: count, max_views: count }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(publications, bounds, fc.constantFrom(...trendLabels), async (list, given, by) => {
      const snapshot = await build(emptyTables(), list);
      const cache = createResolveCache(snapshot);
      const { rows } = resolve(snapshot, cache, toFilter(given));
      const { values, codes } = snapshot.columns[by];
      const byCode = values.map((_, code) => [...rows].filter((row) => codes[row] === code));
      const facets = JSON.parse(facetsJson(snapshot, cache, toFilter(given), [by]));
      assert.deepEqual(
        values.map((value) => facets[by][value] ?? 0),
        byCode.map((own, code) => (values[code] === '' ? 0 : own.length)),
      );
      assert.deepEqual(
        groupByLabels(snapshot, rows, [by]).map((group) => [...group.rows]),
        byCode.filter((own) => own.length > 0).toSorted(([a = 0], [b = 0]) => a - b),
      );
      const { activity, views } = snapshot;
      assert.deepEqual(
        trendsOfRows(snapshot, rows, by, '30d'),
        computeTrends({ ...activity, views, values, codes, rows }, '30d'),
      );
    }),
    { numRuns: isEndurance ? 200 : 15 },
  );
});

test('every order has each matching hook once; ascending is the reverse of descending, with unknown numbers last', async () => {
  const keyOf = {
    ...({ likes: 'likes', published_at: 'published_at', duration: 'duration_seconds' } as const),
    ...({ views_per_day: 'views_per_day', views_vs_creator: 'views_vs_creator' } as const),
    ...({ saves: 'saves', creator_videos: 'creator_videos' } as const),
  };
  await fc.assert(
    fc.asyncProperty(publications, input, async (list, given) => {
      const tables = emptyTables();
      const snapshot = await build(tables, list);
      const cache = createResolveCache(snapshot);
      const filter = toFilter(given);
      const rows = [...resolve(snapshot, cache, filter).rows];
      const order = (sort: (typeof sorts)[number]) => [
        ...search(snapshot, cache, { filter, sort, limit: 1000, after: null }).rows,
      ];
      for (const sort of sorts)
        assert.deepEqual(
          order(sort).toSorted((a, b) => a - b),
          rows,
          sort,
        );
      for (const sort of Object.keys(keyOf) as (keyof typeof keyOf)[]) {
        const isKnown = (row: number) => tables.hooks.get(snapshot.ids[row] ?? 0)?.[keyOf[sort]] !== null;
        const descending = order(`-${sort}`);
        const known = descending.filter(isKnown);
        assert.deepEqual(descending.slice(0, known.length), known, `unknown ones are last, -${sort}`);
        assert.deepEqual(order(sort).slice(0, known.length), known.toReversed(), sort);
      }
    }),
    { numRuns: isEndurance ? 200 : 20 },
  );
});

test('filters with the same meaning have the same key, and first-edition keys are unchanged', () => {
  const key = (given: ResolvedFilters) => filterKey(toFilter(given));
  assert.equal(key({ niche: ['b', 'a', '-c', '-d'] }), key({ niche: ['-d', '-c', 'a', 'b', 'a'] }));
  assert.equal(key({ creator: ['@Ann'] }), key({ creator: ['ann'] }));
  assert.notEqual(key({ q: 'money' }), key({ q: '"money"' }));
  assert.notEqual(key({ niche: ['-a'] }), key({ niche: ['a'] }));
  // Cursors contain a hash of the filter and never expire, so it must not change.
  assert.equal(
    key({ niche: ['b', 'a'], min_views: 5, added_since: '2026-01-01', q: 'stop scroll' }),
    '[[["niche",["a","b"]]],5,null,1767225600000,["stop","scroll"]]',
  );
});
