// Writes an export in a thread of its own, so that a million hooks hold up no request.
import { Worker } from 'node:worker_threads';
import type { WrittenFile } from './files/files.ts';
import type { Format, Records } from './formats/format.ts';

/** `rows` are handed over to the thread, the records are shared with it. */
export type WriteTask = Records & { path: string; format: Format; rows: Uint32Array<ArrayBuffer> };

/** What the thread may take of memory beside the pieces it writes: its garbage is short-lived and need not pile up. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Rejects where the file cannot be written, and where `signal` stops it; then a part of it may be left. */
export function writeInThread(task: WriteTask, signal: AbortSignal): Promise<WrittenFile> {
  signal.throwIfAborted();
  const options = { workerData: task, transferList: [task.rows.buffer], resourceLimits };
  const worker = new Worker(new URL('./write-worker.ts', import.meta.url), options);
  const { promise, resolve, reject } = Promise.withResolvers<WrittenFile>();
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  worker.on('message', resolve);
  worker.on('error', reject);
  // Not before the thread is gone: until then it may still write.
  worker.on('exit', () => reject(signal.aborted ? signal.reason : new Error('The writer ended without a file.')));
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
