// The catalog in memory: immutable columns in order of views (descending, then id). A hook is known by its row number.
// Types and look-ups by binary search; how it is filled is in build.ts, how it is asked in resolve.ts and search.ts.

import type { Activity, Trends } from '../../trends/trends.ts';
import { lowerBound } from './binary-search.ts';
import type { Bytes, Doubles, Ints, Shorts } from './shared-arrays.ts';
import type { WordIndex } from './vocabulary.ts';

/** The labels that filters and facets know. */
export const dimensions = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type Dimension = (typeof dimensions)[number];

/** One label of every hook: `codes[row]` indexes `values`; the rows of a value stand together in `rows`, ascending. */
export type Column = {
  /** In the order in which the rows name them first. */
  values: readonly string[];
  codes: Shorts;
  /** Rows of code c are `rows[starts[c]] … rows[starts[c + 1] - 1]`. */
  starts: Ints;
  rows: Ints;
};

/** Hooks as columns. In shared memory, so that the thread that builds the next snapshot, and exports, read them where they are. */
export type Rows = {
  size: number;
  /** JSON of every full hook, UTF-8, each with a line feed after it. It may hold others, which a later version changed or retired. */
  records: Buffer<SharedArrayBuffer>;
  /** Where the hook of a row begins in `records`, and how long it is without its line feed. */
  offsets: Doubles;
  lengths: Ints;
  /** Bytes of the record up to the end of its seventh field, without the closing brace. */
  briefLengths: Shorts;
  ids: Doubles;
  views: Doubles;
  /** Milliseconds since 1970, as are those that follow. */
  addedAt: Doubles;
  seenAt: Doubles;
  /** When the views were counted, or else written. */
  countedAt: Doubles;
  /** The version that changed the hook last, and the one that brought it. */
  versions: Doubles;
  addedVersions: Doubles;
  /** 1 where the hook is of the invented starter set. */
  isSample: Bytes;
  /** Rows by id, ascending. */
  byId: Ints;
  /** Rows by time of addition, newest first, then id. */
  byAdded: Ints;
  /** Rows by version, then id. */
  byVersion: Ints;
  columns: Readonly<Record<Dimension, Column>>;
  words: WordIndex;
};

export type Snapshot = Rows & {
  version: number;
  /** ISO 8601 UTC: when the version was published. */
  updatedAt: string;
  /** ISO 8601 UTC: the latest count of views that it holds; null where it is empty. */
  dataThrough: string | null;
  retired: Retired;
  rises: Rises;
  activity: Activity;
  /** Of the whole catalog, by label and window as trendKey names them. */
  trends: ReadonlyMap<string, Trends>;
  hasSample: boolean;
};

/** Hooks that clients had and that are gone, by version, then id. */
export type Retired = {
  ids: Doubles;
  versions: Doubles;
  /** The same ids, ascending. */
  byId: Doubles;
};

/** How views rose from one count to the next in the time that trends look at, by the hook's id. Moments in milliseconds. */
export type Rises = { rows: Ints; fromAt: Doubles; toAt: Doubles; gains: Doubles };

/** The bytes of a row's JSON in `records`. */
export function recordStart({ offsets }: Pick<Rows, 'offsets'>, row: number): number {
  return offsets[row];
}

export function recordEnd({ offsets, lengths }: Pick<Rows, 'offsets' | 'lengths'>, row: number): number {
  return offsets[row] + lengths[row];
}

export function findRow({ byId, ids }: Pick<Rows, 'byId' | 'ids'>, id: number): number | undefined {
  const at = lowerBound(byId.length, (index) => ids[byId[index]] >= id);
  return at < byId.length && ids[byId[at]] === id ? byId[at] : undefined;
}

/** Whether clients once had the hook. */
export function wasRetired({ retired: { byId } }: Snapshot, id: number): boolean {
  return byId[lowerBound(byId.length, (index) => byId[index] >= id)] === id;
}
