// Recent activity of the catalog: first sightings, growth of views, and the trends of the whole catalog.
import { dayMs } from '../../../lib/time.ts';
import { daysKept, type Growth } from '../../../trends/growth.ts';
import {
  type Activity,
  computeAllTrends,
  computeTrends,
  longAgo,
  type Trends,
  type TrendWindow,
} from '../../../trends/trends.ts';
import { timeAt } from '../columns/times.ts';
import { shared, sharedBytes, sharedInts } from '../shared-arrays.ts';
import type { Dimension, Rises, Rows, Snapshot } from '../snapshot.ts';
import { growthOf } from './view-gains.ts';

/** The labels that trends group by. */
export const trendLabels = [
  'archetype',
  'niche',
  'emotional_trigger',
  'platform',
  'format',
] as const satisfies Dimension[];
export type TrendLabel = (typeof trendLabels)[number];

export function trendKey(by: TrendLabel, window: TrendWindow): string {
  return `${by} ${window}`;
}

/** Times are milliseconds since 1970. `end` is the end of the data. */
export function collectActivity({ size, seenAt }: Pick<Rows, 'size' | 'seenAt'>, rises: Rises, end: number): Activity {
  const seenDays = sharedBytes(size);
  for (let row = 0; row < size; row++) {
    const day = Math.max(0, Math.floor((end - timeAt(seenAt, row)) / dayMs));
    seenDays[row] = day < daysKept ? day : longAgo;
  }
  return { seenDays, growth: toShared(growthOf(rises, end)) };
}

function toShared({ rows, starts, days, views, refreshed }: Growth): Growth {
  const growth = {
    rows: sharedInts(rows.length),
    starts: sharedInts(starts.length),
    days: sharedBytes(days.length),
    refreshed: sharedBytes(refreshed.length),
  };
  growth.rows.set(rows);
  growth.starts.set(starts);
  growth.days.set(days);
  growth.refreshed.set(refreshed);
  return { ...growth, views: shared(views) };
}

/** Of every label and window. */
export function trendsOfAll(
  activity: Activity,
  { views, columns }: Pick<Rows, 'views' | 'columns'>,
): ReadonlyMap<string, Trends> {
  const trends = new Map<string, Trends>();
  for (const by of trendLabels) {
    const { values, codes, ...rowsByCode } = columns[by];
    const ofWindows = computeAllTrends({ ...activity, views, values, codes, rowsByCode });
    for (const window of Object.keys(ofWindows) as TrendWindow[]) trends.set(trendKey(by, window), ofWindows[window]);
  }
  return trends;
}

/** Of these rows only, ascending. */
export function trendsOfRows(
  { activity, views, columns }: Pick<Snapshot, 'activity' | 'views' | 'columns'>,
  rows: Uint32Array,
  by: TrendLabel,
  window: TrendWindow,
): Trends {
  const { values, codes } = columns[by];
  return computeTrends({ ...activity, views, values, codes, rows }, window);
}
