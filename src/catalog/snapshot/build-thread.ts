// Builds snapshots in a worker thread, so that requests never wait for it.
import { startThread } from '../../lib/threads/threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Base } from './build.ts';
import { restoreBuffer } from './record-bytes.ts';
import type { Snapshot } from './snapshot.ts';

export type BuildTask = { url: string; base: Base | undefined };
export type Built = { snapshot: Snapshot; isWhole: boolean };

/** The committed version of the database at `url`, from the served one if there is one. */
export function buildInThread(url: string, observe: Observe, served?: Snapshot): Promise<Snapshot> {
  const startedAt = performance.now();
  const task: BuildTask = { url, base: served && baseOf(served) };
  return new Promise((resolve, reject) => {
    const worker = startThread('snapshot', new URL('./build-worker.ts', import.meta.url), { workerData: task });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The worker of the snapshot exited with code ${code} without a snapshot.`)),
    );
    worker.once('message', (built: Built) => {
      const snapshot = restoreBuffer(built.snapshot);
      const { version, size: hooks, records } = snapshot;
      const tookMs = Math.round(performance.now() - startedAt);
      observe({ kind: 'catalog_loaded', version, hooks, isWhole: built.isWhole, tookMs, bytes: records.length });
      resolve(snapshot);
    });
  });
}

function baseOf({ activity: _, trends: __, ...base }: Snapshot): Base {
  return base;
}
