// Where lines like a draft stand: views of hooks of its archetype, niche and platform, and the archetype's share of new hooks.
import { dayMs } from '../../lib/time.ts';
import { windowDays } from '../../trends/trends.ts';
import { judge, minHooks } from '../../trends/verdict.ts';
import { percentile } from '../percentile.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Rising, Standing, StandingFigures } from './check-schema.ts';
import { type FindRows, risingTrends, risingWindow } from './evidence.ts';

/** null is any. */
type Group = { archetype: string; niche: string | null; platform: string | null };

/** Where the group has too few hooks, `wider` is the first that has enough: without the platform, then without the niche. */
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

/** As GET /trends has it, without the starter set where there are real hooks. */
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

/** Four digits, as in trends; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}
