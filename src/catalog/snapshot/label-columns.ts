// Columns of the labels: a code for each hook, and the rows of each value.
import { type Narrow, type NumberArray, narrow } from './filter-columns.ts';
import { type List, mergeList, type Renumbering } from './pairs.ts';
import { type Ints, sharedInts } from './shared-arrays.ts';
import { type Column, type Dimension, dimensions, type Rows } from './snapshot.ts';

type Columns = Rows['columns'];
type Labels = Record<Dimension, string | null>;

/** Collects the labels of `size` hooks. An unknown label is ''. */
export function collectLabels(size: number): { add: (row: number, labels: Labels) => void; finish: () => Columns } {
  const collected = dimensions.map((name) => ({
    name,
    numbers: new Map<string, number>(),
    codes: new Uint16Array(size),
  }));
  return {
    add: (row, labels) => {
      for (const { name, numbers, codes } of collected) codes[row] = codeOf(numbers, labels[name] ?? '');
    },
    finish: () => toColumns((name) => toColumn(collected[dimensions.indexOf(name)])),
  };
}

/** Combines the codes of both in the new order of rows. */
type MergeCodes = (base: NumberArray, changed: NumberArray) => Narrow;

export function mergeLabels(base: Columns, changed: Columns, numbers: Renumbering, merge: MergeCodes): Columns {
  return toColumns((name) => mergeColumn(base[name], changed[name], numbers, merge));
}

/** Keeps values in order of their first row, as in toColumn. */
function mergeColumn(base: Column, changed: Column, numbers: Renumbering, merge: MergeCodes): Column {
  const rows = new Uint32Array(base.rows.length + changed.rows.length);
  const [inBase, inChanged] = [listsOf(base), listsOf(changed)];
  let end = 0;
  const lists = [...new Set([...base.values, ...changed.values])].map((value) => {
    const start = end;
    end = mergeList(numbers, inBase(value), inChanged(value), rows, start);
    return { value, rows: rows.subarray(start, end) };
  });
  const kept = lists.filter((list) => list.rows.length > 0).sort((a, b) => a.rows[0] - b.rows[0]);
  const codes = new Map<string, number>();
  const merged = { starts: sharedInts(kept.length + 1), rows: sharedInts(end) };
  for (const list of kept) {
    const code = codeOf(codes, list.value);
    merged.rows.set(list.rows, merged.starts[code]);
    merged.starts[code + 1] = merged.starts[code] + list.rows.length;
  }
  return { values: [...codes.keys()], codes: merge(translate(base, codes), translate(changed, codes)), ...merged };
}

function listsOf({ values, starts, rows }: Column): (value: string) => List {
  const codes = new Map(values.map((value, code) => [value, code]));
  return (value) => {
    const code = codes.get(value);
    return code === undefined ? { rows, start: 0, end: 0 } : { rows, start: starts[code], end: starts[code + 1] };
  };
}

/** Translates the column's codes by `newCodes`. A code without a new one belongs to a value without rows, and is never read. */
function translate({ values, codes }: Column, newCodes: ReadonlyMap<string, number>): NumberArray {
  const translated = values.map((value, code) => newCodes.get(value) ?? code);
  if (translated.every((newCode, code) => newCode === code)) return codes;
  const result = new Uint16Array(codes.length);
  for (let row = 0; row < codes.length; row++) result[row] = translated[codes[row]];
  return result;
}

/** Codes are 16-bit, so a larger one would wrap around to the code of another value. */
const maxCode = 0xffff;

function codeOf(numbers: Map<string, number>, value: string): number {
  let code = numbers.get(value);
  if (code === undefined) {
    code = numbers.size;
    if (code > maxCode) throw new Error(`A label has more than ${maxCode + 1} values, such as ${value.slice(0, 40)}.`);
    numbers.set(value, code);
  }
  return code;
}

type Coded = { numbers: Map<string, number>; codes: Uint16Array };

function toColumns(columnOf: (name: Dimension) => Column): Columns {
  return Object.fromEntries(dimensions.map((name) => [name, columnOf(name)])) as Columns;
}

/** Values are renumbered in order of their first row, so that a catalog has the same column however it was built. */
function toColumn({ numbers, codes }: Coded): Column {
  const oldValues = [...numbers.keys()];
  const renumbered = new Map<string, number>();
  const newCodes = new Int32Array(oldValues.length).fill(-1);
  const counts = new Uint32Array(oldValues.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row];
    if (newCodes[code] < 0) newCodes[code] = codeOf(renumbered, oldValues[code]);
    codes[row] = newCodes[code];
    counts[codes[row]]++;
  }
  const values = [...renumbered.keys()];
  return { values, codes: narrow(codes), ...rowsByCode(codes, counts.subarray(0, values.length)) };
}

function rowsByCode(codes: Uint16Array, counts: Uint32Array): { starts: Ints; rows: Ints } {
  const starts = sharedInts(counts.length + 1);
  for (let code = 0; code < counts.length; code++) starts[code + 1] = starts[code] + counts[code];
  const next = starts.slice();
  const rows = sharedInts(codes.length);
  for (let row = 0; row < codes.length; row++) rows[next[codes[row]]++] = row;
  return { starts, rows };
}
