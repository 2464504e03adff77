// Schedules writing the served snapshot to its file: soon after a full build and after the first change, then at intervals.
import { rmSync } from 'node:fs';
import { assertRoom, type ReservedDisk } from '../../../db/disk-space.ts';
import { startThread, untilExit } from '../../../lib/threads/warm-threads.ts';
import type { Observe } from '../../../telemetry/events.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SaveTask } from './save-worker.ts';
import { draftSuffix } from './snapshot-file.ts';

/** Location of the file. */
export type SnapshotPlace = {
  path: string;
  disk: ReservedDisk;
  /** A copy that other machines of this database read at their first start. */
  copy?: SnapshotCopy;
};

export type SnapshotCopy = {
  /** Creates the file at `path` if a copy exists. */
  fetch: (path: string) => Promise<void>;
  put: (path: string, signal: AbortSignal) => Promise<void>;
  remove: () => Promise<void>;
};

type Saver = { built: (snapshot: Snapshot, isWhole: boolean) => void; close: () => Promise<void> };

/** Delay after a start, which needs the CPU itself. */
const soonMs = 3000;
/** Interval of saves: a start merges 10,000 changed hooks into a million in about a second. */
const intervalMs = 3_600_000;

export function createSaver(url: string, { path, disk, copy }: SnapshotPlace, observe: Observe): Saver {
  /** Aborts a running save. */
  let stopping = new AbortController();
  let latest: Snapshot | undefined;
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  async function save(snapshot: Snapshot): Promise<void> {
    const { signal } = stopping;
    try {
      await assertRoom([disk], 2 * snapshot.records.length);
      const workerData = { url, path, snapshot } satisfies SaveTask;
      await untilExit(startThread('snapshot', new URL('./save-worker.ts', import.meta.url), { workerData }), signal);
      await copy?.put(path, signal);
    } catch (error) {
      if (!signal.aborted) observe({ kind: 'catalog_file_failed', error });
    }
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      const snapshot = latest;
      if (snapshot) saving = saving.then(() => save(snapshot));
    }, delayMs).unref();
  }

  return {
    built: (snapshot, isWhole) => {
      const isFirst = latest === undefined;
      latest = snapshot;
      if (isWhole) {
        // The reason may be a takedown of a text that the file, or one being written, contains.
        stopping.abort();
        stopping = new AbortController();
        rmSync(path, { force: true });
        copy?.remove().catch((error) => observe({ kind: 'catalog_file_failed', error }));
      }
      if (isWhole || !timer) schedule(isWhole || isFirst ? soonMs : intervalMs);
    },
    close: async () => {
      clearTimeout(timer);
      stopping.abort();
      await saving;
      rmSync(path + draftSuffix, { force: true });
    },
  };
}
