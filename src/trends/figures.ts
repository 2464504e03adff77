// Figures of a trend in the API, trend alerts and emails, rounded to four decimals.

import { changeOf } from './growth.ts';
import type { Trend, Trends } from './trends.ts';

export type TrendFigures = {
  share: number | null;
  shareBefore: number | null;
  change: number | null;
  /** Hooks that the verdict is based on. */
  n: number;
};

export function toFigures(trend: Trend, all: Pick<Trends, 'hooksAdded' | 'hooksAddedBefore'>): TrendFigures {
  const { hooksAdded: now, hooksAddedBefore: before } = trend;
  const { hooksAdded: allNow, hooksAddedBefore: allBefore } = all;
  return {
    share: roundShare(shareOf(now, allNow)),
    shareBefore: roundShare(shareOf(before, allBefore)),
    change: roundShare(changeOf({ now, before, allNow, allBefore })),
    n: now + before,
  };
}

export function roundShare(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10_000) / 10_000;
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
