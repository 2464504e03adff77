// Changes of the catalog after a version, in order of version: hooks added, updated or retired.
import { lowerBound } from '../snapshot/binary-search.ts';
import { replacementOf, type Snapshot } from '../snapshot/snapshot.ts';
import type { Filter } from './filter.ts';
import { type ResolveCache, resolve } from './resolve.ts';
import { intersectRows } from './text-search.ts';

/**
 * `version` is the version of the hook's last change. `row` is undefined for a retired hook; `mergedInto` is the id of the published hook
 * that replaced it, if any.
 */
export type Change = {
  id: number;
  version: number;
  kind: 'added' | 'updated' | 'retired';
  row: number | undefined;
  mergedInto: number | undefined;
};

export type ChangePage = { changes: Change[]; total: number; next: { version: number; id: number } | null };

type Place = { version: number; id: number };

/**
 * Returns changes after version `since`, by version, then id. A hook that changes again moves behind the client's cursor, so no change is
 * missed. A hook that was added and has changed since is listed as added.
 */
export function listChanges(
  snapshot: Snapshot,
  { since, after, limit }: { since: number; after: Place | null; limit: number },
): ChangePage {
  const { ids, versions, addedVersions, byVersion, retired: tombstones } = snapshot;
  const rowPlace = (at: number): Place => ({ version: versions[byVersion[at]], id: ids[byVersion[at]] });
  const retiredPlace = (at: number): Place => ({ version: tombstones.versions[at], id: tombstones.ids[at] });
  const start = { version: since, id: Number.POSITIVE_INFINITY };
  const from = after ?? start;
  let row = lowerBound(byVersion.length, (at) => isAfter(rowPlace(at), from));
  let retired = lowerBound(tombstones.ids.length, (at) => isAfter(retiredPlace(at), from));
  const changes: Change[] = [];
  while (changes.length < limit && (row < byVersion.length || retired < tombstones.ids.length)) {
    const isRow =
      retired >= tombstones.ids.length || (row < byVersion.length && isAfter(retiredPlace(retired), rowPlace(row)));
    if (isRow) {
      const kind = addedVersions[byVersion[row]] > since ? 'added' : 'updated';
      changes.push({ ...rowPlace(row), kind, row: byVersion[row++], mergedInto: undefined });
    } else {
      const mergedInto = replacementOf(snapshot, retired);
      changes.push({ ...retiredPlace(retired++), kind: 'retired', row: undefined, mergedInto });
    }
  }
  const hasMore = row < byVersion.length || retired < tombstones.ids.length;
  const last = changes.at(-1);
  const isNew = (count: number, place: (at: number) => Place) =>
    count - lowerBound(count, (at) => isAfter(place(at), start));
  return {
    changes,
    total: isNew(byVersion.length, rowPlace) + isNew(tombstones.ids.length, retiredPlace),
    next: hasMore && last ? { version: last.version, id: last.id } : null,
  };
}

function isAfter(a: Place, b: Place): boolean {
  return a.version === b.version ? a.id > b.id : a.version > b.version;
}

// Hooks that catalog versions added, among those that filters select.

/** Versions after `after`, up to `through`. `since` is the time when `after` was published, null if unknown. */
type VersionRange = { after: number; since: Date | null; through: number };

/** Maximum difference of clocks: processes set when a hook was added, the database when a version was published. */
const clockDifferenceMs = 60_000;

/** Returns the rows, the most viewed first. Leaves out hooks that were published before `since` and returned. */
export function addedRows(
  { snapshot, cache }: { snapshot: Snapshot; cache: ResolveCache },
  filter: Filter,
  { after, since, through }: VersionRange,
): Uint32Array {
  const { byVersion, versions, addedVersions, addedAt } = snapshot;
  const earliest = since === null ? Number.NEGATIVE_INFINITY : since.getTime() - clockDifferenceMs;
  // A hook's last change is in the version that added it, or a later one.
  const first = lowerBound(byVersion.length, (at) => versions[byVersion[at]] > after);
  const added = Uint32Array.from(byVersion.subarray(first)).filter(
    (row) => addedVersions[row] > after && addedVersions[row] <= through && addedAt[row] >= earliest,
  );
  if (added.length === 0) return added;
  return intersectRows({ rows: added.sort(), tiers: null }, resolve(snapshot, cache, filter).rows).rows;
}
