// Worker thread of one import: opens the location or requests the chunks of the upload, and imports over its own connections.
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../db/database.ts';
import { toUnavailableError } from '../../db/outage.ts';
import { HooklineError } from '../../lib/errors.ts';
import { lowerThreadPriority } from '../../lib/threads/threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type ImportInput, importHooks } from './import.ts';
import type { Progress } from './import-record.ts';
import type { ImportTask, TaskOutcome, UploadChunk, WorkerMessage } from './import-thread.ts';
import type { InputFile } from './input-files.ts';
import { previewImport } from './preview.ts';

const task: ImportTask = workerData;
const noValidators = { etag: null, lastModified: null };
lowerThreadPriority('import');

const database = openDatabase(task.url, (observation) => send({ kind: 'observed', observation }));
await runTask(database)
  .then((outcome) => send({ kind: 'done', outcome }), sendFailure)
  .finally(database.close);

function sendFailure(thrown: unknown): void {
  const error = toUnavailableError(thrown) ?? thrown;
  // Imports observe their own failures.
  if (task.kind === 'preview') send({ kind: 'observed', observation: { kind: 'preview_failed', error } });
  send({ kind: 'failed', error, code: error instanceof HooklineError ? error.code : undefined });
}

async function runTask(database: OpenDatabase): Promise<TaskOutcome> {
  const uploaded = [{ name: task.input.filename, size: undefined, open: readChunks }];
  if (task.kind === 'preview' && task.from !== 'upload') {
    const { previewLocation } = await import('../sources/preview-location.ts');
    const deps = { signal: stopSignal(), onProgress: sendProgress };
    return { kind: 'location_previewed', preview: await previewLocation(database, task.from, task.input, deps) };
  }
  if (task.kind === 'preview')
    return {
      kind: 'previewed',
      preview: await previewImport(database, { ...task.input, files: uploaded }, sendProgress),
    };
  const { input, from } = task;
  if (from === 'upload')
    return { kind: 'imported', validators: noValidators, ...(await importAll(database, input, uploaded)) };
  // Loaded on demand: an upload, whose client waits, needs no HTTP client.
  const { openLocation } = await import('../sources/open-location.ts');
  const onStep = (read: number) => sendProgress({ phase: 'collecting', read, rejected: 0, bytes: 0 });
  const opened = await openLocation(from, input.mapping, {
    db: database.db,
    isSnapshot: input.isSnapshot === true,
    onStep,
    signal: stopSignal(),
  });
  try {
    const { collection } = opened;
    if (opened.kind === 'unchanged') return { kind: 'unchanged', collection };
    const isSnapshot = input.isSnapshot && !opened.isPart;
    const imported = await importAll(database, { ...input, isSnapshot, isArchived: opened.isArchived }, opened.files);
    await opened.settle?.();
    return { kind: 'imported', validators: opened.validators, collection, ...imported };
  } finally {
    await opened.close();
  }
}

/** Aborts when the service stops; the thread is terminated soon after. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  parentPort?.once('message', () => controller.abort(new Error('The service is stopping.')));
  // Otherwise the thread would not end by itself.
  parentPort?.unref();
  return controller.signal;
}

function importAll(database: OpenDatabase, input: Omit<ImportInput, 'files'>, files: readonly InputFile[]) {
  const observe: Observe = (observation) => send({ kind: 'observed', observation });
  return importHooks(database, { ...input, files }, observe, sendProgress);
}

function sendProgress(progress: Progress): void {
  send({ kind: 'progress', progress });
}

async function* readChunks(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await requestChunk();
    if ('error' in chunk) throw chunk.error;
    if (chunk.done) return;
    yield chunk.bytes;
  }
}

function requestChunk(): Promise<UploadChunk> {
  return new Promise((resolve) => {
    parentPort?.once('message', resolve);
    send({ kind: 'next' });
  });
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
