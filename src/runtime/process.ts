// One process of the service, and the composition root: every part is made here or in the two halves of it, api.ts for what answers
// requests and work.ts for what goes on beside them.
import type { AddressInfo } from 'node:net';
import { type LiveCatalog, openLiveCatalog } from '../catalog/snapshot/live-catalog.ts';
import type { Config, Role } from '../config/config.ts';
import { canListenOn, openDatabase } from '../db/database.ts';
import { isOutageError } from '../db/outage.ts';
import { type DatabaseState, type Handlers, watchDatabase } from '../db/watch.ts';
import { openExportFiles } from '../exports/files/open-files.ts';
import { createProbe } from '../http/endpoints/probe.ts';
import { drain, httpLimits, leave } from '../http/server/server.ts';
import { createImportTracker } from '../ingest/imports/import-tracker.ts';
import { startJobs } from '../jobs/jobs.ts';
import { type Observe, observeWith } from '../telemetry/events.ts';
import { logTo } from '../telemetry/log.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { type FirstLinks, startApiRole } from './api-role.ts';
import type { HostContext } from './host.ts';
import { startWorkerRole } from './worker-role.ts';

/** What a process does of all that the service does. Plain data, since it is told to other processes. */
export type Share = {
  roles: readonly Role[];
  /** No other process works on this database, so that what is marked as being worked on is an orphan of a crash. */
  isSoleWorker: boolean;
  /** It is to make the links that the first start prints. */
  links: { hasDemo: boolean } | undefined;
};

export type RunningProcess = {
  /** Where it answers, without a slash at the end. */
  url: string;
  hooks: number;
  firstLinks: FirstLinks | undefined;
  /** Takes no new work and asks clients to come again on another connection. Resolves when they have gone, or should have. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

export type ProcessOptions = {
  observe?: Observe;
  /** Makes what reads the text of /metrics, where that tells of more than this process. */
  readMetrics?: (own: Metrics) => () => Promise<string>;
};

/** Publications hold the row that counts versions for seconds, and whoever publishes then waits for them. */
const requestLimits = { connectMs: 4000, silentMs: 30_000 };

/** Resolves when the process answers. Whatever was started is stopped again where a later step fails. */
export async function startProcess(
  config: Config,
  ground: HostContext,
  { roles, isSoleWorker, links }: Share,
  { observe: observeMore = () => {}, readMetrics = readOwnMetrics }: ProcessOptions = {},
): Promise<RunningProcess> {
  const startedAt = performance.now();
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const stop of closers.splice(0).reverse()) await stop();
  };
  const closedLater = async <T extends { close: () => unknown }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    closers.push(started.close);
    return started;
  };
  try {
    const metrics = createMetrics();
    const observe = observeWith(logTo(config.logLevel, isOutageError), metrics.observe, observeMore);
    const { databaseUrl, operatorKey } = ground;
    const { databaseBackend: backend } = config;
    const database = await closedLater(openDatabase(databaseUrl, observe, { limits: requestLimits }));
    const { db } = database;
    let databaseState = (): DatabaseState => ({ isUp: true, since: new Date() });
    const files = await closedLater(openExportFiles(config, observe));
    const isAlone = roles.includes('worker') && isSoleWorker;
    const starting = [
      closedLater(openLiveCatalog(databaseUrl, db, observe)),
      closedLater(startJobs(databaseUrl, { isAlone, backend }, observe)),
    ] as const;
    // Where one fails the other is still waited for, so that it is closed.
    await Promise.allSettled(starting);
    const [catalog, jobs] = await Promise.all(starting);
    const shared = {
      config,
      databaseUrl,
      operatorKey,
      db,
      databaseState: () => databaseState(),
      jobs,
      files,
      catalog,
      importTracker: createImportTracker({ db, observe }),
      metrics,
      readMetrics: readMetrics(metrics),
      observe,
    };
    const work = roles.includes('worker') ? await closedLater(startWorkerRole({ ...shared, isAlone })) : undefined;
    const api = roles.includes('api') ? await closedLater(startApiRole(shared)) : undefined;
    const watch = await closedLater(
      watchDatabase({
        url: databaseUrl,
        handlers: { ...catalogHandler(catalog), ...work?.channels, ...api?.channels },
        canListen: canListenOn(backend),
        observe,
        onChange: database.tell,
        onStale: database.doubt,
      }),
    );
    databaseState = watch.state;

    let isReady = true;
    const isServing = () => isReady;
    const app = await (api ? api.createApp(isServing) : createProbe({ ...shared, isReady: isServing }));
    await app.listen({ host: config.host, port: config.port, backlog: httpLimits.backlog });
    closers.push(() => drain(app.server, () => app.close()));
    const { port } = app.server.address() as AddressInfo;
    const url = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    const firstLinks = await api?.open(url, links);
    const { size: hooks, version } = catalog.current().snapshot;
    observe({ kind: 'listening', url, hooks, version, tookMs: Math.round(performance.now() - startedAt) });
    return {
      url,
      hooks,
      firstLinks,
      drain: async () => {
        isReady = false;
        await Promise.all([leave(app.server), work?.stop()]);
      },
      close: async () => {
        isReady = false;
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function catalogHandler({ refresh, current }: LiveCatalog): Handlers {
  return {
    hookline_catalog: async (_payload, version) => {
      await refresh();
      // Why not is told there.
      if (current().snapshot.version < version) throw new Error(`Version ${version} is not served.`);
    },
  };
}

function readOwnMetrics({ registry }: Metrics): () => Promise<string> {
  return () => registry.metrics();
}
