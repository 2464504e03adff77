// Recent activity of the catalog: first sightings, growth of views, and the trends of the whole catalog.
import { dayMs } from '../../lib/time.ts';
import { collectGrowth, daysKept, type Growth, type Rise } from '../../trends/growth.ts';
import {
  type Activity,
  computeAllTrends,
  computeTrends,
  longAgo,
  type Trends,
  type TrendWindow,
  windowDays,
} from '../../trends/trends.ts';
import { divideRun } from './binary-search.ts';
import { timeAt } from './filter-columns.ts';
import { gone, type NewRows } from './pairs.ts';
import { shared, sharedBytes, sharedInts } from './shared-arrays.ts';
import { type Dimension, findRow, perSnapshot, type Rises, type Rows, type Snapshot } from './snapshot.ts';

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

/** Times are milliseconds since 1970. `end` is the time of the latest data. */
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

/** Computes the trends of every label and window. */
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

/** Computes the trends of these rows, which must ascend. */
export function trendsOfRows(
  { activity, views, columns }: Pick<Snapshot, 'activity' | 'views' | 'columns'>,
  rows: Uint32Array,
  by: TrendLabel,
  window: TrendWindow,
): Trends {
  const { values, codes, ...rowsByCode } = columns[by];
  const run = divideRun(rowsByCode, rows);
  return computeTrends({ ...activity, views, values, codes, rows, rowsByCode: run }, window);
}

// Rises of views between counts, stored as read, since their days depend on the end of a version's data.

/** Returns the time in milliseconds since 1970 after which rises count in trends of data that ends at `end`. */
export function risesSince(end: number): number {
  return end - daysKept * dayMs;
}

/** `readRises` passes rises in order of the hook's id. */
export async function collectRises(
  rows: Pick<Rows, 'ids' | 'byId'>,
  readRises: (take: (rise: Rise) => void) => Promise<void>,
): Promise<Rises> {
  const list = listRises();
  await readRises(({ hookId, fromAt, fromViews, toAt, toViews, isRefreshed }) => {
    const row = findRow(rows, hookId);
    if (row !== undefined) list.add(row, fromAt, toAt, toViews - fromViews, isRefreshed ? 1 : 0);
  });
  return list.finish();
}

/** Merges rises of unchanged hooks that still count with rises of changed hooks. */
export function mergeRises(
  { ids }: Pick<Rows, 'ids'>,
  base: Rises,
  newRows: NewRows,
  changed: Rises,
  end: number,
): Rises {
  const list = listRises();
  const since = risesSince(end);
  let next = 0;
  const addChanged = (beforeId: number) => {
    for (; next < changed.rows.length && ids[changed.rows[next]] < beforeId; next++)
      addFrom(list, changed, next, changed.rows[next]);
  };
  for (let at = 0; at < base.rows.length; at++) {
    const row = newRows[base.rows[at]];
    if (row === gone || base.toAt[at] <= since) continue;
    addChanged(ids[row]);
    addFrom(list, base, at, row);
  }
  addChanged(Number.POSITIVE_INFINITY);
  return list.finish();
}

function growthOf({ rows, fromAt, toAt, gains, refreshed }: Rises, end: number): Growth {
  const growth = collectGrowth(end);
  for (let at = 0; at < rows.length; at++)
    growth.add(rows[at], {
      fromAt: fromAt[at],
      fromViews: 0,
      toAt: toAt[at],
      toViews: gains[at],
      isRefreshed: refreshed[at] === 1,
    });
  return growth.finish();
}

function listRises() {
  const [rows, fromAt, toAt, gains, refreshed] = [[], [], [], [], []] as number[][];
  return {
    add: (row: number, from: number, to: number, gained: number, isRefreshed: number): void => {
      rows.push(row);
      fromAt.push(from);
      toAt.push(to);
      gains.push(gained);
      refreshed.push(isRefreshed);
    },
    finish: (): Rises => {
      const sharedRows = sharedInts(rows.length);
      sharedRows.set(rows);
      const sharedRefreshed = sharedBytes(refreshed.length);
      sharedRefreshed.set(refreshed);
      const columns = { fromAt: shared(fromAt), toAt: shared(toAt), gains: shared(gains) };
      return { rows: sharedRows, ...columns, refreshed: sharedRefreshed };
    },
  };
}

function addFrom(
  list: ReturnType<typeof listRises>,
  { fromAt, toAt, gains, refreshed }: Rises,
  at: number,
  row: number,
): void {
  list.add(row, fromAt[at], toAt[at], gains[at], refreshed[at]);
}

// Views that each hook gained in the last seven days of the data.

export const unknownGain = -1;

/** Returns whole numbers by row; `unknownGain` where the views of these days were not counted twice. */
export const viewsGained = perSnapshot(({ size, activity: { growth } }) => {
  const gained = new Float64Array(size).fill(unknownGain);
  growth.rows.forEach((row, at) => {
    let views = unknownGain;
    for (let place = growth.starts[at]; place < growth.starts[at + 1]; place++)
      if (growth.days[place] < windowDays['7d']) views = Math.max(0, views) + growth.views[place];
    gained[row] = Math.round(views);
  });
  return gained;
});
