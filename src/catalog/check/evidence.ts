// Hooks that the figures of a check are based on: real ones, or the invented starter set where there are no others.
import { computeTrends, type Trends } from '../../trends/trends.ts';
import type { Filter } from '../search/filter.ts';
import { resolve } from '../search/resolve.ts';
import { trendKey } from '../snapshot/activity/activity.ts';
import type { Catalog } from '../snapshot/live-catalog.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export const risingWindow = '7d';

/** Ascending: the most viewed first. */
export type FindRows = (labels: Filter['labels']) => Uint32Array;

/** A catalog has both only until enough real hooks were imported, which retire the starter set. */
const kindsOf = perSnapshot(({ hasSample, isSample }) => ({
  isSample: hasSample && !isSample.includes(0),
  isMixed: hasSample && isSample.includes(0),
}));

/** Whether all hooks are invented. */
export function isSampleOnly(snapshot: Snapshot): boolean {
  return kindsOf(snapshot).isSample;
}

/** Of a catalog that has both, else undefined. */
export function realRows(catalog: Catalog): Uint32Array | undefined {
  return kindsOf(catalog.snapshot).isMixed ? findEvidence(catalog)({}) : undefined;
}

export function findEvidence({ snapshot, cache }: Catalog): FindRows {
  const more = kindsOf(snapshot).isMixed ? { sample: false } : undefined;
  return (labels) => resolve(snapshot, cache, { labels, more }).rows;
}

/** Of archetypes, in the same hooks. */
export function risingTrends(snapshot: Snapshot): Trends {
  const ofAll = kindsOf(snapshot).isMixed ? undefined : snapshot.trends.get(trendKey('archetype', risingWindow));
  return ofAll ?? trendsOfReal(snapshot);
}

const trendsOfReal = perSnapshot(({ activity, views, columns: { archetype }, isSample }) => {
  const rows = Uint32Array.from([...isSample.keys()].filter((row) => isSample[row] === 0));
  return computeTrends({ ...activity, views, values: archetype.values, codes: archetype.codes, rows }, risingWindow);
});
