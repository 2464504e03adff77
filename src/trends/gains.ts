// Views gained in a window and in the time before it, per value and day, with outliers capped.
import type { Growth } from './growth.ts';

/** Arrays by code of the label. */
export type Gains = {
  /** Gains by day, as in Growth. */
  daily: Float64Array[];
  /** Gains in the window that refreshes measured. */
  refreshed: Float64Array;
  /** Rows with the largest gains in the window, not capped. */
  top: number[][];
};

export type GainsInput = {
  growth: Growth;
  codes: ArrayLike<number>;
  /** Number of codes. */
  values: number;
  days: number;
  /** Limits the result to these rows. */
  rows?: Uint32Array;
};

export const topHooks = 3;
/** The largest 5 % of gains are capped at the next one. */
const capShare = 0.95;

export function countGains(input: GainsInput): Gains {
  const { growth, codes, values, days } = input;
  const { hooks, now, before } = sumByHook(input);
  const [cap, capBefore] = [capOf(now), capOf(before)];
  // One array for all codes, since allocating and collecting small ones takes longer than the sums.
  const sums = new Float64Array(values * 2 * days);
  const daily = Array.from({ length: values }, (_, code) => sums.subarray(code * 2 * days, (code + 1) * 2 * days));
  const refreshed = new Float64Array(values);
  const top = Array.from({ length: values }, (): number[] => []);
  for (const [place, hook] of hooks.entries()) {
    const code = codes[growth.rows[hook]];
    if (now[place] > 0) keepBest(top[code], place, now);
    const weight = Math.min(1, cap / now[place]);
    const weightBefore = Math.min(1, capBefore / before[place]);
    for (let at = growth.starts[hook]; at < growth.starts[hook + 1]; at++) {
      const day = growth.days[at];
      if (day < 2 * days) daily[code][day] += growth.views[at] * (day < days ? weight : weightBefore);
      if (day < days && growth.refreshed[at] === 1) refreshed[code] += growth.views[at] * weight;
    }
  }
  return { daily, refreshed, top: top.map((places) => places.map((place) => growth.rows[hooks[place]])) };
}

type Sums = {
  /** Indices in `growth.rows` of hooks with gains in the window or before it. */
  hooks: Uint32Array;
  now: Float64Array;
  before: Float64Array;
};

function sumByHook({ growth, codes, days, rows }: GainsInput): Sums {
  const { starts, views } = growth;
  const isWanted = marked(rows, codes.length);
  const most = Math.min(growth.rows.length, rows?.length ?? Number.POSITIVE_INFINITY);
  const sums = { hooks: new Uint32Array(most), now: new Float64Array(most), before: new Float64Array(most) };
  let count = 0;
  for (let hook = 0; hook < growth.rows.length; hook++) {
    if (isWanted && isWanted[growth.rows[hook]] === 0) continue;
    let [now, before] = [0, 0];
    for (let at = starts[hook]; at < starts[hook + 1]; at++) {
      const day = growth.days[at];
      if (day < days) now += views[at];
      else if (day < 2 * days) before += views[at];
    }
    if (now === 0 && before === 0) continue;
    sums.hooks[count] = hook;
    sums.now[count] = now;
    sums.before[count++] = before;
  }
  if (isWanted) for (const row of rows ?? []) isWanted[row] = 0;
  const { hooks, now, before } = sums;
  return { hooks: hooks.subarray(0, count), now: now.subarray(0, count), before: before.subarray(0, count) };
}

let marks = new Uint8Array(0);

/** Marks the rows with 1. The memory is reused, since 1 MB per request would keep the garbage collector busy. */
function marked(rows: Uint32Array | undefined, size: number): Uint8Array | undefined {
  if (!rows) return undefined;
  if (marks.length < size) marks = new Uint8Array(size);
  for (const row of rows) marks[row] = 1;
  return marks;
}

/** Keeps the hooks with the largest gains, the first of equals. */
function keepBest(best: number[], hook: number, gained: Float64Array): void {
  let at = best.length;
  while (at > 0 && gained[hook] > gained[best[at - 1]]) at--;
  if (at >= topHooks) return;
  best.splice(at, 0, hook);
  best.length = Math.min(best.length, topHooks);
}

function capOf(gained: Float64Array): number {
  // `filter` would take as long as all the rest.
  const positive = new Float64Array(gained.length);
  let count = 0;
  for (const views of gained) if (views > 0) positive[count++] = views;
  return count > 0 ? smallest(positive.subarray(0, count), Math.floor(capShare * (count - 1))) : 0;
}

/** Quickselect: the value at `place` in sorted order. Reorders `values`, in linear time. */
function smallest(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1];
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left] < pivot) left++;
      while (values[right] > pivot) right--;
      if (left > right) break;
      const value = values[left];
      values[left++] = values[right];
      values[right--] = value;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return values[place];
  }
  return values[place];
}
