// Standing of a draft: views of hooks with its archetype, niche and platform, and the archetype's share of new hooks.

import { dayMs } from '../../lib/time.ts';
import { judge, minHooks } from '../../trends/growth.ts';
import { computeTrends, type Trends, windowDays } from '../../trends/trends.ts';
import type { Catalog } from '../live-catalog.ts';
import { percentile } from '../record.ts';
import type { Filter } from '../search/filter.ts';
import { resolve } from '../search/resolve.ts';
import { trendKey } from '../snapshot/activity.ts';
import { perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import type { Rising, Standing, StandingFigures } from './check-schema.ts';

// Hooks that the figures of a check are based on: real hooks, or the sample if the catalog has no others.

const risingWindow = '7d';

/** Rows ascend, so the most viewed come first. */
export type FindRows = (labels: Filter['labels']) => Uint32Array;

/** A catalog has both kinds only until enough real hooks are imported, which retires the sample. */
const kindsOf = perSnapshot(({ hasSample, isSample }) => ({
  isSample: hasSample && !isSample.includes(0),
  isMixed: hasSample && isSample.includes(0),
}));

export function isSampleOnly(snapshot: Snapshot): boolean {
  return kindsOf(snapshot).isSample;
}

/** Returns the real rows of a catalog that also has sample hooks, else undefined. */
export function realRows(catalog: Catalog): Uint32Array | undefined {
  return kindsOf(catalog.snapshot).isMixed ? findEvidence(catalog)({}) : undefined;
}

/** With fewer real hooks, lists of similar hooks would be empty or random. */
const enoughReal = 1000;
const countsOf = perSnapshot(({ isSample }) => ({ real: isSample.reduce((sum, one) => sum + 1 - one, 0) }));

/** Returns the rows to compare with a draft. Undefined stands for all rows: few real hooks are compared together with the sample. */
export function comparedRows(catalog: Catalog): Uint32Array | undefined {
  return kindsOf(catalog.snapshot).isMixed && countsOf(catalog.snapshot).real >= enoughReal
    ? realRows(catalog)
    : undefined;
}

export function findEvidence({ snapshot, cache }: Catalog): FindRows {
  const more = kindsOf(snapshot).isMixed ? { sample: false } : undefined;
  return (labels) => resolve(snapshot, cache, { labels, more }).rows;
}

/** Returns the trends of archetypes, based on the same hooks. */
function risingTrends(snapshot: Snapshot): Trends {
  const ofAll = kindsOf(snapshot).isMixed ? undefined : snapshot.trends.get(trendKey('archetype', risingWindow));
  return ofAll ?? trendsOfReal(snapshot);
}

const trendsOfReal = perSnapshot(({ activity, views, columns: { archetype }, isSample }) => {
  const rows = Uint32Array.from([...isSample.keys()].filter((row) => isSample[row] === 0));
  return computeTrends({ ...activity, views, values: archetype.values, codes: archetype.codes, rows }, risingWindow);
});

/** null stands for any value. */
type Group = { archetype: string; niche: string | null; platform: string | null };

/** If the group has too few hooks, `wider` is the first wider group with enough: without the platform, then also without the niche. */
export function standingOf(snapshot: Snapshot, findRows: FindRows, group: Group): Standing {
  const own = figuresOf(snapshot, findRows, group);
  if (own.n >= minHooks) return { ...own, wider: null };
  const ofArchetype = { archetype: group.archetype, niche: null, platform: null };
  const wider = [{ ...group, platform: null }, ofArchetype].map((other) => figuresOf(snapshot, findRows, other));
  return { ...own, wider: wider.find(({ n }) => n >= minHooks) ?? null };
}

function figuresOf(snapshot: Snapshot, findRows: FindRows, { archetype, niche, platform }: Group): StandingFigures {
  const rows = findRows({
    archetype: [archetype],
    ...(niche === null ? {} : { niche: [niche] }),
    ...(platform === null ? {} : { platform: [platform] }),
  });
  const group = { archetype, niche, platform, n: rows.length };
  if (rows.length < minHooks)
    return { ...group, median_views: null, p25_views: null, p75_views: null, verdict: 'insufficient_data' };
  const at = (share: number) => percentile(snapshot, rows, share);
  return { ...group, median_views: at(0.5), p25_views: at(0.25), p75_views: at(0.75) };
}

/** Returns the same figures as GET /trends, but excludes the sample if the catalog has real hooks. */
export function risingOf(snapshot: Snapshot, archetype: string): Rising {
  const { hooksAdded: allNow, hooksAddedBefore: allBefore, values } = risingTrends(snapshot);
  const trend = values.find(({ value }) => value === archetype);
  const [now, before] = [trend?.hooksAdded ?? 0, trend?.hooksAddedBefore ?? 0];
  const { dataThrough, updatedAt } = snapshot;
  const end = Date.parse(dataThrough ?? updatedAt);
  const n = now + before;
  return {
    archetype,
    window: risingWindow,
    from: new Date(end - windowDays[risingWindow] * dayMs).toISOString(),
    until: new Date(end).toISOString(),
    hooks_added: now,
    all_hooks_added: allNow,
    share: n < minHooks ? null : shareOf(now, allNow),
    share_before: n < minHooks ? null : shareOf(before, allBefore),
    verdict: judge({ now, before, allNow, allBefore }),
    n,
  };
}

/** Rounds to four digits, as in trends. Returns null if `whole` is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}
