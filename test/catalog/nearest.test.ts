// Search by meaning: results with nearest hooks for any filter, and when they are searched again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findNearest } from '../../src/catalog/embeddings/nearest-hooks.ts';
import { facetsJson } from '../../src/catalog/search/facets.ts';
import { type Filter, filterKey, isTextSearch, resultKey, toFilter } from '../../src/catalog/search/filter.ts';
import { createResolveCache, resolve } from '../../src/catalog/search/resolve.ts';
import { search } from '../../src/catalog/search/search.ts';
import { comparedText, type Nearest } from '../../src/catalog/search/text-search.ts';
import { buildSnapshot } from '../../src/catalog/snapshot/build.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { emptyTables, publication, publish, readerOf } from './catalog-model.ts';

const input = fc.record(
  {
    niche: fc.constantFrom('one', '-two').map((value) => [value]),
    min_views: fc.constantFrom(1, 3),
    q: fc.constantFrom('buy', 'the dip', 'never "the dip"', '"buy the"', 'buy -the', '-buy'),
  },
  { requiredKeys: ['q'] },
);
const match = fc.constantFrom('meaning' as const, 'both' as const);
type Line = { row: number; score: number };

/** Finds the same lines for every text. */
function meaningOf(lines: readonly Line[], vectors = 1) {
  let found = 0;
  return {
    find: async () => {
      found++;
      return lines.map((line) => ({ ...line, similarity: line.score, isNear: true, topic: undefined }));
    },
    figures: () => ({ version: 1, vectors, waiting: 0, dimensions: 1, bytes: 0 }),
    timesFound: () => found,
  };
}

test('nearest hooks, and hooks with the same text, match the other filters and follow the word matches', async () => {
  const lists = fc.array(publication, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lists, input, match, fc.array(fc.nat(), { maxLength: 6 }), async (list, given, how, picks) => {
      const tables = emptyTables();
      for (const one of list) publish(tables, one);
      const snapshot = await buildSnapshot(readerOf(tables));
      const cache = createResolveCache(snapshot);
      const rows = [...snapshot.ids.keys()];
      const groupOf = (row: number) => tables.hooks.get(snapshot.ids[row] ?? 0)?.text_group;
      const firstOf = (row: number) => rows.findIndex((other) => groupOf(other) === groupOf(row));
      const nearRows = [...new Set(rows.length === 0 ? [] : picks.map((pick) => firstOf(pick % rows.length)))];
      const lines = nearRows.map((row, at) => ({ row, score: 1 - at / 20 }));
      const words = toFilter(given);
      const nearest = await findNearest({ snapshot, cache }, meaningOf(lines), {
        match: how,
        text: comparedText(given.q),
      });
      const filter: Filter = isTextSearch(words) ? { ...words, nearest } : words;

      const rowsOf = (one: Filter) => [...resolve(snapshot, cache, one).rows];
      const withWords = rowsOf(words);
      const isNear = (row: number) => nearRows.includes(firstOf(row));
      const near = rowsOf({ ...words, words: undefined }).filter(isNear);
      const byWords = how === 'both' || !filter.nearest ? withWords : [];
      const expected = new Set([...byWords, ...(filter.nearest && (words.words || how === 'meaning') ? near : [])]);
      assert.deepEqual(
        rowsOf(filter),
        [...expected].toSorted((a, b) => a - b),
      );

      const walked = walk(snapshot, cache, filter);
      assert.deepEqual(new Set(walked), expected);
      assert.equal(walked.length, expected.size);
      assert.deepEqual(new Set(walked.slice(0, byWords.length)), new Set(byWords));
      const places = walked.slice(byWords.length).map((row) => nearRows.indexOf(firstOf(row)));
      if (filter.nearest)
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      assert.equal(
        facetsJson(snapshot, cache, filter, ['niche']),
        facetsJson(snapshot, createResolveCache(snapshot), filter, ['niche']),
      );
    }),
    { numRuns: isEndurance ? 300 : 60 },
  );
});

function walk(snapshot: Snapshot, cache: ReturnType<typeof createResolveCache>, filter: Filter): number[] {
  const sort = isTextSearch(filter) ? 'relevance' : '-views';
  const walked: number[] = [];
  let after: Parameters<typeof search>[2]['after'] = null;
  do {
    const page = search(snapshot, cache, { filter, sort, limit: 2, after });
    walked.push(...page.rows);
    after = page.next;
  } while (after);
  return walked;
}

/** Ten hooks with different texts. */
async function snapshotOfTen() {
  const tables = emptyTables();
  const additions = publication.filter(({ edits }) => edits.length > 0);
  const [edit] = fc.sample(additions, { numRuns: 1, seed: 1 }).flatMap(({ edits }) => edits);
  assert.ok(edit);
  const added = { ...edit, kind: 'add' as const, content: { ...edit.content, textGroup: null } };
  publish(tables, { hoursLater: 0, edits: Array.from({ length: 10 }, () => added) });
  return buildSnapshot(readerOf(tables));
}

test('a text is compared once per number of vectors, and again when it grows, with another result key but the same cursor key', async () => {
  const snapshot = await snapshotOfTen();
  const catalog = { snapshot, cache: createResolveCache(snapshot) };
  const wanted = { match: 'meaning', text: 'leaving a job' } as const;
  const filterOf = (nearest: Nearest): Filter => ({ labels: {}, words: ['leaving', 'a', 'job'], nearest });
  const few = meaningOf([{ row: 3, score: 0.8 }], 5);
  const first = await findNearest(catalog, few, wanted);
  await findNearest(catalog, few, { ...wanted, match: 'both' });
  assert.equal(few.timesFound(), 1);
  const more = await findNearest(catalog, meaningOf([{ row: 7, score: 0.9 }], 6), wanted);
  assert.deepEqual([...resolve(snapshot, catalog.cache, filterOf(first)).rows], [3]);
  assert.deepEqual([...resolve(snapshot, catalog.cache, filterOf(more)).rows], [7]);
  assert.notEqual(resultKey(filterOf(first)), resultKey(filterOf(more)));
  assert.equal(filterKey(filterOf(first)), filterKey(filterOf(more)));
  assert.notEqual(filterKey(filterOf(first)), filterKey(filterOf({ ...first, match: 'both' })));
});

test('lines less than half as near as the nearest are left out', async () => {
  const snapshot = await snapshotOfTen();
  const lines = [0.6, 0.4, 0.3, 0.29].map((score, row) => ({ row, score }));
  const catalog = { snapshot, cache: createResolveCache(snapshot) };
  const { rows } = await findNearest(catalog, meaningOf(lines), { match: 'meaning', text: 'a' });
  assert.deepEqual([...rows], [0, 1, 2]);
});

test('excluded terms and quotation marks of a query are not compared', () => {
  assert.equal(comparedText('never "the dip" -buy -"my money" don’t'), 'never the dip don’t');
  assert.equal(comparedText('-buy'), '');
});
