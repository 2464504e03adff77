// How views grew from day to day: counts of a hook's views in, what it gained in each day before the data ends out. Pure.
import { dayMs } from '../lib/time.ts';

/** Twice the longest window: the time it covers and the time before. */
export const daysKept = 60;

/** Two counts of one hook's views, one after the other. Moments are milliseconds since 1970. */
export type Rise = { hookId: number; fromAt: number; fromViews: number; toAt: number; toViews: number };

/**
 * What hooks gained by day. Day 0 is the last 24 hours before the end of the data, day 1 those before it. What the hook of
 * `rows[at]` gained stands in `days` and `views` from `starts[at]` up to `starts[at + 1]`, a day perhaps more than once.
 */
export type Growth = { rows: Uint32Array; starts: Uint32Array; days: Uint8Array; views: Float64Array };

/** Views between two counts are spread evenly over the time between them. What is after `end` or too old is left out. */
export function spreadRise(
  { fromAt, fromViews, toAt, toViews }: Omit<Rise, 'hookId'>,
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

/** Takes the rises of one hook after those of another. */
export function collectGrowth(end: number) {
  const rows = growable(Uint32Array);
  const starts = growable(Uint32Array);
  const days = growable(Uint8Array);
  const views = growable(Float64Array);
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
      }),
    finish: (): Growth => {
      starts.push(days.length());
      return { rows: rows.finish(), starts: starts.finish(), days: days.finish(), views: views.finish() };
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
