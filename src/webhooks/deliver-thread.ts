// Starts the deliverer in its own thread, so that signing and sending never delay API requests.
import { Worker } from 'node:worker_threads';
import type { DatabaseBackend } from '../config/config.ts';
import type { Observation, Observe } from '../telemetry/events.ts';

export type DeliverTask = {
  url: string;
  operatorKey: string;
  retryMs: readonly number[];
  allowPrivate: boolean;
  /** No other process works on this database, so existing claims are of a crashed one. */
  isSoleWorker: boolean;
  backend: DatabaseBackend;
};

export type DelivererMessage = { kind: 'ready' } | { kind: 'observed'; observations: Observation[] };
export type DelivererCommand = 'close';

/** Resolves when the thread delivers. */
export function deliverInThread(task: DeliverTask, observe: Observe): Promise<{ close: () => Promise<void> }> {
  const worker = new Worker(new URL('./deliver-worker.ts', import.meta.url), { workerData: task });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const close = () => {
    worker.postMessage('close' satisfies DelivererCommand);
    return ended;
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (message: DelivererMessage) => {
      if (message.kind === 'ready') resolve({ close });
      else for (const observation of message.observations) observe(observation);
    });
    worker.on('error', (error) => {
      observe({ kind: 'delivery_error', error });
      reject(error);
    });
  });
}
