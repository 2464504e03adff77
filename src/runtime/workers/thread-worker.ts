// Workers as worker threads of this process.
import { startThread } from '../../lib/threads/threads.ts';
import { type CallMessage, createCalls } from './calls.ts';
import type { WorkerKind, WorkerMethods } from './worker.ts';

export const threadWorkers: WorkerKind = {
  hasThreads: true,
  begin: (methods) => {
    const worker = startThread('serving', new URL('./worker-main.ts', import.meta.url));
    const id = worker.threadId;
    const { call, receive, end } = createCalls<WorkerMethods>(methods, (message, transfer) =>
      worker.postMessage(message, transfer ?? []),
    );
    worker.on('message', (message: CallMessage) => receive(message));
    let failure = '';
    worker.on('error', (error) => {
      failure = String(error);
    });
    const exited = new Promise<string>((resolve) => {
      worker.once('exit', (code) => {
        const reason = failure || `code ${code}`;
        end(new Error(`A thread ended before it was ready: ${reason}`));
        resolve(reason);
      });
    });
    return { id, call, exited };
  },
};
