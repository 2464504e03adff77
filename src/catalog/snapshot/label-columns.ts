// Columns of the labels: a code for each hook, and the rows of each value.
import { type Narrow, narrow } from './columns/narrow.ts';
import { type Ints, sharedInts } from './shared-arrays.ts';
import { type Column, type Dimension, dimensions, type Rows } from './snapshot.ts';

type Columns = Rows['columns'];
type Labels = Record<Dimension, string | null>;

/** For `size` hooks. An unknown label is ''. */
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
    finish: () => toColumns((name) => collected[dimensions.indexOf(name)]),
  };
}

/** `merge` combines the codes of both in the new order of rows. */
export function mergeLabels(
  base: Columns,
  changed: Columns,
  merge: (base: Narrow, changed: Uint16Array) => Uint16Array,
): Columns {
  return toColumns((name) => {
    const numbers = new Map(base[name].values.map((value, code) => [value, code]));
    const translated = changed[name].values.map((value) => codeOf(numbers, value));
    const codes = Uint16Array.from(changed[name].codes, (code) => translated[code]);
    return { numbers, codes: merge(base[name].codes, codes) };
  });
}

/** Codes are 16-bit. A larger one would wrap and be another value's. */
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

function toColumns(codedOf: (name: Dimension) => Coded): Columns {
  return Object.fromEntries(dimensions.map((name) => [name, toColumn(codedOf(name))])) as Columns;
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
