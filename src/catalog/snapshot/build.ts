// Builds a snapshot: in full, or from the previous one and the changes since. Runs in a worker thread (build-worker.ts), so requests
// never wait for it.
import type { OwnValue } from '../../taxonomy/taxonomy.ts';
import type { Rise } from '../../trends/growth.ts';
import { collectActivity, collectRises, mergeRises, risesSince, trendsOfAll } from './activity.ts';
import { collectFilterColumns, narrow, toTimes, traitsOf } from './filter-columns.ts';
import { findTemplateGroups, findTextGroups, hashTextGroup } from './groups.ts';
import { collectLabels } from './label-columns.ts';
import { mergeRows } from './merge-rows.ts';
import { collectPairs } from './pairs.ts';
import { collectRecords } from './record-bytes.ts';
import { type Ints, shared, sharedBytes, sharedDoubles, sharedInts } from './shared-arrays.ts';
import { type Retired, type Rises, type Rows, type Snapshot, snapshotLayout } from './snapshot.ts';
import type { SnapshotRow } from './store.ts';
import { collectWords, createTokenizer } from './words.ts';

/** Parts of a snapshot that an incremental build starts from. */
export type Base = Omit<Snapshot, 'activity' | 'trends'>;

/** `mergedInto` is 0 if no hook replaced it. */
type RetiredHook = { id: number; version: number; isTakedown: boolean; mergedInto: number };

/** One committed state of the database. Every method reads the changes after a version; after 0, it reads everything. */
export type CatalogReader = {
  version: number;
  updatedAt: Date;
  ownValues: readonly OwnValue[];
  countHooks: (after: number) => Promise<number>;
  /** Reads as many hooks as countHooks returns, in order of views (descending), then id. */
  readHooks: (after: number, take: (hook: SnapshotRow) => void) => Promise<void>;
  /** Reads rises of views of the same hooks that ended after `since`, by id. */
  readRises: (after: number, since: Date, take: (rise: Rise) => void) => Promise<void>;
  /** Returns retired hooks by version, then id. */
  readRetired: (after: number) => Promise<readonly RetiredHook[]>;
};

export async function buildSnapshot(reader: CatalogReader): Promise<Snapshot> {
  const rows = await collectRows(await reader.countHooks(0), (take) => reader.readHooks(0, take));
  const rises = await readRises(reader, 0, rows, endOf(rows, reader.updatedAt));
  const retired = await reader.readRetired(0);
  return finishSnapshot(reader, rows, rises, toRetired(retired));
}

/**
 * Returns the same as buildSnapshot, with unchanged data from `base`, which is not modified. Returns undefined if a full build is faster or
 * needed.
 */
export async function updateSnapshot(base: Base, reader: CatalogReader): Promise<Snapshot | undefined> {
  const newlyRetired = await reader.readRetired(base.version);
  // The record memory of `base` contains the taken-down hook, and merging keeps that memory.
  if (newlyRetired.some(({ isTakedown }) => isTakedown)) return undefined;
  const count = await reader.countHooks(base.version);
  if (count > base.size * maxChangedShare + fewHooks) return undefined;
  const changed = await collectRows(count, (take) => reader.readHooks(base.version, take));
  const merged = mergeRows(
    base,
    changed,
    newlyRetired.map(({ id }) => id),
  );
  if (!merged) return undefined;
  const { rows, newRows } = merged;
  const end = endOf(rows, reader.updatedAt);
  // If the data ends earlier than before, rises that were too old for the previous version count again.
  const isEarlier = end < endOf(base, new Date(base.updatedAt));
  const read = await readRises(reader, isEarlier ? 0 : base.version, rows, end);
  const rises = isEarlier ? read : mergeRises(rows, base.rises, newRows, read, end);
  return finishSnapshot(reader, rows, rises, mergeRetired(base.retired, changed, newlyRetired));
}

/** Maximum share of changed hooks: each takes as long to read as in a full build, and its old record takes memory. */
const maxChangedShare = 1 / 5;
const fewHooks = 1000;

function readRises(reader: CatalogReader, after: number, rows: Rows, end: number): Promise<Rises> {
  return collectRises(rows, (take) => reader.readRises(after, new Date(risesSince(end)), take));
}

function finishSnapshot(
  { version, updatedAt, ownValues }: CatalogReader,
  rows: Rows,
  rises: Rises,
  retired: Retired,
): Snapshot {
  const end = endOf(rows, updatedAt);
  const activity = collectActivity(rows, rises, end);
  return {
    ...rows,
    version,
    updatedAt: updatedAt.toISOString(),
    dataThrough: rows.size > 0 ? new Date(end).toISOString() : null,
    retired,
    rises,
    activity,
    trends: trendsOfAll(activity, rows),
    ownValues,
    hasSample: rows.isSample.includes(1),
  };
}

/** Returns the time of the latest count of views, or the publication if a wrong clock made it later. */
function endOf({ countedAt: { values } }: Rows, updatedAt: Date): number {
  let latest = values.length > 0 ? Number.NEGATIVE_INFINITY : updatedAt.getTime();
  for (let at = 0; at < values.length; at++) if (values[at] > latest) latest = values[at];
  return Math.min(latest, updatedAt.getTime());
}

