// Warm threads: the task decides whether the script reports its thread, fails or waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { createWarmThreads } from './warm-threads.ts';

type Task = 'report' | 'fail' | 'wait';
type Message = { threadId: number };

const script = `
  import { threadId } from 'node:worker_threads';
  import { runTasks } from '${new URL('./warm-threads.ts', import.meta.url)}';
  runTasks('import', async (task, port) => {
    if (task === 'fail') throw new RangeError('The task failed.');
    const stopped = new Promise((resolve) => port.once('message', resolve));
    port.postMessage({ threadId });
    if (task === 'wait') await stopped;
  });`;

function createThreads() {
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const runInThread = createWarmThreads<Task, Message, number>('import', url);
  return (task: Task, stopping?: AbortSignal) => {
    const started = Promise.withResolvers<void>();
    const ended = runInThread(task, {
      onMessage: ({ threadId }, { resolve }) => {
        started.resolve();
        if (task === 'report') resolve(threadId);
      },
      stopping,
    });
    return { started: started.promise, ended };
  };
}

/** A thread becomes free a moment after its result. */
async function untilReused(run: ReturnType<typeof createThreads>): Promise<void> {
  const seen = new Set<number>();
  for (let id = await run('report').ended; !seen.has(id); id = await run('report').ended) seen.add(id);
}

test('the next task reuses the thread', async () => {
  await untilReused(createThreads());
});

test('concurrent tasks run in separate threads', async () => {
  const run = createThreads();
  const [first, second] = await Promise.all([run('report').ended, run('report').ended]);
  assert.notEqual(first, second);
});

test('a failed task rejects with its error, and the next task gets another thread', async () => {
  const run = createThreads();
  await untilReused(run);
  await assert.rejects(run('fail').ended, { name: 'RangeError', message: 'The task failed.' });
  assert.ok((await run('report').ended) > 0);
});

test('a task that cannot be cloned rejects, and its thread runs the next one', async () => {
  const run = createThreads();
  const uncloneable = (() => {}) as unknown as Task;
  await assert.rejects(run(uncloneable).ended, { name: 'DataCloneError' });
  await untilReused(run);
});

test('an aborted task rejects, and does not start if it has not begun', async () => {
  const run = createThreads();
  const stopping = new AbortController();
  const { started, ended } = run('wait', stopping.signal);
  await started;
  stopping.abort(new Error('The service is stopping.'));
  await assert.rejects(ended);
  await assert.rejects(run('report', stopping.signal).ended, { message: 'The service is stopping.' });
  assert.ok((await run('report').ended) > 0);
});

test('at most one thread stays, also when signals abort after the results', { timeout: 20_000 }, async () => {
  const started: Worker[] = [];
  const add = (thread: Worker) => started.push(thread);
  process.on('worker', add);
  const run = createThreads();
  for (let n = 0; n < 3; n++) {
    const stopping = new AbortController();
    await run('report', stopping.signal).ended;
    stopping.abort();
  }
  process.off('worker', add);
  // A thread that has ended has the id -1.
  while (started.filter(({ threadId }) => threadId !== -1).length > 1) await turn();
});
