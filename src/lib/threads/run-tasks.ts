// The side of warm-threads.ts in the thread: runs the tasks that it is given, one after the other.
import { Session } from 'node:inspector/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerThreadPriority, type Work } from './threads.ts';
import type { ThreadTask } from './warm-threads.ts';

/** If `run` rejects, the thread ends with the error. */
export function runTasks<Task>(work: Work, run: (task: Task, port: MessagePort) => Promise<void>): void {
  lowerThreadPriority(work);
  parentPort?.on('message', async ({ task, port }: ThreadTask<Task>) => {
    await run(task, port);
    await collectGarbage();
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
