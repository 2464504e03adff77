// Supervisor of several workers behind one port: starts them, replaces those that end, and restarts all one by one. It serves no
// requests itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import { createCounts, notListening } from '../../http/server/listeners/balancer.ts';
import { coalesce } from '../../lib/async.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { HostContext } from '../host.ts';
import type { RunningProcess, WorkerConfig } from '../process.ts';
import type { SharedDeps } from './shared.ts';
import type { Started, ThreadStart, Worker, WorkerKind } from './worker.ts';

export type SupervisorDeps = {
  config: Config;
  host: HostContext;
  links: WorkerConfig['links'];
  kind: WorkerKind;
  shared: SharedDeps;
  observe: Observe;
};

/** Keeps the configuration of a worker across restarts. */
type WorkerSlot = {
  workerConfig: WorkerConfig;
  worker: Worker | undefined;
  /** Set after a worker has ended unexpectedly. */
  restarting?: Promise<void>;
};

const firstRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;

/** Resolves when every worker serves requests. */
export async function superviseWorkers(
  deps: SupervisorDeps,
): Promise<Omit<RunningProcess, 'handOver'> & { restart: () => Promise<void> }> {
  const { config, host, kind, shared, observe } = deps;
  const { workers } = shared;
  // A replacement runs at the same time as the worker it replaces.
  const counts = createCounts(2 * config.processes);
  const listening = new Set<Worker>();
  let isStopping = false;
  let port: number | undefined;

  function begin(): Worker {
    const taken = new Set([...workers].map(({ index }) => index));
    const index = counts.findIndex((_, at) => !taken.has(at));
    const worker: Worker = { ...kind.begin(shared.methods), index, isStopping: false };
    workers.add(worker);
    void worker.exited.then(() => {
      counts[index] = notListening;
      workers.delete(worker);
      listening.delete(worker);
    });
    return worker;
  }

  async function start(slot: WorkerSlot, worker: Worker, replaced?: Worker): Promise<Started> {
    const { index } = worker;
    slot.worker = worker;
    const isSoleWorker = slot.workerConfig.isSoleWorker && !replaced;
    const workerConfig = { ...slot.workerConfig, isSoleWorker };
    const snapshot = shared.snapshot();
    const thread: ThreadStart | undefined = snapshot && { snapshot, counts, index, port, isReplacement: !!replaced };
    const started = await worker.call('start', { config, host, workerConfig, thread });
    if (thread) connectToListening(worker);
    void worker.exited.then((by) => {
      if (isStopping || worker.isStopping) return;
      observe({ kind: 'process_ended', pid: worker.id, by });
      slot.restarting = restart(slot);
    });
    return started;
  }

  function connectToListening(worker: Worker): void {
    for (const other of listening) {
      const { port1, port2 } = new MessageChannel();
      // A worker that has just ended needs no connection.
      worker.call('connect', { index: other.index, port: port1 }, [port1]).catch(() => {});
      other.call('connect', { index: worker.index, port: port2 }, [port2]).catch(() => {});
    }
    listening.add(worker);
  }

  /** Starts a worker in the slot until that succeeds. `replaced` serves meanwhile, and gives its listening sockets to the new one. */
  async function restart(slot: WorkerSlot, replaced?: Worker): Promise<void> {
    slot.workerConfig = { ...slot.workerConfig, links: undefined };
    for (let delayMs = firstRetryDelayMs; !isStopping; delayMs = Math.min(delayMs * 2, maxRetryDelayMs)) {
      // A worker that has ended has no listening sockets to give.
      const giver = replaced && workers.has(replaced) ? replaced : undefined;
      let worker: Worker | undefined;
      try {
        worker = begin();
        await start(slot, worker, giver);
        if (kind.hasThreads) await giver?.call('handOver', worker.index);
        return;
      } catch (error) {
        observe({ kind: 'process_failed', error });
        // The worker has started, but has not received the sockets.
        if (worker && workers.has(worker)) void stop(worker, false);
        await sleep(delayMs, undefined, { ref: false });
      }
    }
  }

  async function replace(slot: WorkerSlot): Promise<void> {
    await slot.restarting;
    const { worker } = slot;
    if (worker) worker.isStopping = true;
    await restart(slot, worker);
    if (worker) await stop(worker, true);
  }

  const slots = createSlots(deps);

  async function stopAll(isGraceful: boolean): Promise<void> {
    isStopping = true;
    await Promise.all([...workers].map((worker) => stop(worker, isGraceful)));
  }

  async function close(): Promise<void> {
    await stopAll(false);
    await shared.close();
  }

  try {
    const [first, ...others] = slots;
    // The worker loads its program while the catalog is built.
    const worker = begin();
    await shared.open();
    const started = await start(first, worker);
    port = started.port;
    await Promise.all(others.map((slot) => start(slot, begin())));
    return {
      ...started,
      drain: () => stopAll(true),
      restart: coalesce(async () => {
        for (const slot of slots) if (!isStopping) await replace(slot);
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function stop(worker: Worker, isGraceful: boolean): Promise<void> {
  worker.isStopping = true;
  // The end of the worker rejects pending calls.
  if (isGraceful) await worker.call('drain').catch(() => {});
  worker.call('close').catch(() => {});
  await worker.exited;
}

/** Only the first worker has the worker role, if the machine has it: there is little background work, and its threads cost memory. */
function createSlots({
  config: { processes, roles },
  host: { isEmbedded },
  links,
}: SupervisorDeps): [WorkerSlot, ...WorkerSlot[]] {
  const isServing = roles.includes('api');
  const isSoleWorker = isEmbedded && (isServing || processes === 1);
  const first: WorkerSlot = { workerConfig: { roles, isSoleWorker, links }, worker: undefined };
  const others = Array.from({ length: processes - 1 }, (): WorkerSlot => {
    return { workerConfig: { roles: isServing ? ['api'] : roles, isSoleWorker, links: undefined }, worker: undefined };
  });
  return [first, ...others];
}
