// Builds a snapshot: in full, or from the previous one and the changes since. Runs in a worker thread (build-worker.ts), so requests
// never wait for it.
import type { Rise } from '../../trends/growth.ts';
import { collectActivity, trendsOfAll } from './activity/activity.ts';
import { collectRises, mergeRises, risesSince } from './activity/view-gains.ts';
import { collectRows, rowsById } from './collect-rows.ts';
import { mergeRows } from './merge-rows.ts';
import { shared } from './shared-arrays.ts';
import type { Retired, Rises, Rows, Snapshot } from './snapshot.ts';
import type { SnapshotRow } from './store.ts';

/** What an incremental build starts from. */
export type Base = Omit<Snapshot, 'activity' | 'trends'>;

/** `mergedInto` is 0 if no hook replaced it. */
type RetiredHook = { id: number; version: number; isTakedown: boolean; mergedInto: number };

/** One committed state of the database. Every method reads what changed after a version, and everything after 0. */
export type CatalogReader = {
  version: number;
  updatedAt: Date;
  countHooks: (after: number) => Promise<number>;
  /** As many as countHooks, in order of views (descending), then id. */
  readHooks: (after: number, take: (hook: SnapshotRow) => void) => Promise<void>;
  /** Of the same hooks, by id: rises of views that ended after `since`. */
  readRises: (after: number, since: Date, take: (rise: Rise) => void) => Promise<void>;
  /** By version, then id. */
  readRetired: (after: number) => Promise<readonly RetiredHook[]>;
};

export async function buildSnapshot(reader: CatalogReader): Promise<Snapshot> {
  const rows = await collectRows(await reader.countHooks(0), (take) => reader.readHooks(0, take));
  const rises = await readRises(reader, 0, rows, endOf(rows, reader.updatedAt));
  const retired = await reader.readRetired(0);
  return finishSnapshot(reader, rows, rises, toRetired(retired));
}

/** Equals buildSnapshot, with unchanged data taken from `base`, which is not modified. Undefined if a full build is faster or needed. */
export async function updateSnapshot(base: Base, reader: CatalogReader): Promise<Snapshot | undefined> {
  const newlyRetired = await reader.readRetired(base.version);
  // The record memory of `base` contains the hook, and merging keeps that memory.
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
  // If the data ends earlier than before, rises count again that were too old for the previous version.
  const isEarlier = end < endOf(base, new Date(base.updatedAt));
  const read = await readRises(reader, isEarlier ? 0 : base.version, rows, end);
  const rises = isEarlier ? read : mergeRises(rows, base.rises, newRows, read, end);
  return finishSnapshot(reader, rows, rises, mergeRetired(base.retired, changed, newlyRetired));
}

/** A changed hook takes as long to read as in a full build, and its old record takes memory. */
const maxChangedShare = 1 / 5;
const fewHooks = 1000;

function readRises(reader: CatalogReader, after: number, rows: Rows, end: number): Promise<Rises> {
  return collectRises(rows, (take) => reader.readRises(after, new Date(risesSince(end)), take));
}

function finishSnapshot({ version, updatedAt }: CatalogReader, rows: Rows, rises: Rises, retired: Retired): Snapshot {
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
    hasSample: rows.isSample.includes(1),
  };
}

/** The latest count of views; with a wrong clock, the publication. */
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

/** Without hooks that returned or were retired again. */
function mergeRetired(base: Retired, changed: Rows, newlyRetired: readonly Tombstone[]): Retired {
  const moved = new Set([...changed.ids, ...newlyRetired.map(({ id }) => id)]);
  const { ids, versions, mergedInto } = base;
  const kept = Array.from(ids, (id, at) => ({ id, version: versions[at], mergedInto: mergedInto[at] }));
  return toRetired([...kept.filter(({ id }) => !moved.has(id)), ...newlyRetired]);
}
