// What workers share: metrics of all of them; with threads also one catalog, built once per version, and one thread of vectors.
import { AggregatorRegistry } from 'prom-client';
import { type CatalogBuilder, openCatalogBuilder } from '../../catalog/snapshot/catalog-builder.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Config } from '../../config/config.ts';
import { type Observe, observeWith } from '../../telemetry/events.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { HostContext } from '../host.ts';
import { createVectorMethods } from './shared-vectors.ts';
import type { SupervisorMethods, Worker } from './worker.ts';

export type SharedParts = {
  /** Those that run, also while they start or stop. */
  workers: Set<Worker>;
  methods: SupervisorMethods;
  /** Loads the catalog. */
  open: () => Promise<void>;
  /** Undefined for processes, which load it themselves. */
  snapshot: () => Snapshot | undefined;
  close: () => Promise<void>;
};

/** A worker that does not answer is left out of a scrape. */
const metricsTimeoutMs = 2000;

export function createSharedParts(config: Config, host: HostContext, log: Observe, hasThreads: boolean): SharedParts {
  const workers: SharedParts['workers'] = new Set();
  const metrics = hasThreads ? createMetrics() : undefined;
  const observe = metrics ? observeWith(log, metrics.observe) : log;
  const { databaseUrl: url } = host;
  let builder: CatalogBuilder | undefined;
  let vectors: ReturnType<typeof createVectorMethods> | undefined;

  function current(): Snapshot {
    if (!builder) throw new Error('The catalog is not loaded.');
    return builder.current();
  }

  async function readMetrics(): Promise<string> {
    const read = [...workers].map((worker) => withTimeout(worker.call('readMetrics')));
    const all = await Promise.all([metrics?.registry.getMetricsAsJSON(), ...read]);
    return AggregatorRegistry.aggregate(all.filter((some) => some !== undefined).map((some) => [...some])).metrics();
  }

  return {
    workers,
    methods: {
      readMetrics,
      reachVersion: async (version) => builder?.reach(version),
      searchVectors: async (search) => vectors?.searchVectors(search),
      serveVectors: async () => vectors?.serveVectors(),
      loadVectors: async () => vectors?.loadVectors(),
    },
    open: async () => {
      if (!hasThreads) return;
      builder = await openCatalogBuilder(url, observe, (snapshot) => {
        for (const worker of workers) worker.call('takeSnapshot', snapshot).catch(() => {});
      });
      if (config.embeddings) vectors = createVectorMethods({ url, model: config.embeddings.model }, current, observe);
    },
    snapshot: () => builder?.current(),
    close: async () => {
      await vectors?.close();
      await builder?.close();
    },
  };
}

function withTimeout<T>(result: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, metricsTimeoutMs, undefined).unref());
  return Promise.race([result.catch(() => undefined), late]);
}
