// Facets: hooks per value of a label. Disjunctive: each count is the size of the list if that value were selected too, so with
// `isDistinct` it counts texts.
import { LRUCache } from 'lru-cache';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { type Dimension, dimensions, type Snapshot } from '../snapshot/snapshot.ts';
import { discountRepeats } from './distinct.ts';
import type { Filter } from './filter.ts';
import { matchesId } from './per-matches.ts';
import { type ResolveCache, resolve } from './resolve.ts';
import type { Matches } from './text-search.ts';

/** As JSON, by `matchesId`, label and whether texts are counted. Every page of a list has the same facets. */
const facetsOf = perSnapshot(() => new LRUCache<number, string>({ max: 500 }));

function facetOf(snapshot: Snapshot, dimension: Dimension, matches: Matches, isDistinct: boolean): string {
  const facets = facetsOf(snapshot);
  const key = (matchesId(matches) * dimensions.length + dimensions.indexOf(dimension)) * 2 + Number(isDistinct);
  let facet = facets.get(key);
  if (facet === undefined) {
    facet = JSON.stringify(countMatches(snapshot, dimension, matches, isDistinct));
    facets.set(key, facet);
  }
  return facet;
}

/** JSON of the counts per value of each label, the most frequent first; values without hooks are left out. */
export function facetsJson(
  snapshot: Snapshot,
  cache: ResolveCache,
  filter: Filter,
  wanted: readonly Dimension[],
  isDistinct = false,
): string {
  const members = wanted.map((dimension) => {
    const matches = resolve(snapshot, cache, filter, dimension);
    return `"${dimension}":${facetOf(snapshot, dimension, matches, isDistinct)}`;
  });
  return `{${members.join()}}`;
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
