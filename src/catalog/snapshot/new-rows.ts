// New numbers of rows in an incremental build, and lists of rows that are merged by them.
import { rowPosition } from './binary-search.ts';

/** New row of each row, `gone` if removed. Rows keep their order. */
export type NewRows = Uint32Array;
export const gone = 0xffff_ffff;

export type Renumbering = {
  /** Of the rows of the previous version. */
  base: NewRows;
  /** Of the changed rows. */
  changed: Uint32Array;
  /** For each changed row, the first row of the previous version that comes after it. */
  places: Uint32Array;
};

/** Writes the new rows of `from[start] … from[end - 1]` to `to` from `at` on, without those that are gone. Returns their end. */
export function copyNewRows(
  newRows: NewRows,
  from: Uint32Array,
  start: number,
  end: number,
  to: Uint32Array,
  at: number,
): number {
  let next = at;
  for (let place = start; place < end; place++) {
    const row = newRows[from[place]];
    to[next] = row;
    // Otherwise the next row overwrites it. A branch would take longer.
    next += row === gone ? 0 : 1;
  }
  return next;
}

/** Rows of a list, ascending. */
export type List = { rows: Uint32Array; start: number; end: number };

/** As copyNewRows, with rows of a list of changed rows between them. */
export function mergeList(numbers: Renumbering, base: List, changed: List, to: Uint32Array, at: number): number {
  let next = at;
  let from = base.start;
  for (let place = changed.start; place < changed.end; place++) {
    const row = changed.rows[place];
    const end = rowPosition(base.rows, numbers.places[row], from, base.end);
    next = copyNewRows(numbers.base, base.rows, from, end, to, next);
    to[next++] = numbers.changed[row];
    from = end;
  }
  return copyNewRows(numbers.base, base.rows, from, base.end, to, next);
}
