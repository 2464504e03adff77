// Places of rows in the order of a sort. A cursor is the place of a page's last row.
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Cursor } from './cursor.ts';
import type { Sort } from './filter.ts';

export function placeOf({ views, addedAt, ids }: Snapshot, sort: Sort, row: number, tier: number): Cursor {
  return { tier, key: sort === 'added_at' || sort === '-added_at' ? addedAt[row] : views[row], id: ids[row] };
}

/** Whether a row is after the place. `views` and `added_at` are the exact reverse of `-views` and `-added_at`, with ties by ascending id. */
export function comparePlace({ views, addedAt, ids }: Snapshot, sort: Sort, after: Cursor) {
  const keys = sort === 'added_at' || sort === '-added_at' ? addedAt : views;
  const isReversed = sort === 'views' || sort === 'added_at';
  return (row: number, tier: number): boolean => {
    if (tier !== after.tier) return tier > after.tier;
    if (keys[row] !== after.key) return isReversed ? keys[row] > after.key : keys[row] < after.key;
    return isReversed ? ids[row] < after.id : ids[row] > after.id;
  };
}
