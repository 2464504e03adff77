// Columns for filters and sorts in addition to the labels: numbers, hashes of texts, and the method of the labels.
import { hookColumns } from '../../db/hook-columns.ts';
import { templateKey } from '../../labels/templates/slots.ts';
import { videoOfUrl } from '../../lib/video-url.ts';
import {
  type Bytes,
  type Doubles,
  type Ints,
  type Shorts,
  type SignedInts,
  shared,
  sharedBytes,
  sharedDoubles,
  sharedInts,
  sharedShorts,
  sharedSignedInts,
} from './shared-arrays.ts';
import type { SnapshotRow } from './store.ts';

/** Times are milliseconds since 1970. */
export const numberColumns = [
  'likes',
  'comments',
  'shares',
  'saves',
  'duration_seconds',
  'word_count',
  'views_per_day',
  'views_vs_creator',
  'creator_videos',
  'published_at',
  'label_confidence',
] as const satisfies (keyof SnapshotRow)[];
export type NumberColumn = (typeof numberColumns)[number];

/**
 * Keys by which texts are compared. Texts with the same key have the same hash, but other texts may have it too, so readers compare the
 * texts.
 */
export const hashKeys = {
  creator: (name: string) => name.replace(/^@/, '').toLowerCase(),
  /** Unifies all forms of a video's URL. */
  source_url: (url: string) => videoOfUrl(url) ?? url,
  template: templateKey,
} as const;
export type HashColumn = keyof typeof hashKeys;
export const hashColumns = Object.keys(hashKeys) as HashColumn[];

export const labelMethods = hookColumns.label_method.values;

export type FilterColumns = {
  /** Unknown numbers are less than every known one: see `unknownNumber`. */
  numbers: Readonly<Record<NumberColumn, Narrow>>;
  /** 0 if the hook has no such text. */
  hashes: Readonly<Record<HashColumn, Ints>>;
  /** Indexes of labelMethods. */
  methods: Bytes;
};

type Values = Pick<SnapshotRow, NumberColumn | HashColumn | 'label_method'>;

/** Collects the columns of `size` hooks. */
export function collectFilterColumns(size: number): {
  add: (row: number, hook: Values) => void;
  finish: () => FilterColumns;
} {
  const numbers = numberColumns.map((name) => ({
    name,
    unknown: unknownNumber(name),
    column: new Float64Array(size),
  }));
  const hashes = hashColumns.map((name) => ({ name, keyOf: hashKeys[name], column: sharedInts(size) }));
  const methods = sharedBytes(size);
  return {
    add: (row, hook) => {
      for (const { name, unknown, column } of numbers) column[row] = hook[name] ?? unknown;
      for (const { name, keyOf, column } of hashes) {
        const text = hook[name];
        if (text !== null) column[row] = hashText(keyOf(text));
      }
      methods[row] = labelMethods.indexOf(hook.label_method);
    },
    finish: () => ({
      numbers: byName(numbers.map(({ name, column }) => [name, narrow(column)])),
      hashes: byName(hashes.map(({ name, column }) => [name, column])),
      methods,
    }),
  };
}

/** `merge` writes both in the new order of rows to the given array. */
export function mergeFilterColumns(
  size: number,
  base: FilterColumns,
  changed: FilterColumns,
  mergeNumbers: (base: Narrow, changed: NumberArray) => Narrow,
  merge: <T extends Ints | Bytes>(base: T, changed: T, merged: T) => T,
): FilterColumns {
  return {
    numbers: byName(numberColumns.map((name) => [name, mergeNumbers(base.numbers[name], changed.numbers[name])])),
    hashes: byName(hashColumns.map((name) => [name, merge(base.hashes[name], changed.hashes[name], sharedInts(size))])),
    methods: merge(base.methods, changed.methods, sharedBytes(size)),
  };
}

/** Only times can be negative, so other columns use -1. */
export function unknownNumber(column: NumberColumn): number {
  return column === 'published_at' ? Number.NEGATIVE_INFINITY : -1;
}

