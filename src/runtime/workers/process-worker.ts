// Workers as processes, where several sockets cannot listen on one port: node:cluster accepts connections in this process and
// distributes them in turn.
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type CallMessage, createCalls } from './calls.ts';
import type { WorkerKind, WorkerMethods } from './worker.ts';

export const processWorkers: WorkerKind = {
  hasThreads: false,
  begin: (methods) => {
    const exec = fileURLToPath(new URL('./worker-main.ts', import.meta.url));
    cluster.setupPrimary({ exec, args: [], serialization: 'advanced' });
    const worker = cluster.fork();
    const { call, receive, end } = createCalls<WorkerMethods>(methods, (message) => {
      // A message to a process that just died fails; its exit says why.
      if (worker.isConnected()) worker.send(message);
    });
    worker.on('message', (message: CallMessage) => receive(message));
    worker.on('error', () => {});
    const exited = new Promise<string>((resolve) => {
      worker.once('exit', (code, signal) => {
        const reason = String(signal ?? code);
        end(new Error(`A process exited with ${reason} before it was ready.`));
        resolve(reason);
      });
    });
    return { id: worker.process.pid ?? 0, call, exited };
  },
};
