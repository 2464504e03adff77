// The side of warm-threads.ts in the thread: runs the tasks that it is given, one after the other.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { lowerThreadPriority, type Work } from './threads.ts';
import type { ThreadTask } from './warm-threads.ts';

/** If `run` rejects, the thread ends with the error. */
export function runTasks<Task>(work: Work, run: (task: Task, port: MessagePort) => Promise<void>): void {
  lowerThreadPriority(work);
  parentPort?.on('message', ({ task, port }: ThreadTask<Task>) =>
    run(task, port).then(() => {
      collectGarbage();
      port.close();
    }),
  );
}

/** An idle thread would keep the shared memory of its last task, which V8 does not count. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // A flag is for all threads, and V8 rejects modules that were compiled with others.
  setFlagsFromString('--no-expose-gc');
  collect();
}
