// Paged walks over processes on different versions, as in a cluster during a publication. An incremental build of a snapshot equals a full
// build.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ChangePage, listChanges } from '../../src/catalog/search/changes.ts';
import type { Cursor } from '../../src/catalog/search/cursor.ts';
import { sorts } from '../../src/catalog/search/filter.ts';
import { createResolveCache } from '../../src/catalog/search/resolve.ts';
import { search } from '../../src/catalog/search/search.ts';
import { buildSnapshot, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import { findRow, type Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { defined } from '../setup/defined.ts';
import { isEndurance } from '../setup/lane-state.ts';
import {
  type Content,
  type Edit,
  emptyTables,
  incrementalBuilds,
  type Publication,
  publication,
  publish,
  readerOf,
  type Tables,
} from './catalog-model.ts';

const filters = [{ labels: {} }, { labels: { niche: ['one', 'two'] }, minViews: 1 }, { labels: {}, words: ['bui'] }];
const publications = fc.array(publication, { minLength: 3, maxLength: 10 });
const numRuns = isEndurance ? 300 : 25;
/** Chooses the process that serves each page: 0 has the version before the publication, 1 the one after. */
const turns = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 });

/** Two versions, one publication apart. */
async function neighbours(list: readonly Publication[]): Promise<[Snapshot, Snapshot]> {
  const tables = emptyTables();
  for (const one of list.slice(0, -1)) publish(tables, one);
  const before = await buildSnapshot(readerOf(tables));
  for (const one of list.slice(-1)) publish(tables, one);
  return [before, await buildSnapshot(readerOf(tables))];
}

/** Hooks that both versions have, with the same last change. */
function unchanged([before, after]: [Snapshot, Snapshot]): number[] {
  return [...before.ids].filter((id, row) => {
    const now = findRow(after, id);
    return now !== undefined && after.versions[now] === before.versions[row];
  });
}

test('a walk alternating between two versions returns every hook of both exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(publications, turns, async (list, order) => {
      const snapshots = await neighbours(list);
      const catalogs = snapshots.map((snapshot) => ({ snapshot, cache: createResolveCache(snapshot) }));
      for (const filter of filters) {
        for (const sort of sorts) {
          // Views gained by unchanged hooks depend on the end of the data, so their order changes.
          if (sort.endsWith('views_gained_7d')) continue;
          const { snapshot, cache } = defined(catalogs[0]);
          const whole = search(snapshot, cache, { filter, sort, limit: 1000, after: null }).rows;
          const expected = new Set([...whole].map((row) => snapshot.ids[row]));
          const agreed = unchanged(snapshots).filter((id) => expected.has(id));
          const seen: number[] = [];
          let after: Cursor | null = null;
          for (let page = 0; page === 0 || after; page++) {
            const one = defined(catalogs[order[page % order.length] ?? 0]);
            const { rows, next } = search(one.snapshot, one.cache, { filter, sort, limit: 2, after });
            seen.push(...Array.from(rows, (row) => one.snapshot.ids[row] ?? 0));
            after = next;
          }
          for (const id of agreed) assert.equal(seen.filter((one) => one === id).length, 1, `hook ${id}, ${sort}`);
        }
      }
    }),
    { numRuns },
  );
});

test('a copy that follows changes of alternating versions equals the catalog', async () => {
  await fc.assert(
    fc.asyncProperty(publications, turns, async (list, order) => {
      const snapshots = await neighbours(list);
      const copy = new Map<number, number>();
      let since = 0;
      // The second walk continues after the last page of the first one.
      for (const answering of [order, [1]]) {
        let page: ChangePage | undefined;
        let version = since;
        for (let turn = 0; turn === 0 || page?.next; turn++) {
          const snapshot = defined(snapshots[answering[turn % answering.length] ?? 0]);
          page = listChanges(snapshot, { since, after: page?.next ?? null, limit: 2 });
          version = snapshot.version;
          for (const change of page.changes) {
            if (change.kind === 'retired') copy.delete(change.id);
            else copy.set(change.id, change.version);
          }
        }
        since = version;
      }
      const { ids, versions } = snapshots[1];
      assert.deepEqual(copy, new Map(Array.from(ids, (id, row) => [id, versions[row] ?? 0] as const).sort(byVersion)));
    }),
    { numRuns },
  );
});

const byVersion = (a: readonly [number, number], b: readonly [number, number]) => a[1] - b[1] || a[0] - b[0];

test('an incremental build equals a full build in every column and leaves the previous version unchanged', () =>
  fc.assert(incrementalBuilds, { numRuns: isEndurance ? 300 : 20 }));

const plain: Content = {
  ...{ views: 1, text: 'word '.repeat(2000), niche: 'one', archetype: 'one', format: null, language: null },
  ...{ capturedBefore: null, sample: false, textGroup: null, likes: null, comments: null, duration_seconds: null },
  ...{
    word_count: 2000,
    saves: null,
    creator_videos: null,
    views_per_day: null,
    views_vs_creator: null,
    published_at: null,
    creator: null,
    source_url: null,
    template: null,
  },
  ...{ label_method: 'given', label_confidence: 1 },
};
const publishOne = (tables: Tables, kind: Edit['kind'], pick = 0) =>
  publish(tables, { edits: [{ kind, pick, content: plain }], hoursLater: 1 });

test('obsolete records take at most a quarter and 1 MB', async () => {
  const tables: Tables = emptyTables();
  publishOne(tables, 'add');
  let served: Snapshot | undefined = await buildSnapshot(readerOf(tables));
  const { length } = served.records;
  let updates = 0;
  for (; served; updates++) {
    assert.ok(served.records.length <= length * 1.25 + 2 ** 20);
    publishOne(tables, 'change');
    served = await updateSnapshot(served, readerOf(tables));
  }
  assert.ok(updates > 50, `${updates} versions before a whole build`);
});

test('a large change causes a full build', async () => {
  const tables = emptyTables();
  publishOne(tables, 'add');
  const first = await buildSnapshot(readerOf(tables));
  const edits = Array.from({ length: 1001 }, (): Edit => ({ kind: 'add', pick: 0, content: plain }));
  publish(tables, { edits, hoursLater: 1 });
  assert.equal(await updateSnapshot(first, readerOf(tables)), undefined);
});
