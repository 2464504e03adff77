// Runs a search for near duplicates in its own thread, so that it never delays a request.
import { once } from 'node:events';
import { startThread } from '../../lib/threads/threads.ts';

/** Rejects if the search fails, or when `stopping` ends it. */
export async function refreshInThread(url: string, stopping: AbortSignal): Promise<void> {
  stopping.throwIfAborted();
  const worker = startThread('duplicates', new URL('./worker.ts', import.meta.url), { workerData: url });
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  try {
    await once(worker, 'exit');
    stopping.throwIfAborted();
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
