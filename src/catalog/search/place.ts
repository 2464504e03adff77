// Places of rows in the order of a sort. A cursor is the place of a page's last row.
import { unknownGain, viewsGained } from '../snapshot/activity.ts';
import { numberColumns, unknownNumber } from '../snapshot/filter-columns.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Cursor } from './cursor.ts';
import type { Sort } from './filter.ts';

/** Ascending sorts are the exact reverse of descending ones, including ties, but hooks with an unknown number are last in both. */
type Order = {
  keys: ArrayLike<number>;
  /** Key of an unknown number. */
  unknown?: number;
  isAscending: boolean;
};

const tierOfUnknown = 1;

/** `tier` orders by relevance. */
export function placeOf(snapshot: Snapshot, sort: Sort, row: number, tier: number): Cursor {
  const { keys, unknown } = orderOf(snapshot, sort);
  const id = snapshot.ids[row];
  return keys[row] === unknown ? { tier: tierOfUnknown, key: 0, id } : { tier, key: keys[row], id };
}

/** Returns a test of whether a row is after the place. */
export function comparePlace(snapshot: Snapshot, sort: Sort, after: Cursor) {
  const { keys, unknown, isAscending } = orderOf(snapshot, sort);
  const { ids } = snapshot;
  return (row: number, tier: number): boolean => {
    const isUnknown = keys[row] === unknown;
    const ownTier = isUnknown ? tierOfUnknown : tier;
    if (ownTier !== after.tier) return ownTier > after.tier;
    const key = isUnknown ? 0 : keys[row];
    if (key !== after.key) return isAscending ? key > after.key : key < after.key;
    return isAscending ? ids[row] < after.id : ids[row] > after.id;
  };
}

/** Returns the first `limit` rows of an order without a list of its own, and whether more follow. Reads every row once. */
export function selectFirst(
  snapshot: Snapshot,
  sort: Sort,
  { rows, after, limit }: { rows: Uint32Array; after: Cursor | null; limit: number },
): { rows: Uint32Array; hasMore: boolean } {
  const { keys, unknown, isAscending } = orderOf(snapshot, sort);
  const { ids } = snapshot;
  const isAfter = after && comparePlace(snapshot, sort, after);
  const sign = isAscending ? 1 : -1;
  const first: number[] = [];
  const ranks: number[] = [];
  const isBefore = (row: number, rank: number, at: number) =>
    rank !== ranks[at] ? rank < ranks[at] : ids[row] < ids[first[at]] !== isAscending;
  let found = 0;
  let worst = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (isAfter && !isAfter(row, 0)) continue;
    found++;
    const rank = keys[row] === unknown ? Number.POSITIVE_INFINITY : sign * keys[row];
    // Nearly every row is skipped here.
    if (rank > worst || (first.length === limit && !isBefore(row, rank, limit - 1))) continue;
    let at = first.length;
    while (at > 0 && isBefore(row, rank, at - 1)) at--;
    first.splice(at, 0, row);
    ranks.splice(at, 0, rank);
    if (first.length > limit) {
      first.pop();
      ranks.pop();
    }
    if (first.length === limit) worst = ranks[limit - 1];
  }
  return { rows: Uint32Array.from(first), hasMore: found > first.length };
}

function orderOf(snapshot: Snapshot, sort: Sort): Order {
  const { views, addedAt, numbers } = snapshot;
  const isAscending = !sort.startsWith('-') && sort !== 'relevance';
  const name = sort.replace('-', '');
  const column = name === 'duration' ? 'duration_seconds' : numberColumns.find((one) => one === name);
  if (column) return { keys: numbers[column], unknown: unknownNumber(column), isAscending };
  if (name === 'added_at') return { keys: addedAt, isAscending };
  if (name === 'views_gained_7d') return { keys: viewsGained(snapshot), unknown: unknownGain, isAscending };
  return { keys: views, isAscending };
}
