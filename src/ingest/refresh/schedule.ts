// Schedule of refreshes: the next check of a hook's views, by age and growth. Pure; docs/collecting.md has the same table.
import { dayMs, hourMs } from '../../lib/time.ts';

type Rule = {
  /** Days since the video was published, or first seen. */
  youngerThanDays: number;
  /** Relative growth per day: 0.01 is 1 %. null for any. */
  growthPerDay: number | null;
  everyMs: number;
};

/** The first rule that applies is used. A count without an earlier one for comparison counts as growing. */
const refreshRules: readonly Rule[] = [
  { youngerThanDays: 7, growthPerDay: 0.01, everyMs: hourMs },
  { youngerThanDays: 90, growthPerDay: null, everyMs: dayMs },
  { youngerThanDays: Number.POSITIVE_INFINITY, growthPerDay: 0.05, everyMs: dayMs },
  { youngerThanDays: Number.POSITIVE_INFINITY, growthPerDay: null, everyMs: 7 * dayMs },
];

/** Runs are hourly and take some time, so checks are scheduled a little earlier; otherwise the next run would miss them. */
export const slackMs = 10 * 60_000;

export type Counted = { bornAt: Date; views: number; countedAt: Date };

/** `views`: the new count; null if it is hidden. */
export function nextCheckAt(hook: Counted, views: number | null, now: Date): Date {
  const ageDays = (now.getTime() - hook.bornAt.getTime()) / dayMs;
  const growth = growthPerDay(hook, views, now);
  const rule = refreshRules.find(
    ({ youngerThanDays, growthPerDay }) =>
      ageDays < youngerThanDays && (growthPerDay === null || growth === null || growth >= growthPerDay),
  );
  return new Date(now.getTime() + (rule?.everyMs ?? 7 * dayMs) - slackMs);
}

function growthPerDay({ views: former, countedAt }: Counted, views: number | null, now: Date): number | null {
  if (views === null) return 0;
  const days = (now.getTime() - countedAt.getTime()) / dayMs;
  return days <= 0 || former <= 0 ? null : (views - former) / former / days;
}

/** One omission is not proof: a video is unavailable after this many in a row, over at least this time. */
export const unavailableAfter = { omissions: 3, ms: 2 * dayMs };
/** Applies only if the operator enabled it. */
export const retireAfterMs = 30 * dayMs;

/** `omissions`: in a row, including the present one. */
export function nextCheckOfMissing(omissions: number, now: Date): Date {
  const everyMs = omissions < unavailableAfter.omissions ? dayMs : 7 * dayMs;
  return new Date(now.getTime() + everyMs - slackMs);
}

/** Shares of a day's units. The rest is for collectors and previews. */
export const refreshShares = { besideSources: 0.6, alone: 0.95 };

type Allowance = { units: number; share: number; used: number; end: Date };

/** Units that one run may spend: the rest of the share, spread over the hours until the window ends. */
export function unitsOfRun({ units, share, used, end }: Allowance, now: Date): number {
  const hours = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / hourMs));
  return Math.max(0, Math.ceil((Math.floor(units * share) - used) / hours));
}
