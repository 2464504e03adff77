// What keeps the store of export files clean: expired files go, and whatever a crash left.
import type { Database } from '../db/database.ts';
import type { Observe } from '../telemetry/events.ts';
import { type ExportFiles, exportIdOf } from './files/files.ts';
import { expireExports, forgetExports, selectFiles } from './store.ts';

const everyMs = 60_000;
/** How long exports that failed, were canceled or have expired stay in the list. */
const rememberedMs = 30 * 24 * 3_600_000;

export type Sweep = { now: () => Promise<void>; close: () => Promise<void> };

/** Sweeps every minute. A failure is reported, and the next sweep makes up for it. */
export function startSweeping(db: Database, files: ExportFiles, observe: Observe): Sweep {
  let sweeping = Promise.resolve();
  const now = () => {
    sweeping = sweeping
      .then(() => sweep(db, files))
      .catch((error: unknown) => observe({ kind: 'export_sweep_failed', error }));
    return sweeping;
  };
  const timer = setInterval(now, everyMs);
  timer.unref();
  return {
    now,
    close: () => {
      clearInterval(timer);
      return sweeping;
    },
  };
}

/** Any number of processes may sweep one store. */
async function sweep(db: Database, files: ExportFiles): Promise<void> {
  // An attempt names its file in the row of its export before it makes it, on whichever machine: what is listed and then is
  // not named by its export is nobody's. Where the export is unknown, the file belongs to a service on another database.
  const listed = await files.list();
  await expireExports(db);
  const idOf = (file: string) => exportIdOf(file) ?? '';
  const named = await selectFiles(db, listed.map(idOf));
  for (const file of listed) {
    const kept = named.get(idOf(file));
    if (kept !== undefined && kept !== file) await files.remove(file);
  }
  // Not before its file is gone.
  await forgetExports(db, new Date(Date.now() - rememberedMs));
}
