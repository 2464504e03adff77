// The served catalog: one reference, replaced when a newer version was built, by this thread or another.
import type { Database } from '../db/database.ts';
import { setOwnValues } from '../taxonomy/taxonomy.ts';
import type { Observe } from '../telemetry/events.ts';
import { createResolveCache, type ResolveCache } from './search/resolve.ts';
import { openCatalogBuilder } from './snapshot/catalog-builder.ts';
import { type Rows, releaseCaches, type Snapshot } from './snapshot/snapshot.ts';
import type { SnapshotPlace } from './snapshot/stored/stored-snapshot.ts';
import { catalogVersion } from './store.ts';

/** State that a request takes once at its start, so that a response never mixes two versions. */
export type Catalog = {
  snapshot: Snapshot;
  cache: ResolveCache;
  /**
   * Has the size of the columns and is never written to, so it uses no memory. V8 does not count shared memory, and would not collect the
   * previous version without it.
   */
  weight: ArrayBuffer;
};

export type LiveCatalog = {
  current: () => Catalog;
  /** Resolves when the committed version is served, and builds it only if needed. A failure is reported, and the served version stays. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

/** Provides snapshots. `reach` resolves when this thread has taken `version`, or has failed to get it, which is reported. */
type SnapshotSource = { first: Snapshot; reach: (version: number) => Promise<void>; close: () => Promise<void> };

/** Resolves when the first version is loaded, from the file at `place` if possible. Builds versions for this thread alone. */
export async function openLiveCatalog(
  url: string,
  db: Database,
  observe: Observe,
  place?: SnapshotPlace,
): Promise<LiveCatalog> {
  const builder = await openCatalogBuilder(url, observe, (snapshot) => live.take(snapshot), place);
  const live = serveCatalog({ ...builder, first: builder.current() }, db, observe);
  return live;
}

/** `take` switches to another version. */
export function serveCatalog(
  { first, reach, close }: SnapshotSource,
  db: Database,
  observe: Observe,
): LiveCatalog & { take: (snapshot: Snapshot) => void } {
  let catalog = toCatalog(first);
  return {
    current: () => catalog,
    take: (snapshot) => {
      // A long export may keep the previous version for minutes, but needs none of its caches.
      releaseCaches(catalog.snapshot);
      catalog.cache.matches.clear();
      catalog.cache.ofCodes.clear();
      catalog = toCatalog(snapshot);
    },
    refresh: async () => {
      try {
        const newest = await catalogVersion(db);
        if (catalog.snapshot.version < newest) await reach(newest);
      } catch (error) {
        observe({ kind: 'catalog_load_failed', error });
      }
    },
    close,
  };
}

/** Registers the operators' values in this thread before it serves hooks that have them. */
function toCatalog(snapshot: Snapshot): Catalog {
  setOwnValues(snapshot.ownValues);
  return { snapshot, cache: createResolveCache(snapshot), weight: new ArrayBuffer(columnBytes(snapshot)) };
}

function columnBytes({ records: _, words, columns, ...rows }: Rows): number {
  const { textGroups, templateGroups, numbers, hashes, pairs, seenAt, countedAt } = rows;
  const parts = [
    rows,
    textGroups,
    templateGroups,
    numbers,
    hashes,
    words,
    pairs,
    seenAt,
    countedAt,
    ...Object.values(columns),
  ];
  const arrays = parts.flatMap((part): unknown[] => Object.values(part));
  return arrays.filter(ArrayBuffer.isView).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
