// Worker thread of one import: opens the location or requests the chunks of the upload, and imports over its own connections.
import type { MessagePort } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../db/database.ts';
import { toUnavailableError } from '../../db/outage.ts';
import { HooklineError } from '../../lib/errors.ts';
import { keepOpen, runTasks } from '../../lib/threads/warm-threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type ImportInput, importHooks } from '../imports/import.ts';
import type { InputFile } from '../imports/input-files.ts';
import { previewImport } from '../imports/preview.ts';
import type { Progress } from '../publish/import-record.ts';
import type { ImportTask, TaskOutcome, UploadChunk, WorkerMessage } from './import-thread.ts';

const noValidators = { etag: null, lastModified: null };

/** The observer of the running task; a thread has one task at a time. */
let observe: Observe = () => {};
/** The pool closes connections that are idle for ten seconds. */
const openKept = keepOpen(
  (url) => openDatabase(url, (observation) => observe(observation)),
  ({ close }) => close(),
);

runTasks<ImportTask>('import', async (task, port) => {
  const send: Send = (message) => port.postMessage(message);
  observe = (observation) => send({ kind: 'observed', observation });
  const database = await openKept(task.url);
  const deps: TaskDeps = {
    database,
    port,
    send,
    observe,
    onProgress: (progress) => send({ kind: 'progress', progress }),
  };
  await runTask(task, deps)
    .then((outcome) => send({ kind: 'done', outcome }))
    .catch((thrown) => sendFailure(task, thrown, send));
});

type Send = (message: WorkerMessage) => void;

type TaskDeps = {
  database: OpenDatabase;
  port: MessagePort;
  send: Send;
  observe: Observe;
  onProgress: (progress: Progress) => void;
};

function sendFailure({ kind }: ImportTask, thrown: unknown, send: Send): void {
  const error = toUnavailableError(thrown) ?? thrown;
  // Imports report their own failures.
  if (kind === 'preview') send({ kind: 'observed', observation: { kind: 'preview_failed', error } });
  send({ kind: 'failed', error, code: error instanceof HooklineError ? error.code : undefined });
}

async function runTask(task: ImportTask, deps: TaskDeps): Promise<TaskOutcome> {
  const { database, port, onProgress } = deps;
  const uploaded = [{ name: task.input.filename, size: undefined, open: () => readChunks(deps) }];
  if (task.kind === 'preview' && task.from !== 'upload') {
    const { previewLocation } = await import('../locations/preview-location.ts');
    const locationDeps = { signal: stopSignal(port), onProgress };
    const preview = await previewLocation(database, task.from, task.input, locationDeps);
    return { kind: 'location_previewed', preview };
  }
  if (task.kind === 'preview') {
    const preview = await previewImport(database, { ...task.input, files: uploaded }, onProgress);
    return { kind: 'previewed', preview };
  }
  const { input, from } = task;
  if (from === 'upload')
    return { kind: 'imported', validators: noValidators, ...(await importAll(deps, input, uploaded)) };
  // Loaded on demand, since uploads, whose clients wait, need no HTTP client.
  const { openLocation } = await import('../locations/open-location.ts');
  const onStep = (read: number) => onProgress({ phase: 'collecting', read, rejected: 0, bytes: 0 });
  const opened = await openLocation(from, input.mapping, {
    db: database.db,
    isSnapshot: input.isSnapshot === true,
    onStep,
    signal: stopSignal(port),
  });
  try {
    const { collection } = opened;
    if (opened.kind === 'unchanged') return { kind: 'unchanged', collection };
    const isSnapshot = input.isSnapshot && !opened.isPart;
    const imported = await importAll(deps, { ...input, isSnapshot, isArchived: opened.isArchived }, opened.files);
    await opened.settle?.();
    return { kind: 'imported', validators: opened.validators, collection, ...imported };
  } finally {
    await opened.close();
  }
}

/** Aborts when the task is stopped; the thread is terminated soon after. */
function stopSignal(port: MessagePort): AbortSignal {
  const controller = new AbortController();
  port.once('message', ({ error }) => controller.abort(error));
  return controller.signal;
}

function importAll(
  { database, observe, onProgress }: TaskDeps,
  input: Omit<ImportInput, 'files'>,
  files: readonly InputFile[],
) {
  return importHooks(database, { ...input, files }, observe, onProgress);
}

async function* readChunks(deps: TaskDeps): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await requestChunk(deps);
    if ('error' in chunk) throw chunk.error;
    if (chunk.done) return;
    yield chunk.bytes;
  }
}

function requestChunk({ port, send }: TaskDeps): Promise<UploadChunk> {
  return new Promise((resolve) => {
    port.once('message', resolve);
    send({ kind: 'next' });
  });
}
