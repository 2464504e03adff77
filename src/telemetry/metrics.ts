// Prometheus metrics of a process: responses with their latency, figures read on each scrape, and observations.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { Observation, Observe } from './events.ts';
import { createLatency } from './latency.ts';

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
    /** Latency of this process alone. */
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

// Metrics derived from observations: catalog, database, imports, sources, exports, deliveries, faults.

/** Returns the function that counts observations. */
function registerEventMetrics(registry: Registry): Observe {
  const register = registerIn(registry);
  const interpreters = [
    registerStateMetrics(register),
    registerIngestMetrics(register),
    registerExportMetrics(register),
    registerDeliveryMetrics(register),
    registerLlmMetrics(register),
    registerEmbeddingMetrics(register),
  ];
  const faults = register.counter('hookline_faults_total', 'Errors, by kind of observation', ['kind']);
  return (observation) => {
    for (const interpret of interpreters) interpret(observation);
    if ('error' in observation) faults.inc({ kind: observation.kind });
  };
}

type Register = ReturnType<typeof registerIn>;

function registerIn(registry: Registry) {
  const registers = [registry];
  return {
    registers,
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, aggregator: 'min' | 'max') => new Gauge({ name, help, registers, aggregator }),
  };
}

function registerStateMetrics({ gauge }: Register): (observation: Observation) => void {
  // With several processes, /metrics shows the one that is furthest behind.
  const aggregator = 'min';
  const version = gauge('hookline_catalog_version', 'Catalog version being served', aggregator);
  const hooks = gauge('hookline_catalog_hooks', 'Hooks being served', aggregator);
  const databaseUp = gauge('hookline_database_up', '1 while the database is available, 0 during an outage', aggregator);
  databaseUp.set(1);
  return (observation) => {
    if (observation.kind === 'catalog_loaded') {
      version.set(observation.version);
      hooks.set(observation.hooks);
    } else if (observation.kind === 'database_away') databaseUp.set(0);
    else if (observation.kind === 'database_back') databaseUp.set(1);
  };
}

function registerIngestMetrics({ counter }: Register): (observation: Observation) => void {
  const imports = counter('hookline_imports_total', 'Imports', ['outcome']);
  const sourceRuns = counter('hookline_source_runs_total', 'Runs of sources', ['outcome']);
  const views = counter('hookline_views_refreshed_total', 'View counts requested by refreshes', [
    'platform',
    'outcome',
  ]);
  return (observation) => {
    if (observation.kind === 'views_refreshed') {
      const { platform, checked, missing } = observation;
      views.inc({ platform, outcome: 'found' }, checked - missing);
      views.inc({ platform, outcome: 'missing' }, missing);
    } else if (observation.kind === 'import_finished') imports.inc({ outcome: 'done' });
    else if (observation.kind === 'import_failed') imports.inc({ outcome: 'failed' });
    else if (observation.kind === 'source_run_finished') sourceRuns.inc({ outcome: observation.outcome });
    else if (observation.kind === 'source_run_failed') sourceRuns.inc({ outcome: 'failed' });
  };
}

