// Percentiles of views, as PostgreSQL's percentile_cont computes them, rounded to integers.
import type { Snapshot } from './snapshot/snapshot.ts';

/** `rows` ascend, so their views descend; without them, of all rows. `share` is 0.5 for the median. No rows: null. */
export function percentile(
  { views, size }: Pick<Snapshot, 'views' | 'size'>,
  rows: Uint32Array | undefined,
  share: number,
): number | null {
  const length = rows ? rows.length : size;
  if (length === 0) return null;
  const position = share * (length - 1);
  const below = Math.floor(position);
  const ascending = (index: number) => views[rows?.[length - 1 - index] ?? length - 1 - index] ?? 0;
  const lower = ascending(below);
  const upper = ascending(Math.min(below + 1, length - 1));
  return Math.round(lower + (position - below) * (upper - lower));
}
