// Threads that stay for a minute after a small task, so that the next one finds its modules loaded.
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread, type Work } from './threads.ts';

/** A task and the port over which its thread and its caller talk. The thread closes the port when it is free again. */
export type ThreadTask<Task> = { task: Task; port: MessagePort };

export type TaskHandler<Message, Result> = {
  onMessage: (message: Message, task: RunningTask<Result>) => void;
  /** Sends `stop` to the thread, and terminates it if the task has not ended soon after. */
  stopping?: AbortSignal;
};

export type RunningTask<Result> = {
  post: (message: unknown) => void;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

const keptMs = 60_000;
/** A thread whose task left a larger heap ends. */
const maxKeptBytes = 64 * 2 ** 20;
/** Time for a thread to end its requests and child processes. */
const stopMs = 1_000;

/** The script at `url` calls runTasks(). Each task has a thread of its own meanwhile; at most one is kept. */
export function createWarmThreads<Task, Message, Result>(work: Work, url: URL) {
  let idle: Worker | undefined;
  let expiry: NodeJS.Timeout | undefined;
  /** Resolves when the last thread with a result has collected its garbage, in some 30 ms; another takes a second of CPU to start. */
  let isFree: Promise<void> | undefined;

  function take(): Worker {
    const thread = idle ?? startThread(work, url);
    clearTimeout(expiry);
    idle = undefined;
    thread.removeAllListeners();
    thread.ref();
    return thread;
  }

  async function keep(thread: Worker): Promise<void> {
    const isSmall = (await thread.getHeapStatistics()).total_heap_size <= maxKeptBytes;
    if (idle || !isSmall) return void (await thread.terminate());
    idle = thread;
    const drop = () => {
      if (idle === thread) idle = undefined;
    };
    thread.once('exit', drop);
    thread.unref();
    expiry = setTimeout(() => {
      drop();
      void thread.terminate();
    }, keptMs).unref();
  }

  return async (task: Task, { onMessage, stopping }: TaskHandler<Message, Result>): Promise<Result> => {
    stopping?.throwIfAborted();
    if (!idle) await isFree;
    stopping?.throwIfAborted();
    const thread = take();
    const { port1, port2 } = new MessageChannel();
    let isStopped = false;
    const free = Promise.withResolvers<void>();
    const stop = () => {
      isStopped = true;
      port1.postMessage('stop');
      setTimeout(() => void thread.terminate(), stopMs).unref();
    };
    stopping?.addEventListener('abort', stop);
    return await new Promise<Result>((resolve, reject) => {
      const running = {
        post: (message: unknown) => port1.postMessage(message),
        resolve: (result: Result) => {
          isFree = free.promise;
          resolve(result);
        },
        reject,
      };
      thread.once('error', reject);
      thread.once('exit', (code) => {
        free.resolve();
        reject(new Error(`The ${work} thread exited with code ${code} and no result.`));
      });
      port1.on('message', (message: Message) => onMessage(message, running));
      port1.once('close', async () => {
        if (!isStopped) await keep(thread).catch(() => {});
        free.resolve();
      });
      try {
        thread.postMessage({ task, port: port2 } satisfies ThreadTask<Task>, [port2]);
      } catch (error) {
        // The task cannot be cloned. The thread is free again.
        port1.close();
        throw error;
      }
    }).finally(() => stopping?.removeEventListener('abort', stop));
  };
}
