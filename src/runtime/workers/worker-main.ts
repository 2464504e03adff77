// Main file of a worker, a thread or a process: starts serving requests when the supervisor calls `start`. Node ends it when the supervisor
// is gone.
import { isMainThread, parentPort } from 'node:worker_threads';
import { serveCatalog } from '../../catalog/live-catalog.ts';
import { restoreBuffer } from '../../catalog/snapshot/record-bytes.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { type Balancer, createBalancer } from '../../http/server/listeners/balancer.ts';
import { logTo } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type RunningProcess, startProcess, type ThreadDeps } from '../process.ts';
import { endOnUncaughtError } from '../start.ts';
import { type CallMessage, createCalls } from './calls.ts';
import { sharedVectors } from './shared.ts';
import type { SupervisorMethods, ThreadStart, WorkerMethods, WorkerStart } from './worker.ts';

let running: RunningProcess | undefined;
let balancer: Balancer | undefined;
let metrics: Metrics | undefined;
let snapshot: Snapshot | undefined;
let take: ((snapshot: Snapshot) => void) | undefined;

const methods: WorkerMethods = {
  start: async (start) => {
    try {
      return await begin(start);
    } catch (error) {
      // The delay lets the reason arrive before the end.
      setImmediate(fail);
      throw error;
    }
  },
  takeSnapshot: (next) => {
    snapshot = restoreBuffer(next);
    take?.(snapshot);
  },
  connect: ({ index, port }) => balancer?.connect(index, port),
  handOver: (index) => {
    balancer?.leave();
    running?.handOver((listener) => balancer?.sendListener(index, listener));
  },
  readMetrics: async () => {
    const all = (await metrics?.registry.getMetricsAsJSON()) ?? [];
    // Metrics of the process cover all its threads, and the supervisor reports them.
    return isMainThread ? all : all.filter(({ name }) => !name.startsWith('process_'));
  },
  drain: async () => {
    balancer?.leave();
    await running?.drain();
  },
  close: async () => {
    await running?.close();
    process.exit();
  },
};

const { call, receive } = createCalls<SupervisorMethods>(methods, (message, transfer) => {
  if (parentPort) parentPort.postMessage(message, transfer ?? []);
  else process.send?.(message);
});

async function begin({ config, host, workerConfig, thread }: WorkerStart) {
  running = await startProcess(config, host, workerConfig, {
    readMetrics: (own) => {
      metrics = own;
      return () => call('readMetrics');
    },
    thread: thread && threadParts(thread, config.processes),
  });
  const { url, port, hooks, firstLinks, close } = running;
  endOnUncaughtError(logTo(config.logLevel), close);
  return { url, port, hooks, firstLinks };
}

function threadParts(start: ThreadStart, threads: number): ThreadDeps {
  const { counts, index, port, isReplacement } = start;
  snapshot ??= restoreBuffer(start.snapshot);
  const first = snapshot;
  balancer = createBalancer(counts, index);
  return {
    threads,
    listen: { port, balancer, isReplacement },
    vectors: sharedVectors(call),
    openCatalog: (db, observe, onServe) => {
      const reach = (version: number) => call('reachVersion', version);
      const live = serveCatalog({ first, reach, close: async () => {} }, db, observe);
      take = (next) => {
        live.take(next);
        onServe(next);
      };
      take(snapshot ?? first);
      return live;
    },
  };
}

function fail(): void {
  process.exitCode = 1;
  if (isMainThread) process.disconnect?.();
  else process.exit();
}

const onMessage = (message: CallMessage) => receive(message);
if (parentPort) parentPort.on('message', onMessage);
else {
  process.on('message', onMessage);
  // Ctrl+C reaches every process; the supervisor stops the workers in order.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', async () => {
    await methods.drain();
    methods.close();
  });
}
