// The order of a collection: a rank for each hook, with gaps, so that a move changes one row. The collection is locked meanwhile.
import type { Trx } from '../db/database.ts';
import { failBody } from '../lib/errors.ts';
import { hookNumber } from '../lib/ids.ts';
import type { SaveHookInput } from './collection.ts';
import { type Place, selectPlaces, spreadRanks } from './store-hooks.ts';

/** Of hooks that are saved one after the other. */
export const rankGap = 2 ** 20;

type Wanted = Pick<SaveHookInput, 'before' | 'after' | 'position'>;

/** The rank of a hook at the wanted place; at the place that it has, or at the end, if none is wanted. */
export async function rankAt(
  trx: Trx,
  collectionId: string,
  hook: number,
  wanted: Wanted,
  present: number | undefined,
): Promise<number> {
  const { before, after, position } = wanted;
  const isPlaced = before !== undefined || after !== undefined || position !== undefined;
  if (!isPlaced && present !== undefined) return present;
  const places = await selectPlaces(trx, collectionId, hook);
  const index = isPlaced ? indexOf(places, wanted) : places.length;
  const [left, right] = [places[index - 1], places[index]];
  if (present !== undefined && isBetween(left, { rank: present, hook_id: hook }, right)) return present;
  const rank = between(left, right);
  if (rank !== undefined) return rank;
  await spreadRanks(trx, collectionId, { without: hook, gap: rankGap });
  return (index + 0.5) * rankGap;
}

/** How many others are before it. */
function indexOf(places: readonly Place[], { before, after, position = 1 }: Wanted): number {
  const neighbour = before ?? after;
  if (neighbour === undefined) return Math.min(position - 1, places.length);
  const at = places.findIndex(({ hook_id }) => hook_id === hookNumber(neighbour));
  if (at >= 0) return before === undefined ? at + 1 : at;
  const pointer = before === undefined ? '#/after' : '#/before';
  return failBody([{ pointer, detail: `${neighbour} is not another hook of the collection.` }]);
}

/** undefined if there is no room. */
function between(left: Place | undefined, right: Place | undefined): number | undefined {
  if (!left) return right ? right.rank - rankGap : rankGap;
  if (!right) return left.rank + rankGap;
  const middle = Math.floor((left.rank + right.rank) / 2);
  return middle > left.rank && middle < right.rank ? middle : undefined;
}

/** Whether the place is between the two already. */
function isBetween(left: Place | undefined, place: Place, right: Place | undefined): boolean {
  return (!left || isBefore(left, place)) && (!right || isBefore(place, right));
}

function isBefore(a: Place, b: Place): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.hook_id < b.hook_id);
}
