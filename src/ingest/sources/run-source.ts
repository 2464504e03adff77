// Runs a source once: claims the run, fetches and imports in a thread, settles in a second short transaction. A failed import is a
// settled run; only an interrupted run is retried by its job.
import { basename } from 'node:path';
import type { Database } from '../../db/database.ts';
import type { ReservedDisk } from '../../db/disk-space.ts';
import { newId } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import { sheetIdOf } from '../imports/google-sheets.ts';
import type { Progress } from '../imports/import-record.ts';
import { importLocationInThread, type LocationOutcome } from '../imports/import-thread.ts';
import type { ImportTracker } from '../imports/import-tracker.ts';
import type { ImportLimits } from '../imports/read-and-publish.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { countedFrom, nextRunAt, retryAt } from './schedule.ts';
import type { PathRules } from './source-dirs.ts';
import { beginRun, type Settlement, type SourceRow, settleRun } from './store.ts';

export type RunDeps = {
  db: Database;
  databaseUrl: string;
  minViews: number;
  labelFloor: number;
  limits: ImportLimits;
  updateEvery: string;
  allowPrivate: boolean;
  paths: PathRules;
  /** Of the database. */
  disk: ReservedDisk | undefined;
  /** Resolves when this process serves what was published. */
  refresh: () => Promise<void>;
  importTracker: ImportTracker;
  observe: Observe;
};

export type RunRequest = { sourceId: string; isForced: boolean };

/** Rejects if the job must be retried: the process stops, or there is a database outage. */
export async function runSource(deps: RunDeps, request: RunRequest, stopping: AbortSignal): Promise<void> {
  const { db, observe, updateEvery } = deps;
  const { sourceId } = request;
  const importId = newId('imp');
  const startedAt = Date.now();
  const source = await beginRun(db, { sourceId, importId, now: new Date(startedAt) }, fileNameOf);
  if (!source) return;
  const { name } = source;
  observe({ kind: 'source_run_started', sourceId, name, importId });
  const outcome = await fetchAndImport(deps, source, { importId, isForced: request.isForced }, stopping);
  const dueAt = source.next_run_at.getTime();
  const run = { startedAt: countedFrom({ dueAt, startedAt }), endedAt: Date.now() };
  const every = source.every ?? updateEvery;
  const last_run_at = new Date(run.endedAt);
  if (outcome instanceof Error) {
    const failures = source.failures + 1;
    const last_error = outcome.message.slice(0, 1000);
    const settlement = { failures, last_error, last_run_at, next_run_at: new Date(retryAt(every, failures, run)) };
    if (await settleRun(db, { sourceId, importId }, settlement, { state: 'failed', error: last_error }))
      observe({ kind: 'source_run_failed', sourceId, name, importId, failures, error: outcome });
    return;
  }
  const settlement: Settlement = {
    failures: 0,
    last_error: null,
    last_run_at,
    last_success_at: last_run_at,
    next_run_at: new Date(nextRunAt(every, run)),
    ...(outcome.kind === 'imported' ? imported(outcome) : {}),
  };
  const state = outcome.kind === 'imported' ? 'done' : 'unchanged';
  if (!(await settleRun(db, { sourceId, importId }, settlement, { state, error: null }))) return;
  if (outcome.kind === 'imported') await deps.refresh();
  observe({
    kind: 'source_run_finished',
    sourceId,
    name,
    importId,
    outcome: outcome.kind,
    tookMs: Date.now() - startedAt,
  });
}

async function fetchAndImport(
  deps: RunDeps,
  source: SourceRow,
  { importId, isForced }: { importId: string; isForced: boolean },
  stopping: AbortSignal,
): Promise<LocationOutcome | Error> {
  const { databaseUrl, minViews, labelFloor, limits, allowPrivate, paths, disk, importTracker, observe } = deps;
  const { id: sourceId, name, location, etag, last_modified: lastModified } = source;
  importTracker.begin(importId);
  const validators = isForced ? { etag: null, lastModified: null } : { etag, lastModified };
  try {
    const task = {
      from: { location, validators, allowPrivate, paths },
      filename: fileNameOf(location),
      source: name,
      mapping: resolveMapping(source.mapping),
      format: source.format ?? undefined,
      isSnapshot: source.is_snapshot,
      mayShrink: source.may_shrink || isForced,
      minViews,
      labelFloor,
      limits,
      disk,
      run: { sourceId, importId },
    };
    const onProgress = (progress: Progress) => importTracker.setProgress(importId, progress);
    return await importLocationInThread(databaseUrl, task, { observe, onProgress, stopping });
  } catch (error) {
    if (stopping.aborted) throw error;
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    importTracker.end(importId);
  }
}

function imported({ validators, importId }: Extract<LocationOutcome, { kind: 'imported' }>): Partial<Settlement> {
  return { etag: validators.etag, last_modified: validators.lastModified, last_import_id: importId };
}

/** Without the query of a URL, which may contain secrets. */
function fileNameOf(location: string): string {
  const url = URL.parse(location);
  return url?.host ? (sheetIdOf(url) ?? (basename(url.pathname) || url.host)) : basename(location);
}
