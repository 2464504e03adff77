// Prometheus metrics of a process: responses with their latency, figures read on each scrape, and observations (event-metrics.ts).
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { registerEventMetrics } from './event-metrics.ts';
import { createLatency } from './latency.ts';
import { registerResponseMetrics } from './response-metrics.ts';

/** `startedAt` is a time of performance.now(). */
export type CountResponse = (status: number, startedAt: number) => void;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counterOf = registerResponseMetrics(registry);
  const latency = createLatency();
  return {
    registry,
    /** Running exports of all processes, counted in the database on each scrape. */
    watchExports: (count: () => Promise<Record<'queued' | 'running', number>>) => registerExportGauge(registry, count),
    /** Last success of any source, looked up on each scrape; the metric is absent if there was none. */
    watchSources: (checkedAt: () => Date | null) => registerSourceGauge(registry, checkedAt),
    /** Counts responses of a route. */
    responseCounterOf: (route: string): CountResponse => {
      const count = counterOf(route);
      return (status, startedAt) => {
        const endedAt = performance.now();
        count(status, endedAt - startedAt);
        latency.record(endedAt - startedAt, endedAt);
      };
    },
    /** Downloads and long polls are left out of the latency percentiles: their time depends on the client. */
    downloadCounterOf: (route: string): CountResponse => {
      const count = counterOf(route);
      return (status, startedAt) => count(status, performance.now() - startedAt);
    },
    /** Of this process alone. */
    latency: () => latency.read(performance.now()),
    observe: registerEventMetrics(registry),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function registerExportGauge(registry: Registry, count: () => Promise<Record<'queued' | 'running', number>>): void {
  new Gauge({
    name: 'hookline_exports_under_way',
    help: 'Exports queued or being written, over all processes',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'first',
    async collect() {
      // The other metrics are served during a database outage too.
      const counts = await count().catch(() => undefined);
      if (!counts) this.reset();
      else for (const [state, exports] of Object.entries(counts)) this.set({ state }, exports);
    },
  });
}

function registerSourceGauge(registry: Registry, checkedAt: () => Date | null): void {
  new Gauge({
    name: 'hookline_source_seconds_since_success',
    help: 'Seconds since the last successful run of any source, by any process',
    registers: [registry],
    aggregator: 'max',
    collect() {
      const at = checkedAt();
      if (at) this.set((Date.now() - at.getTime()) / 1000);
      else this.remove();
    },
  });
}
