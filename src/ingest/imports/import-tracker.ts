// Import tracker: writes the progress of this process's running imports to the database, which also shows that the process is alive.
import type { Database } from '../../db/database.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Progress } from './import-record.ts';
import { touchImport } from './store.ts';

export type ImportTracker = {
  begin: (importId: string) => void;
  setProgress: (importId: string, progress: Progress) => void;
  end: (importId: string) => void;
};

const writeEveryMs = 1000;

export function createImportTracker({ db, observe }: { db: Database; observe: Observe }): ImportTracker {
  const imports = new Map<string, Progress | null>();
  let isScheduled = false;

  async function writeAll(): Promise<void> {
    try {
      for (const [id, progress] of imports) await touchImport(db, id, progress);
    } catch (error) {
      observe({ kind: 'database_error', error });
    }
    isScheduled = false;
    if (imports.size > 0) schedule();
  }

  function schedule(): void {
    if (!isScheduled) setTimeout(writeAll, writeEveryMs).unref();
    isScheduled = true;
  }

  return {
    begin(importId) {
      imports.set(importId, null);
      schedule();
    },
    setProgress: (importId, progress) => void imports.set(importId, progress),
    end: (importId) => void imports.delete(importId),
  };
}
