// Trains in a thread of its own, so that it never delays a request.
import { once } from 'node:events';
import { startThread } from '../../../lib/threads/threads.ts';
import type { Observe } from '../../../telemetry/events.ts';
import type { TrainingOutcome } from './training.ts';

type Options = { isForced: boolean; observe: Observe; stopping: AbortSignal };

/** Rejects if the training fails, or when `stopping` ends it. The active model is then what it was. */
export async function trainInThread(url: string, { isForced, observe, stopping }: Options): Promise<TrainingOutcome> {
  stopping.throwIfAborted();
  const worker = startThread('training', new URL('./worker.ts', import.meta.url), { workerData: { url, isForced } });
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  let outcome = { state: 'skipped' } as TrainingOutcome;
  worker.on('message', (message: TrainingOutcome) => {
    outcome = message;
  });
  try {
    await once(worker, 'exit');
    stopping.throwIfAborted();
    if (outcome.state !== 'skipped') observe({ kind: 'labels_trained', ...outcome });
    return outcome;
  } catch (error) {
    if (!stopping.aborted) observe({ kind: 'labels_training_failed', error });
    throw error;
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
