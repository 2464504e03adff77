// The worker thread of one import: opens the location, or asks for the upload a piece at a time, and imports it over connections
// of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../db/database.ts';
import { toUnavailableError } from '../../db/outage.ts';
import { HooklineError } from '../../lib/errors.ts';
import { lowerThreadPriority } from '../../lib/low-priority.ts';
import { importHooks } from './import.ts';
import type { ImportTask, LocationOutcome, PieceOfFile, WordFromWorker } from './import-thread.ts';
import type { InputFile } from './input-files.ts';

const { url, input, from } = workerData as ImportTask;
const nothingKnown = { etag: null, lastModified: null };
lowerThreadPriority('import');

const database = await openDatabase(url, (observation) => say({ kind: 'observed', observation })).catch(fail);
if (database) {
  await work(database)
    .then((outcome) => say({ kind: 'done', outcome }), fail)
    .finally(database.close);
}

function fail(thrown: unknown): void {
  const error = toUnavailableError(thrown) ?? thrown;
  say({ kind: 'failed', error, code: error instanceof HooklineError ? error.code : undefined });
}

async function work(database: OpenDatabase): Promise<LocationOutcome> {
  if (from === 'upload') {
    const files = [{ name: input.filename, size: undefined, open: pieces }];
    return { kind: 'imported', validators: nothingKnown, ...(await importAll(database, files)) };
  }
  // An upload, which somebody waits for, starts without the client of HTTP.
  const { openLocation } = await import('../sources/location.ts');
  const opened = await openLocation(from, input.mapping);
  try {
    if (opened.kind === 'unchanged') return { kind: 'unchanged' };
    return { kind: 'imported', validators: opened.validators, ...(await importAll(database, opened.files)) };
  } finally {
    await opened.close();
  }
}

function importAll(database: OpenDatabase, files: readonly InputFile[]) {
  return importHooks(
    database,
    { ...input, files },
    (observation) => say({ kind: 'observed', observation }),
    (progress) => say({ kind: 'progress', progress }),
  );
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await nextPiece();
    if ('error' in piece) throw piece.error;
    if (piece.done) return;
    yield piece.bytes;
  }
}

function nextPiece(): Promise<PieceOfFile> {
  return new Promise((resolve) => {
    parentPort?.once('message', resolve);
    say({ kind: 'more' });
  });
}

function say(word: WordFromWorker): void {
  parentPort?.postMessage(word);
}
