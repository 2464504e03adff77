// The job of an export: pin the catalog, write the file, settle. Claim, write and settle are apart; no transaction spans a file.
import { toFilter } from '../catalog/search/filter.ts';
import { resolve } from '../catalog/search/resolve.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import type { Database } from '../db/database.ts';
import type { Observe } from '../telemetry/events.ts';
import { type ExportFiles, newFileName, StoreAway } from './files/files.ts';
import { type ClaimedExport, claimExport, completeExport, failExport } from './store.ts';
import { writeInThread } from './write-thread.ts';

export type RunDeps = {
  db: Database;
  catalog: () => Catalog;
  /** Waits until what is committed is the catalog: another process may have accepted the export on a later version. */
  refresh: () => Promise<void>;
  files: ExportFiles;
  /** Milliseconds from completion to expiry. */
  ttlMs: number;
  observe: Observe;
};

export type ExportRunner = {
  /** Runs the export to its end. Rejects where it has to be run again: the process stops, or the database or the store of files is away. */
  run: (exportId: string, stopping: AbortSignal) => Promise<void>;
  /** Stops the writing of an export that was canceled. */
  stop: (exportId: string) => void;
};

export function createExportRunner(deps: RunDeps): ExportRunner {
  const { db, files, observe } = deps;
  const running = new Map<string, AbortController>();

  async function run(exportId: string, stopping: AbortSignal): Promise<void> {
    // Each attempt has a file of its own, whose name in the row says which attempt may settle.
    const file = newFileName(exportId);
    const claimed = await claimExport(db, exportId, file);
    if (!claimed) return;
    observe({ kind: 'export_started', exportId, format: claimed.format });
    const startedAt = performance.now();
    const canceling = new AbortController();
    running.set(exportId, canceling);
    try {
      await deps.refresh();
      const written = await write(claimed, deps, file, AbortSignal.any([stopping, canceling.signal]));
      const completed = { ...written, expires_at: new Date(Date.now() + deps.ttlMs) };
      if (!(await completeExport(db, exportId, file, completed))) return await drop(exportId, file);
      const { records, size_bytes: sizeBytes } = written;
      const tookMs = Math.round(performance.now() - startedAt);
      observe({ kind: 'export_finished', exportId, format: claimed.format, records, sizeBytes, tookMs });
    } catch (error) {
      if (!(error instanceof WriteError) || stopping.aborted) throw error;
      if (canceling.signal.aborted) return observe({ kind: 'export_canceled', exportId });
      if (error.cause instanceof StoreAway) {
        observe({ kind: 'export_postponed', exportId, error: error.cause });
        throw error;
      }
      if (await failExport(db, exportId, file, reasonOf(error.cause)))
        observe({ kind: 'export_failed', exportId, error: error.cause });
    } finally {
      running.delete(exportId);
    }
  }

  /** It was canceled, or another attempt took it over. */
  async function drop(exportId: string, file: string): Promise<void> {
    // Where this fails a sweep makes up for it.
    await files.remove(file).catch(() => {});
    observe({ kind: 'export_canceled', exportId });
  }

  return { run, stop: (exportId) => running.get(exportId)?.abort() };
}

/** Told from errors of settling, after which the file may be the one that counts. */
class WriteError extends Error {}

async function write(
  { format, filters, maxRecords }: ClaimedExport,
  { catalog, files }: RunDeps,
  file: string,
  signal: AbortSignal,
) {
  const { snapshot, cache } = catalog();
  const matching = resolve(snapshot, cache, toFilter(filters)).rows;
  // A copy, since it is handed over to the thread.
  const rows = new Uint32Array(matching.subarray(0, maxRecords ?? matching.length));
  const { length: count } = rows;
  const { records, offsets, lengths } = snapshot;
  const writeTo = (path: string) => writeInThread({ path, format, records, offsets, lengths, rows }, signal);
  const { sizeBytes, sha256 } = await files.put(file, writeTo, signal).catch((cause: unknown) => {
    throw new WriteError(`The file was not written: ${(cause as Error).message}`, { cause });
  });
  return {
    records: count,
    total_matching: matching.length,
    catalog_version: snapshot.version,
    size_bytes: sizeBytes,
    sha256,
  };
}

const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** What the client reads. What went wrong within is in the log. */
function reasonOf(cause: unknown): string {
  const { code = '', name } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  let what = 'The file could not be written.';
  if (noRoom.includes(code)) what = 'The service has no room left for the file.';
  if (name === 'EntityTooLarge')
    return 'The file is larger than the service can keep. It does not count against your quota: ask for deps of it, by filters.';
  return `${what} It does not count against your quota: ask again later.`;
}
