// Groups of hooks by their labels, with count, median and 90th percentile of views.
import { percentile } from '../../percentile.ts';
import type { Dimension, Snapshot } from '../../snapshot/snapshot.ts';
import { groupByLabels } from './label-groups.ts';

/** Labels, of which an unknown one is null. */
export type Group = Partial<Record<Dimension, string | null>> & {
  count: number;
  median_views: number | null;
  p90_views: number | null;
};

export const maxGroupDimensions = 3;
const maxGroups = 1000;

/** Those with the most hooks first, at most `maxGroups` of `total`. `rows` ascend. */
export function summariseGroups(
  snapshot: Pick<Snapshot, 'size' | 'columns' | 'views'>,
  rows: Uint32Array,
  dimensions: readonly Dimension[],
): { groups: Group[]; total: number } {
  const found = groupByLabels(snapshot, rows, dimensions);
  // The order of equal groups is that of their most viewed hooks.
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
