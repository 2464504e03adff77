// Which hooks were added, changed or retired after a version, in the order in which that happened: rows and tombstones, merged.
import { lowerBound } from './snapshot/binary-search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** `row` is undefined where the hook is gone. `version`: that of its last change. */
export type Change = { id: number; version: number; kind: 'added' | 'updated' | 'retired'; row: number | undefined };

export type ChangePage = { changes: Change[]; total: number; next: { version: number; id: number } | null };

type Place = { version: number; id: number };

/**
 * Changes after version `since`, by version, then id. A hook that changes again while a client walks moves behind its place,
 * so that a walk misses nothing. What was added and has changed since is still told as added.
 */
export function listChanges(
  snapshot: Snapshot,
  { since, after, limit }: { since: number; after: Place | null; limit: number },
): ChangePage {
  const { ids, versions, addedVersions, byVersion, retired: gone } = snapshot;
  const rowPlace = (at: number): Place => ({ version: versions[byVersion[at]], id: ids[byVersion[at]] });
  const retiredPlace = (at: number): Place => ({ version: gone.versions[at], id: gone.ids[at] });
  const start = { version: since, id: Number.POSITIVE_INFINITY };
  const from = after ?? start;
  let row = lowerBound(byVersion.length, (at) => isAfter(rowPlace(at), from));
  let retired = lowerBound(gone.ids.length, (at) => isAfter(retiredPlace(at), from));
  const changes: Change[] = [];
  while (changes.length < limit && (row < byVersion.length || retired < gone.ids.length)) {
    const isRow =
      retired >= gone.ids.length || (row < byVersion.length && isAfter(retiredPlace(retired), rowPlace(row)));
    if (isRow) {
      const kind = addedVersions[byVersion[row]] > since ? 'added' : 'updated';
      changes.push({ ...rowPlace(row), kind, row: byVersion[row++] });
    } else changes.push({ ...retiredPlace(retired++), kind: 'retired', row: undefined });
  }
  const hasMore = row < byVersion.length || retired < gone.ids.length;
  const last = changes.at(-1);
  const isNew = (count: number, place: (at: number) => Place) =>
    count - lowerBound(count, (at) => isAfter(place(at), start));
  return {
    changes,
    total: isNew(byVersion.length, rowPlace) + isNew(gone.ids.length, retiredPlace),
    next: hasMore && last ? { version: last.version, id: last.id } : null,
  };
}

function isAfter(a: Place, b: Place): boolean {
  return a.version === b.version ? a.id > b.id : a.version > b.version;
}
