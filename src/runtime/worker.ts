// Worker process of a cluster, controlled by messages of the primary (primary.ts). Node ends it when the primary is gone.
import { AggregatorRegistry } from 'prom-client';
import { logTo } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { PrimaryMessage, WorkerMessage } from './primary.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { endOnUncaughtError } from './uncaught-errors.ts';

const send = (message: WorkerMessage) => process.send?.(message);
const metricsRequests = new Map<number, (text: string) => void>();
let lastRequestId = 0;
let running: RunningProcess | undefined;
let isStopping = false;

/** Metrics of all workers, which only the primary can collect. */
function readMetricsOfAll({ registry }: Metrics): () => Promise<string> {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  return () =>
    new Promise((resolve) => {
      const id = ++lastRequestId;
      metricsRequests.set(id, resolve);
      send({ kind: 'read_metrics', id });
    });
}

async function start({ config, host, workerConfig }: Extract<PrimaryMessage, { kind: 'start' }>): Promise<void> {
  try {
    running = await startProcess(config, host, workerConfig, { readMetrics: readMetricsOfAll });
    const { url, hooks, firstLinks } = running;
    endOnUncaughtError(logTo(config.logLevel), running.close);
    send({ kind: 'started', url, hooks, firstLinks });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
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

process.on('message', (message: PrimaryMessage) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'stop') void stop(message.isGraceful);
  else {
    metricsRequests.get(message.id)?.(message.text);
    metricsRequests.delete(message.id);
  }
});
// Ctrl+C reaches every process; the primary stops the workers in order.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void stop(true));
