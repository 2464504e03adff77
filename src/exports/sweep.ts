// Deletes expired export files, files left by a crash, and old exports, every minute.
import type { Database } from '../db/database.ts';
import type { Observe } from '../telemetry/events.ts';
import { type ExportFiles, exportIdOf } from './files/files.ts';
import { deleteOldExports, expireExports, selectFiles } from './store.ts';

const intervalMs = 60_000;
/** How long failed, canceled and expired exports stay in the list. */
const retentionMs = 30 * 24 * 3_600_000;

export type Sweep = { now: () => Promise<void>; close: () => Promise<void> };

/** A failure is reported, and the next sweep tries again. */
export function startSweeping(db: Database, files: ExportFiles, observe: Observe): Sweep {
  let sweeping = Promise.resolve();
  const now = () => {
    sweeping = sweeping
      .then(() => sweep(db, files))
      .catch((error: unknown) => observe({ kind: 'export_sweep_failed', error }));
    return sweeping;
  };
  const timer = setInterval(now, intervalMs);
  timer.unref();
  return {
    now,
    close: () => {
      clearInterval(timer);
      return sweeping;
    },
  };
}

/** Several processes may sweep one store at once. */
async function sweep(db: Database, files: ExportFiles): Promise<void> {
  // An attempt writes the name of its file to the row before it creates the file, so a listed file that is not in its row is left
  // over. If the export is unknown, the file belongs to a service with another database.
  const listed = await files.list();
  await expireExports(db);
  const idOf = (file: string) => exportIdOf(file) ?? '';
  const currentFiles = await selectFiles(db, listed.map(idOf));
  for (const file of listed) {
    const current = currentFiles.get(idOf(file));
    if (current !== undefined && current !== file) await files.remove(file);
  }
  // After its file is deleted.
  await deleteOldExports(db, new Date(Date.now() - retentionMs));
}