function registerExportMetrics({ counter, registers }: Register): (observation: Observation) => void {
  const exports = counter('hookline_exports_total', 'Exports', ['outcome']);
  const bytes = counter('hookline_export_bytes_total', 'Bytes of exports written');
  const duration = new Histogram({
    name: 'hookline_export_seconds',
    help: 'Seconds to write an export',
    labelNames: ['format'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  return (observation) => {
    if (observation.kind === 'export_finished') {
      exports.inc({ outcome: 'complete' });
      bytes.inc(observation.sizeBytes);
      duration.observe({ format: observation.format }, observation.tookMs / 1000);
    } else if (observation.kind === 'export_failed') exports.inc({ outcome: 'failed' });
    else if (observation.kind === 'export_canceled') exports.inc({ outcome: 'canceled' });
  };
}

function registerDeliveryMetrics({ counter, registers }: Register): (observation: Observation) => void {
  const deliveries = counter('hookline_delivery_attempts_total', 'Delivery attempts to webhooks', ['outcome']);
  const duration = new Histogram({
    name: 'hookline_delivery_seconds',
    help: 'Seconds that receivers took to respond',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const pauses = counter('hookline_webhook_pauses_total', 'Webhooks paused', ['by']);
  return (observation) => {
    if (observation.kind === 'delivery_attempted') {
      deliveries.inc({ outcome: observation.isDelivered ? 'delivered' : 'failed' });
      duration.observe(observation.tookMs / 1000);
    } else if (observation.kind === 'webhook_paused') pauses.inc({ by: observation.by });
  };
}

function registerLlmMetrics({ counter }: Register): (observation: Observation) => void {
  const lines = counter('hookline_llm_lines_total', 'Lines that a language model was asked about', ['outcome']);
  const tokens = counter('hookline_llm_tokens_total', 'Tokens of language models');
  const stops = counter('hookline_llm_stops_total', 'Times that a language model was not asked further', ['by']);
  return (observation) => {
    if (observation.kind === 'llm_run_finished') {
      lines.inc({ outcome: 'answered' }, observation.answered);
      lines.inc({ outcome: 'failed' }, observation.asked - observation.answered);
      tokens.inc(observation.tokens);
    } else if (observation.kind === 'llm_stopped') stops.inc({ by: observation.by });
  };
}

function registerEmbeddingMetrics({ counter, gauge }: Register): (observation: Observation) => void {
  const texts = counter(
    'hookline_embedded_texts_total',
    'Texts that the endpoint of embeddings was asked about, of hooks',
    ['outcome'],
  );
  const stops = counter(
    'hookline_embeddings_stops_total',
    'Times that the endpoint of embeddings was not asked further',
    ['by', 'for'],
  );
  const waiting = gauge('hookline_embeddings_waiting', 'Hooks being served without a vector', 'max');
  return (observation) => {
    if (observation.kind === 'embeddings_run_finished') {
      texts.inc({ outcome: 'embedded' }, observation.embedded);
      texts.inc({ outcome: 'rejected' }, observation.rejected);
    } else if (observation.kind === 'embeddings_stopped') stops.inc({ by: observation.by, for: 'hooks' });
    else if (observation.kind === 'draft_embedding_failed') stops.inc({ by: observation.by, for: 'drafts' });
    else if (observation.kind === 'embeddings_loaded') waiting.set(observation.waiting);
  };
}

// Response counts and latency histograms by route and status, for Prometheus. Kept in plain numbers and converted when scraped:
// prom-client looks up the series by its labels on every observation, which took 0.5 µs of each response.

/** Upper bounds of the latency buckets, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2];

/** `buckets` has one entry for each of `bounds`, and a last one for slower responses. A bucket does not include those before it. */
type RouteCounts = { statuses: StatusCount[]; buckets: Float64Array; seconds: number };

type StatusCount = { status: number; responses: number };

type CountRouteResponse = (status: number, tookMs: number) => void;

/** Call the returned function once per route, or per endpoint of it. */
export function registerResponseMetrics(registry: Registry): (route: string) => CountRouteResponse {
  const countsByRoute = new Map<string, RouteCounts>();
  const responsesName = 'hookline_answers_total';
  const secondsName = 'hookline_answer_seconds';
  register(responsesName, 'counter', 'Responses of the API', () =>
    [...countsByRoute].flatMap(([route, { statuses }]) =>
      statuses.map(({ status, responses }) => ({ labels: { route, status }, value: responses })),
    ),
  );
  register(secondsName, 'histogram', 'Seconds from request to response', () =>
    [...countsByRoute]
      .filter(([, { statuses }]) => statuses.length > 0)
      .flatMap(([route, counts]) => histogramOf(secondsName, route, counts)),
  );

  return (route) => {
    const counts = countsByRoute.get(route) ?? {
      statuses: [],
      buckets: new Float64Array(bounds.length + 1),
      seconds: 0,
    };
    countsByRoute.set(route, counts);
    return (status, tookMs) => {
      countStatus(counts.statuses, status);
      const seconds = tookMs / 1000;
      let bucket = 0;
      while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
      counts.seconds += seconds;
    };
  };

  /** The registry only reads the values of a metric; prom-client's types accept its own classes alone. */
  function register(name: string, type: 'counter' | 'histogram', help: string, valuesOf: () => Value[]): void {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: valuesOf() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
}

function countStatus(statuses: StatusCount[], status: number): void {
  for (const count of statuses) {
    if (count.status !== status) continue;
    count.responses += 1;
    return;
  }
  statuses.push({ status, responses: 1 });
}

type Value = { metricName?: string; labels: Record<string, string | number>; value: number };

/** The series of one route. Buckets of Prometheus are cumulative. */
function histogramOf(name: string, route: string, { buckets, seconds }: RouteCounts): Value[] {
  let count = 0;
  const values = Array.from(buckets, (responses, index): Value => {
    count += responses;
    return { metricName: `${name}_bucket`, labels: { route, le: bounds[index] ?? '+Inf' }, value: count };
  });
  values.push({ metricName: `${name}_sum`, labels: { route }, value: seconds });
  values.push({ metricName: `${name}_count`, labels: { route }, value: count });
  return values;
}
