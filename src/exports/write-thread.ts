// Writes an export in a worker thread, so a million hooks do not delay requests.
import type { Records } from '../catalog/snapshot/records/expand.ts';
import type { Rows } from '../catalog/snapshot/snapshot.ts';
import { startThread } from '../lib/threads/threads.ts';
import type { FilePaths, WrittenFile } from './files/files.ts';
import type { Format } from './formats/format.ts';

/** `rows` is transferred to the thread, the records are shared with it. */
export type WriteTask = Records &
  Pick<Rows, 'layout'> & {
    paths: FilePaths;
    format: Format;
    fields: readonly string[] | null;
    rows: Uint32Array<ArrayBuffer>;
  };

/** Rejects if a file cannot be written or `signal` aborts; a part of it may remain. */
export function writeInThread(task: WriteTask, signal: AbortSignal): Promise<WrittenFile> {
  signal.throwIfAborted();
  const options = { workerData: task, transferList: [task.rows.buffer] };
  const worker = startThread('export', new URL('./write-worker.ts', import.meta.url), options);
  const { promise, resolve, reject } = Promise.withResolvers<WrittenFile>();
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  worker.on('message', resolve);
  worker.on('error', reject);
  // On exit, since the thread may write until then.
  worker.on('exit', () =>
    reject(signal.aborted ? signal.reason : new Error('The worker of the export exited without a file.')),
  );
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
