// Returns a page of rows for a filter, sort and cursor. Synchronous.

import { lowerBound } from '../snapshot/binary-search.ts';
import type { Dimension, Snapshot } from '../snapshot/snapshot.ts';
import type { Cursor } from './cursor.ts';
import type { Filter, Sort } from './filter.ts';
import { comparePlace, placeOf, selectFirst } from './place.ts';
import { cached, matchesId, type ResolveCache, resolve } from './resolve.ts';
import { keep, type Matches } from './text-search.ts';

// One hook of each text: of hooks with the same words, only the first in the order of a sort remains. Catalogs without repeated texts need
// no work.

/** Resolves a filter to one row of each text group. */
export function resolveDistinct(snapshot: Snapshot, cache: ResolveCache, filter: Filter, sort: Sort): Matches {
  const matches = resolve(snapshot, cache, filter);
  if (snapshot.textGroups.count === 0) return matches;
  return cached(cache, `distinct ${sort} ${matchesId(matches)}`, () => firstOfEach(snapshot, matches, sort));
}

function firstOfEach(snapshot: Snapshot, matches: Matches, sort: Sort): Matches {
  const { rows, tiers } = matches;
  const tierAt = (at: number) => (sort === 'relevance' && tiers ? tiers[at] : 0);
  // Rows are in order of views.
  const isBefore = (at: number, other: number) =>
    sort !== '-views' &&
    comparePlace(snapshot, sort, placeOf(snapshot, sort, rows[at], tierAt(at)))(rows[other], tierAt(other));
  const firsts = new Int32Array(snapshot.textGroups.count).fill(-1);
  const isLater = new Uint8Array(rows.length);
  let later = 0;
  eachSharing(snapshot, rows, (at, group) => {
    const first = firsts[group];
    if (first < 0 || isBefore(at, first)) firsts[group] = at;
    if (first < 0) return;
    isLater[firsts[group] === at ? first : at] = 1;
    later++;
  });
  return later === 0 ? matches : keep(matches, (_, at) => isLater[at] === 0);
}

/** Subtracts from `counts` of a label's codes the rows whose code is already counted for their group. */
export function discountRepeats(
  snapshot: Snapshot,
  dimension: Dimension,
  rows: Uint32Array,
  counts: Uint32Array,
): Uint32Array {
  const { codes, values } = snapshot.columns[dimension];
  const counted = new Set<number>();
  eachSharing(snapshot, rows, (at, group) => {
    const code = codes[rows[at]];
    const key = group * values.length + code;
    if (counted.has(key)) counts[code]--;
    counted.add(key);
  });
  return counts;
}

/** Visits the place in `rows` of each row that shares its group with another row of the catalog. */
function eachSharing(
  { textGroups: { rows: sharing, groups } }: Snapshot,
  rows: Uint32Array,
  visit: (at: number, group: number) => void,
): void {
  let next = 0;
  for (let at = 0; at < rows.length && next < sharing.length; at++) {
    while (sharing[next] < rows[at]) next++;
    if (sharing[next] === rows[at]) visit(at, groups[next]);
  }
}

type Page = {
  rows: Uint32Array;
  total: number;
  /** Cursor of the last row; null on the last page. */
  next: Cursor | null;
};

/** Rows in the order of a sort. `tier` is 0 unless the order is by relevance. */
type Ordered = { at: (index: number) => number; tier: (index: number) => number; length: number };

/** `isDistinct` keeps only the first of hooks with the same words. */
type Search = { filter: Filter; sort: Sort; limit: number; after: Cursor | null; isDistinct?: boolean };

export function search(snapshot: Snapshot, cache: ResolveCache, query: Search): Page {
  const { filter, after, sort, limit, isDistinct = false } = query;
  const matches = isDistinct ? resolveDistinct(snapshot, cache, filter, sort) : resolve(snapshot, cache, filter);
  if (!isListed(sort)) {
    const { rows, hasMore } = selectFirst(snapshot, sort, { rows: matches.rows, after, limit });
    const last = rows.at(-1);
    const next = hasMore && last !== undefined ? placeOf(snapshot, sort, last, 0) : null;
    return { rows, total: matches.rows.length, next };
  }
  const ordered = order(snapshot, cache, sort, matches);
  const isAfter = after && comparePlace(snapshot, sort, after);
  const start = isAfter ? lowerBound(ordered.length, (index) => isAfter(ordered.at(index), ordered.tier(index))) : 0;
  const end = Math.min(ordered.length, start + limit);
  const rows = new Uint32Array(Math.max(0, end - start));
  for (let index = start; index < end; index++) rows[index - start] = ordered.at(index);
  const hasMore = end < ordered.length && end > start;
  return {
    rows,
    total: ordered.length,
    next: hasMore ? placeOf(snapshot, sort, ordered.at(end - 1), ordered.tier(end - 1)) : null,
  };
}

/** Sorts with lists of rows. Pages of other sorts are selected from all rows, which takes no memory. */
const listedSorts = ['-views', 'views', '-added_at', 'added_at', 'relevance'] as const satisfies Sort[];
type ListedSort = (typeof listedSorts)[number];
const isListed = (sort: Sort): sort is ListedSort => (listedSorts as readonly Sort[]).includes(sort);

function order(snapshot: Snapshot, cache: ResolveCache, sort: ListedSort, matches: Matches): Ordered {
  const { rows } = matches;
  const length = rows.length;
  const tier = () => 0;
  switch (sort) {
    case '-views':
      return { at: (index) => rows[index], tier, length };
    case 'views':
      return { at: (index) => rows[length - 1 - index], tier, length };
    case 'relevance': {
      if (!matches.tiers) return { at: (index) => rows[index], tier, length };
      const best = cached(cache, `relevance ${matchesId(matches)}`, () => byRelevance(matches));
      const tiers = best.tiers ?? new Uint8Array(length);
      return { at: (index) => best.rows[index], tier: (index) => tiers[index], length };
    }
    default: {
      const added =
        length === snapshot.size
          ? snapshot.byAdded
          : cached(cache, `added ${matchesId(matches)}`, () => ({ rows: byAdded(snapshot, rows), tiers: null })).rows;
      if (sort === '-added_at') return { at: (index) => added[index], tier, length };
      return { at: (index) => added[length - 1 - index], tier, length };
    }
  }
}

/** Sorts by nearest words, then views. The counting sort by tier keeps the order of rows within a tier. */
function byRelevance({ rows, tiers }: Matches): Matches {
  if (!tiers) return { rows, tiers };
  const starts = new Uint32Array(257);
  for (const tier of tiers) starts[tier + 1]++;
  for (let tier = 0; tier < 256; tier++) starts[tier + 1] += starts[tier];
  const sorted = new Uint32Array(rows.length);
  const sortedTiers = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const place = starts[tiers[at]]++;
    sorted[place] = rows[at];
    sortedTiers[place] = tiers[at];
  }
  return { rows: sorted, tiers: sortedTiers };
}

function byAdded(snapshot: Snapshot, rows: Uint32Array): Uint32Array {
  const wanted = new Uint8Array(snapshot.size);
  for (const row of rows) wanted[row] = 1;
  const sorted = new Uint32Array(rows.length);
  let count = 0;
  for (const row of snapshot.byAdded) if (wanted[row] === 1) sorted[count++] = row;
  return sorted;
}
