// Trends: per value of a label, the hooks first seen and the views gained in a window and in the time before it. Works on columns in
// order of views.
import { countGains, type Gains, topHooks } from './gains.ts';
import { daysKept, type Growth, judge, type Verdict } from './growth.ts';

export const windowDays = { '24h': 1, '7d': 7, '30d': 30 } as const;
export type TrendWindow = keyof typeof windowDays;
export const trendWindows = Object.keys(windowDays) as [TrendWindow, ...TrendWindow[]];

/** Recent activity by row. */
export type Activity = {
  /** The day, as in Growth, when the hook was first seen; `longAgo` if it is older. */
  seenDays: Uint8Array;
  growth: Growth;
};
export const longAgo = 255;

export type Trend = {
  value: string;
  hooksAdded: number;
  hooksAddedBefore: number;
  /** Outliers are capped; the sum is rounded. */
  viewsGained: number;
  viewsGainedBefore: number;
  /** Share of `viewsGained` that refreshes measured, 0 to 1; null without gains. */
  refreshedShare: number | null;
  /** Median views of the hooks added in the window. */
  medianViews: number | null;
  verdict: Verdict;
  /** Days of the time before and the window, oldest first. */
  daily: { hooksAdded: number; viewsGained: number }[];
  /** Rows with the largest gains in the window, then the most viewed rows added in it. */
  top: number[];
};

export type Trends = {
  hooksAdded: number;
  hooksAddedBefore: number;
  /** Share over all values. */
  refreshedShare: number | null;
  values: Trend[];
};

export type TrendInput = Activity & {
  views: ArrayLike<number>;
  values: readonly string[];
  codes: ArrayLike<number>;
  /** Limits the result to these rows, in ascending order. */
  rows?: Uint32Array;
  /** Optional: reading known rows is faster. */
  rowsByCode?: RowsByCode;
};

/** Rows of code c begin at `rows[starts[c]]`, in ascending order. */
type RowsByCode = { starts: Uint32Array; rows: Uint32Array };

/** `first` and `middle` are rows added in the window: the most viewed, and the one or two at the median. */
type Tally = { added: number[]; total: number; first: number[]; middle: number[] };

/** Returns values with hooks among the rows, most added first, without the empty value. */
export function computeTrends(input: TrendInput, window: TrendWindow): Trends {
  return trendsOf(input, window, countRows(input, 2 * windowDays[window]));
}

/** Computes the trends of every window, but counts the rows once. */
export function computeAllTrends(input: TrendInput): Record<TrendWindow, Trends> {
  const counts = countRows(input, daysKept);
  const ofWindow = (window: TrendWindow) => trendsOf(input, window, counts);
  return { '24h': ofWindow('24h'), '7d': ofWindow('7d'), '30d': ofWindow('30d') };
}

function trendsOf(input: TrendInput, window: TrendWindow, counts: Counts): Trends {
  const days = windowDays[window];
  const span = 2 * days;
  const { values, codes, views, growth } = input;
  const tallies = values.map((_, code) => tallyOf(counts, code, span));
  pickRecent(input, days, tallies);
  const gains = countGains({ growth, codes, values: values.length, days, rows: input.rows });
  const all = tallies.reduce(
    (sum, { added }) => [sum[0] + total(added, 0, days), sum[1] + total(added, days, span)],
    [0, 0],
  );
  const trends = tallies.flatMap((tally, code) =>
    tally.total > 0 && values[code] !== ''
      ? [toTrend(values[code], tally, gainsOf(gains, code), all, topOf(tally.first, gains.top[code]), views)]
      : [],
  );
  trends.sort((a, b) => b.hooksAdded - a.hooksAdded || b.viewsGained - a.viewsGained || (a.value < b.value ? -1 : 1));
  return {
    hooksAdded: all[0],
    hooksAddedBefore: all[1],
    refreshedShare: refreshedShareOf(gains, days),
    values: trends,
  };
}

/** Gains of one value. */
type ValueGains = { daily: Float64Array; refreshed: number };

function gainsOf({ daily, refreshed }: Gains, code: number): ValueGains {
  return { daily: daily[code], refreshed: refreshed[code] };
}

function refreshedShareOf({ daily, refreshed }: Gains, days: number): number | null {
  const gained = daily.reduce((sum, series) => sum + total(series, 0, days), 0);
  return shareOf(total(refreshed, 0, refreshed.length), gained);
}

