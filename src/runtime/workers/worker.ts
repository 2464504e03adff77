// A worker of the service: a thread or a process that serves requests. Types that the supervisor (supervisor.ts) and the workers
// (worker-main.ts) share.

import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { MeaningLine } from '../../catalog/embeddings/aligned.ts';
import type { Figures, SearchRequest } from '../../catalog/embeddings/fill.ts';
import type { VectorThread } from '../../catalog/embeddings/vector-thread.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Config } from '../../config/config.ts';
import type { ConnectionCounts } from '../../http/server/listeners/balancer.ts';
import { startThread } from '../../lib/threads/warm-threads.ts';
import type { FirstLinks } from '../api-role.ts';
import type { HostContext } from '../host.ts';
import type { WorkerConfig } from '../process.ts';
import { type CallMessage, type Calls, createCalls } from './calls.ts';

/** Start values of a thread, compared with a process: threads share the catalog and balance connections themselves. */
export type ThreadStart = {
  snapshot: Snapshot;
  counts: ConnectionCounts;
  index: number;
  /** Port of the threads that already listen; undefined for the first thread, which uses the configured port. */
  port: number | undefined;
  /** Takes the listening sockets of the thread it replaces instead of opening its own. */
  isReplacement: boolean;
};

export type WorkerStart = {
  config: Config;
  host: HostContext;
  workerConfig: WorkerConfig;
  thread: ThreadStart | undefined;
};

export type Started = { url: string; port: number; hooks: number; firstLinks: FirstLinks | undefined };

export type WorkerMethods = {
  start: (start: WorkerStart) => Promise<Started>;
  takeSnapshot: (snapshot: Snapshot) => void;
  /** `port` leads to the thread with this index. */
  connect: (peer: { index: number; port: MessagePort }) => void;
  /** Gives the listening sockets to the thread with this index. */
  handOver: (index: number) => void;
  readMetrics: () => Promise<readonly object[]>;
  drain: () => Promise<void>;
  /** The worker ends after it is closed. */
  close: () => void;
};

export type SupervisorMethods = {
  readMetrics: () => Promise<string>;
  /** Works like `CatalogBuilder.reach`; the thread has taken the snapshot before this resolves. */
  reachVersion: (version: number) => Promise<void>;
  embedTexts: VectorThread['embed'];
  searchVectors: (search: SearchRequest) => Promise<MeaningLine[] | undefined>;
  /** Serves the vectors of the current version. */
  serveVectors: () => Promise<Figures | undefined>;
  loadVectors: () => Promise<Figures | undefined>;
};

type StartedWorker = Pick<Calls<WorkerMethods>, 'call'> & {
  /** Id of the process or thread. */
  id: number;
  /** Resolves with the reason when it has ended. */
  exited: Promise<string>;
};

/** `index` is the position in the connection counts. `isStopping` means that the end is expected. */
export type Worker = StartedWorker & { index: number; isStopping: boolean };

/** Starts a thread or a process that waits for `start`. */
export type WorkerKind = { hasThreads: boolean; begin: (methods: SupervisorMethods) => StartedWorker };

// Workers as threads of this process.

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

// Workers as processes, for platforms where several sockets cannot listen on one port: node:cluster accepts connections in this process and
// distributes them in turn.

export const processWorkers: WorkerKind = {
  hasThreads: false,
  begin: (methods) => {
    const exec = fileURLToPath(new URL('./worker-main.ts', import.meta.url));
    cluster.setupPrimary({ exec, args: [], serialization: 'advanced' });
    const worker = cluster.fork();
    const { call, receive, end } = createCalls<WorkerMethods>(methods, (message) => {
      // A message to a process that just died fails; the reason is in its exit.
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
