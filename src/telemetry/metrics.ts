// Prometheus metrics: responses, catalog, imports, exports, deliveries, faults. Derived from observations.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Observation } from './events.ts';
import { createLatency } from './latency.ts';
import { registerResponseMetrics } from './response-metrics.ts';

/** `startedAt` is a time of performance.now(). */
export type CountResponse = (status: number, startedAt: number) => void;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counterOf = registerResponseMetrics(registry);
  // With several processes, /metrics shows the one that is furthest behind.
  const aggregator = 'min';
  const version = new Gauge({
    name: 'hookline_catalog_version',
    help: 'Catalog version being served',
    registers,
    aggregator,
  });
  const hooks = new Gauge({ name: 'hookline_catalog_hooks', help: 'Hooks being served', registers, aggregator });
  const databaseUp = new Gauge({
    name: 'hookline_database_up',
    help: '1 while the database is available, 0 during an outage',
    registers,
    aggregator,
  });
  databaseUp.set(1);
  const imports = new Counter({ name: 'hookline_imports_total', help: 'Imports', labelNames: ['outcome'], registers });
  const sourceRuns = new Counter({
    name: 'hookline_source_runs_total',
    help: 'Runs of sources',
    labelNames: ['outcome'],
    registers,
  });
  const exports = new Counter({ name: 'hookline_exports_total', help: 'Exports', labelNames: ['outcome'], registers });
  const exportBytes = new Counter({ name: 'hookline_export_bytes_total', help: 'Bytes of exports written', registers });
  const exportDuration = new Histogram({
    name: 'hookline_export_seconds',
    help: 'Seconds to write an export',
    labelNames: ['format'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  const deliveries = new Counter({
    name: 'hookline_delivery_attempts_total',
    help: 'Delivery attempts to webhooks',
    labelNames: ['outcome'],
    registers,
  });
  const deliveryDuration = new Histogram({
    name: 'hookline_delivery_seconds',
    help: 'Seconds that receivers took to respond',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const pauses = new Counter({
    name: 'hookline_webhook_pauses_total',
    help: 'Webhooks paused',
    labelNames: ['by'],
    registers,
  });
  const faults = new Counter({
    name: 'hookline_faults_total',
    help: 'Errors, by kind of observation',
    labelNames: ['kind'],
    registers,
  });

  const latency = createLatency();

  function observeExport(observation: Observation): void {
    if (observation.kind === 'export_finished') {
      exports.inc({ outcome: 'complete' });
      exportBytes.inc(observation.sizeBytes);
      exportDuration.observe({ format: observation.format }, observation.tookMs / 1000);
    } else if (observation.kind === 'export_failed') exports.inc({ outcome: 'failed' });
    else if (observation.kind === 'export_canceled') exports.inc({ outcome: 'canceled' });
  }

  return {
    registry,
    /** Running exports of all processes, counted in the database on each scrape. */
    watchExports: (count: () => Promise<Record<'queued' | 'running', number>>) => {
      new Gauge({
        name: 'hookline_exports_under_way',
        help: 'Exports queued or being written, over all processes',
        labelNames: ['state'],
        registers,
        aggregator: 'first',
        async collect() {
          // The other metrics are served during a database outage too.
          const counts = await count().catch(() => undefined);
          if (!counts) this.reset();
          else for (const [state, exports] of Object.entries(counts)) this.set({ state }, exports);
        },
      });
    },
    /** Last success of any source, looked up on each scrape; the metric is absent if there was none. */
    watchSources: (checkedAt: () => Date | null) => {
      new Gauge({
        name: 'hookline_source_seconds_since_success',
        help: 'Seconds since the last successful run of any source, by any process',
        registers,
        aggregator: 'max',
        collect() {
          const at = checkedAt();
          if (at) this.set((Date.now() - at.getTime()) / 1000);
          else this.remove();
        },
      });
    },
    /** Counts responses of a route. */
    responseCounterOf: (route: string): CountResponse => {
      const count = counterOf(route);
      return (status, startedAt) => {
        const endedAt = performance.now();
        count(status, endedAt - startedAt);
        latency.record(endedAt - startedAt, endedAt);
      };
    },
    /** Downloads are left out of the latency percentiles: their time depends on the client's network. */
    downloadCounterOf: (route: string): CountResponse => {
      const count = counterOf(route);
      return (status, startedAt) => count(status, performance.now() - startedAt);
    },
    /** Of this process alone. */
    latency: () => latency.read(performance.now()),
    observe: (observation: Observation) => {
      if (observation.kind === 'catalog_loaded') {
        version.set(observation.version);
        hooks.set(observation.hooks);
      } else if (observation.kind === 'import_finished') imports.inc({ outcome: 'done' });
      else if (observation.kind === 'import_failed') imports.inc({ outcome: 'failed' });
      else if (observation.kind === 'delivery_attempted') {
        deliveries.inc({ outcome: observation.isDelivered ? 'delivered' : 'failed' });
        deliveryDuration.observe(observation.tookMs / 1000);
      } else if (observation.kind === 'webhook_paused') pauses.inc({ by: observation.by });
      else if (observation.kind === 'source_run_finished') sourceRuns.inc({ outcome: observation.outcome });
      else if (observation.kind === 'source_run_failed') sourceRuns.inc({ outcome: 'failed' });
      else if (observation.kind === 'database_away') databaseUp.set(0);
      else if (observation.kind === 'database_back') databaseUp.set(1);
      observeExport(observation);
      if ('error' in observation) faults.inc({ kind: observation.kind });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
