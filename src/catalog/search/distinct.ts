// One hook of each text: of hooks with the same words the first in the order of a sort. A catalog without such hooks needs no work.
import type { Dimension, Snapshot } from '../snapshot/snapshot.ts';
import type { Filter, Sort } from './filter.ts';
import { matchesId } from './per-matches.ts';
import { comparePlace, placeOf } from './place.ts';
import { cached, type ResolveCache, resolve } from './resolve.ts';
import { keep, type Matches } from './text-search.ts';

/** Like `resolve`, with one row of each text group. */
export function resolveDistinct(snapshot: Snapshot, cache: ResolveCache, filter: Filter, sort: Sort): Matches {
  const matches = resolve(snapshot, cache, filter);
  if (snapshot.textGroups.count === 0) return matches;
  return cached(cache, `distinct ${sort} ${matchesId(matches)}`, () => firstOfEach(snapshot, matches, sort));
}

function firstOfEach(snapshot: Snapshot, matches: Matches, sort: Sort): Matches {
  const { rows, tiers } = matches;
  const tierAt = (at: number) => (sort === 'relevance' && tiers ? tiers[at] : 0);
  // Rows come in order of views.
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

/** Removes from `counts` of a label's codes the rows whose code another row of their group has too. */
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

/** Calls back with the place in `rows` of each row that shares its group with another row of the catalog. */
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
