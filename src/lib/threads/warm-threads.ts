// Threads that are kept for a minute after a small task, so that the next task needs not load its modules.
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { getPriority, setPriority } from 'node:os';
import { MessageChannel, type MessagePort, parentPort, Worker, type WorkerOptions } from 'node:worker_threads';

// The thread's side: runs its tasks one after the other.

/** A garbage collection takes about 30 ms, which is little compared with the CPU time of a task above this. */
const longMs = 200;
/** After shorter tasks, which leave little memory, a thread collects garbage after this idle time or `maxTasks` tasks. */
const idleMs = 500;
const maxTasks = 10;

/** If `run` rejects, the thread ends with the error. */
export function runTasks<Task>(work: Work, run: (task: Task, port: MessagePort) => Promise<void>): void {
  lowerThreadPriority(work);
  let sinceCollection = 0;
  let idle: NodeJS.Timeout | undefined;
  const collect = async () => {
    sinceCollection = 0;
    await collectGarbage();
  };
  parentPort?.on('message', async ({ task, port }: ThreadTask<Task>) => {
    clearTimeout(idle);
    const before = process.threadCpuUsage();
    await run(task, port);
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > longMs || ++sinceCollection === maxTasks) await collect();
    else idle = setTimeout(collect, idleMs);
    port.close();
  });
}

/**
 * An idle thread would keep the shared memory of its last task, which V8 does not count. The V8 flag for this is shared by all threads,
 * which may end their tasks at the same time.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

// Resources that a warm thread keeps open for its next task, such as connections: opening one takes 20 ms of CPU.

/** Returns the open resource of a URL, after closing one of another URL. Threads have tasks of one database, except in tests. */
export function keepOpen<T>(open: (url: string) => T, close: (kept: T) => Promise<void>): (url: string) => Promise<T> {
  let kept: { url: string; value: T } | undefined;
  return async (url) => {
    if (kept && kept.url !== url) {
      await close(kept.value);
      kept = undefined;
    }
    kept ??= { url, value: open(url) };
    return kept.value;
  };
}

// Worker threads by kind of work: memory limit and CPU priority.

type Limits = {
  /** A higher number yields to others. Without one, the thread has the priority of the process. */
  niceness?: number;
  /** Limit of surviving objects in MB. A thread that needs more ends with ERR_WORKER_OUT_OF_MEMORY instead of growing without bound. */
  heapMb: number;
  /** Limit of new objects in MB: three semi-spaces of V8, 96 MB without a limit. An operator's --max-semi-space-size takes precedence. */
  newMb: number;
};

/**
 * Buffers and shared memory do not count. Niceness is measured on a core that is busy with requests. An import of 100,000 hooks doubles
 * their p99 at 10, and takes 50 % longer at 19 than at 15. An export of 1,000,000 raises p99 by 80 % at 10 and 50 % at 12, and takes eight
 * times as long at 15. 10,000 deliveries raise it by 70 % at 17, by 70–100 % at 15, and hardly progress at 19.
 */
const limitsByWork = {
  serving: { heapMb: 2048, newMb: 24 },
  snapshot: { niceness: 15, heapMb: 4096, newMb: 24 },
  import: { niceness: 15, heapMb: 4096, newMb: 24 },
  export: { niceness: 12, heapMb: 256, newMb: 8 },
  delivery: { niceness: 17, heapMb: 512, newMb: 24 },
  duplicates: { niceness: 19, heapMb: 4096, newMb: 24 },
  training: { niceness: 19, heapMb: 4096, newMb: 24 },
  relabel: { niceness: 15, heapMb: 4096, newMb: 24 },
  encoding: { niceness: 15, heapMb: 256, newMb: 12 },
  vectors: { heapMb: 1024, newMb: 12 },
} satisfies Record<string, Limits>;

type Work = keyof typeof limitsByWork;

/** Starts the script at `url`. Every thread of the project starts here, so that each has limits. */
export function startThread(
  work: Work,
  url: URL,
  options: Omit<WorkerOptions, 'resourceLimits' | 'name'> = {},
): Worker {
  const { heapMb, newMb } = limitsByWork[work];
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: newMb };
  return new Worker(url, { ...options, name: work, resourceLimits });
}

/** Resolves when the thread ends normally. Rejects if it fails, or when `stopping` ends it. */
export async function untilExit(worker: Worker, stopping: AbortSignal): Promise<void> {
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  try {
    await once(worker, 'exit');
    stopping.throwIfAborted();
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

/** Lowers the priority of the calling thread. Only Linux has thread priorities; elsewhere it would apply to the whole process. */
export function lowerThreadPriority(work: Work): void {
  if (process.platform !== 'linux') return;
  const { niceness = 0 }: Limits = limitsByWork[work];
  // A process started with a lower priority keeps it, since raising it requires a privilege.
  if (getPriority() < niceness) setPriority(niceness);
}

/** A task and the port for messages between its thread and its caller. The thread closes the port when it is free again. */
type ThreadTask<Task> = { task: Task; port: MessagePort };

type TaskHandler<Message, Result> = {
  onMessage: (message: Message, task: RunningTask<Result>) => void;
  /** Sends its reason to the thread as `error`, and terminates the thread after `stopMs`. */
  stopping?: AbortSignal;
};

export type RunningTask<Result> = {
  post: (message: unknown) => void;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

const keptMs = 60_000;
/** A thread whose task left a larger heap is ended. */
const maxKeptBytes = 64 * 2 ** 20;
/** Time for a thread to end its requests and child processes. */
const stopMs = 1_000;

/** The script at `url` calls `runTasks()`. Each concurrent task has its own thread; at most one idle thread is kept. */
export function createWarmThreads<Task, Message, Result>(work: Work, url: URL) {
  let idle: Worker | undefined;
  let expiry: NodeJS.Timeout | undefined;
  /**
   * Resolves when the last thread with a result has collected its garbage, in about 30 ms; starting another thread takes a second of CPU.
   */
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
      port1.postMessage({ error: stopping?.reason });
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
        // The task cannot be cloned, so the thread is free again.
        port1.close();
        throw error;
      }
    }).finally(() => stopping?.removeEventListener('abort', stop));
  };
}
