// What goes on beside the requests: exports, sources, mail, retention, deliveries. Part of the composition root.
import { join } from 'node:path';
import { auditKeptMs, forgetAudit } from '../audit/store.ts';
import { forgetExpiredSignIns } from '../auth/store.ts';
import type { LiveCatalog } from '../catalog/snapshot/live-catalog.ts';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { Handlers } from '../db/watch.ts';
import type { ExportFiles } from '../exports/files/files.ts';
import { createExportRunner } from '../exports/run.ts';
import { startSweeping } from '../exports/sweep.ts';
import type { ImportTracker } from '../ingest/imports/import-tracker.ts';
import { endOrphanedImports } from '../ingest/imports/store.ts';
import { startDueSources } from '../ingest/sources/actions.ts';
import { runSource } from '../ingest/sources/run-source.ts';
import { forgetRuns } from '../ingest/sources/store.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createMailer } from '../mail/send.ts';
import { forgetUsage } from '../quota/store.ts';
import { usageKeptDays } from '../quota/usage-history.ts';
import { forgetMinutes } from '../status/store.ts';
import { uptimeKeptMs } from '../status/uptime.ts';
import type { Observe } from '../telemetry/events.ts';
import { deliverInThread } from '../webhooks/deliver-thread.ts';
import { deliveriesKeptMs, forgetDeliveries } from '../webhooks/store-deliveries.ts';

export type WorkDeps = {
  config: Config;
  databaseUrl: string;
  operatorKey: string;
  db: Database;
  jobs: Jobs;
  files: ExportFiles;
  catalog: LiveCatalog;
  importTracker: ImportTracker;
  /** No other process works on this database. */
  isAlone: boolean;
  observe: Observe;
};

export type Work = {
  /** What it wants to hear of. */
  channels: Handlers;
  /** Takes nothing up any more. What is being worked is finished, or goes back to its queue for another process. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

const everyNight = '17 3 * * *';
const everyMinute = '* * * * *';
const runsKeptMs = 30 * 24 * 3_600_000;
/** So that one source whose server is slow does not hold up the others. */
const sourcesAtOnce = 3;

export async function startWorkerRole(deps: WorkDeps): Promise<Work> {
  const { config, databaseUrl, operatorKey, db, jobs, files, catalog, importTracker, isAlone, observe } = deps;
  const { smtpUrl, mailFrom: from, webhookRetryMs: retryMs, allowPrivateWebhooks: allowPrivate, minViews } = config;
  const sweep = startSweeping(db, files, observe);
  await jobs.work('mail', createMailer({ smtpUrl, from, outboxDir: join(config.dataDir, 'outbox') }, observe));
  await jobs.work('retention', () => forget(databaseUrl, observe));
  await jobs.schedule('retention', everyNight);
  const { databaseBackend: backend } = config;
  const delivery = { url: databaseUrl, operatorKey, retryMs, allowPrivate, isAlone, backend };
  const deliverer = await deliverInThread(delivery, observe);
  const runner = createExportRunner({
    db,
    catalog: catalog.current,
    refresh: catalog.refresh,
    files,
    ttlMs: config.exportTtlMs,
    observe,
  });
  await jobs.work('export', ({ exportId }, stopping) => runner.run(exportId, stopping));
  void sweep.now();
  const { refresh } = catalog;
  const runParts = {
    db,
    databaseUrl,
    minViews,
    updateEvery: config.updateEvery,
    allowPrivate,
    refresh,
    importTracker,
    observe,
  };
  await jobs.work('source', (request, stopping) => runSource(runParts, request, stopping), sourcesAtOnce);
  await jobs.work('sources', async () => {
    await endOrphanedImports(db);
    await startDueSources({ db, jobs });
  });
  await jobs.schedule('sources', everyMinute);
  const stop = once(() => Promise.all([deliverer.close(), jobs.stopWorking()]));
  return {
    channels: {
      // An export was canceled or deleted, here or by another process.
      hookline_export_ended: (exportId) => {
        runner.stop(exportId);
        void sweep.now();
      },
    },
    stop,
    close: async () => {
      await stop();
      await sweep.close();
    },
  };
}

/** What is older than it is kept for. Over a connection of its own, which may take longer than one that requests wait for. */
async function forget(databaseUrl: string, observe: Observe): Promise<void> {
  const { db, close } = await openDatabase(databaseUrl, observe, { connections: 1 });
  const ago = (ms: number) => new Date(Date.now() - ms);
  try {
    await forgetDeliveries(db, ago(deliveriesKeptMs));
    await forgetRuns(db, ago(runsKeptMs));
    await forgetUsage(db, ago(usageKeptDays * 24 * 3_600_000));
    await forgetExpiredSignIns(db);
    await forgetMinutes(db, ago(uptimeKeptMs));
    await forgetAudit(db, ago(auditKeptMs));
  } finally {
    await close();
  }
}

function once(work: () => Promise<unknown>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().then(() => {});
    return done;
  };
}
