// Builds snapshots in a worker thread, so that requests never wait for it.
import { createWarmThreads } from '../../../lib/threads/warm-threads.ts';
import type { Observe } from '../../../telemetry/events.ts';
import type { Base } from '../build.ts';
import { restoreBuffer } from '../record-bytes.ts';
import type { Snapshot } from '../snapshot.ts';

export type BuildTask = { url: string; base: Base | undefined };
export type Built = { snapshot: Snapshot; isWhole: boolean };

const runInThread = createWarmThreads<BuildTask, Built, Built>(
  'snapshot',
  new URL('./build-worker.ts', import.meta.url),
);

/** The committed version of the database at `url`, from the served one if there is one. */
export async function buildInThread(url: string, observe: Observe, served?: Snapshot): Promise<Snapshot> {
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
