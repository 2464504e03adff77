// The composition root: configuration in, a running service out. Every part is made here and nowhere else.
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createKeyring } from './accounts/keyring.ts';
import { createSignIn } from './accounts/sign-in.ts';
import { loadKeyring } from './accounts/store.ts';
import { admitOperator } from './accounts/store-sessions.ts';
import { createUsage } from './accounts/usage.ts';
import { createUsageLog } from './accounts/usage-log.ts';
import { system } from './audit/actor.ts';
import { openLiveCatalog } from './catalog/live.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { listen } from './db/listen.ts';
import { lockDataDirectory } from './db/lock.ts';
import { countUnderWay, linkSecret } from './exports/store.ts';
import { demoEmail, prepareFirstStart } from './first-start.ts';
import { createApp } from './http/app.ts';
import { drain } from './http/server.ts';
import { statusKeptMs } from './http/status.ts';
import { createFreshness } from './ingest/freshness.ts';
import { importInThread } from './ingest/import-thread.ts';
import { selectFreshness } from './ingest/store-sources.ts';
import { createUnderWay } from './ingest/under-way.ts';
import { logTo } from './log.ts';
import { createMetrics } from './metrics.ts';
import { type Observe, observeWith } from './observe.ts';
import { obtainOperatorKey } from './operator-key.ts';
import { createSeal } from './seal.ts';
import { keepFor } from './status/keep.ts';
import { recordMinutes } from './status/record-minutes.ts';
import { readStatus } from './status/status.ts';
import { insertMinute } from './status/store.ts';
import { startWork } from './work.ts';

const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

export type FirstLinks = { dashboard: string | undefined; console: string };

export type Service = {
  /** Where it answers, without a slash at the end. */
  url: string;
  operatorKey: string;
  /** Only from the first start, when the demo account was made. */
  demoKey: string | undefined;
  /** Only after the first start: links that open the demo account's dashboard and the console, once each. */
  createFirstLinks: (() => Promise<FirstLinks>) | undefined;
  hooks: number;
  close: () => Promise<void>;
};

/** Resolves when the service answers. Whatever was started is stopped again where a later step fails. */
export async function startService(config: Config, observeMore: Observe = () => {}): Promise<Service> {
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
    const observe = observeWith(logTo(config.logLevel), metrics.observe, observeMore);
    mkdirSync(config.dataDir, { recursive: true });
    if (!config.databaseUrl) closers.push(lockDataDirectory(config.dataDir).release);
    const operatorKey = obtainOperatorKey(config);
    const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir);
    if (embedded) closers.push(embedded.stop);
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    const database = await openDatabase(databaseUrl, observe);
    closers.push(database.close);
    const demoKey = config.sample ? await prepareFirstStart(database, observe) : undefined;

    const isFirstStart = await admitOperator(database.db);

    const keyring = createKeyring(() => loadKeyring(database.db));
    const freshness = createFreshness(() => selectFreshness(database.db));
    const underWay = createUnderWay();
    const parts = {
      config,
      databaseUrl,
      db: database.db,
      operatorKey,
      isAlone: embedded !== undefined,
      underWay,
      observe,
    };
    const starting = [
      closedLater(openLiveCatalog(databaseUrl, database.db, observe)),
      closedLater(startWork(parts)),
      keyring.reload(),
      freshness.reload(),
    ] as const;
    // Where one fails the others are still waited for, so that they are closed.
    await Promise.allSettled(starting);
    const [catalog, work] = await Promise.all(starting);
    const usage = createUsage({ db: database.db, observe, lastUses: keyring.drainLastUses });
    const usageLog = createUsageLog({ db: database.db, observe });
    closers.push(usage.close, usageLog.close);
    const inBackground = (reload: () => Promise<void>) => () =>
      void reload().catch((error) => observe({ kind: 'database_error', error }));

    metrics.watchExports(() => countUnderWay(database.db));
    metrics.watchSources(() => freshness.current().checkedAt);
    const listener = await listen(
      databaseUrl,
      {
        hookline_catalog: () => void catalog.refresh(),
        hookline_accounts: inBackground(keyring.reload),
        hookline_sources: inBackground(freshness.reload),
        hookline_export_ended: work.endExport,
      },
      observe,
    );
    closers.push(listener.close);

    const statusParts = {
      db: database.db,
      observe,
      version,
      startedAt: new Date(),
      updateEvery: config.updateEvery,
      catalog: catalog.current,
      freshness: freshness.current,
      latency: metrics.latency,
    };
    let url = '';
    let isReady = true;
    const signIn = createSignIn({
      db: database.db,
      jobs: work.jobs,
      operatorKey,
      publicUrl: () => url,
      isSecure: config.publicUrl?.startsWith('https:') ?? false,
      hasMailServer: config.smtpUrl !== undefined,
      observe,
    });
    const app = await createApp({
      config,
      jobs: work.jobs,
      files: work.files,
      linkSecret: await linkSecret(database.db),
      seal: createSeal(operatorKey),
      allowPrivate: config.allowPrivateWebhooks,
      version,
      operatorKey,
      metrics,
      observe,
      db: database.db,
      keyring,
      signIn,
      usage,
      usageLog,
      catalog: catalog.current,
      publicUrl: () => url,
      isReady: () => isReady,
      importHooks: (input, onProgress) => importInThread(databaseUrl, input, observe, onProgress),
      underWay,
      refresh: catalog.refresh,
      refreshKeys: keyring.reload,
      freshness: freshness.current,
      refreshFreshness: freshness.reload,
      status: keepFor(statusKeptMs, () => readStatus(statusParts, Date.now())),
      stats: () => ({
        version,
        catalog_version: catalog.current().snapshot.version,
        uptime_seconds: Math.round(process.uptime()),
        memory_bytes: process.memoryUsage.rss(),
      }),
    });
    await app.listen({ host: config.host, port: config.port });
    closers.push(() => {
      isReady = false;
      return drain(app.server, () => app.close());
    });
    closers.push(recordMinutes({ insert: (minute) => insertMinute(database.db, minute), observe }).close);
    await work.runExports(catalog.current);
    await work.runSources(catalog.refresh);
    const { port } = app.server.address() as AddressInfo;
    url = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    const hooks = catalog.current().snapshot.size;
    observe({
      kind: 'listening',
      url,
      hooks,
      version: catalog.current().snapshot.version,
      tookMs: Math.round(performance.now() - startedAt),
    });
    const createFirstLinks = async () => ({
      dashboard: demoKey ? await signIn.createInvitation(demoEmail) : undefined,
      console: await signIn.createOperatorLink(system),
    });
    return {
      url,
      operatorKey,
      demoKey,
      createFirstLinks: isFirstStart ? createFirstLinks : undefined,
      hooks,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
