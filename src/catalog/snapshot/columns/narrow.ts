// Columns of numbers that are as narrow as their largest value allows. The same values have the same width however they came together.
import {
  type Bytes,
  type Doubles,
  type Shorts,
  type SignedInts,
  sharedBytes,
  sharedDoubles,
  sharedShorts,
  sharedSignedInts,
} from '../shared-arrays.ts';

/** No more widths: V8 reads an array in the fast way where it has met up to four kinds. */
export type Narrow = Bytes | Shorts | SignedInts | Doubles;
/** What a column is made from. It need not be shared. */
export type NumberArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const widths = [
  { type: Uint8Array, bytes: 1, min: 0, max: 0xff, create: sharedBytes },
  { type: Uint16Array, bytes: 2, min: 0, max: 0xffff, create: sharedShorts },
  { type: Int32Array, bytes: 4, min: -(2 ** 31), max: 2 ** 31 - 1, create: sharedSignedInts },
];
const widest = { bytes: 8, create: sharedDoubles };

function widthOf(values: NumberArray) {
  return widths.find((width) => values instanceof width.type || areWithin(values, width)) ?? widest;
}

/** Ends at the first value that is not, which is near in most columns. */
function areWithin(values: NumberArray, { min, max }: { min: number; max: number }): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (!(value >= min && value <= max && Math.floor(value) === value)) return false;
  }
  return true;
}

/** `values` themselves if they have the right width. */
export function narrow(values: NumberArray): Narrow {
  const { bytes, create } = widthOf(values);
  if (isNarrow(values) && values.BYTES_PER_ELEMENT === bytes) return values;
  const column = create(values.length);
  column.set(values);
  return column;
}

/** `merge` combines both in the array of `size` numbers that it is given. */
export function mergeNarrow(
  size: number,
  base: NumberArray,
  changed: NumberArray,
  merge: (merged: NumberArray) => void,
): Narrow {
  const own = widths.find(({ bytes }) => bytes === base.BYTES_PER_ELEMENT) ?? widest;
  // Most changes fit, and equal widths are copied several times as fast.
  const merged = (widthOf(changed).bytes <= own.bytes ? own : widest).create(size);
  merge(merged);
  return narrow(merged);
}

function isNarrow(values: NumberArray): values is Narrow {
  return values.buffer instanceof SharedArrayBuffer && !(values instanceof Uint32Array);
}
