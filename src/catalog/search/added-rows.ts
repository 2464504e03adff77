// Hooks that versions of the catalog added, among those that filters select.
import { lowerBound } from '../snapshot/binary-search.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Filter } from './filter.ts';
import { type ResolveCache, resolve } from './resolve.ts';
import { intersectRows } from './text-search.ts';

/** Versions after `after`, up to `through`. */
export type VersionRange = { after: number; through: number };

/** Their rows, the most viewed first. */
export function addedRows(
  { snapshot, cache }: { snapshot: Snapshot; cache: ResolveCache },
  filter: Filter,
  { after, through }: VersionRange,
): Uint32Array {
  const { byVersion, versions, addedVersions } = snapshot;
  // A hook was changed last by the version that added it, or a later one.
  const first = lowerBound(byVersion.length, (at) => versions[byVersion[at]] > after);
  const added = Uint32Array.from(byVersion.subarray(first)).filter(
    (row) => addedVersions[row] > after && addedVersions[row] <= through,
  );
  if (added.length === 0) return added;
  return intersectRows({ rows: added.sort(), tiers: null }, resolve(snapshot, cache, filter).rows).rows;
}
