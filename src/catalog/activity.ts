// What of a catalog is new or grows, collected while its snapshot is built, and the trends of the whole catalog worked out of it.
import { collectGrowth, dayMs, daysKept } from '../trends/growth.ts';
import { type Activity, computeTrends, longAgo, type Trends, type TrendWindow, windowDays } from '../trends/trends.ts';
import { copyRises } from './copy-rows.ts';
import { type Column, type Dimension, findRow, type Snapshot } from './snapshot.ts';

/** The labels that trends are told by. */
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

/** The moment from which rises matter to trends of data that ends at `end`, in milliseconds since 1970. */
export function activitySince(end: number): Date {
  return new Date(end - daysKept * dayMs);
}

/** `rises`: what copyRises sends. Moments are milliseconds since 1970. */
export async function collectActivity(
  hooks: Pick<Snapshot, 'byId' | 'ids'>,
  seenAt: Float64Array,
  end: number,
  rises: AsyncIterable<Buffer>,
): Promise<Activity> {
  const seenDays = new Uint8Array(seenAt.length);
  for (const [row, at] of seenAt.entries()) {
    const day = Math.max(0, Math.floor((end - at) / dayMs));
    seenDays[row] = day < daysKept ? day : longAgo;
  }
  const growth = collectGrowth(end);
  await copyRises(rises, ({ hookId, ...rise }) => {
    const row = findRow(hooks, hookId);
    if (row !== undefined) growth.add(row, rise);
  });
  return { seenDays, growth: growth.finish() };
}

/** By every label, over every window. */
export function trendsOfAll(
  activity: Activity,
  views: Float64Array,
  columns: Readonly<Record<Dimension, Column>>,
): ReadonlyMap<string, Trends> {
  const trends = new Map<string, Trends>();
  for (const by of trendLabels) {
    const { values, codes } = columns[by];
    for (const window of Object.keys(windowDays) as TrendWindow[])
      trends.set(trendKey(by, window), computeTrends({ ...activity, views, values, codes }, window));
  }
  return trends;
}
