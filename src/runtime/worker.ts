// One process of several: the first one (cluster.ts) tells it what to do, and when that is gone Node ends this one too.
import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from '../telemetry/metrics.ts';
import type { PrimaryMessage, WorkerMessage } from './primary.ts';
import { type RunningProcess, startProcess } from './process.ts';

const say = (word: WorkerMessage) => process.send?.(word);
const waiting = new Map<number, (text: string) => void>();
let asked = 0;
let running: RunningProcess | undefined;
let isStopping = false;

/** Of all processes together, which only the first one can ask. */
function readMetricsOfAll({ registry }: Metrics): () => Promise<string> {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  return () =>
    new Promise((resolve) => {
      const id = asked++;
      waiting.set(id, resolve);
      say({ kind: 'read_metrics', id });
    });
}

async function start({ config, ground, share }: Extract<PrimaryMessage, { kind: 'start' }>): Promise<void> {
  try {
    running = await startProcess(config, ground, share, { readMetrics: readMetricsOfAll });
    const { url, hooks, firstLinks } = running;
    say({ kind: 'started', url, hooks, firstLinks });
  } catch (error) {
    say({ kind: 'failed', message: (error as Error).message });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

async function stop(isGraceful: boolean): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (isGraceful) await running?.drain();
  await running?.close();
  process.exit();
}

process.on('message', (word: PrimaryMessage) => {
  if (word.kind === 'start') void start(word);
  else if (word.kind === 'stop') void stop(word.isGraceful);
  else {
    waiting.get(word.id)?.(word.text);
    waiting.delete(word.id);
  }
});
// Ctrl+C reaches all processes at once; the first one stops the others in order.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void stop(true));
