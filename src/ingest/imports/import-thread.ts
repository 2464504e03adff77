// Runs an import in a thread of its own, so that reading and labelling a large file never holds up a request.
import { Worker } from 'node:worker_threads';
import { type ErrorCode, HooklineError } from '../../lib/errors.ts';
import type { Observation, Observe } from '../../telemetry/events.ts';
import type { LocationRequest } from '../sources/location.ts';
import type { Validators } from './fetch-file.ts';
import type { ImportInput, ImportOutcome } from './import.ts';
import type { Progress } from './import-record.ts';

/** A file that arrives in pieces, which the thread asks for. */
export type Upload = Omit<ImportInput, 'files'> & { bytes: AsyncIterable<Uint8Array> };
/** Files that the thread opens itself. */
export type LocationImport = Omit<ImportInput, 'files'> & { from: LocationRequest };

/** `unchanged`: the location has nothing new since `validators` were given out, and nothing was imported. */
export type LocationOutcome = { kind: 'unchanged' } | ({ kind: 'imported'; validators: Validators } & ImportOutcome);

export type ImportTask = { url: string; input: Omit<ImportInput, 'files'>; from: LocationRequest | 'upload' };

/** What the worker says: it asks for each piece of an upload when it is ready for it. */
export type WordFromWorker =
  | { kind: 'more' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'observed'; observation: Observation }
  | { kind: 'done'; outcome: LocationOutcome }
  /** `code` is that of our own errors, whose class does not outlive the way between threads. */
  | { kind: 'failed'; error: unknown; code: ErrorCode | undefined };

export type PieceOfFile = { done: false; bytes: Uint8Array } | { done: true } | { error: unknown };

/** As importHooks, on the database at `url`. */
export async function importInThread(
  url: string,
  { bytes, ...input }: Upload,
  observe: Observe,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportOutcome> {
  const iterator = bytes[Symbol.asyncIterator]();
  const task: ImportTask = { url, input, from: 'upload' };
  try {
    const outcome = await runTask(task, { observe, onProgress, next: () => nextPiece(iterator) });
    if (outcome.kind === 'unchanged') throw new Error('An upload is never unchanged.');
    return outcome;
  } finally {
    await iterator.return?.();
  }
}

/** The same with what lies at a location. `stopping` ends the thread where it stands; what it staged goes with its connection. */
export function importLocationInThread(
  url: string,
  { from, ...input }: LocationImport,
  { observe, onProgress, stopping }: Required<Omit<TaskDeps, 'next'>>,
): Promise<LocationOutcome> {
  return runTask({ url, input, from }, { observe, onProgress, next: async () => ({ done: true }), stopping });
}

type TaskDeps = {
  observe: Observe;
  onProgress: (progress: Progress) => void;
  next: () => Promise<PieceOfFile>;
  stopping?: AbortSignal;
};

function runTask(task: ImportTask, { observe, onProgress, next, stopping }: TaskDeps): Promise<LocationOutcome> {
  stopping?.throwIfAborted();
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: task });
  const stop = () => void worker.terminate();
  stopping?.addEventListener('abort', stop);
  return new Promise<LocationOutcome>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The importer ended with ${code} and no report.`)));
    worker.on('message', async (word: WordFromWorker) => {
      if (word.kind === 'more') worker.postMessage(await next());
      else if (word.kind === 'progress') onProgress(word.progress);
      else if (word.kind === 'observed') observe(word.observation);
      else if (word.kind === 'done') resolve(word.outcome);
      else reject(word.code ? new HooklineError(word.code, (word.error as Error).message) : word.error);
    });
  }).finally(() => stopping?.removeEventListener('abort', stop));
}

async function nextPiece(iterator: AsyncIterator<Uint8Array>): Promise<PieceOfFile> {
  try {
    const { done, value } = await iterator.next();
    return done ? { done } : { done: false, bytes: value };
  } catch (error) {
    return { error };
  }
}
