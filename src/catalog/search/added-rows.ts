// Hooks that versions of the catalog added, among those that filters select.
import { lowerBound } from '../snapshot/binary-search.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Filter } from './filter.ts';
import { type ResolveCache, resolve } from './resolve.ts';
import { intersectRows } from './text-search.ts';

/** Versions after `after`, up to `through`. `since`: when `after` was published, null if it is not known. */
export type VersionRange = { after: number; since: Date | null; through: number };

/** By which the clocks of processes may differ: they set when a hook was added, the database when a version was published. */
const clockDifferenceMs = 60_000;

/** Their rows, the most viewed first. Not hooks that had been published before `since` and came back. */
export function addedRows(
  { snapshot, cache }: { snapshot: Snapshot; cache: ResolveCache },
  filter: Filter,
  { after, since, through }: VersionRange,
): Uint32Array {
  const { byVersion, versions, addedVersions, addedAt } = snapshot;
  const earliest = since === null ? Number.NEGATIVE_INFINITY : since.getTime() - clockDifferenceMs;
  // A hook was changed last by the version that added it, or a later one.
  const first = lowerBound(byVersion.length, (at) => versions[byVersion[at]] > after);
  const added = Uint32Array.from(byVersion.subarray(first)).filter(
    (row) => addedVersions[row] > after && addedVersions[row] <= through && addedAt[row] >= earliest,
  );
  if (added.length === 0) return added;
  return intersectRows({ rows: added.sort(), tiers: null }, resolve(snapshot, cache, filter).rows).rows;
}
