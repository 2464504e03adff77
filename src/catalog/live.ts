// The catalog that is being served: one pointer, swapped whole when a newer version has been built off the main thread.
import { Worker } from 'node:worker_threads';
import type { Database } from '../db/database.ts';
import type { Observe } from '../observe.ts';
import { createResolveCache, type ResolveCache } from './resolve.ts';
import type { Snapshot } from './snapshot.ts';
import { catalogVersion } from './store.ts';

/** What a request reads. Taken once at its beginning, so that one answer never mixes two versions. */
export type Catalog = { snapshot: Snapshot; cache: ResolveCache };

export type LiveCatalog = {
  current: () => Catalog;
  /** Resolves when what is committed now is served; builds only where it is not yet. A failure is reported and leaves what is served. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
};

/** Resolves when the first version is in memory. */
export async function openLiveCatalog(url: string, db: Database, observe: Observe): Promise<LiveCatalog> {
  let catalog = await load(url, observe);
  let running: Promise<void> | undefined;

  async function build(): Promise<void> {
    const next = await load(url, observe);
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

function load(url: string, observe: Observe): Promise<Catalog> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), { workerData: { url } });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The catalog builder ended with ${code} and no catalog.`)));
    worker.once('message', (message: Snapshot) => {
      // A Buffer crosses threads as the plain bytes under it.
      const { buffer, byteOffset, byteLength } = message.records;
      const snapshot = { ...message, records: Buffer.from(buffer, byteOffset, byteLength) };
      const { version, size: hooks } = snapshot;
      observe({
        kind: 'catalog_loaded',
        version,
        hooks,
        tookMs: Math.round(performance.now() - startedAt),
        bytes: byteLength,
      });
      resolve({ snapshot, cache: createResolveCache(snapshot) });
    });
  });
}
