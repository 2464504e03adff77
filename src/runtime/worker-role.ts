// Worker role of a process: exports, sources, mail, retention, deliveries. Part of the composition root.
import { join } from 'node:path';
import { requestAnswers, runLabelWaiting } from '../catalog/curation/relabel/actions.ts';
import { requestEmbeddings, runEmbeddings } from '../catalog/embeddings/fill.ts';
import { deleteStops } from '../catalog/labelling/llm/store.ts';
import { trainInThread } from '../catalog/labelling/training/actions.ts';
import { refreshInThread } from '../catalog/near-duplicates/actions.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/database.ts';
import type { NotificationHandlers } from '../db/watch.ts';
import { requestDueDigests } from '../digests/run-due.ts';
import { sendDigest } from '../digests/send.ts';
import { openEmbedder } from '../embeddings/embedder.ts';
import { openLocalEmbedder } from '../embeddings/local/local-embedder.ts';
import { eraseDueAccounts } from '../erasure/actions.ts';
import { announceExport } from '../exports/download.ts';
import { createExportRunner, startSweeping } from '../exports/run.ts';
import { runDueSchedules, settleSchedule } from '../exports/schedules/run-due.ts';
import { linkSecret } from '../exports/store.ts';
import { collectEnvironment } from '../ingest/collect/collector.ts';
import { endOrphanedImports } from '../ingest/imports/store.ts';
import type { ImportReport } from '../ingest/publish/import-record.ts';
import { createRefresher, requestRefresh } from '../ingest/refresh/actions.ts';
import { mailCollected } from '../ingest/source-requests/actions.ts';
import { startDueSources } from '../ingest/sources/actions.ts';
import { runSource } from '../ingest/sources/run-source.ts';
import { openLanguageModel } from '../labels/llm/language-model.ts';
import { createMailer } from '../mail/send.ts';
import { mailOperatorAlerts } from '../operator-alerts/actions.ts';
import { readSecrets } from '../secrets/actions.ts';
import { mailUpdate } from '../status/subscribers/actions.ts';
import { evaluateTrendAlerts } from '../trend-alerts/evaluate.ts';
import { deliverInThread } from '../webhooks/deliverer/deliver-thread.ts';
import { announceChanges, announceHooksWith, emitWith } from '../webhooks/events/announce.ts';
import { createSender } from '../webhooks/send.ts';
import { insertThreadEnd } from '../webhooks/store.ts';
import { hasWebhooks } from '../webhooks/store-due.ts';
import { createOperatorWebhook } from '../webhooks/webhook.ts';
import { followImport } from './after-import.ts';
import type { ApiRoleDeps } from './api-role.ts';
import { purgeTakedown } from './purge-takedown.ts';
import { deleteExpired } from './retention.ts';

type OnlyApi = 'databaseState' | 'diskFullAt' | 'metrics' | 'readMetrics' | 'vectors' | 'threads';

export type WorkerRoleDeps = Omit<ApiRoleDeps, OnlyApi> & {
  isSoleWorker: boolean;
  publicUrl: () => string;
};

