// The worker thread of one import: asks for the file a piece at a time and imports it over connections of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThread } from '../background.ts';
import { openDatabase } from '../db/database.ts';
import { importHooks } from './import.ts';
import type { ImportTask, PieceOfFile, WordFromWorker } from './import-thread.ts';

const { url, ...input } = workerData as ImportTask;
lowerThread('import');

const database = await openDatabase(url, (observation) => say({ kind: 'observed', observation }));
try {
  const outcome = await importHooks(
    database,
    { ...input, bytes: pieces() },
    (observation) => say({ kind: 'observed', observation }),
    (progress) => say({ kind: 'progress', progress }),
  );
  say({ kind: 'done', outcome });
} catch (error) {
  say({ kind: 'failed', error });
} finally {
  await database.close();
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
