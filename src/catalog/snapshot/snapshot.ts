// The catalog in memory: immutable columns in order of views (descending, then id). Rows identify hooks. build.ts builds it, and search/
// searches it.
import type { LabelColumn } from '../../db/hook-columns.ts';
import type { OwnValue } from '../../taxonomy/taxonomy.ts';
import type { Activity, Trends } from '../../trends/trends.ts';
import { lowerBound } from './binary-search.ts';
import type { FilterColumns, Narrow, Times } from './filter-columns.ts';
import type { RowGroups } from './groups/row-groups.ts';
import type { WordPairs } from './pairs.ts';
import type { Bytes, Doubles, Ints, Shorts } from './shared-arrays.ts';
import type { WordIndex } from './vocabulary.ts';

/** Titles of the labels that filters and facets use, in the order of /meta. */
export const dimensionTitles: Readonly<Record<LabelColumn, string>> = {
  niche: 'Niche',
  archetype: 'Archetype',
  emotional_trigger: 'Emotional trigger',
  platform: 'Platform',
  format: 'Video format',
  language: 'Language, BCP 47',
};
export type Dimension = LabelColumn;
export const dimensions = Object.keys(dimensionTitles) as readonly Dimension[];

/** One label of every hook: `codes[row]` is an index of `values`; the rows of a value are adjacent in `rows`, ascending. */
export type Column = {
  /** Values in order of their first row. */
  values: readonly string[];
  codes: Narrow;
  /** Rows of code c are `rows[starts[c]] … rows[starts[c + 1] - 1]`. */
  starts: Ints;
  rows: Ints;
};

/** Rows by template, compared with templateKey. */
export type TemplateGroups = RowGroups & {
  /**
   * Slots of each group's first template, as bits. 0 if it is not a frame, since it has no slot or too few words in addition to its slots.
   */
  slots: Shorts;
};

/**
 * Increase it with each change to the meaning of columns or records. Threads started after an update of the program's files run the new
 * program, and would misread columns of the old one.
 */
export const snapshotLayout = 3;

/** Hooks as columns, in shared memory, so that builds and exports read them in other threads without a copy. */
export type Rows = FilterColumns & {
  /** `snapshotLayout` of the program that built the rows. */
  layout: number;
  size: number;
  /** Records of all hooks, in the form of records/members.ts. Can contain obsolete records of changed or retired hooks. */
  records: Buffer<SharedArrayBuffer>;
  /** Start of a row's record in `records`, and its length. */
  offsets: Narrow;
  lengths: Narrow;
  /** Length of the JSON of a record's brief fields, without the closing brace. */
  briefLengths: Shorts;
  ids: Narrow;
  views: Narrow;
  /** Milliseconds since 1970, like `seenAt` and `countedAt`. */
  addedAt: Doubles;
  seenAt: Times;
  /** Time when the views were counted, or else updated. */
  countedAt: Times;
  /** The version that last changed the hook, and the one that added it. */
  versions: Narrow;
  addedVersions: Narrow;
  /** 1 if the hook belongs to sample data. */
  isSample: Bytes;
  /** Hash of the hook's text group, by hashTextGroup. */
  textHashes: Ints;
  /** Bits of traitsOf() in filter-columns.ts. */
  traits: Bytes;
  /** Rows by text group. */
  textGroups: RowGroups;
  templateGroups: TemplateGroups;
  /** Rows by id, ascending. */
  byId: Ints;
  /** Rows by time of addition, newest first, then id. */
  byAdded: Ints;
  /** Rows by version, then id. */
  byVersion: Ints;
  columns: Readonly<Record<Dimension, Column>>;
  words: WordIndex;
  pairs: WordPairs;
};

export type Snapshot = Rows & {
  version: number;
  /** ISO 8601 UTC: when the version was published. */
  updatedAt: string;
  /** ISO 8601 UTC: the latest count of views; null if the catalog is empty. */
  dataThrough: string | null;
  retired: Retired;
  rises: Rises;
  activity: Activity;
  /** Trends of the whole catalog, by trendKey. */
  trends: ReadonlyMap<string, Trends>;
  /** Values that operators added to the taxonomy. */
  ownValues: readonly OwnValue[];
  hasSample: boolean;
};

/** Hooks that clients had and no longer have, by version, then id. */
export type Retired = {
  ids: Doubles;
  versions: Doubles;
  /** Ids of the hooks that replaced them, or 0. */
  mergedInto: Doubles;
  /** Indexes of the three arrays above, by id, ascending. */
  byId: Ints;
};

/**
 * Rises of views from one count to the next within the period of trends, by the hook's id. Times are milliseconds since 1970. `refreshed`
 * is 1 if a refresh measured the later count.
 */
export type Rises = { rows: Ints; fromAt: Doubles; toAt: Doubles; gains: Doubles; refreshed: Bytes };

export function findRow({ byId, ids }: Pick<Rows, 'byId' | 'ids'>, id: number): number | undefined {
  const at = lowerBound(byId.length, (index) => ids[byId[index]] >= id);
  return at < byId.length && ids[byId[at]] === id ? byId[at] : undefined;
}

/** Finds a hook that clients had and no longer have: `mergedInto` is the id of the published hook that replaced it, if any. */
export function findRetired(snapshot: Snapshot, id: number): { mergedInto: number | undefined } | undefined {
  const place = placeOfRetired(snapshot.retired, id);
  return place === undefined ? undefined : { mergedInto: replacementOf(snapshot, place) };
}

/** A replacement may have been replaced itself. Follows each hook only once, so that a cycle ends. */
export function replacementOf(snapshot: Snapshot, place: number): number | undefined {
  const { retired } = snapshot;
  const seen = new Set<number>();
  for (let at: number | undefined = place; at !== undefined && !seen.has(at); ) {
    const id = retired.mergedInto[at];
    if (findRow(snapshot, id) !== undefined) return id;
    seen.add(at);
    at = placeOfRetired(retired, id);
  }
  return undefined;
}

function placeOfRetired({ ids, byId }: Retired, id: number): number | undefined {
  const at = lowerBound(byId.length, (index) => ids[byId[index]] >= id);
  return at < byId.length && ids[byId[at]] === id ? byId[at] : undefined;
}

// Caches a value per snapshot, until the snapshot is replaced.

const caches: Pick<WeakMap<Rows, object>, 'delete'>[] = [];

/** `compute` runs on the first call for a snapshot. */
export function perSnapshot<T extends object, S extends Rows = Snapshot>(
  compute: (snapshot: S) => T,
): (snapshot: S) => T {
  const cache = new WeakMap<S, T>();
  caches.push(cache as WeakMap<Rows, object>);
  return (snapshot) => {
    let value = cache.get(snapshot);
    if (value === undefined) {
      value = compute(snapshot);
      cache.set(snapshot, value);
    }
    return value;
  };
}

/** Deletes the caches of a snapshot. Requests that still read it compute the values again. */
export function releaseCaches(snapshot: Rows): void {
  for (const cache of caches) cache.delete(snapshot);
}
