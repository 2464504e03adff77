// Columns that filters and sorts compare beside the labels: numbers, hashes of texts, and the method of the labels.
import { hookColumns } from '../../db/hook-columns.ts';
import { videoOfUrl } from '../../lib/video-url.ts';
import { type Narrow, type NumberArray, narrow } from './columns/narrow.ts';
import { type Bytes, type Ints, sharedBytes, sharedInts } from './shared-arrays.ts';
import type { SnapshotRow } from './store.ts';

/** Times are milliseconds since 1970. */
export const numberColumns = [
  'likes',
  'comments',
  'shares',
  'duration_seconds',
  'word_count',
  'published_at',
  'label_confidence',
] as const satisfies (keyof SnapshotRow)[];
export type NumberColumn = (typeof numberColumns)[number];

/** What each text is compared by. Texts with the same key have the same hash, and so may others: readers compare the texts. */
export const hashKeys = {
  creator: (name: string) => name.replace(/^@/, '').toLowerCase(),
  /** Every form of a video's URL. */
  source_url: (url: string) => videoOfUrl(url) ?? url,
  template: (template: string) => template.toLowerCase(),
} as const;
export type HashColumn = keyof typeof hashKeys;
export const hashColumns = Object.keys(hashKeys) as HashColumn[];

export const labelMethods = hookColumns.label_method.values;

export type FilterColumns = {
  /** An unknown one is less than every known one: see `unknownNumber`. */
  numbers: Readonly<Record<NumberColumn, Narrow>>;
  /** 0 if the hook has no such text. */
  hashes: Readonly<Record<HashColumn, Ints>>;
  /** Index of labelMethods. */
  methods: Bytes;
};

type Values = Pick<SnapshotRow, NumberColumn | HashColumn | 'label_method'>;

/** For `size` hooks. */
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

/** `merge` combines both in the new order of rows, in the array that it is given. */
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

/** Only times can be negative. */
export function unknownNumber(column: NumberColumn): number {
  return column === 'published_at' ? Number.NEGATIVE_INFINITY : -1;
}

/** FNV-1a over UTF-16 code units; never 0. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}

function byName<K extends string, V>(entries: readonly (readonly [K, V])[]): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>;
}
