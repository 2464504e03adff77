// What rises and falls: per value of a label, the hooks first seen and the views gained in a window, beside the time before it.
// Pure, over columns in order of views; which rows are meant, and how it is told, is decided elsewhere.
import type { Growth } from './growth.ts';
import { judge, type Verdict } from './verdict.ts';

export const windowDays = { '24h': 1, '7d': 7, '30d': 30 } as const;
export type TrendWindow = keyof typeof windowDays;

/** What happened lately, by row. */
export type Activity = {
  /** The day, as Growth counts them, in which the hook was first seen; `longAgo` where it is not kept. */
  seenDays: Uint8Array;
  growth: Growth;
};
export const longAgo = 255;

export type Trend = {
  value: string;
  hooksAdded: number;
  hooksAddedBefore: number;
  /** Capped and rounded. */
  viewsGained: number;
  viewsGainedBefore: number;
  /** Of the hooks added in the window. */
  medianViews: number | null;
  verdict: Verdict;
  /** By day, the oldest first, over the time before and the window. */
  daily: { hooksAdded: number; viewsGained: number }[];
  /** Rows: those that gained the most in the window, then the most viewed of those added in it. */
  top: number[];
};

export type Trends = { hooksAdded: number; hooksAddedBefore: number; values: Trend[] };

export type TrendInput = Activity & {
  views: Float64Array;
  values: readonly string[];
  codes: Uint16Array;
  /** Only these rows, ascending. */
  rows?: Uint32Array;
};

const topHooks = 3;
/** Of a hundred hooks that gain, the five that gain the most count as much as the one after them. */
const capShare = 0.95;

type Tally = { added: number[]; gained: number[]; recent: number[]; total: number };

/** Values with a hook among the rows, the most added first. Values that are empty are left out. */
export function computeTrends(input: TrendInput, window: TrendWindow): Trends {
  const days = windowDays[window];
  const span = 2 * days;
  const { values, codes, views, seenDays } = input;
  const tallies = values.map((): Tally => ({ added: zeros(span), gained: zeros(span), recent: [], total: 0 }));
  forEachRow(input, (row) => {
    const tally = tallies[codes[row]];
    tally.total++;
    const day = seenDays[row];
    if (day >= span) return;
    tally.added[day]++;
    if (day < days) tally.recent.push(row);
  });
  const gains = gainsOf(input, days);
  const isWanted = maskOf(input);
  const { growth } = input;
  for (let at = 0; at < growth.rows.length; at++) {
    const [row, day] = [growth.rows[at], growth.days[at]];
    if (day < span && isWanted(row))
      tallies[codes[row]].gained[day] += growth.views[at] * gains.weight(row, day < days);
  }
  const all = tallies.reduce(
    (sum, { added }) => [sum[0] + total(added, 0, days), sum[1] + total(added, days, span)],
    [0, 0],
  );
  const trends = tallies.flatMap((tally, code) =>
    tally.total > 0 && values[code] !== ''
      ? [toTrend(values[code], tally, days, all, topOf(tally.recent, gains.rowsOf(code)), views)]
      : [],
  );
  trends.sort((a, b) => b.hooksAdded - a.hooksAdded || b.viewsGained - a.viewsGained || (a.value < b.value ? -1 : 1));
  return { hooksAdded: all[0], hooksAddedBefore: all[1], values: trends };
}

function toTrend(
  value: string,
  { added, gained, recent }: Tally,
  days: number,
  [allNow, allBefore]: number[],
  top: number[],
  views: Float64Array,
): Trend {
  const [now, before] = [total(added, 0, days), total(added, days, 2 * days)];
  return {
    value,
    hooksAdded: now,
    hooksAddedBefore: before,
    viewsGained: Math.round(total(gained, 0, days)),
    viewsGainedBefore: Math.round(total(gained, days, 2 * days)),
    medianViews: medianOf(recent, views),
    verdict: judge({ now, before, allNow, allBefore }),
    daily: added.map((hooksAdded, day) => ({ hooksAdded, viewsGained: Math.round(gained[day]) })).reverse(),
    top,
  };
}

/** What each hook gained in the window and before it, and how much of that counts. */
function gainsOf({ growth, codes, rows, views }: TrendInput, days: number) {
  const now = new Map<number, number>();
  const before = new Map<number, number>();
  const isWanted = maskOf({ rows, views });
  for (let at = 0; at < growth.rows.length; at++) {
    const [row, day] = [growth.rows[at], growth.days[at]];
    if (day >= 2 * days || !isWanted(row)) continue;
    const half = day < days ? now : before;
    half.set(row, (half.get(row) ?? 0) + growth.views[at]);
  }
  const [cap, capBefore] = [capOf(now), capOf(before)];
  const best = new Map<number, number[]>();
  for (const row of [...now.keys()].sort((a, b) => (now.get(b) ?? 0) - (now.get(a) ?? 0) || a - b)) {
    const rowsOfCode = best.get(codes[row]) ?? [];
    if (rowsOfCode.length < topHooks) best.set(codes[row], [...rowsOfCode, row]);
  }
  return {
    /** Of every view that the hook gained. */
    weight: (row: number, isNow: boolean) =>
      isNow ? Math.min(1, cap / (now.get(row) ?? cap)) : Math.min(1, capBefore / (before.get(row) ?? capBefore)),
    rowsOf: (code: number) => best.get(code) ?? [],
  };
}

function capOf(gains: ReadonlyMap<number, number>): number {
  const sorted = Float64Array.from(gains.values()).sort();
  return sorted.length > 0 ? sorted[Math.floor(capShare * (sorted.length - 1))] : 0;
}

function topOf(recent: readonly number[], gainers: readonly number[]): number[] {
  return [...new Set([...gainers, ...recent.slice(0, topHooks)])].slice(0, topHooks);
}

function forEachRow({ rows, views }: Pick<TrendInput, 'rows' | 'views'>, take: (row: number) => void): void {
  if (rows) for (const row of rows) take(row);
  else for (let row = 0; row < views.length; row++) take(row);
}

function maskOf({ rows, views }: Pick<TrendInput, 'rows' | 'views'>): (row: number) => boolean {
  if (!rows) return () => true;
  const mask = new Uint8Array(views.length);
  for (const row of rows) mask[row] = 1;
  return (row) => mask[row] === 1;
}

/** Rows stand in order of views; of an even number the mean of the two in the middle, rounded. */
function medianOf(rows: readonly number[], views: Float64Array): number | null {
  if (rows.length === 0) return null;
  return Math.round((views[rows[(rows.length - 1) >> 1]] + views[rows[rows.length >> 1]]) / 2);
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function total(series: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += series[at];
  return sum;
}
