// Facets: hooks per value of a label. They are disjunctive: each count is the size of the list if that value were selected too, so with
// `isDistinct` it counts texts.
import { LRUCache } from 'lru-cache';
import { percentile } from '../record.ts';
import { divideRun, type RunByCode } from '../snapshot/binary-search.ts';
import { type Column, type Dimension, dimensions, perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import type { Filter } from './filter.ts';
import { matchesId, type ResolveCache, resolve } from './resolve.ts';
import { discountRepeats } from './search.ts';
import type { Matches } from './text-search.ts';

/** JSON of facets by `matchesId`, label and whether texts are counted. Every page of a list has the same facets. */
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

/** Returns JSON of the counts per value of each label, the most frequent first, without values that have no hooks. */
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

/** Counts hooks per value in the whole catalog. */
export function countValues(snapshot: Snapshot, dimension: Dimension): Record<string, number> {
  const { starts, values } = snapshot.columns[dimension];
  return byValue(
    snapshot,
    dimension,
    Uint32Array.from(values, (_, code) => starts[code + 1] - starts[code]),
  );
}

function countCodes(snapshot: Snapshot, dimension: Dimension, rows: Uint32Array): Uint32Array {
  const { codes, values } = snapshot.columns[dimension];
  const run = divideRun(snapshot.columns[dimension], rows);
  if (run) return run.starts.map((start, code) => run.ends[code] - start);
  const counts = new Uint32Array(values.length);
  for (const row of rows) counts[codes[row]]++;
  return counts;
}

function byValue(snapshot: Snapshot, dimension: Dimension, counts: Uint32Array): Record<string, number> {
  const { values } = snapshot.columns[dimension];
  const codes: number[] = [];
  // Hooks with an unknown label have the empty value.
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0 && values[code] !== '') codes.push(code);
  codes.sort((a, b) => counts[b] - counts[a]);
  return Object.fromEntries(codes.map((code) => [values[code], counts[code]]));
}

// Groups of hooks by their labels, with count, median and 90th percentile of views.

/** Values of the labels; null if unknown. */
type Group = Partial<Record<Dimension, string | null>> & {
  count: number;
  median_views: number | null;
  p90_views: number | null;
};

export const maxGroupDimensions = 3;
const maxGroups = 1000;

/** Returns the groups with the most hooks first, at most `maxGroups` of `total`. `rows` must ascend. */
export function summariseGroups(
  snapshot: Labels & Pick<Snapshot, 'size' | 'views'>,
  rows: Uint32Array,
  dimensions: readonly Dimension[],
): { groups: Group[]; total: number } {
  const found = groupByLabels(snapshot, rows, dimensions);
  // Groups of equal size stay in the order of their most viewed hooks.
  const shown = found.toSorted((a, b) => b.rows.length - a.rows.length).slice(0, maxGroups);
  const nameOf = (dimension: Dimension, code: number) => snapshot.columns[dimension].values[code] || null;
  const groups = shown.map(({ codes, rows: own }) => ({
    ...Object.fromEntries(dimensions.map((dimension, at) => [dimension, nameOf(dimension, codes[at])])),
    count: own.length,
    median_views: percentile(snapshot, own, 0.5),
    p90_views: percentile(snapshot, own, 0.9),
  }));
  return { groups, total: found.length };
}

// Divides rows by the values of one or more labels.

/** `codes` has one code per label, in the order of the labels. Rows ascend. */
type LabelGroup = { codes: readonly number[]; rows: Uint32Array };

type Labels = Pick<Snapshot, 'columns'>;

/** Returns groups in order of their first rows. `rows` must ascend. */
export function groupByLabels({ columns }: Labels, rows: Uint32Array, dimensions: readonly Dimension[]): LabelGroup[] {
  const [first, ...others] = dimensions.map((dimension) => columns[dimension]);
  let groups = groupsOf(divideRun(first, rows) ?? divide(rows, first));
  for (const label of others)
    groups = groups.flatMap((group) =>
      groupsOf(divide(group.rows, label)).map(({ codes, rows: own }) => ({
        codes: [...group.codes, ...codes],
        rows: own,
      })),
    );
  return groups.sort((a, b) => a.rows[0] - b.rows[0]);
}

/** Uses a counting sort, which keeps the order of rows. */
function divide(rows: Uint32Array, { codes, values }: Column): RunByCode {
  const starts = new Uint32Array(values.length + 1);
  for (let at = 0; at < rows.length; at++) starts[codes[rows[at]] + 1]++;
  for (let code = 0; code < values.length; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) sorted[next[codes[rows[at]]]++] = rows[at];
  return { rows: sorted, starts, ends: next };
}

/** Leaves out empty groups. */
function groupsOf({ rows, starts, ends }: RunByCode): LabelGroup[] {
  const groups: LabelGroup[] = [];
  for (let code = 0; code < ends.length; code++)
    if (starts[code] < ends[code]) groups.push({ codes: [code], rows: rows.subarray(starts[code], ends[code]) });
  return groups;
}
