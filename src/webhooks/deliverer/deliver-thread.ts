// Runs the deliverer in its own thread, so that signing and sending never delay API requests. A thread that ends is started again.
import type { DatabaseBackend } from '../../config/config.ts';
import type { Limits } from '../../config/limits.ts';
import { startThread as startWorker } from '../../lib/threads/threads.ts';
import type { Observation, Observe } from '../../telemetry/events.ts';

export type DeliverTask = {
  url: string;
  operatorKey: string;
  retryMs: readonly number[];
  allowPrivate: boolean;
  limits: Pick<Limits, 'lookupsPerAccount'>;
  /** No other process works on this database, so existing claims are of a crashed one. */
  isSoleWorker: boolean;
  backend: DatabaseBackend;
};

export type DelivererMessage = { kind: 'ready' } | { kind: 'observed'; observations: Observation[] };
export type DelivererCommand = 'close';

export type DeliverThreadOptions = {
  observe: Observe;
  /** Called when the thread has ended by an error, before it is started again. */
  onEnd: (error: Error) => unknown;
  /** Before the first restart; doubled for each further end within a minute. */
  restartMs?: number;
};

const maxRestartMs = 60_000;
const steadyAfterMs = 60_000;

/** Resolves when the thread delivers. Rejects if it cannot start the first time. */
export async function deliverInThread(
  task: DeliverTask,
  { observe, onEnd, restartMs = 1_000 }: DeliverThreadOptions,
): Promise<{ close: () => Promise<void> }> {
  let isClosing = false;
  let thread = startThread(task, observe);
  let waitMs = restartMs;
  let timer: NodeJS.Timeout | undefined;
  await thread.ready;
  superviseFrom(Date.now());

  function superviseFrom(startedAt: number): void {
    thread.ended.then((error) => {
      if (isClosing) return;
      onEnd(error);
      observe({ kind: 'delivery_thread_ended', error });
      if (Date.now() - startedAt > steadyAfterMs) waitMs = restartMs;
      timer = setTimeout(restart, waitMs);
      waitMs = Math.min(waitMs * 2, maxRestartMs);
    });
  }

  function restart(): void {
    thread = startThread(task, observe);
    thread.ready.then(
      () => observe({ kind: 'delivery_thread_restarted' }),
      // It has ended, which is observed.
      () => {},
    );
    superviseFrom(Date.now());
  }

  return {
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      await thread.close();
    },
  };
}

type Thread = {
  /** Rejects if the thread ends before it delivers. */
  ready: Promise<void>;
  /** Never rejects. */
  ended: Promise<Error>;
  close: () => Promise<unknown>;
};

function startThread(task: DeliverTask, observe: Observe): Thread {
  const worker = startWorker('delivery', new URL('./deliver-worker.ts', import.meta.url), { workerData: task });
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<Error>();
  let failure: unknown;
  worker.on('message', (message: DelivererMessage) => {
    if (message.kind === 'ready') ready.resolve();
    else for (const observation of message.observations) observe(observation);
  });
  // Node ends the thread after an uncaught error, also when its heap is full.
  worker.on('error', (error) => {
    failure = error;
  });
  worker.once('exit', (code) => {
    const error = failure instanceof Error ? failure : new Error(`The delivery thread ended with exit code ${code}.`);
    ready.reject(error);
    ended.resolve(error);
  });
  return {
    ready: ready.promise,
    ended: ended.promise,
    close: () => {
      worker.postMessage('close' satisfies DelivererCommand);
      return ended.promise;
    },
  };
}
