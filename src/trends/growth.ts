// Growth of views by day: spreads the rise between two counts of a hook's views over the days between them.
import { dayMs } from '../lib/time.ts';

/** Twice the longest window: the window and the time before. */
export const daysKept = 60;

/** Two consecutive counts of one hook's views. Times are milliseconds since 1970. */
export type Rise = {
  hookId: number;
  fromAt: number;
  fromViews: number;
  toAt: number;
  toViews: number;
  /** The later count was measured by a refresh, not by an import. */
  isRefreshed: boolean;
};

type Counts = Omit<Rise, 'hookId' | 'isRefreshed'>;

/**
 * Views that hooks gained by day. Day 0 is the last 24 hours before the end of the data, day 1 the 24 hours before. The gains of the
 * hook of `rows[at]` are in `days`, `views` and `refreshed` from `starts[at]` to `starts[at + 1]`; a day may occur more than once.
 * `refreshed` is 1 where a refresh measured the gain.
 */
export type Growth = {
  rows: Uint32Array;
  starts: Uint32Array;
  days: Uint8Array;
  views: Float64Array;
  refreshed: Uint8Array;
};

/** Spreads views evenly over the time between two counts. Days after `end` or too old are left out. */
export function spreadRise(
  { fromAt, fromViews, toAt, toViews }: Counts,
  end: number,
  take: (day: number, views: number) => void,
): void {
  const perMs = (toViews - fromViews) / (toAt - fromAt);
  const first = Math.max(0, Math.floor((end - toAt) / dayMs));
  for (let day = first; day < daysKept; day++) {
    const dayEnd = end - day * dayMs;
    const ms = Math.min(toAt, dayEnd) - Math.max(fromAt, dayEnd - dayMs);
    if (ms > 0) take(day, ms * perMs);
    if (fromAt >= dayEnd - dayMs) return;
  }
}

/** The rises of one hook must be adjacent. */
export function collectGrowth(end: number) {
  const rows = growable(Uint32Array);
  const starts = growable(Uint32Array);
  const days = growable(Uint8Array);
  const views = growable(Float64Array);
  const refreshed = growable(Uint8Array);
  let last: number | undefined;
  return {
    add: (row: number, rise: Omit<Rise, 'hookId'>): void =>
      spreadRise(rise, end, (day, gained) => {
        if (row !== last) {
          rows.push(row);
          starts.push(days.length());
          last = row;
        }
        days.push(day);
        views.push(gained);
        refreshed.push(rise.isRefreshed ? 1 : 0);
      }),
    finish: (): Growth => {
      starts.push(days.length());
      return {
        rows: rows.finish(),
        starts: starts.finish(),
        days: days.finish(),
        views: views.finish(),
        refreshed: refreshed.finish(),
      };
    },
  };
}

type Column = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

function growable<T extends Column>(Type: new (length: number) => T) {
  let column = new Type(1024);
  let length = 0;
  return {
    length: () => length,
    push: (value: number): void => {
      if (length === column.length) {
        const larger = new Type(length * 2);
        larger.set(column);
        column = larger;
      }
      column[length++] = value;
    },
    finish: () => column.slice(0, length) as T,
  };
}

// Verdict of a trend: whether a value's share of new hooks changed more than by chance. docs/trends.md explains it.

export const verdicts = ['heating', 'steady', 'cooling', 'insufficient_data'] as const;
export type Verdict = (typeof verdicts)[number];

/** Hooks first seen in the window and in the time of the same length before it: with the value, and all. */
type Sightings = { now: number; before: number; allNow: number; allBefore: number };

/** Minimum of hooks for a figure; a trend with fewer in both times together has no verdict. */
export const minHooks = 30;
/** About forty values are judged at once, so a chance of one in a thousand is low enough. */
const minDeviations = 3;
const minChange = 0.1;

export function judge(sightings: Sightings): Verdict {
  const { now, before, allNow, allBefore } = sightings;
  if (now + before < minHooks || allNow === 0 || allBefore === 0) return 'insufficient_data';
  const change = changeOf(sightings);
  if (change !== null && Math.abs(change) < minChange) return 'steady';
  const deviations = deviationsOf(sightings);
  if (Math.abs(deviations) < minDeviations) return 'steady';
  return deviations > 0 ? 'heating' : 'cooling';
}

/** Relative change of the share: 0.5 is 50 % more. Null if there is no share to compare. */
export function changeOf({ now, before, allNow, allBefore }: Sightings): number | null {
  return before === 0 || allNow === 0 ? null : now / allNow / (before / allBefore) - 1;
}

/** Two-proportion z statistic: the difference of the shares in standard deviations. */
export function deviationsOf({ now, before, allNow, allBefore }: Sightings): number {
  const pooled = (now + before) / (allNow + allBefore);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / allNow + 1 / allBefore));
  return deviation === 0 ? 0 : (now / allNow - before / allBefore) / deviation;
}
