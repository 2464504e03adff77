// Runs the job of an export: claims it, writes the file from one snapshot, settles. No transaction is open while a file is written.

import type { Catalog } from '../catalog/live-catalog.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { resolve } from '../catalog/search/resolve.ts';
import { maxRecordBytes, type Records } from '../catalog/snapshot/records/expand.ts';
import type { Rows } from '../catalog/snapshot/snapshot.ts';
import { resolveFilters } from '../collections/collection.ts';
import type { Database, Trx } from '../db/database.ts';
import { assertRoom, type ReservedDisk } from '../db/disk-space.ts';
import { errorCode } from '../lib/errors.ts';
import { startThread } from '../lib/threads/warm-threads.ts';
import type { Observe } from '../telemetry/events.ts';
import type { ExportOwner } from './export.ts';
import {
  type ExportFiles,
  exportIdOf,
  type FilePaths,
  newFileName,
  StoreUnavailableError,
  type WrittenFile,
} from './files/files.ts';
import type { Format } from './formats/format.ts';
import {
  type ClaimedExport,
  claimExport,
  completeExport,
  deleteOldExports,
  expireExports,
  failExport,
  refuseExport,
  selectFiles,
} from './store.ts';
import { needsRetry } from './store-takedown.ts';

type RunDeps = {
  db: Database;
  catalog: () => Catalog;
  /** Waits for the last committed version, since another process may have accepted the export on a later one. */
  refresh: () => Promise<void>;
  files: ExportFiles;
  /** Disk that the files are written to. */
  disk?: ReservedDisk;
  /** Time from completion to expiry. */
  ttlMs: number;
  /** Called in the transaction that settles an export. */
  onSettled?: (trx: Trx, exportId: string) => Promise<void>;
  observe: Observe;
};

type ExportRunner = {
  /** Rejects if the export must run again: the process stops, or the database or the file store is unavailable. */
  run: (exportId: string, stopping: AbortSignal) => Promise<void>;
  /** Stops writing a canceled export. */
  stop: (exportId: string) => void;
};

export function createExportRunner(deps: RunDeps): ExportRunner {
  const { db, files, observe } = deps;
  const running = new Map<string, AbortController>();

  async function run(exportId: string, stopping: AbortSignal): Promise<void> {
    // Each attempt has its own file. Only the attempt whose file is in the row may settle.
    const file = newFileName(exportId);
    const claimed = await claimExport(db, exportId, file);
    if (!claimed) return;
    const refusal = refusalOf(claimed.owner);
    if (refusal) return refuse(exportId, file, refusal);
    observe({ kind: 'export_started', exportId, format: claimed.format });
    const startedAt = performance.now();
    const canceling = new AbortController();
    running.set(exportId, canceling);
    try {
      await deps.refresh();
      const written = await write(claimed, deps, file, AbortSignal.any([stopping, canceling.signal]));
      const completed = { ...written, expires_at: new Date(Date.now() + deps.ttlMs) };
      const isComplete = await settle(exportId, (trx) => completeExport(trx, exportId, file, completed));
      if (!isComplete) return await drop(exportId, file);
      const { records, size_bytes: sizeBytes } = written;
      const tookMs = Math.round(performance.now() - startedAt);
      observe({ kind: 'export_finished', exportId, format: claimed.format, records, sizeBytes, tookMs });
    } catch (error) {
      if (!(error instanceof WriteError) || stopping.aborted) throw error;
      if (canceling.signal.aborted) return observe({ kind: 'export_canceled', exportId });
      if (error.cause instanceof StoreUnavailableError || isDiskFull(error.cause)) {
        observe({ kind: 'export_postponed', exportId, error: error.cause });
        throw error;
      }
      if (await settle(exportId, (trx) => failExport(trx, exportId, file, reasonOf(error.cause))))
        observe({ kind: 'export_failed', exportId, error: error.cause });
      else await drop(exportId, file);
    } finally {
      running.delete(exportId);
    }
  }

  /** Returns the result of `change`: whether this attempt settled the export. */
  function settle(exportId: string, change: (trx: Trx) => Promise<boolean>): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const isSettled = await change(trx);
      if (isSettled) await deps.onSettled?.(trx, exportId);
      return isSettled;
    });
  }

  async function refuse(exportId: string, file: string, refusal: string): Promise<void> {
    if (await settle(exportId, (trx) => refuseExport(trx, exportId, file, refusal)))
      observe({ kind: 'export_canceled', exportId });
  }

  /**
   * Called if the export was canceled, another attempt claimed it, or a takedown made this attempt obsolete; in the last case the export
   * runs again.
   */
  async function drop(exportId: string, file: string): Promise<void> {
    // If this fails, a sweep removes the file.
    await files.remove(file).catch(() => {});
    if (await needsRetry(db, exportId, file)) throw new Error('A hook was taken down during the export.');
    observe({ kind: 'export_canceled', exportId });
  }

  return { run, stop: (exportId) => running.get(exportId)?.abort() };
}

