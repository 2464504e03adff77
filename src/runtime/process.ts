// One process of the service, and the composition root: creates every component, here or in api-role.ts (requests) and worker-role.ts
// (background work).
import type { Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { VectorThread } from '../catalog/embeddings/vector-thread.ts';
import { type LiveCatalog, openLiveCatalog } from '../catalog/live-catalog.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import type { Config, Role } from '../config/config.ts';
import { canListenOn, type Database, openDatabase } from '../db/database.ts';
import { disksOf } from '../db/disk-space.ts';
import { isOutageError } from '../db/outage.ts';
import { type DatabaseState, type NotificationHandlers, watchDatabase } from '../db/watch.ts';
import { openExportFiles } from '../exports/files/open-files.ts';
import { createProbe } from '../http/endpoints/status.ts';
import { listenersWithin } from '../http/server/connections.ts';
import { canSharePort } from '../http/server/listeners/addresses.ts';
import type { Balancer } from '../http/server/listeners/balancer.ts';
import { type Listeners, openListeners } from '../http/server/listeners/listeners.ts';
import { drain, endKeepAlive, httpLimits } from '../http/server/server.ts';
import { createImportTracker } from '../ingest/threads/import-thread.ts';
import { startJobs, startJobsOnUse } from '../jobs/jobs.ts';
import { type Observe, observeWith } from '../telemetry/events.ts';
import { logTo } from '../telemetry/log.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { type FirstLinks, startApiRole } from './api-role.ts';
import type { HostContext } from './host.ts';
import { snapshotPlaceOf } from './snapshot-place.ts';
import { startWorkerRole } from './worker-role.ts';

/** The configuration of a process within the service. It is plain data, since it is sent to worker processes. */
export type WorkerConfig = {
  roles: readonly Role[];
  /** No other process works on this database, so jobs marked active at the start are orphans of a crash. */
  isSoleWorker: boolean;
  /** Set if this process creates the sign-in links that the first start prints. */
  links: { hasDemo: boolean } | undefined;
};

export type RunningProcess = {
  /** Base URL without a slash at the end. */
  url: string;
  port: number;
  hooks: number;
  firstLinks: FirstLinks | undefined;
  /** Takes no new work and asks clients to reconnect elsewhere. Resolves when they have, or after a timeout. */
  drain: () => Promise<void>;
  handOver: Listeners['handOver'];
  close: () => Promise<void>;
};

/** Parts that a thread shares with others on the same port. */
export type ThreadDeps = {
  threads: number;
  listen: { port: number | undefined; isReplacement: boolean; balancer: Balancer };
  vectors: VectorThread;
  /** `onServe` is called with each version that the catalog serves. */
  openCatalog: (db: Database, observe: Observe, onServe: (snapshot: Snapshot) => void) => LiveCatalog;
};

export type ProcessOptions = {
  observe?: Observe;
  /** Creates the reader of /metrics, if it covers more than this process. */
  readMetrics?: (own: Metrics) => () => Promise<string>;
  thread?: ThreadDeps;
};

/** Publications lock the row of the catalog version for seconds, and concurrent publications wait for it. */
const requestLimits = { connectTimeoutMs: 4000, idleTimeoutMs: 30_000 };

/** Resolves when the process serves requests. If a step fails, the steps before it are undone. */
export async function startProcess(
  config: Config,
  host: HostContext,
  workerConfig: WorkerConfig,
  { observe: observeMore = () => {}, readMetrics = readOwnMetrics, thread }: ProcessOptions = {},
): Promise<RunningProcess> {
  const startedAt = performance.now();
  const { roles, links } = workerConfig;
  const isSoleWorker = roles.includes('worker') && workerConfig.isSoleWorker;
  const closers = createClosers();
  try {
    const metrics = createMetrics();
    const observe = observeWith(logTo(config.logLevel, isOutageError), metrics.observe, observeMore);
    const { databaseUrl, operatorKey } = host;
    const { databaseBackend: backend } = config;
    const disks = disksOf(config, host);
    const database = openDatabase(databaseUrl, observe, { limits: requestLimits, disk: disks.database });
    closers.push(database.close);
    const { db } = database;
    // With port 0, the URL is known only when the server listens.
    let url = config.publicUrl ?? `http://${bracketed(config.host)}:${config.port}`;
    let databaseState = (): DatabaseState => ({ isUp: true, since: new Date() });
    const files = await closers.add(openExportFiles(config, observe));
    const countServed = ({ version, size: hooks }: Snapshot) =>
      metrics.observe({ kind: 'catalog_loaded', version, hooks, isWhole: true, tookMs: 0, bytes: 0 });
    const openCatalog = async () =>
      thread
        ? thread.openCatalog(db, observe, countServed)
        : openLiveCatalog(databaseUrl, db, observe, snapshotPlaceOf(config, files));
    const openJobs = async () =>
      roles.includes('worker')
        ? startJobs(databaseUrl, { isSoleWorker, backend }, observe)
        : startJobsOnUse(databaseUrl, backend, observe);
    const [catalog, jobs] = await bothOrNeither(closers.add(openCatalog()), closers.add(openJobs()));
    const shared = {
      config,
      databaseUrl,
      operatorKey,
      db,
      databaseState: () => databaseState(),
      diskFullAt: database.diskFullAt,
      jobs,
      files,
      disks,
      catalog,
      importTracker: createImportTracker({ db, observe }),
      metrics,
      readMetrics: readMetrics(metrics),
      vectors: thread?.vectors,
      threads: thread?.threads ?? 1,
      observe,
    };
    const work = roles.includes('worker')
      ? await closers.add(startWorkerRole({ ...shared, isSoleWorker, publicUrl: () => url }))
      : undefined;
    const api = roles.includes('api') ? await closers.add(startApiRole(shared)) : undefined;
    const watch = await closers.add(
      watchDatabase({
        url: databaseUrl,
        handlers: {
          ...catalogHandler(catalog, [work?.serve, api?.serve]),
          ...work?.notificationHandlers,
          ...api?.notificationHandlers,
        },
        canListen: canListenOn(backend),
        observe,
        onChange: database.setAvailable,
        onStale: database.dropStaleConnections,
      }),
    );
    databaseState = watch.state;

    let isReady = true;
    const isServing = () => isReady;
    const app = await (api ? api.createApp(isServing) : createProbe({ ...shared, isReady: isServing }));
    await app.ready();
    // The early write lets Node free its copies of the compiled modules: 10 MB in each thread.
    flushCompileCache();
    const listeners = await listen(app.server, config, thread);
    closers.push(() => drain(app.server, async () => void (await Promise.all([app.close(), listeners.close()]))));
    url = config.publicUrl ?? `http://${bracketed(config.host)}:${listeners.port}`;
    const firstLinks = await api?.open(url, links);
    const { size: hooks, version } = catalog.current().snapshot;
    observe({ kind: 'listening', url, hooks, version, tookMs: Math.round(performance.now() - startedAt) });
    return {
      url,
      port: listeners.port,
      hooks,
      firstLinks,
      drain: async () => {
        isReady = false;
        await Promise.all([endKeepAlive(app.server, listeners.countConnections), work?.stop()]);
      },
      handOver: listeners.handOver,
      close: async () => {
        isReady = false;
        await closers.closeAll();
      },
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function listen(server: Server, { host, port }: Config, thread: ThreadDeps | undefined): Promise<Listeners> {
  const options = { host, port, backlog: httpLimits.backlog };
  const sockets = listenersWithin(httpLimits.listeners);
  if (!thread) {
    const count = (await canSharePort(host)) ? sockets : 1;
    return openListeners(server, { ...options, count });
  }
  const { isReplacement, ...shared } = thread.listen;
  return openListeners(server, {
    ...options,
    ...shared,
    port: shared.port ?? port,
    isJoining: shared.port !== undefined,
    count: isReplacement ? 0 : Math.max(2, Math.ceil(sockets / thread.threads)),
  });
}

/** Closes the started components in reverse order. */
function createClosers() {
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  async function closeInTurn(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }
  return {
    push: (close: () => unknown) => void closers.push(close),
    add: async <Component extends { close: () => unknown }>(starting: Promise<Component>): Promise<Component> => {
      const component = await starting;
      closers.push(component.close);
      return component;
    },
    /** A second call resolves when the first one does. */
    closeAll: () => {
      closing ??= closeInTurn();
      return closing;
    },
  };
}

/** If one rejects, the other is awaited too, so that it can be closed. */
async function bothOrNeither<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** `followers` are called with the served snapshot. */
function catalogHandler(
  { refresh, current }: LiveCatalog,
  followers: readonly (((snapshot: Snapshot) => unknown) | undefined)[],
): NotificationHandlers {
  return {
    hookline_catalog: async (_payload, version) => {
      await refresh();
      // The refresh has logged its error.
      if (current().snapshot.version < version) throw new Error(`Version ${version} is not loaded.`);
      await Promise.all(followers.map((follow) => follow?.(current().snapshot)));
    },
  };
}

function readOwnMetrics({ registry }: Metrics): () => Promise<string> {
  return () => registry.metrics();
}
