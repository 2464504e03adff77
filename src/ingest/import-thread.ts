// Runs an import in a thread of its own, so that reading and labelling a large file never holds up a request.
import { Worker } from 'node:worker_threads';
import type { Observation, Observe } from '../observe.ts';
import type { ImportInput, ImportOutcome, Progress } from './import.ts';

export type ImportTask = Omit<ImportInput, 'bytes'> & { url: string };

/** What the worker says: it asks for each piece of the file when it is ready for it. */
export type WordFromWorker =
  | { kind: 'more' }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'observed'; observation: Observation }
  | { kind: 'done'; outcome: ImportOutcome }
  | { kind: 'failed'; error: unknown };

export type PieceOfFile = { done: false; bytes: Uint8Array } | { done: true } | { error: unknown };

/** As importHooks, on the database at `url`. */
export function importInThread(
  url: string,
  { bytes, ...input }: ImportInput,
  observe: Observe,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportOutcome> {
  const iterator = bytes[Symbol.asyncIterator]();
  const task: ImportTask = { ...input, url };
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: task });
  return new Promise<ImportOutcome>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The importer ended with ${code} and no report.`)));
    worker.on('message', async (word: WordFromWorker) => {
      if (word.kind === 'more') worker.postMessage(await nextPiece(iterator));
      else if (word.kind === 'progress') onProgress(word.progress);
      else if (word.kind === 'observed') observe(word.observation);
      else if (word.kind === 'done') resolve(word.outcome);
      else reject(word.error);
    });
  }).finally(() => iterator.return?.());
}

async function nextPiece(iterator: AsyncIterator<Uint8Array>): Promise<PieceOfFile> {
  try {
    const { done, value } = await iterator.next();
    return done ? { done } : { done: false, bytes: value };
  } catch (error) {
    return { error };
  }
}
