// Metrics for Prometheus: answers by route and status, the catalog, imports. The other interpreter of what is observed.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Observation } from './observe.ts';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const answers = new Counter({
    name: 'hookline_answers_total',
    help: 'Answers of the API',
    labelNames: ['route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'hookline_answer_seconds',
    help: 'Seconds from request to answer',
    labelNames: ['route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2],
    registers,
  });
  const version = new Gauge({ name: 'hookline_catalog_version', help: 'Catalog version being served', registers });
  const hooks = new Gauge({ name: 'hookline_catalog_hooks', help: 'Hooks being served', registers });
  const imports = new Counter({ name: 'hookline_imports_total', help: 'Imports', labelNames: ['outcome'], registers });
  const faults = new Counter({
    name: 'hookline_faults_total',
    help: 'Things that went wrong',
    labelNames: ['kind'],
    registers,
  });

  // Looking the labels up costs more than counting, and there are few of them.
  const children = new Map<string, { answers: Counter.Internal; duration: Histogram.Internal<string> }>();

  return {
    registry,
    countAnswer: (route: string, status: number, startedAt: number) => {
      const known = `${route} ${status}`;
      let child = children.get(known);
      if (!child) {
        child = { answers: answers.labels({ route, status }), duration: duration.labels({ route }) };
        children.set(known, child);
      }
      child.answers.inc();
      child.duration.observe((performance.now() - startedAt) / 1000);
    },
    observe: (observation: Observation) => {
      if (observation.kind === 'catalog_loaded') {
        version.set(observation.version);
        hooks.set(observation.hooks);
      } else if (observation.kind === 'import_finished') imports.inc({ outcome: 'done' });
      else if (observation.kind === 'import_failed') imports.inc({ outcome: 'failed' });
      if ('error' in observation) faults.inc({ kind: observation.kind });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
