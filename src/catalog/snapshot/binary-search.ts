// Binary searches.

/** Returns the first index in [0, length) for which `isAtOrAfter` holds, else length. The predicate must be monotone. */
export function lowerBound(length: number, isAtOrAfter: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtOrAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the first index in [from, to) of ascending rows whose row is at least `value`, else `to`. */
export function rowPosition(rows: Uint32Array, value: number, from = 0, to = rows.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle] >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Rows of code c are `rows[starts[c]] … rows[ends[c] - 1]`, ascending. */
export type RunByCode = { rows: Uint32Array; starts: Uint32Array; ends: Uint32Array };

/**
 * Divides a run of the catalog by the codes of a label without reading its rows. Returns undefined if `run`, which must ascend, has gaps.
 */
export function divideRun(
  { rows, starts }: { rows: Uint32Array; starts: Uint32Array },
  run: Uint32Array,
): RunByCode | undefined {
  const [first = 0] = run;
  const end = first + run.length;
  if (run.length > 0 && run[run.length - 1] !== end - 1) return undefined;
  const placesOf = (row: number) =>
    Uint32Array.from(starts.subarray(1), (to, code) => rowPosition(rows, row, starts[code], to));
  return { rows, starts: placesOf(first), ends: placesOf(end) };
}

/** Avoids `Uint32Array.from`, which would block the main thread for as long as a hundred requests. */
export function countUp(size: number): Uint32Array {
  const rows = new Uint32Array(size);
  for (let row = 0; row < size; row++) rows[row] = row;
  return rows;
}
