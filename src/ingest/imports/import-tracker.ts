// The imports that run in this process: every second the database hears how far each has come, and so that its process is alive.
import type { Database } from '../../db/database.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Progress } from './import-record.ts';
import { touchImport } from './store.ts';

export type ImportTracker = {
  begin: (importId: string) => void;
  tell: (importId: string, progress: Progress) => void;
  end: (importId: string) => void;
};

const everyMs = 1000;

export function createImportTracker({ db, observe }: { db: Database; observe: Observe }): ImportTracker {
  const imports = new Map<string, Progress | null>();
  let isTelling = false;

  async function tellAll(): Promise<void> {
    try {
      for (const [id, progress] of imports) await touchImport(db, id, progress);
    } catch (error) {
      observe({ kind: 'database_error', error });
    }
    isTelling = imports.size > 0;
    if (isTelling) setTimeout(tellAll, everyMs).unref();
  }

  return {
    begin(importId) {
      imports.set(importId, null);
      if (!isTelling) setTimeout(tellAll, everyMs).unref();
      isTelling = true;
    },
    tell: (importId, progress) => void imports.set(importId, progress),
    end: (importId) => void imports.delete(importId),
  };
}
