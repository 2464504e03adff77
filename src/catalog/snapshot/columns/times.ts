// Columns of times, in milliseconds since 1970. Hooks of an import share theirs, so rows have codes of the distinct times.
import { type Doubles, shared } from '../shared-arrays.ts';
import { type Narrow, type NumberArray, narrow } from './narrow.ts';

/** `values` are the distinct times, ascending, and `codes[row]` is a place in them. Without codes they are those of the rows. */
export type Times = { values: Doubles; codes: Narrow | undefined };

const maxDistinct = 2 ** 16;

export function timeAt({ values, codes }: Times, row: number): number {
  return values[codes ? codes[row] : row];
}

/** Of times by row. The same times have the same form, whether collected at once or merged. */
export function toTimes(times: Float64Array): Times {
  const distinct = new Set<number>();
  let last = Number.NaN;
  for (let row = 0; row < times.length && distinct.size <= maxDistinct; row++) {
    if (times[row] !== last) distinct.add(times[row]);
    last = times[row];
  }
  if (distinct.size > maxDistinct) return { values: shared(times), codes: undefined };
  const values = Float64Array.from(distinct).sort();
  const codeOf = new Map(Array.from(values, (value, code) => [value, code]));
  const codes = new Uint16Array(times.length);
  let lastCode = 0;
  for (let row = 0; row < times.length; row++) {
    if (times[row] !== values[lastCode]) lastCode = codeOf.get(times[row]) ?? 0;
    codes[row] = lastCode;
  }
  return { values: shared(values), codes: narrow(codes) };
}

/** `merge` combines both in the new order of rows, in the array that it is given. */
export function mergeTimes(
  size: number,
  base: Times,
  changed: Times,
  merge: (base: NumberArray, changed: NumberArray, merged: NumberArray) => void,
): Times {
  const all = base.codes && Float64Array.from(new Set([...base.values, ...changed.values])).sort();
  if (!base.codes || !changed.codes || !all || all.length > maxDistinct) {
    const times = new Float64Array(size);
    merge(decoded(base), decoded(changed), times);
    return toTimes(times);
  }
  const codeOf = new Map(Array.from(all, (value, code) => [value, code]));
  const translated = (values: Float64Array, codes: Narrow) => {
    const newCodes = Uint16Array.from(values, (value) => codeOf.get(value) ?? 0);
    // New times are mostly later ones, so that those of the base keep their codes.
    return newCodes.every((code, old) => code === old) ? codes : Uint16Array.from(codes, (code) => newCodes[code]);
  };
  const codes = new Uint16Array(size);
  merge(translated(base.values, base.codes), translated(changed.values, changed.codes), codes);
  return withoutUnused(all, codes);
}

function withoutUnused(values: Float64Array, codes: Uint16Array): Times {
  const isUsed = new Uint8Array(values.length);
  for (let row = 0; row < codes.length; row++) isUsed[codes[row]] = 1;
  const used = values.filter((_, code) => isUsed[code] === 1);
  if (used.length === values.length) return { values: shared(values), codes: narrow(codes) };
  let next = 0;
  const newCodes = Uint16Array.from(isUsed, (one) => (one === 1 ? next++ : 0));
  return { values: shared(used), codes: narrow(codes.map((code) => newCodes[code])) };
}

function decoded({ values, codes }: Times): Float64Array {
  return codes ? Float64Array.from(codes, (code) => values[code]) : values;
}
