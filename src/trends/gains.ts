// What hooks gained in a window and in the time before it, per value and day, with what is out of the common cut off. Pure.
import type { Growth } from './growth.ts';

/** Per code of the label. */
export type Gains = {
  /** By day, as Growth counts them. */
  daily: Float64Array[];
  /** Rows of those that gained the most in the window, uncut. */
  top: number[][];
};

export type GainsInput = {
  growth: Growth;
  codes: Uint16Array;
  /** How many codes there are. */
  values: number;
  days: number;
  isWanted: (row: number) => boolean;
};

export const topHooks = 3;
/** Of a hundred hooks that gain, the five that gain the most count as much as the one after them. */
const capShare = 0.95;

export function countGains(input: GainsInput): Gains {
  const { growth, codes, values, days } = input;
  const { now, before } = sumByHook(input);
  const [cap, capBefore] = [capOf(now), capOf(before)];
  const daily = Array.from({ length: values }, () => new Float64Array(2 * days));
  const top = Array.from({ length: values }, (): number[] => []);
  for (let hook = 0; hook < growth.rows.length; hook++) {
    const code = codes[growth.rows[hook]];
    if (now[hook] > 0) keepBest(top[code], hook, now);
    const weight = Math.min(1, cap / now[hook]);
    const weightBefore = Math.min(1, capBefore / before[hook]);
    if (now[hook] === 0 && before[hook] === 0) continue;
    for (let at = growth.starts[hook]; at < growth.starts[hook + 1]; at++) {
      const day = growth.days[at];
      if (day < 2 * days) daily[code][day] += growth.views[at] * (day < days ? weight : weightBefore);
    }
  }
  return { daily, top: top.map((hooks) => hooks.map((hook) => growth.rows[hook])) };
}

/** By the place of the hook in `growth.rows`; 0 where it is not wanted. */
function sumByHook({ growth, days, isWanted }: GainsInput): Record<'now' | 'before', Float64Array> {
  const { rows, starts, views } = growth;
  const now = new Float64Array(rows.length);
  const before = new Float64Array(rows.length);
  for (let hook = 0; hook < rows.length; hook++) {
    if (!isWanted(rows[hook])) continue;
    for (let at = starts[hook]; at < starts[hook + 1]; at++) {
      const day = growth.days[at];
      if (day < days) now[hook] += views[at];
      else if (day < 2 * days) before[hook] += views[at];
    }
  }
  return { now, before };
}

/** The hooks that gained the most, the first of equals. */
function keepBest(best: number[], hook: number, gained: Float64Array): void {
  let at = best.length;
  while (at > 0 && gained[hook] > gained[best[at - 1]]) at--;
  if (at >= topHooks) return;
  best.splice(at, 0, hook);
  best.length = Math.min(best.length, topHooks);
}

function capOf(gained: Float64Array): number {
  // By hand: `filter` would take as long as all the rest.
  const positive = new Float64Array(gained.length);
  let count = 0;
  for (const views of gained) if (views > 0) positive[count++] = views;
  return count > 0 ? smallest(positive.subarray(0, count), Math.floor(capShare * (count - 1))) : 0;
}

/** The value that would stand at `place` if they were sorted. Reorders `values`, in time that grows with their number. */
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
