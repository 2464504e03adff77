// Metrics derived from observations: catalog, database, imports, sources, exports, deliveries, faults.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observation, Observe } from './events.ts';

/** Returns the function that counts observations. */
export function registerEventMetrics(registry: Registry): Observe {
  const interpreters = [
    registerStateMetrics(registry),
    registerIngestMetrics(registry),
    registerExportMetrics(registry),
    registerDeliveryMetrics(registry),
    registerLlmMetrics(registry),
    registerEmbeddingMetrics(registry),
  ];
  const faults = new Counter({
    name: 'hookline_faults_total',
    help: 'Errors, by kind of observation',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (observation) => {
    for (const interpret of interpreters) interpret(observation);
    if ('error' in observation) faults.inc({ kind: observation.kind });
  };
}

function registerStateMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
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
  return (observation) => {
    if (observation.kind === 'catalog_loaded') {
      version.set(observation.version);
      hooks.set(observation.hooks);
    } else if (observation.kind === 'database_away') databaseUp.set(0);
    else if (observation.kind === 'database_back') databaseUp.set(1);
  };
}

function registerIngestMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
  const imports = new Counter({ name: 'hookline_imports_total', help: 'Imports', labelNames: ['outcome'], registers });
  const sourceRuns = new Counter({
    name: 'hookline_source_runs_total',
    help: 'Runs of sources',
    labelNames: ['outcome'],
    registers,
  });
  const views = new Counter({
    name: 'hookline_views_refreshed_total',
    help: 'View counts requested by refreshes',
    labelNames: ['platform', 'outcome'],
    registers,
  });
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

function registerExportMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
  const exports = new Counter({ name: 'hookline_exports_total', help: 'Exports', labelNames: ['outcome'], registers });
  const bytes = new Counter({ name: 'hookline_export_bytes_total', help: 'Bytes of exports written', registers });
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

function registerDeliveryMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
  const deliveries = new Counter({
    name: 'hookline_delivery_attempts_total',
    help: 'Delivery attempts to webhooks',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
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
  return (observation) => {
    if (observation.kind === 'delivery_attempted') {
      deliveries.inc({ outcome: observation.isDelivered ? 'delivered' : 'failed' });
      duration.observe(observation.tookMs / 1000);
    } else if (observation.kind === 'webhook_paused') pauses.inc({ by: observation.by });
  };
}

function registerLlmMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
  const lines = new Counter({
    name: 'hookline_llm_lines_total',
    help: 'Lines that a language model was asked about',
    labelNames: ['outcome'],
    registers,
  });
  const tokens = new Counter({ name: 'hookline_llm_tokens_total', help: 'Tokens of language models', registers });
  const stops = new Counter({
    name: 'hookline_llm_stops_total',
    help: 'Times that a language model was not asked further',
    labelNames: ['by'],
    registers,
  });
  return (observation) => {
    if (observation.kind === 'llm_run_finished') {
      lines.inc({ outcome: 'answered' }, observation.answered);
      lines.inc({ outcome: 'failed' }, observation.asked - observation.answered);
      tokens.inc(observation.tokens);
    } else if (observation.kind === 'llm_stopped') stops.inc({ by: observation.by });
  };
}

function registerEmbeddingMetrics(registry: Registry): (observation: Observation) => void {
  const registers = [registry];
  const texts = new Counter({
    name: 'hookline_embedded_texts_total',
    help: 'Texts that the endpoint of embeddings was asked about, of hooks',
    labelNames: ['outcome'],
    registers,
  });
  const stops = new Counter({
    name: 'hookline_embeddings_stops_total',
    help: 'Times that the endpoint of embeddings was not asked further',
    labelNames: ['by', 'for'],
    registers,
  });
  const waiting = new Gauge({
    name: 'hookline_embeddings_waiting',
    help: 'Hooks being served without a vector',
    registers,
    aggregator: 'max',
  });
  return (observation) => {
    if (observation.kind === 'embeddings_run_finished') {
      texts.inc({ outcome: 'embedded' }, observation.embedded);
      texts.inc({ outcome: 'rejected' }, observation.rejected);
    } else if (observation.kind === 'embeddings_stopped') stops.inc({ by: observation.by, for: 'hooks' });
    else if (observation.kind === 'draft_embedding_failed') stops.inc({ by: observation.by, for: 'drafts' });
    else if (observation.kind === 'embeddings_loaded') waiting.set(observation.waiting);
  };
}
