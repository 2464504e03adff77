// The composition root: configuration in, a running service out. Every part is made here and nowhere else.
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createKeyring } from './accounts/keyring.ts';
import { loadKeyring } from './accounts/store.ts';
import { createUsage } from './accounts/usage.ts';
import { openLiveCatalog } from './catalog/live.ts';
import { hookState } from './catalog/store.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { listen } from './db/listen.ts';
import { lockDataDirectory } from './db/lock.ts';
import { openExportFiles } from './exports/files.ts';
import { createExportRunner } from './exports/run.ts';
import { countUnderWay, linkSecret } from './exports/store.ts';
import { startSweeping } from './exports/sweep.ts';
import { prepareFirstStart } from './first-start.ts';
import { createApp } from './http/app.ts';
import { drain } from './http/server.ts';
import { importInThread } from './ingest/import-thread.ts';
import { startJobs } from './jobs.ts';
import { logTo } from './log.ts';
import { createMailer } from './mail/send.ts';
import { createMetrics } from './metrics.ts';
import { type Observe, observeWith } from './observe.ts';
import { obtainOperatorKey } from './operator-key.ts';
import { createSeal } from './seal.ts';
import { deliverInThread } from './webhooks/deliver-thread.ts';
import { deliveriesKeptMs, forgetDeliveries } from './webhooks/store-deliveries.ts';

const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

export type Service = {
  /** Where it answers, without a slash at the end. */
  url: string;
  operatorKey: string;
  /** Only from the first start, when the demo account was made. */
  demoKey: string | undefined;
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

    const keyring = createKeyring(() => loadKeyring(database.db));
    const [catalog] = await Promise.all([openLiveCatalog(databaseUrl, database.db, observe), keyring.reload()]);
    closers.push(catalog.close);
    const usage = createUsage({ db: database.db, observe, lastUses: keyring.drainLastUses });
    closers.push(usage.close);
    const reloadKeys = () => void keyring.reload().catch((error) => observe({ kind: 'database_error', error }));

    const files = openExportFiles(config.dataDir);
    const sweep = startSweeping(database.db, files, observe);
    closers.push(sweep.close);
    const runner = createExportRunner({
      db: database.db,
      catalog: catalog.current,
      files,
      ttlMs: config.exportTtlMs,
      observe,
    });
    metrics.watchExports(() => countUnderWay(database.db));
    const jobs = await startJobs(databaseUrl, { isAlone: embedded !== undefined }, observe);
    closers.push(jobs.close);

    const listener = await listen(
      databaseUrl,
      {
        hookline_catalog: () => void catalog.refresh(),
        hookline_accounts: reloadKeys,
        hookline_export_ended: (exportId) => {
          runner.stop(exportId);
          void sweep.now();
        },
      },
      observe,
    );
    closers.push(listener.close);

    const { smtpUrl, mailFrom: from } = config;
    await jobs.work('mail', createMailer({ smtpUrl, from, outboxDir: join(config.dataDir, 'outbox') }, observe));
    await jobs.work('retention', () => forgetDeliveries(database.db, new Date(Date.now() - deliveriesKeptMs)));
    await jobs.schedule('retention', '17 3 * * *');
    const deliverer = await deliverInThread(
      {
        url: databaseUrl,
        operatorKey,
        retryMs: config.webhookRetryMs,
        allowPrivate: config.allowPrivateWebhooks,
        isAlone: embedded !== undefined,
      },
      observe,
    );
    closers.push(deliverer.close);

    let url = '';
    let isReady = true;
    const app = await createApp({
      config,
      jobs,
      files,
      linkSecret: await linkSecret(database.db),
      seal: createSeal(operatorKey),
      allowPrivate: config.allowPrivateWebhooks,
      version,
      operatorKey,
      metrics,
      observe,
      db: database.db,
      keyring,
      usage,
      catalog: catalog.current,
      publicUrl: () => url,
      isReady: () => isReady,
      importHooks: (input, onProgress) => importInThread(databaseUrl, input, observe, onProgress),
      refresh: catalog.refresh,
      refreshKeys: keyring.reload,
      stateOf: (id) => hookState(database.db, id),
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
    await jobs.work('export', ({ exportId }, stopping) => runner.run(exportId, stopping));
    void sweep.now();
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
    return { url, operatorKey, demoKey, hooks, close };
  } catch (error) {
    await close();
    throw error;
  }
}
