// What goes on beside the requests: exports, sources, mail, retention, deliveries. Part of the composition root.
import { join } from 'node:path';
import { forgetUsage } from './accounts/store-log.ts';
import { forgetExpiredSignIns } from './accounts/store-sessions.ts';
import { usageKeptDays } from './accounts/usage-history.ts';
import { auditKeptMs, forgetAudit } from './audit/store.ts';
import type { Catalog } from './catalog/live.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { type ExportFiles, openExportFiles } from './exports/files.ts';
import { createExportRunner } from './exports/run.ts';
import { startSweeping } from './exports/sweep.ts';
import { startDueSources } from './ingest/manage-sources.ts';
import { runSource } from './ingest/run-source.ts';
import { forgetRuns } from './ingest/store-sources.ts';
import type { UnderWay } from './ingest/under-way.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { createMailer } from './mail/send.ts';
import type { Observe } from './observe.ts';
import { forgetMinutes } from './status/store.ts';
import { uptimeKeptMs } from './status/uptime.ts';
import { deliverInThread } from './webhooks/deliver-thread.ts';
import { deliveriesKeptMs, forgetDeliveries } from './webhooks/store-deliveries.ts';

export type WorkParts = {
  config: Config;
  databaseUrl: string;
  db: Database;
  operatorKey: string;
  /** No other process works on this database. */
  isAlone: boolean;
  underWay: UnderWay;
  observe: Observe;
};

export type Work = {
  jobs: Jobs;
  files: ExportFiles;
  /** From now on exports are written, of the catalog that is being served when they are. */
  runExports: (catalog: () => Catalog) => Promise<void>;
  /** From now on sources are run; `refresh` waits until what they published is being served here. */
  runSources: (refresh: () => Promise<void>) => Promise<void>;
  /** An export was canceled or deleted, here or by another process. */
  endExport: (exportId: string) => void;
  close: () => Promise<void>;
};

const everyNight = '17 3 * * *';
const everyMinute = '* * * * *';
const runsKeptMs = 30 * 24 * 3_600_000;
/** So that one source whose server is slow does not hold up the others. */
const sourcesAtOnce = 3;

export async function startWork(parts: WorkParts): Promise<Work> {
  const { config, databaseUrl, db, operatorKey, isAlone, underWay, observe } = parts;
  const files = openExportFiles(config.dataDir);
  const sweep = startSweeping(db, files, observe);
  const jobs = await startJobs(databaseUrl, { isAlone }, observe);
  const { smtpUrl, mailFrom: from, webhookRetryMs: retryMs, allowPrivateWebhooks: allowPrivate } = config;
  await jobs.work('mail', createMailer({ smtpUrl, from, outboxDir: join(config.dataDir, 'outbox') }, observe));
  await jobs.work('retention', async () => {
    await forgetDeliveries(db, new Date(Date.now() - deliveriesKeptMs));
    await forgetRuns(db, new Date(Date.now() - runsKeptMs));
    await forgetUsage(db, new Date(Date.now() - usageKeptDays * 24 * 3_600_000));
    await forgetExpiredSignIns(db);
    await forgetMinutes(db, new Date(Date.now() - uptimeKeptMs));
    await forgetAudit(db, new Date(Date.now() - auditKeptMs));
  });
  await jobs.schedule('retention', everyNight);
  const deliverer = await deliverInThread({ url: databaseUrl, operatorKey, retryMs, allowPrivate, isAlone }, observe);
  let stopExport: (exportId: string) => void = () => {};
  return {
    jobs,
    files,
    runExports: async (catalog) => {
      const runner = createExportRunner({ db, catalog, files, ttlMs: config.exportTtlMs, observe });
      stopExport = runner.stop;
      await jobs.work('export', ({ exportId }, stopping) => runner.run(exportId, stopping));
      void sweep.now();
    },
    runSources: async (refresh) => {
      const { minViews, updateEvery } = config;
      const runParts = { db, databaseUrl, minViews, updateEvery, allowPrivate, refresh, underWay, observe };
      await jobs.work('source', (request, stopping) => runSource(runParts, request, stopping), sourcesAtOnce);
      await jobs.work('sources', () => startDueSources({ db, jobs }));
      await jobs.schedule('sources', everyMinute);
    },
    endExport: (exportId) => {
      stopExport(exportId);
      void sweep.now();
    },
    close: async () => {
      await deliverer.close();
      await jobs.close();
      await sweep.close();
    },
  };
}
