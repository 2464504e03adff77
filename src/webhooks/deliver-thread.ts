// Runs the deliverer in a thread of its own, so that signing and sending never hold up a reader.
import { Worker } from 'node:worker_threads';
import type { DatabaseBackend } from '../config/config.ts';
import type { Observation, Observe } from '../telemetry/events.ts';

export type DeliverTask = {
  url: string;
  operatorKey: string;
  retryMs: readonly number[];
  allowPrivate: boolean;
  /** No other process works on this database: what is claimed was claimed by one that is gone. */
  isSoleWorker: boolean;
  backend: DatabaseBackend;
};

export type WordFromDeliverer = { kind: 'ready' } | { kind: 'observed'; observations: Observation[] };
export type WordToDeliverer = 'close';

/** Resolves when the thread delivers. */
export function deliverInThread(task: DeliverTask, observe: Observe): Promise<{ close: () => Promise<void> }> {
  const worker = new Worker(new URL('./deliver-worker.ts', import.meta.url), { workerData: task });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const close = () => {
    worker.postMessage('close' satisfies WordToDeliverer);
    return ended;
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (word: WordFromDeliverer) => {
      if (word.kind === 'ready') resolve({ close });
      else for (const observation of word.observations) observe(observation);
    });
    worker.on('error', (error) => {
      observe({ kind: 'delivery_error', error });
      reject(error);
    });
  });
}
