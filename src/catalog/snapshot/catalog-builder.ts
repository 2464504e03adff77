// Builds the catalog of a process: one snapshot after the other, each once, however many threads serve it.
import { createWarmThreads } from '../../lib/threads/warm-threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Base } from './build.ts';
import { restoreBuffer } from './record-bytes.ts';
import type { Snapshot } from './snapshot.ts';

// Builds snapshots in a worker thread, so that requests never wait for it.

export type BuildTask = { url: string; base: Base | undefined };
export type Built = { snapshot: Snapshot; isWhole: boolean };

const runInThread = createWarmThreads<BuildTask, Built, Built>(
  'snapshot',
  new URL('./build-worker.ts', import.meta.url),
);

/** The committed version of the database at `url`, from the served one if there is one. */
async function buildInThread(url: string, observe: Observe, served?: Snapshot): Promise<Snapshot> {
  const startedAt = performance.now();
  const task: BuildTask = { url, base: served && baseOf(served) };
  const built = await runInThread(task, { onMessage: (message, { resolve }) => resolve(message) });
  const snapshot = restoreBuffer(built.snapshot);
  const { version, size: hooks, records } = snapshot;
  const tookMs = Math.round(performance.now() - startedAt);
  observe({ kind: 'catalog_loaded', version, hooks, isWhole: built.isWhole, tookMs, bytes: records.length });
  return snapshot;
}

function baseOf({ activity: _, trends: __, ...base }: Snapshot): Base {
  return base;
}

export type CatalogBuilder = {
  current: () => Snapshot;
  /** Resolves when `version` or a later one is current. Builds only if none is; a failure is reported and keeps the current one. */
  reach: (version: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Resolves when the first version is built. `onBuilt` is called with each further one. */
export async function openCatalogBuilder(
  url: string,
  observe: Observe,
  onBuilt: (snapshot: Snapshot) => void,
): Promise<CatalogBuilder> {
  let current = await buildInThread(url, observe);
  let running: Promise<void> | undefined;
  // After a failure the next build is a full one, since the previous version may be the cause.
  let hasFailed = false;

  async function build(): Promise<void> {
    const base = hasFailed ? undefined : current;
    hasFailed = true;
    const next = await buildInThread(url, observe, base);
    hasFailed = false;
    if (next.version < current.version) return;
    current = next;
    onBuilt(next);
  }

  return {
    current: () => current,
    reach: async (version) => {
      await running;
      if (current.version >= version) return;
      // Reported here, once for all threads that wait.
      running ??= build()
        .catch((error) => observe({ kind: 'catalog_load_failed', error }))
        .finally(() => {
          running = undefined;
        });
      await running;
    },
    close: async () => running,
  };
}
