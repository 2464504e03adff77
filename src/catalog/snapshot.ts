// The catalog in memory: immutable columns in order of views (descending, then id). A hook is known by its row number.
// Types and look-ups by binary search; how it is filled is in build.ts, how it is asked in resolve.ts and search.ts.
import type { Activity, Trends } from '../trends/trends.ts';
import type { WordIndex } from './words.ts';

/** The labels that filters and facets know. */
export const dimensions = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type Dimension = (typeof dimensions)[number];

/** One label of every hook: `codes[row]` indexes `values`; the rows of a value stand together in `rows`, ascending. */
export type Column = {
  values: readonly string[];
  codes: Uint16Array;
  /** Rows of code c are `rows[starts[c]] … rows[starts[c + 1] - 1]`. */
  starts: Uint32Array;
  rows: Uint32Array;
};

export type Snapshot = {
  version: number;
  /** ISO 8601 UTC: when the version was published. */
  updatedAt: string;
  /** ISO 8601 UTC: the latest count of views that it holds; null where it is empty. */
  dataThrough: string | null;
  size: number;
  /** JSON of every full hook, UTF-8, each with a line feed after it. Shared memory, which exports read in a thread of their own. */
  records: Buffer<SharedArrayBuffer>;
  /** Hook `row` begins at `offsets[row]` and ends with its line feed before `offsets[row + 1]`. Shared as well. */
  offsets: Float64Array<SharedArrayBuffer>;
  /** Bytes of the record up to the end of its seventh field, without the closing brace. */
  briefLengths: Uint16Array;
  ids: Float64Array;
  views: Float64Array;
  /** Milliseconds since 1970. */
  addedAt: Float64Array;
  /** Rows by time of addition, newest first, then id. */
  byAdded: Uint32Array;
  /** Rows by id, ascending. */
  byId: Uint32Array;
  columns: Readonly<Record<Dimension, Column>>;
  words: WordIndex;
  changes: ChangeLog;
  activity: Activity;
  /** Of the whole catalog, by label and window as trendKey names them. */
  trends: ReadonlyMap<string, Trends>;
  /** true while any hook is of the invented starter set. */
  hasSample: boolean;
};

/** What clients that mirror the catalog have to hear of: each hook once, at the version that changed it last. */
export type ChangeLog = {
  /** By row: the version that changed the hook last, and the one that brought it. */
  versions: Float64Array;
  addedVersions: Float64Array;
  /** Rows by version, then id. */
  byVersion: Uint32Array;
  /** Hooks that are gone, by version, then id. */
  retiredIds: Float64Array;
  retiredVersions: Float64Array;
  /** The same ids, ascending. */
  retiredById: Float64Array;
};

/** Where the JSON of hook `row` ends in `records`. */
export function recordEnd({ offsets }: Pick<Snapshot, 'offsets'>, row: number): number {
  return offsets[row + 1] - 1;
}

/** The first index in [0, length) for which `isAtOrAfter` holds, else length. The predicate must be monotone. */
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

export function findRow({ byId, ids }: Pick<Snapshot, 'byId' | 'ids'>, id: number): number | undefined {
  const at = lowerBound(byId.length, (index) => ids[byId[index]] >= id);
  return at < byId.length && ids[byId[at]] === id ? byId[at] : undefined;
}

/** Whether clients once had the hook. */
export function wasRetired({ retiredById }: ChangeLog, id: number): boolean {
  return retiredById[lowerBound(retiredById.length, (index) => retiredById[index] >= id)] === id;
}

/** Position of `value` in a slice of ascending rows: the first index in [from, to) whose row is at least `value`. */
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
