// Several processes of one machine behind one port. The first one lays the foundation, starts the others, hands connections out to
// them in turn and starts anew what ended; it serves nothing itself.
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { coalesce } from '../lib/coalesce.ts';
import { logTo } from '../telemetry/log.ts';
import type { FirstLinks } from './api-role.ts';
import type { HostContext } from './host.ts';
import type { RunningProcess, Share } from './process.ts';

export type PrimaryMessage =
  | { kind: 'start'; config: Config; ground: HostContext; share: Share }
  | { kind: 'stop'; isGraceful: boolean }
  | { kind: 'metrics'; id: number; text: string };

type Started = { url: string; hooks: number; firstLinks: FirstLinks | undefined };
export type WorkerMessage =
  | ({ kind: 'started' } & Started)
  | { kind: 'failed'; message: string }
  | { kind: 'read_metrics'; id: number };

/** A process that cannot be started again is tried so seldom at most. */
const longestRestMs = 30_000;

/** Resolves when all answer. */
export async function startCluster(
  config: Config,
  ground: HostContext,
  links: Share['links'],
): Promise<RunningProcess & { restart: () => Promise<void> }> {
  const observe = logTo(config.logLevel);
  const registry = new AggregatorRegistry();
  const seats = sharesOf(config, ground, links).map((share) => ({ share, worker: undefined as Worker | undefined }));
  type Seat = (typeof seats)[number];
  let isStopping = false;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./worker.ts', import.meta.url)),
    args: [],
    serialization: 'advanced',
  });

  function start(seat: Seat): Promise<Started> {
    const worker = cluster.fork();
    const say = (word: PrimaryMessage) => worker.send(word);
    seat.worker = worker;
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      worker.on('message', async (word: WorkerMessage) => {
        if (word.kind === 'read_metrics') say({ kind: 'metrics', id: word.id, text: await registry.clusterMetrics() });
        else if (word.kind === 'failed') reject(new Error(word.message));
        else if (word.kind === 'started') {
          hasStarted = true;
          resolve(word);
        }
      });
      worker.once('exit', (code, signal) => {
        seat.worker = undefined;
        reject(new Error(`A process ended with ${signal ?? code} before it answered.`));
        if (!hasStarted || isStopping || worker.exitedAfterDisconnect) return;
        observe({ kind: 'process_ended', pid: worker.process.pid ?? 0, by: String(signal ?? code) });
        void startAgain(seat);
      });
      say({ kind: 'start', config, ground, share: seat.share });
    });
  }

  async function startAgain(seat: Seat): Promise<void> {
    const share = { ...seat.share, links: undefined };
    Object.assign(seat, { share });
    for (let restMs = 1000; !isStopping; restMs = Math.min(restMs * 2, longestRestMs)) {
      try {
        await start(seat);
        return;
      } catch (error) {
        observe({ kind: 'process_failed', error });
        await sleep(restMs, undefined, { ref: false });
      }
    }
  }

  async function stop({ worker }: Seat, isGraceful: boolean): Promise<void> {
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.exitedAfterDisconnect = true;
    if (worker.isConnected()) worker.send({ kind: 'stop', isGraceful } satisfies PrimaryMessage);
    await ended;
  }

  async function stopAll(isGraceful: boolean): Promise<void> {
    isStopping = true;
    await Promise.all(seats.map((seat) => stop(seat, isGraceful)));
  }

  try {
    const [first] = await Promise.all(seats.map(start));
    return {
      ...first,
      drain: () => stopAll(true),
      restart: coalesce(async () => {
        for (const seat of seats) {
          await stop(seat, true);
          await startAgain(seat);
        }
      }),
      close: () => stopAll(false),
    };
  } catch (error) {
    await stopAll(false);
    throw error;
  }
}

/** One of them works, where the machine is to work at all: beside requests there is little to do, and threads cost memory. */
function sharesOf({ processes, roles }: Config, { isEmbedded }: HostContext, links: Share['links']): Share[] {
  const isServing = roles.includes('api');
  return Array.from({ length: processes }, (_, index) => {
    const isFirst = index === 0;
    return {
      roles: isFirst || !isServing ? roles : ['api'],
      isSoleWorker: isEmbedded && (isServing || processes === 1),
      links: isFirst ? links : undefined,
    };
  });
}
