// Primary process of a cluster behind one port: starts the workers, distributes connections round-robin, and restarts workers that
// exit. It serves no requests itself.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { coalesce } from '../lib/coalesce.ts';
import { logTo } from '../telemetry/log.ts';
import type { FirstLinks } from './api-role.ts';
import type { HostContext } from './host.ts';
import type { RunningProcess, WorkerConfig } from './process.ts';

export type PrimaryMessage =
  | { kind: 'start'; config: Config; host: HostContext; workerConfig: WorkerConfig }
  | { kind: 'stop'; isGraceful: boolean }
  | { kind: 'metrics'; id: number; text: string };

type Started = { url: string; hooks: number; firstLinks: FirstLinks | undefined };
export type WorkerMessage =
  | ({ kind: 'started' } & Started)
  | { kind: 'failed'; message: string }
  | { kind: 'read_metrics'; id: number };

/** The place of a worker, which keeps its configuration across restarts. */
type WorkerSlot = { workerConfig: WorkerConfig; worker: Worker | undefined };

const firstRetryDelayMs = 1000;
const maxRetryDelayMs = 30_000;

/** Resolves when every worker serves requests. */
export async function startCluster(
  config: Config,
  host: HostContext,
  links: WorkerConfig['links'],
): Promise<RunningProcess & { restart: () => Promise<void> }> {
  const observe = logTo(config.logLevel);
  const registry = new AggregatorRegistry();
  let isStopping = false;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    args: [],
    serialization: 'advanced',
  });

  function start(slot: WorkerSlot): Promise<Started> {
    const worker = cluster.fork();
    const send = (message: PrimaryMessage) => worker.send(message);
    slot.worker = worker;
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      worker.on('message', async (message: WorkerMessage) => {
        if (message.kind === 'read_metrics')
          send({ kind: 'metrics', id: message.id, text: await registry.clusterMetrics() });
        else if (message.kind === 'failed') reject(new Error(message.message));
        else if (message.kind === 'started') {
          hasStarted = true;
          resolve(message);
        }
      });
      // A message to a worker that just died fails; its exit says why.
      worker.on('error', () => {});
      worker.once('exit', (code, signal) => {
        slot.worker = undefined;
        reject(new Error(`A process exited with ${signal ?? code} before it was ready.`));
        if (!hasStarted || isStopping || worker.exitedAfterDisconnect) return;
        observe({ kind: 'process_ended', pid: worker.process.pid ?? 0, by: String(signal ?? code) });
        void restart(slot);
      });
      send({ kind: 'start', config, host, workerConfig: slot.workerConfig });
    });
  }

  async function restart(slot: WorkerSlot): Promise<void> {
    slot.workerConfig = { ...slot.workerConfig, links: undefined };
    for (let delayMs = firstRetryDelayMs; !isStopping; delayMs = Math.min(delayMs * 2, maxRetryDelayMs)) {
      try {
        await start(slot);
        return;
      } catch (error) {
        observe({ kind: 'process_failed', error });
        await sleep(delayMs, undefined, { ref: false });
      }
    }
  }

  const [firstSlot, ...otherSlots] = createSlots(config, host, links);
  const slots = [firstSlot, ...otherSlots];

  async function stopAll(isGraceful: boolean): Promise<void> {
    isStopping = true;
    await Promise.all(slots.map((slot) => stop(slot, isGraceful)));
  }

  try {
    const [started] = await Promise.all([start(firstSlot), ...otherSlots.map(start)]);
    return {
      ...started,
      drain: () => stopAll(true),
      restart: coalesce(async () => {
        for (const slot of slots) {
          await stop(slot, true);
          await restart(slot);
        }
      }),
      close: () => stopAll(false),
    };
  } catch (error) {
    await stopAll(false);
    throw error;
  }
}

async function stop({ worker }: WorkerSlot, isGraceful: boolean): Promise<void> {
  if (!worker) return;
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.exitedAfterDisconnect = true;
  if (worker.isConnected()) worker.send({ kind: 'stop', isGraceful } satisfies PrimaryMessage);
  await exited;
}

/** Only the first has the worker role, if the machine has it: background work is little, and its threads cost memory. */
function createSlots(
  { processes, roles }: Config,
  { isEmbedded }: HostContext,
  links: WorkerConfig['links'],
): [WorkerSlot, ...WorkerSlot[]] {
  const isServing = roles.includes('api');
  const isSoleWorker = isEmbedded && (isServing || processes === 1);
  const first: WorkerSlot = { workerConfig: { roles, isSoleWorker, links }, worker: undefined };
  const others = Array.from({ length: processes - 1 }, (): WorkerSlot => {
    return { workerConfig: { roles: isServing ? ['api'] : roles, isSoleWorker, links: undefined }, worker: undefined };
  });
  return [first, ...others];
}
