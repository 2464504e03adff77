// Parts that workers share: metrics of all workers; with threads also one catalog, built once per version, and one vector thread.
import { AggregatorRegistry } from 'prom-client';
import type { Figures } from '../../catalog/embeddings/fill.ts';
import { startVectorThread, type VectorThread, vectorTask } from '../../catalog/embeddings/vector-thread.ts';
import { type CatalogBuilder, openCatalogBuilder } from '../../catalog/snapshot/catalog-builder.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Config } from '../../config/config.ts';
import type { ExportFiles } from '../../exports/files/files.ts';
import { openExportFiles } from '../../exports/files/open-files.ts';
import { coalesce } from '../../lib/async.ts';
import { type Observe, observeWith } from '../../telemetry/events.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { HostContext } from '../host.ts';
import { snapshotPlaceOf } from '../snapshot-place.ts';
import type { Calls } from './calls.ts';
import type { SupervisorMethods, Worker } from './worker.ts';

export type SharedDeps = {
  /** Running workers, including those that start or stop. */
  workers: Set<Worker>;
  methods: SupervisorMethods;
  open: () => Promise<void>;
  /** Undefined for processes, which load the catalog themselves. */
  snapshot: () => Snapshot | undefined;
  close: () => Promise<void>;
};

/** A worker without a response in this time is left out of a scrape. */
const metricsTimeoutMs = 2000;

export function createSharedParts(config: Config, host: HostContext, log: Observe, hasThreads: boolean): SharedDeps {
  const workers: SharedDeps['workers'] = new Set();
  const metrics = hasThreads ? createMetrics() : undefined;
  const observe = metrics ? observeWith(log, metrics.observe) : log;
  const { databaseUrl: url } = host;
  let files: ExportFiles | undefined;
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
      embedTexts: async (texts) => vectors?.embedTexts(texts),
      searchVectors: async (search) => vectors?.searchVectors(search),
      serveVectors: async () => vectors?.serveVectors(),
      loadVectors: async () => vectors?.loadVectors(),
    },
    open: async () => {
      if (!hasThreads) return;
      files = await openExportFiles(config, observe);
      const serve = (snapshot: Snapshot) => {
        for (const worker of workers) worker.call('takeSnapshot', snapshot).catch(() => {});
      };
      builder = await openCatalogBuilder(url, observe, serve, snapshotPlaceOf(config, files));
      if (config.embeddings) vectors = createVectorMethods(vectorTask(url, config.embeddings), current, observe);
    },
    snapshot: () => builder?.current(),
    close: async () => {
      await vectors?.close();
      await builder?.close();
      files?.close();
    },
  };
}

function withTimeout<T>(result: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, metricsTimeoutMs, undefined).unref());
  return Promise.race([result.catch(() => undefined), late]);
}

// The vector thread, which all serving threads share: its methods in the supervisor, and its client in a worker.

type VectorMethods = Pick<SupervisorMethods, 'embedTexts' | 'searchVectors' | 'serveVectors' | 'loadVectors'>;

/**
 * `current` is the served snapshot. Workers request the same version and the same vectors at about the same time, so `serve` and `load` are
 * coalesced.
 */
function createVectorMethods(
  task: Parameters<typeof startVectorThread>[0],
  current: () => Snapshot,
  observe: Observe,
): VectorMethods & Pick<VectorThread, 'close'> {
  const thread = startVectorThread(task, observe);
  let served: Snapshot | undefined;
  const serve = coalesce(async () => {
    const snapshot = current();
    if (served === snapshot) return;
    await thread.serve(snapshot);
    served = snapshot;
  });
  const load = coalesce(thread.load);
  return {
    embedTexts: thread.embed,
    searchVectors: thread.search,
    serveVectors: async () => {
      await serve();
      return thread.figures();
    },
    loadVectors: async () => {
      await load();
      return thread.figures();
    },
    close: thread.close,
  };
}

export function sharedVectors(call: Calls<SupervisorMethods>['call']): VectorThread {
  let figures: Figures | undefined;
  return {
    serve: async () => {
      figures = await call('serveVectors');
    },
    load: async () => {
      figures = await call('loadVectors');
    },
    search: (search) => call('searchVectors', search),
    embed: (texts) => call('embedTexts', texts),
    figures: () => figures,
    close: async () => {},
  };
}