/** Uses FNV-1a over UTF-16 code units; never returns 0. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}

function byName<K extends string, V>(entries: readonly (readonly [K, V])[]): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>;
}

// Number columns that are as narrow as their largest value allows. The same values have the same width, whether collected at once or
// merged.

/** Only four widths, since V8 reads an array fast only where it has seen up to four kinds. */
export type Narrow = Bytes | Shorts | SignedInts | Doubles;
/** Source of a column. It need not be shared memory. */
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

/** Stops at the first value outside, which comes early in most columns. */
function areWithin(values: NumberArray, { min, max }: { min: number; max: number }): boolean {
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (!(value >= min && value <= max && Math.floor(value) === value)) return false;
  }
  return true;
}

/** Returns `values` themselves if they already have the right width. */
export function narrow(values: NumberArray): Narrow {
  const { bytes, create } = widthOf(values);
  if (isNarrow(values) && values.BYTES_PER_ELEMENT === bytes) return values;
  const column = create(values.length);
  column.set(values);
  return column;
}

/** `merge` writes both to the given array of `size` numbers. */
export function mergeNarrow(
  size: number,
  base: NumberArray,
  changed: NumberArray,
  merge: (merged: NumberArray) => void,
): Narrow {
  const own = widths.find(({ bytes }) => bytes === base.BYTES_PER_ELEMENT) ?? widest;
  // Most changes fit the width of `base`, and equal widths are copied several times as fast.
  const merged = (widthOf(changed).bytes <= own.bytes ? own : widest).create(size);
  merge(merged);
  return narrow(merged);
}

function isNarrow(values: NumberArray): values is Narrow {
  return values.buffer instanceof SharedArrayBuffer && !(values instanceof Uint32Array);
}

// Columns of times, in milliseconds since 1970. Hooks of an import share times, so rows have codes of the distinct times.

/** `values` are the distinct times, ascending, and `codes[row]` is an index of them. Without codes, `values` are the times by row. */
export type Times = { values: Doubles; codes: Narrow | undefined };

const maxDistinct = 2 ** 16;

export function timeAt({ values, codes }: Times, row: number): number {
  return values[codes ? codes[row] : row];
}

/** Converts times by row. The same times have the same form, whether collected at once or merged. */
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

/** `merge` writes both in the new order of rows to the given array. */
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
    // New times are mostly later ones, so codes of the base mostly stay the same.
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

// Traits of a text that a writer can change, such as a digit or a question mark: one bit each in a byte of every hook.

/** `pattern` means the same to JavaScript and to PostgreSQL's `~`, so that SQL can recompute every share. */
type Trait = { kind: string; pattern: string; isEnglish: boolean };

/** The order determines the bits, which are in shared memory only, so traits may be added, up to eight. Documented in docs/check.md. */
export const traits = [
  { kind: 'number', pattern: '[0-9]', isEnglish: false },
  { kind: 'question', pattern: '[?？؟]', isEnglish: false },
  { kind: 'viewer', pattern: anywhere('you|your|yours|yourself'), isEnglish: true },
  { kind: 'first_person', pattern: anywhere('i|me|my|mine|myself|we|our|ours'), isEnglish: true },
  {
    kind: 'command',
    pattern: atStart("stop|never|don['’]?t|do not|avoid|quit|forget|ignore"),
    isEnglish: true,
  },
  { kind: 'question_word', pattern: atStart('how|why|what|when|where|who|which'), isEnglish: true },
] as const satisfies Trait[];
export type TraitKind = (typeof traits)[number]['kind'];

const expressions = traits.map(({ pattern }) => new RegExp(pattern));

/** Sets bit n if the text has trait n. */
export function traitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < expressions.length; at++) if (expressions[at].test(text)) bits |= 1 << at;
  return bits;
}

/** Matches one of the words, which are parts of a pattern. A word ends before anything but a letter from A to Z. */
function anywhere(words: string): string {
  return `(?<![A-Za-z])(?:${inAnyCase(words)})(?![A-Za-z])`;
}

/** Matches the first word, after quotation marks and other signs. */
function atStart(words: string): string {
  return `^[^A-Za-z0-9]*(?:${inAnyCase(words)})(?![A-Za-z])`;
}

/** Spells out both cases, since case-insensitive matching of other letters depends on the database's locale. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}