/** Rounding errors could make the part larger than the whole. */
function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(1, part / whole) : null;
}

function toTrend(
  value: string,
  { added, middle }: Tally,
  { daily: gained, refreshed }: ValueGains,
  [allNow, allBefore]: number[],
  top: number[],
  views: ArrayLike<number>,
): Trend {
  const days = added.length / 2;
  const [now, before] = [total(added, 0, days), total(added, days, 2 * days)];
  return {
    value,
    hooksAdded: now,
    hooksAddedBefore: before,
    viewsGained: Math.round(total(gained, 0, days)),
    viewsGainedBefore: Math.round(total(gained, days, 2 * days)),
    refreshedShare: shareOf(refreshed, total(gained, 0, days)),
    medianViews: medianOf(middle, views),
    verdict: judge({ now, before, allNow, allBefore }),
    daily: added.map((hooksAdded, day) => ({ hooksAdded, viewsGained: Math.round(gained[day]) })).reverse(),
    top,
  };
}

// The loops below run several times over the whole catalog with each version, so they use plain arrays and no callback per row.

/** Rows by code, and those of the last `span` days by code and day. */
type Counts = { totals: Uint32Array; added: Uint32Array; span: number };

function countRows({ rows, values, codes, seenDays }: TrendInput, span: number): Counts {
  const totals = new Uint32Array(values.length);
  const added = new Uint32Array(values.length * span);
  const size = rows?.length ?? codes.length;
  for (let at = 0; at < size; at++) {
    const row = rows ? rows[at] : at;
    const code = codes[row];
    totals[code]++;
    if (seenDays[row] < span) added[code * span + seenDays[row]]++;
  }
  return { totals, added, span };
}

function tallyOf({ totals, added, span }: Counts, code: number, days: number): Tally {
  const start = code * span;
  return { added: Array.from(added.subarray(start, start + days)), total: totals[code], first: [], middle: [] };
}

/** Rows are in order of views, so the one in the middle has the median. */
function pickRecent(input: TrendInput, days: number, tallies: readonly Tally[]): void {
  const counts = Uint32Array.from(tallies, ({ added }) => total(added, 0, days));
  if (input.rowsByCode) pickFromLists(input.rowsByCode, input.seenDays, days, counts, tallies);
  else pickFromRows(input, days, counts, tallies);
}

function pickFromRows(
  { rows, codes, seenDays }: TrendInput,
  days: number,
  counts: Uint32Array,
  tallies: readonly Tally[],
): void {
  const seen = new Uint32Array(tallies.length);
  const size = rows?.length ?? codes.length;
  for (let at = 0; at < size; at++) {
    const row = rows ? rows[at] : at;
    if (seenDays[row] >= days) continue;
    const code = codes[row];
    pick(tallies[code], counts[code], seen[code]++, row);
  }
}

/** Reads each list up to the middle of its recent rows. */
function pickFromLists(
  { starts, rows }: RowsByCode,
  seenDays: Uint8Array,
  days: number,
  counts: Uint32Array,
  tallies: readonly Tally[],
): void {
  for (let code = 0; code < tallies.length; code++) {
    const wanted = Math.min(counts[code], Math.max(topHooks, (counts[code] >> 1) + 1));
    let at = starts[code];
    for (let place = 0; place < wanted; at++) {
      if (seenDays[rows[at]] < days) pick(tallies[code], counts[code], place++, rows[at]);
    }
  }
}

/** `row` is at `place` of the `count` rows that were added in the window. */
function pick({ first, middle }: Tally, count: number, place: number, row: number): void {
  if (place < topHooks) first.push(row);
  if (place === (count - 1) >> 1 || place === count >> 1) middle.push(row);
}

function topOf(first: readonly number[], gainers: readonly number[]): number[] {
  return [...new Set([...gainers, ...first])].slice(0, topHooks);
}

/** The mean of two in the middle, rounded. */
function medianOf(middle: readonly number[], views: ArrayLike<number>): number | null {
  return middle.length === 0
    ? null
    : Math.round(
        total(
          middle.map((row) => views[row]),
          0,
          middle.length,
        ) / middle.length,
      );
}

function total(series: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += series[at];
  return sum;
}
