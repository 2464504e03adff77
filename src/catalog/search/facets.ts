// Facets: hooks per value of a label. Disjunctive: each count is the size of the list if that value were selected too, so with
// `isDistinct` it counts texts.
import { LRUCache } from 'lru-cache';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import type { Dimension, Snapshot } from '../snapshot/snapshot.ts';
import { discountRepeats } from './distinct.ts';
import type { Filter } from './filter.ts';
import { matchesId } from './per-matches.ts';
import { type ResolveCache, resolve } from './resolve.ts';
import type { Matches } from './text-search.ts';

export type Facets = Partial<Record<Dimension, Record<string, number>>>;

/** Every page of a list has the same facets. */
const countsOf = perSnapshot(() => new LRUCache<string, Record<string, number>>({ max: 500 }));

/** Counts per value, the most frequent first; values without hooks are left out. */
export function countFacets(
  snapshot: Snapshot,
  cache: ResolveCache,
  filter: Filter,
  wanted: readonly Dimension[],
  isDistinct = false,
): Facets {
  const facets: Facets = {};
  for (const dimension of wanted) {
    const matches = resolve(snapshot, cache, filter, dimension);
    const key = `${dimension} ${isDistinct} ${matchesId(matches)}`;
    let counts = countsOf(snapshot).get(key);
    if (counts === undefined) {
      counts = countMatches(snapshot, dimension, matches, isDistinct);
      countsOf(snapshot).set(key, counts);
    }
    facets[dimension] = counts;
  }
  return facets;
}

function countMatches(snapshot: Snapshot, dimension: Dimension, { rows }: Matches, isDistinct: boolean) {
  const counts = countCodes(snapshot, dimension, rows);
  return byValue(snapshot, dimension, isDistinct ? discountRepeats(snapshot, dimension, rows, counts) : counts);
}

/** Hooks per value in the whole catalog. */
export function countValues(snapshot: Snapshot, dimension: Dimension): Record<string, number> {
  const { starts, values } = snapshot.columns[dimension];
  return byValue(
    snapshot,
    dimension,
    Uint32Array.from(values, (_, code) => starts[code + 1] - starts[code]),
  );
}

function countCodes(snapshot: Snapshot, dimension: Dimension, rows: Uint32Array): Uint32Array {
  const { codes, values, starts } = snapshot.columns[dimension];
  if (rows.length === snapshot.size) return Uint32Array.from(values, (_, code) => starts[code + 1] - starts[code]);
  const counts = new Uint32Array(values.length);
  for (const row of rows) counts[codes[row]]++;
  return counts;
}

function byValue(snapshot: Snapshot, dimension: Dimension, counts: Uint32Array): Record<string, number> {
  const { values } = snapshot.columns[dimension];
  const codes: number[] = [];
  // The empty value is that of hooks with an unknown label.
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0 && values[code] !== '') codes.push(code);
  codes.sort((a, b) => counts[b] - counts[a]);
  return Object.fromEntries(codes.map((code) => [values[code], counts[code]]));
}