/** Distinguished from errors of settling, after which the file may be the final one. */
class WriteError extends Error {}

async function write(
  { format, filters, fields, maxRecords, owner }: ClaimedExport,
  { db, catalog, files, disk }: RunDeps,
  file: string,
  signal: AbortSignal,
) {
  const resolved = await resolveFilters(db, owner.accountId, filters);
  const { snapshot, cache } = catalog();
  const matching = resolve(snapshot, cache, toFilter(resolved)).rows;
  // Copied, since the array is transferred to the thread.
  const rows = new Uint32Array(matching.subarray(0, maxRecords ?? matching.length));
  const { length: count } = rows;
  const { layout, records, offsets, lengths, briefLengths } = snapshot;
  const neededBytes = rows.reduce((sum, row) => sum + maxRecordBytes(snapshot, row), 0);
  const writeTo = async (paths: FilePaths) => {
    await assertRoom([disk], neededBytes);
    return writeInThread({ paths, format, fields, layout, records, offsets, lengths, briefLengths, rows }, signal);
  };
  const { sizeBytes, sha256, gzip } = await files.put(file, writeTo, signal).catch((cause: unknown) => {
    throw new WriteError(`The file was not written: ${(cause as Error).message}`, { cause });
  });
  return {
    records: count,
    total_matching: matching.length,
    catalog_version: snapshot.version,
    size_bytes: sizeBytes,
    gzip_bytes: gzip?.sizeBytes ?? null,
    sha256,
  };
}

/** Returns why an accepted export is not run: the account has changed since. */
function refusalOf({ suspended, plan, features }: ExportOwner): string | undefined {
  const isGivenBack = 'This export does not count against your quota.';
  if (suspended) return `The account is suspended. ${isGivenBack}`;
  if (features.has('export')) return undefined;
  return `The ${plan} plan does not include exports. ${isGivenBack}`;
}

/** An accepted export must not be lost, so it waits for space. */
function isDiskFull(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'insufficient_storage'].includes(errorCode(cause) ?? '');
}

/** Reason for the client. The cause is in the log. */
function reasonOf(cause: unknown): string {
  const { code = '', name } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  let reason = 'The file could not be written.';
  if (code === 'EFBIG') reason = 'The service has no space left for the file.';
  if (name === 'EntityTooLarge')
    return 'The file is larger than the service can keep. It does not count against your quota. Request parts of it with filters.';
  return `${reason} It does not count against your quota. Request it again later.`;
}

// Deletes expired export files, files left by a crash, and old exports, every minute.

const intervalMs = 60_000;
/** Time that failed, canceled and expired exports stay in the list. */
const retentionMs = 30 * 24 * 3_600_000;

type Sweep = { now: () => Promise<void>; close: () => Promise<void> };

/** A failure is reported, and the next sweep retries. */
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
  // An attempt writes its file name to the row before it creates the file, so a listed file that is not in its row is left over. If the
  // export is unknown, the file belongs to a service with another database.
  const listed = await files.list();
  await expireExports(db);
  const idOf = (file: string) => exportIdOf(file) ?? '';
  const currentFiles = await selectFiles(db, listed.map(idOf));
  for (const file of listed) {
    const current = currentFiles.get(idOf(file));
    if (current !== undefined && current !== file) await files.remove(file);
  }
  // Rows are deleted after their files.
  await deleteOldExports(db, new Date(Date.now() - retentionMs));
}

// Writes an export in a worker thread, so a million hooks do not delay requests.

/** `rows` is transferred to the thread; the records are shared with it. */
export type WriteTask = Records &
  Pick<Rows, 'layout'> & {
    paths: FilePaths;
    format: Format;
    fields: readonly string[] | null;
    rows: Uint32Array<ArrayBuffer>;
  };

/** Rejects if a file cannot be written or `signal` aborts; a partial file may remain. */
function writeInThread(task: WriteTask, signal: AbortSignal): Promise<WrittenFile> {
  signal.throwIfAborted();
  const options = { workerData: task, transferList: [task.rows.buffer] };
  const worker = startThread('export', new URL('./write-worker.ts', import.meta.url), options);
  const { promise, resolve, reject } = Promise.withResolvers<WrittenFile>();
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  worker.on('message', resolve);
  worker.on('error', reject);
  // Rejects on exit, since the thread may write until then.
  worker.on('exit', () =>
    reject(signal.aborted ? signal.reason : new Error('The worker of the export exited without a file.')),
  );
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
