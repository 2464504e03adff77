// Builds the catalog of a process: one snapshot after the other, each once for all threads that serve it.
import { existsSync } from 'node:fs';
import { createWarmThreads } from '../../lib/threads/warm-threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Base } from './build.ts';
import { restoreBuffer } from './record-bytes.ts';
import type { Snapshot } from './snapshot.ts';
import { createSaver, type SnapshotPlace } from './stored/stored-snapshot.ts';

// Builds snapshots in a worker thread, so that requests never wait for it.

/** Without a `base`, the file at `path` is used, if it exists. */
export type BuildTask = { url: string; base: Base | undefined; path: string | undefined };
/** `isStored` is true if the file has this version. `ignored` is the reason why an existing file was not used. */
export type Built = { snapshot: Snapshot; isWhole: boolean; isStored: boolean; ignored?: string };

const runInThread = createWarmThreads<BuildTask, Built, Built>(
  'snapshot',
  new URL('./build-worker.ts', import.meta.url),
);

/** Builds the committed version of the database. */
async function buildInThread(task: BuildTask, observe: Observe): Promise<Built> {
  const startedAt = performance.now();
  const built = await runInThread(task, { onMessage: (message, { resolve }) => resolve(message) });
  const snapshot = restoreBuffer(built.snapshot);
  const { version, size: hooks, records } = snapshot;
  const tookMs = Math.round(performance.now() - startedAt);
  if (built.ignored !== undefined)
    observe({ kind: 'catalog_file_ignored', path: task.path ?? '', reason: built.ignored });
  observe({ kind: 'catalog_loaded', version, hooks, isWhole: built.isWhole, tookMs, bytes: records.length });
  return { ...built, snapshot };
}

function baseOf({ activity: _, trends: __, ...base }: Snapshot): Base {
  return base;
}

export type CatalogBuilder = {
  current: () => Snapshot;
  /** Resolves when `version` or a later one is current, and builds it only if needed. A failure is reported and keeps the current one. */
  reach: (version: number) => Promise<void>;
  close: () => Promise<void>;
};

/** Resolves when the first version is built, or read from the file at `place`. `onBuilt` is called with each later version. */
export async function openCatalogBuilder(
  url: string,
  observe: Observe,
  onBuilt: (snapshot: Snapshot) => void,
  place?: SnapshotPlace,
): Promise<CatalogBuilder> {
  const saver = place && createSaver(url, place, observe);
  const first = await buildFirst(url, observe, place);
  let current = first.snapshot;
  if (!first.isStored) saver?.built(current, first.isWhole);
  let running: Promise<void> | undefined;
  // After a failure the next build is a full one, since the previous version may be the cause.
  let hasFailed = false;

  async function build(): Promise<void> {
    const base = hasFailed ? undefined : baseOf(current);
    hasFailed = true;
    const { snapshot: next, isWhole } = await buildInThread({ url, base, path: undefined }, observe);
    hasFailed = false;
    if (next.version < current.version) return;
    current = next;
    saver?.built(next, isWhole);
    onBuilt(next);
  }

  return {
    current: () => current,
    reach: async (version) => {
      await running;
      if (current.version >= version) return;
      // Failures are reported once for all waiting threads.
      running ??= build()
        .catch((error) => observe({ kind: 'catalog_load_failed', error }))
        .finally(() => {
          running = undefined;
        });
      await running;
    },
    close: async () => {
      await running;
      await saver?.close();
    },
  };
}

async function buildFirst(url: string, observe: Observe, place: SnapshotPlace | undefined): Promise<Built> {
  const whole = { url, base: undefined, path: undefined };
  if (!place) return buildInThread(whole, observe);
  const { path, copy } = place;
  if (!existsSync(path)) await copy?.fetch(path).catch((error) => observe({ kind: 'catalog_file_failed', error }));
  return buildInThread({ ...whole, path }, observe).catch((error) => {
    // The file may be the cause, although its checksums are right.
    observe({ kind: 'catalog_load_failed', error });
    return buildInThread(whole, observe);
  });
}
