// The side of warm-threads.ts in the thread: runs the tasks that it is given, one after the other.
import { Session } from 'node:inspector/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerThreadPriority, type Work } from './threads.ts';
import type { ThreadTask } from './warm-threads.ts';

/** A collection of garbage takes about 30 ms. One that follows a task with more CPU costs little beside it. */
const longMs = 200;
/** After shorter tasks, which leave little memory, a thread collects when it has been idle for so long, or has run so many. */
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
 * An idle thread would keep the shared memory of its last task, which V8 does not count. V8's flag for this is one for all threads, which
 * may end their tasks at the same time.
 */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
