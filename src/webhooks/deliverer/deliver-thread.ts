// Runs the deliverer in its own thread, so that signing and sending never delay API requests. Restarts a thread that fails.
import type { DatabaseBackend } from '../../config/config.ts';
import type { Limits } from '../../config/limits.ts';
import { startThread as startWorker } from '../../lib/threads/warm-threads.ts';
import type { Observation, Observe } from '../../telemetry/events.ts';

export type DeliverTask = {
  url: string;
  operatorKey: string;
  retryDelaysMs: readonly number[];
  allowPrivate: boolean;
  limits: Pick<Limits, 'lookupsPerAccount'>;
  /** True if no other process works on this database, so that existing claims belong to a crashed process. */
  isSoleWorker: boolean;
  backend: DatabaseBackend;
};

export type DelivererMessage = { kind: 'ready' } | { kind: 'observed'; observations: Observation[] };
export type DelivererCommand = 'close';

export type DeliverThreadOptions = {
  observe: Observe;
  /** Returns whether the thread is needed. */
  isNeeded: () => Promise<boolean>;
  /** Called when the thread has ended with an error, before its restart. */
  onEnd: (error: Error) => unknown;
  /** Delay before the first restart; doubled for each further end within a minute. */
  restartMs?: number;
};

export type DeliverThread = {
  /** Starts or ends the thread as currently needed. Rejects if the need cannot be read. */
  update: () => Promise<void>;
  close: () => Promise<void>;
};

const maxRestartMs = 60_000;
const steadyAfterMs = 60_000;

/** The thread has connections and a heap of its own, 40 MB, so it only runs while it is needed. */
export function deliverInThread(
  task: DeliverTask,
  { observe, isNeeded, onEnd, restartMs = 1_000 }: DeliverThreadOptions,
): DeliverThread {
  let isClosing = false;
  let thread: Thread | undefined;
  let waitMs = restartMs;
  let timer: NodeJS.Timeout | undefined;
  let updating = Promise.resolve();

  function start(onReady = () => {}): void {
    const startedAt = Date.now();
    const started = startThread(task, observe);
    thread = started;
    // A rejection means that the thread has ended, which is reported below.
    started.ready.then(onReady, () => {});
    started.ended.then((error) => {
      if (thread !== started) return;
      onEnd(error);
      observe({ kind: 'delivery_thread_ended', error });
      if (Date.now() - startedAt > steadyAfterMs) waitMs = restartMs;
      timer = setTimeout(start, waitMs, () => observe({ kind: 'delivery_thread_restarted' }));
      waitMs = Math.min(waitMs * 2, maxRestartMs);
    });
  }

  async function stop(): Promise<void> {
    const stopped = thread;
    thread = undefined;
    clearTimeout(timer);
    await stopped?.close();
  }

  async function update(): Promise<void> {
    const needed = !isClosing && (await isNeeded());
    if (isClosing) return;
    if (needed && !thread) start();
    else if (!needed && thread) await stop();
  }

  return {
    update: () => {
      updating = updating.catch(() => {}).then(update);
      return updating;
    },
    close: async () => {
      isClosing = true;
      await updating.catch(() => {});
      await stop();
    },
  };
}

type Thread = {
  /** Rejects if the thread ends before it is ready to deliver. */
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
  // Node ends the thread after an uncaught error, or when its heap is full.
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