type Tombstone = Pick<RetiredHook, 'id' | 'version' | 'mergedInto'>;

function toRetired(hooks: readonly Tombstone[]): Retired {
  const ids = shared(hooks.map(({ id }) => id));
  return {
    ids,
    versions: shared(hooks.map(({ version }) => version)),
    mergedInto: shared(hooks.map(({ mergedInto }) => mergedInto)),
    byId: rowsById(ids),
  };
}

/** Leaves out hooks that returned or were retired again. */
function mergeRetired(base: Retired, changed: Rows, newlyRetired: readonly Tombstone[]): Retired {
  const moved = new Set([...changed.ids, ...newlyRetired.map(({ id }) => id)]);
  const { ids, versions, mergedInto } = base;
  const kept = Array.from(ids, (id, at) => ({ id, version: versions[at], mergedInto: mergedInto[at] }));
  return toRetired([...kept.filter(({ id }) => !moved.has(id)), ...newlyRetired]);
}

// Collects hooks from the database into columns: all of them, or those that changed. Runs in a worker thread (build-worker.ts).

/** `readHooks` must pass exactly `size` hooks, in order of views (descending), then id. */
export async function collectRows(
  size: number,
  readHooks: (take: (hook: SnapshotRow) => void) => Promise<void>,
): Promise<Rows> {
  const doubles = () => new Float64Array(size);
  const [ids, views, versions, addedVersions] = [doubles(), doubles(), doubles(), doubles()];
  const [addedAt, seenAt, countedAt] = [sharedDoubles(size), doubles(), doubles()];
  const [isSample, textHashes] = [sharedBytes(size), sharedInts(size)];
  const traits = sharedBytes(size);
  const [records, labels] = [collectRecords(size), collectLabels(size)];
  const [tokenize, words, pairs] = [createTokenizer(), collectWords(), collectPairs()];
  const filterColumns = collectFilterColumns(size);
  let row = 0;
  await readHooks((hook) => {
    ids[row] = hook.id;
    views[row] = hook.views;
    addedAt[row] = hook.added_at;
    seenAt[row] = hook.seen_at;
    countedAt[row] = hook.views_captured_at ?? hook.updated_at;
    versions[row] = hook.version;
    addedVersions[row] = hook.added_version;
    isSample[row] = hook.sample ? 1 : 0;
    textHashes[row] = hashTextGroup(hook.text_group);
    traits[row] = traitsOf(hook.text);
    records.add(row, hook);
    labels.add(row, hook);
    filterColumns.add(row, hook);
    const tokens = tokenize(hook.text);
    words.add(row, tokens);
    pairs.add(row++, tokens);
  });
  if (row !== size) throw new Error(`The database returned ${row} hooks instead of ${size}.`);
  const byId = rowsById(ids);
  const written = records.finish();
  const filters = filterColumns.finish();
  return {
    layout: snapshotLayout,
    size,
    ...written,
    ids: narrow(ids),
    views: narrow(views),
    addedAt,
    seenAt: toTimes(seenAt),
    countedAt: toTimes(countedAt),
    versions: narrow(versions),
    addedVersions: narrow(addedVersions),
    isSample,
    textHashes,
    traits,
    textGroups: findTextGroups({ ...written, textHashes }),
    templateGroups: findTemplateGroups({ ...written, ...filters }),
    byId,
    byAdded: sortByKey(byId, addedAt, (a, b) => b - a),
    byVersion: sortByKey(byId, versions, (a, b) => a - b),
    ...filters,
    columns: labels.finish(),
    words: words.finish(),
    pairs: pairs.finish(),
  };
}

/** Sorts id and row as one number if they fit, without a compare function. */
function rowsById(ids: Float64Array): Ints {
  const size = ids.length;
  const largest = ids.reduce((a, b) => Math.max(a, b), 0);
  const rows = sharedInts(size);
  if (Number.isSafeInteger((largest + 1) * size)) {
    const keys = new Float64Array(size);
    for (let row = 0; row < size; row++) keys[row] = ids[row] * size + row;
    keys.sort();
    for (let at = 0; at < size; at++) rows[at] = keys[at] % size;
  } else rows.set(Uint32Array.from(ids.keys()).sort((a, b) => ids[a] - ids[b]));
  return rows;
}

/** Sorts rows by key, then id: a counting sort of `byId`. There are about as many keys as imports. */
function sortByKey(byId: Uint32Array, keys: Float64Array, order: (a: number, b: number) => number): Ints {
  const places = new Map<number, number>();
  for (const key of keys) places.set(key, (places.get(key) ?? 0) + 1);
  let start = 0;
  for (const key of [...places.keys()].sort(order)) {
    const count = places.get(key) ?? 0;
    places.set(key, start);
    start += count;
  }
  const rows = sharedInts(byId.length);
  for (const row of byId) {
    const at = places.get(keys[row]) ?? 0;
    rows[at] = row;
    places.set(keys[row], at + 1);
  }
  return rows;
}
