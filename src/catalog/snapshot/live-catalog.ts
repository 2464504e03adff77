// The served catalog: one reference, replaced when a worker thread has built a newer version.
import type { Database } from '../../db/database.ts';
import type { Observe } from '../../telemetry/events.ts';
import { createResolveCache, type ResolveCache } from '../search/resolve.ts';
import { catalogVersion } from '../store.ts';
import { buildInThread } from './build-thread.ts';
import type { Rows, Snapshot } from './snapshot.ts';

/** What a request reads, taken once at its start, so that a response never mixes two versions. */
export type Catalog = {
  snapshot: Snapshot;
  cache: ResolveCache;
  /**
   * As large as the columns, and never written to, so it uses no memory. V8 does not count shared memory and would not collect the
   * previous version without it.
   */
  weight: ArrayBuffer;
};

export type LiveCatalog = {
  current: () => Catalog;
  /** Resolves when the committed version is served, and builds only if it is not. A failure is reported and keeps the served version. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

/** Resolves when the first version is loaded. */
export async function openLiveCatalog(url: string, db: Database, observe: Observe): Promise<LiveCatalog> {
  let catalog = await load(url, observe);
  let running: Promise<void> | undefined;
  // After a failure the next build is a full one, since the previous version may be the cause.
  let hasFailed = false;

  async function build(): Promise<void> {
    const served = hasFailed ? undefined : catalog.snapshot;
    hasFailed = true;
    const next = await load(url, observe, served);
    hasFailed = false;
    if (next.snapshot.version >= catalog.snapshot.version) catalog = next;
  }

  async function refresh(): Promise<void> {
    try {
      const newest = await catalogVersion(db);
      await running?.catch(() => {});
      if (catalog.snapshot.version >= newest) return;
      running ??= build().finally(() => {
        running = undefined;
      });
      await running;
    } catch (error) {
      observe({ kind: 'catalog_load_failed', error });
    }
  }

  return { current: () => catalog, refresh, close: async () => running?.catch(() => {}) };
}

async function load(url: string, observe: Observe, served?: Snapshot): Promise<Catalog> {
  const snapshot = await buildInThread(url, observe, served);
  return { snapshot, cache: createResolveCache(snapshot), weight: new ArrayBuffer(columnBytes(snapshot)) };
}

function columnBytes({ records: _, words, columns, ...rows }: Rows): number {
  const { textGroups, templateGroups, numbers, hashes, pairs } = rows;
  const parts = [rows, textGroups, templateGroups, numbers, hashes, words, pairs, ...Object.values(columns)];
  const arrays = parts.flatMap((part): unknown[] => Object.values(part));
  return arrays.filter(ArrayBuffer.isView).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
