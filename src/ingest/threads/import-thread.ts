// Runs an import in its own thread, so that reading and labelling a large file never delays a request.

import type { Database } from '../../db/database.ts';
import { type ErrorCode, HooklineError } from '../../lib/errors.ts';
import { createWarmThreads, type RunningTask } from '../../lib/threads/warm-threads.ts';
import type { Observation, Observe } from '../../telemetry/events.ts';
import type { CollectorRun } from '../collect/collect.ts';
import type { ImportInput, ImportOutcome } from '../imports/import.ts';
import type { PreviewInput } from '../imports/preview.ts';
import type { Preview } from '../imports/preview-record.ts';
import { touchImport } from '../imports/store.ts';
import type { Validators } from '../locations/fetch-file.ts';
import type { LocationRequest } from '../locations/open-location.ts';
import type { LocationPreview, PreviewRequest } from '../locations/preview-location.ts';
import type { Progress } from '../publish/import-record.ts';

/** A file that arrives in chunks, which the thread requests. */
export type Upload = Omit<ImportInput, 'files'> & { bytes: AsyncIterable<Uint8Array> };
/** Preview of an upload. */
export type PreviewUpload = Omit<PreviewInput, 'files'> & { bytes: AsyncIterable<Uint8Array> };
/** Import of files that the thread opens. */
type LocationImport = Omit<ImportInput, 'files'> & { from: LocationRequest };

/** `unchanged`: the location has not changed since its `validators`, so nothing was imported. */
export type LocationOutcome = { collection?: CollectorRun } & (
  | { kind: 'unchanged' }
  | ({ kind: 'imported'; validators: Validators } & ImportOutcome)
);

export type ImportTask =
  | { kind: 'import'; url: string; input: Omit<ImportInput, 'files'>; from: LocationRequest | 'upload' }
  | { kind: 'preview'; url: string; input: Omit<PreviewInput, 'files'>; from: PreviewRequest | 'upload' };

export type TaskOutcome =
  | LocationOutcome
  | { kind: 'previewed'; preview: Preview }
  | { kind: 'location_previewed'; preview: LocationPreview };

/** `next` requests the next chunk of an upload. */
export type WorkerMessage =
  | { kind: 'next' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'observed'; observation: Observation }
  | { kind: 'done'; outcome: TaskOutcome }
  /** `code` of a HooklineError, whose class is lost between threads. */
  | { kind: 'failed'; error: unknown; code: ErrorCode | undefined };

export type UploadChunk = { done: false; bytes: Uint8Array } | { done: true } | { error: unknown };

/** Runs importHooks on the database at `url`. `stopping` terminates the thread. */
export async function importInThread(
  url: string,
  { bytes, ...input }: Upload,
  deps: UploadDeps,
): Promise<ImportOutcome> {
  const outcome = await runUpload({ kind: 'import', url, input, from: 'upload' }, bytes, deps);
  if (outcome.kind !== 'imported') throw new Error('An upload is always imported.');
  return outcome;
}

/** Runs previewImport on the database at `url`. */
export async function previewInThread(
  url: string,
  { bytes, ...input }: PreviewUpload,
  deps: UploadDeps,
): Promise<Preview> {
  const outcome = await runUpload({ kind: 'preview', url, input, from: 'upload' }, bytes, deps);
  if (outcome.kind !== 'previewed') throw new Error('A preview is never imported.');
  return outcome.preview;
}

async function runUpload(task: ImportTask, bytes: AsyncIterable<Uint8Array>, deps: UploadDeps): Promise<TaskOutcome> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    return await runTask(task, { ...deps, next: () => nextChunk(iterator) });
  } finally {
    await iterator.return?.();
  }
}

/** Imports a location. `stopping` terminates the thread; its staged rows are dropped with its connection. */
export async function importLocationInThread(
  url: string,
  { from, ...input }: LocationImport,
  { observe, onProgress, stopping }: UploadDeps,
): Promise<LocationOutcome> {
  const task: ImportTask = { kind: 'import', url, input, from };
  const outcome = await runTask(task, { observe, onProgress, next: nothing, stopping });
  if (outcome.kind !== 'imported' && outcome.kind !== 'unchanged') throw new Error('A location is always imported.');
  return outcome;
}

/** Preview of a location. */
export type LocationPreviewTask = Omit<PreviewInput, 'files'> & { from: PreviewRequest };

/** Runs previewLocation on the database at `url`. `stopping` terminates the thread, and its reason is thrown. */
export async function previewLocationInThread(
  url: string,
  { from, ...input }: LocationPreviewTask,
  { observe, stopping }: { observe: Observe; stopping: AbortSignal },
): Promise<LocationPreview> {
  const task: ImportTask = { kind: 'preview', url, input, from };
  const outcome = await runTask(task, { observe, onProgress: () => {}, next: nothing, stopping }).catch((error) => {
    throw stopping.aborted ? stopping.reason : error;
  });
  if (outcome.kind !== 'location_previewed') throw new Error('A preview of a location is never imported.');
  return outcome.preview;
}

const nothing = async () => ({ done: true }) as const;

type TaskDeps = {
  observe: Observe;
  onProgress: (progress: Progress) => void;
  next: () => Promise<UploadChunk>;
  stopping: AbortSignal;
};
type UploadDeps = Omit<TaskDeps, 'next'>;

const runInThread = createWarmThreads<ImportTask, WorkerMessage, TaskOutcome>(
  'import',
  new URL('./import-worker.ts', import.meta.url),
);

function runTask(task: ImportTask, { observe, onProgress, next, stopping }: TaskDeps): Promise<TaskOutcome> {
  const onMessage = async (message: WorkerMessage, { post, resolve, reject }: RunningTask<TaskOutcome>) => {
    if (message.kind === 'next') post(await next());
    else if (message.kind === 'progress') onProgress(message.progress);
    // A stopped task has not failed.
    else if (message.kind === 'observed') stopping.aborted || observe(message.observation);
    else if (message.kind === 'done') resolve(message.outcome);
    else reject(toHooklineError(message.error, message.code));
  };
  return runInThread(task, { onMessage, stopping });
}

function toHooklineError(error: unknown, code: ErrorCode | undefined): unknown {
  return code && error instanceof Error ? new HooklineError(code, error.message) : error;
}

async function nextChunk(iterator: AsyncIterator<Uint8Array>): Promise<UploadChunk> {
  try {
    const { done, value } = await iterator.next();
    return done ? { done } : { done: false, bytes: value };
  } catch (error) {
    return { error };
  }
}

// Import tracker: writes the progress of this process's running imports to the database, which also shows that the process is alive.

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
