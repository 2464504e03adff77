// What keeps the directory of exports clean: expired files go, and whatever a crash left.
import type { Database } from '../db/database.ts';
import type { Observe } from '../observe.ts';
import type { ExportFiles } from './files.ts';
import { selectFiles, sweepExports } from './store.ts';

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

async function sweep(db: Database, files: ExportFiles): Promise<void> {
  // An attempt names its file before it makes it: what is listed and then not named is nobody's.
  const listed = await files.list();
  await sweepExports(db, new Date(Date.now() - rememberedMs));
  const named = await selectFiles(db);
  for (const file of listed) if (!named.has(file)) await files.remove(file);
}
