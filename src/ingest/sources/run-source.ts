// Runs a source once: claims the run, fetches and imports in a thread, settles in a second short transaction. A failed import is a settled
// run; its job retries only an interrupted run.

import { basename } from 'node:path';
import type { Floors } from '../../config/label-floors.ts';
import type { Database } from '../../db/database.ts';
import type { ReservedDisk } from '../../db/disk-space.ts';
import { newId } from '../../lib/ids.ts';
import { storableText } from '../../lib/text.ts';
import { redactSecrets } from '../../secrets/secret.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CollectEnvironment } from '../collect/collector.ts';
import type { ImportLimits } from '../imports/read-and-publish.ts';
import { sheetIdOf } from '../locations/fetch-file.ts';
import { isCollected, type PathRules, parseLocation } from '../locations/location.ts';
import type { ImportReport, Progress } from '../publish/import-record.ts';
import { type ImportTracker, importLocationInThread, type LocationOutcome } from '../threads/import-thread.ts';
import { countedFrom, mappingOf, nextRunAt, readingOf, retryAt, sentSecrets } from './source.ts';
import { beginRun, type Settlement, type SourceRow, settleRun } from './store.ts';

export type RunDeps = {
  db: Database;
  databaseUrl: string;
  minViews: number;
  labelFloors: Floors;
  limits: ImportLimits;
  updateEvery: string;
  allowPrivate: boolean;
  paths: PathRules;
  environment: CollectEnvironment;
  /** Returns the present secrets by name. */
  readSecrets: () => Promise<ReadonlyMap<string, string>>;
  /** Disk of the database. */
  disk: ReservedDisk | undefined;
  /** Resolves when this process serves the new version. */
  refresh: (report: ImportReport) => Promise<void>;
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
    const last_error = storableText(outcome.message.slice(0, 1000));
    const next_run_at = new Date(retryAt(every, failures, run));
    const settlement = { failures, last_error, notices: '[]', last_run_at, next_run_at };
    if (await settleRun(db, { sourceId, importId }, settlement, { state: 'failed', error: last_error, usage: null }))
      observe({ kind: 'source_run_failed', sourceId, name, importId, failures, error: outcome });
    return;
  }
  const { notices = [], resumeAt = null, usage = null } = outcome.collection ?? {};
  const settlement: Settlement = {
    failures: 0,
    last_error: null,
    last_run_at,
    last_success_at: last_run_at,
    notices: JSON.stringify(notices.map((notice) => ({ ...notice, message: storableText(notice.message) }))),
    next_run_at: resumeAt ?? new Date(nextRunAt(every, run)),
    ...(outcome.kind === 'imported' ? imported(outcome) : {}),
  };
  const state = outcome.kind === 'imported' ? 'done' : 'unchanged';
  if (!(await settleRun(db, { sourceId, importId }, settlement, { state, error: null, usage }))) return;
  if (outcome.kind === 'imported') await deps.refresh(outcome.report);
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
  const { databaseUrl, minViews, labelFloors, limits, allowPrivate, paths, disk, importTracker, observe } = deps;
  const { id: sourceId, name, location, request, collect, etag, last_modified: lastModified } = source;
  const { kind } = parseLocation(location, request ?? {});
  const run = { sourceId, importId };
  importTracker.begin(importId);
  let secrets: ReadonlyMap<string, string> = new Map();
  const validators = isForced ? { etag: null, lastModified: null } : { etag, lastModified };
  try {
    secrets = await deps.readSecrets();
    const collected = { request: request ?? {}, collect, secrets, environment: deps.environment };
    const task = {
      from: { location, validators, allowPrivate, paths, ...collected, run, isForced, minViews },
      filename: fileNameOf(location),
      secrets: sentSecrets(source, secrets),
      source: name,
      mapping: mappingOf(kind, source.mapping),
      ...readingOf(kind, source.mapping),
      format: isCollected(kind) ? undefined : (source.format ?? undefined),
      isSnapshot: source.is_snapshot,
      mayShrink: source.may_shrink || isForced,
      minViews,
      labelFloors,
      limits,
      disk,
      run,
    };
    const onProgress = (progress: Progress) => importTracker.setProgress(importId, progress);
    return await importLocationInThread(databaseUrl, task, { observe, onProgress, stopping });
  } catch (error) {
    if (stopping.aborted) throw error;
    return redactError(error, secrets);
  } finally {
    importTracker.end(importId);
  }
}

/** An API may repeat the secret that it was sent. */
function redactError(error: unknown, secrets: ReadonlyMap<string, string>): Error {
  const message = error instanceof Error ? error.message : String(error);
  const redacted = redactSecrets(message, secrets);
  return error instanceof Error && redacted === message ? error : new Error(redacted);
}

function imported({ validators, importId }: Extract<LocationOutcome, { kind: 'imported' }>): Partial<Settlement> {
  return { etag: validators.etag, last_modified: validators.lastModified, last_import_id: importId };
}

/** Removes the query of a URL, which may contain secrets. */
export function fileNameOf(location: string): string {
  if (isCollected(parseLocation(location).kind)) return location.slice(0, 100);
  const url = URL.parse(location);
  return url?.host ? (sheetIdOf(url) ?? (basename(url.pathname) || url.host)) : basename(location);
}
