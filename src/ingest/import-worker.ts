// The worker thread of one import: opens the location, or asks for the upload a piece at a time, and imports it over connections
// of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThread } from '../background.ts';
import { openDatabase } from '../db/database.ts';
import { HooklineError } from '../errors.ts';
import { importHooks } from './import.ts';
import type { ImportTask, LocationOutcome, PieceOfFile, WordFromWorker } from './import-thread.ts';
import type { InputFile } from './input-files.ts';
import { openLocation } from './location.ts';

const { url, input, from } = workerData as ImportTask;
const nothingKnown = { etag: null, lastModified: null };
lowerThread('import');

const database = await openDatabase(url, (observation) => say({ kind: 'observed', observation }));
try {
  say({ kind: 'done', outcome: await work() });
} catch (error) {
  say({ kind: 'failed', error, code: error instanceof HooklineError ? error.code : undefined });
} finally {
  await database.close();
}

async function work(): Promise<LocationOutcome> {
  if (from === 'upload') {
    const files = [{ name: input.filename, size: undefined, open: pieces }];
    return { kind: 'imported', validators: nothingKnown, ...(await importAll(files)) };
  }
  const opened = await openLocation(from, input.mapping);
  try {
    if (opened.kind === 'unchanged') return { kind: 'unchanged' };
    return { kind: 'imported', validators: opened.validators, ...(await importAll(opened.files)) };
  } finally {
    await opened.close();
  }
}

function importAll(files: readonly InputFile[]) {
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