export type WorkerRole = {
  notificationHandlers: NotificationHandlers;
  /** Called with each version of the catalog. */
  serve: () => Promise<void>;
  /** Takes no more jobs. Active ones finish, or return to their queue for another process. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

const everyNight = '17 3 * * *';
const everyMinute = '* * * * *';
const everyHour = '41 * * * *';
const everyHourViews = '7 * * * *';
const everyHourErasure = '29 * * * *';
/** Concurrent runs, so that a source with a slow server does not block the others. */
const sourceConcurrency = 3;

export async function startWorkerRole(deps: WorkerRoleDeps): Promise<WorkerRole> {
  const { config, databaseUrl, operatorKey, db, jobs, files, disks, catalog, importTracker, isSoleWorker, observe } =
    deps;
  const { smtpUrl, mailFrom: from, webhookRetryMs: retryDelaysMs, allowPrivateWebhooks: allowPrivate } = config;
  const sweep = startSweeping(db, files, observe);
  const send = createMailer({ smtpUrl, from, outboxDir: join(config.dataDir, 'outbox') }, observe);
  await jobs.work('mail', async (message) => {
    await send(message);
  });
  await jobs.work('operator_mail', () => mailOperatorAlerts({ db, jobs, operatorEmail: config.operatorEmail }));
  await jobs.work('operator_webhook', postToOperator(config));
  await jobs.work('status_mail', (update, stopping) => mailUpdate({ db, jobs }, update, stopping));
  await jobs.work('erase_accounts', () => eraseAccounts(deps));
  await jobs.schedule('erase_accounts', everyHourErasure);
  await jobs.work('retention', () => deleteExpired(databaseUrl, observe));
  await jobs.schedule('retention', everyNight);
  const { databaseBackend: backend } = config;
  const { limits } = config;
  const delivery = { url: databaseUrl, operatorKey, retryDelaysMs, allowPrivate, limits, isSoleWorker, backend };
  const onEnd = ({ message }: Error) =>
    insertThreadEnd(db, { at: new Date(), pid: process.pid, error: message }).catch((error) =>
      observe({ kind: 'database_error', error }),
    );
  const deliverer = deliverInThread(delivery, { observe, onEnd, isNeeded: () => hasWebhooks(db) });
  const scheduleDeps = { db, jobs, catalog: catalog.current, limits, publicUrl: deps.publicUrl };
  const secret = await linkSecret(db);
  const locks = openDatabase(databaseUrl, observe, { connections: 1 });
  const digestDeps = { db, lockDb: locks.db, jobs, catalog, send, publicUrl: deps.publicUrl, linkSecret: secret };
  await jobs.work('digest', (job, stopping) => sendDigest(digestDeps, job, stopping));
  await jobs.work('digests', (_, stopping) => requestDueDigests(digestDeps, stopping));
  await jobs.schedule('digests', everyMinute);
  const settleDeps = { ...scheduleDeps, linkSecret: secret };
  const runner = createExportRunner({
    db,
    catalog: catalog.current,
    refresh: catalog.refresh,
    files,
    disk: disks.exports,
    ttlMs: config.exportTtlMs,
    onSettled: async (trx, exportId) => {
      await settleSchedule(trx, settleDeps, exportId);
      await announceExport(trx, { emit: emitWith(limits), publicUrl: deps.publicUrl, linkSecret: secret }, exportId);
    },
    observe,
  });
  await jobs.work('export', ({ exportId }, stopping) => runner.run(exportId, stopping));
  await jobs.work('export_schedules', (_, stopping) => runDueSchedules(scheduleDeps, stopping));
  await jobs.schedule('export_schedules', everyMinute);
  void sweep.now();
  const refresh = async (report: ImportReport) => {
    await catalog.refresh();
    await followImport(deps, report);
    await mailCollected(deps);
  };
  const sourceDeps = {
    db,
    databaseUrl,
    minViews: config.minViews,
    labelFloors: config.labelFloors,
    limits: config.limits,
    updateEvery: config.updateEvery,
    allowPrivate,
    paths: config,
    environment: collectEnvironment(config),
    readSecrets: () => readSecrets(deps),
    disk: disks.database,
    refresh,
    importTracker,
    observe,
  };
  await jobs.work('source', (request, stopping) => runSource(sourceDeps, request, stopping), sourceConcurrency);
  await jobs.work('sources', async () => {
    await endOrphanedImports(db);
    await startDueSources({ db, jobs });
    // Collected hooks may be pending review.
    await mailCollected(deps);
  });
  await jobs.schedule('sources', everyMinute);
  await jobs.work('near_duplicates', (_, stopping) => refreshInThread(databaseUrl, stopping));
  await jobs.work('catalog_changes', () => announceChanges(db, limits));
  await jobs.schedule('catalog_changes', everyMinute);
  const alertDeps = { db, jobs, catalog: catalog.current, emit: emitWith(limits), publicUrl: deps.publicUrl };
  await jobs.work('trend_alerts', (_, stopping) => evaluateTrendAlerts(alertDeps, stopping));
  await jobs.schedule('trend_alerts', everyMinute);
  await jobs.work('train_labels', async ({ isForced }, stopping) => {
    await trainInThread(databaseUrl, { isForced, observe, stopping });
  });
  const environment = collectEnvironment(config);
  const refreshViews = createRefresher({
    ...deps,
    environment,
    readSecrets: sourceDeps.readSecrets,
    refresh: catalog.refresh,
  });
  await jobs.work('refresh_views', (_, stopping) => refreshViews(stopping));
  await jobs.schedule('refresh_views', everyHourViews);
  await requestRefresh(deps);
  await startLanguageModel(deps);
  await startEmbeddings(deps);
  await jobs.work('takedown', (job, stopping) => purgeTakedown(databaseUrl, job, { observe, stopping }));
  const stop = once(() => Promise.all([deliverer.close(), jobs.stopWorking()]));
  return {
    notificationHandlers: {
      // The start calls it too.
      hookline_deliveries: deliverer.update,
      // This or another process canceled or deleted an export.
      hookline_export_ended: (exportId) => {
        runner.stop(exportId);
        void sweep.now();
      },
    },
    serve: async () => {
      await announceChanges(db, limits);
      await evaluateTrendAlerts(alertDeps);
      if (config.embeddings) await requestEmbeddings(deps);
    },
    stop,
    close: async () => {
      await stop();
      await sweep.close();
      await locks.close();
    },
  };
}

/** Without a model, jobs of an earlier configuration end here. A restart clears the stops, since it may have fixed their cause. */
async function startLanguageModel(deps: WorkerRoleDeps): Promise<void> {
  const { config, db, jobs, observe } = deps;
  if (!config.llm) {
    await jobs.work('label_llm', async () => {});
    return;
  }
  const model = await openLanguageModel(config.llm);
  const announce = announceHooksWith(config.limits);
  const llmDeps = { db, jobs, observe, model, budget: config.llm.budget, announce, floors: config.labelFloors };
  await jobs.work('label_llm', (_, stopping) => runLabelWaiting(llmDeps, stopping));
  await deleteStops(db);
  await jobs.schedule('label_llm', everyHour);
  await requestAnswers(deps);
}

/** Works like `startLanguageModel`. The first version of the catalog starts the first run. */
async function startEmbeddings(deps: WorkerRoleDeps): Promise<void> {
  const { config, db, jobs, observe } = deps;
  if (!config.embeddings) {
    await jobs.work('embed_texts', async () => {});
    return;
  }
  const { embeddings } = config;
  const embedder = embeddings.url === undefined ? openLocalEmbedder(embeddings.model) : await openEmbedder(embeddings);
  await jobs.work('embed_texts', (_, stopping) => runEmbeddings({ db, jobs, observe, embedder }, stopping));
  await deleteStops(db);
  await jobs.schedule('embed_texts', everyHour);
}

/** The operator's own URL may be in a private network. Without a URL, jobs of an earlier configuration end without a request. */
function postToOperator({ operatorWebhook: url, operatorWebhookSecret: secret }: Config) {
  if (url === undefined) return async () => {};
  return createOperatorWebhook({ url, secret, sender: createSender({ allowPrivate: true }) });
}

/** Uses its own connection, without the timeouts of requests. */
async function eraseAccounts({ config, databaseUrl, files, observe }: WorkerRoleDeps): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, observe, { connections: 1 });
  try {
    await eraseDueAccounts({ db, files, outboxDir: join(config.dataDir, 'outbox') });
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
