// Data of the first start: the starter set and a demo account, so that the first request works.
import { createAccount } from '../accounts/actions.ts';
import { listAccounts } from '../accounts/queries.ts';
import { bySystem } from '../audit/actor.ts';
import { auditRetentionMs, deleteAuditBefore, removeFromAudit } from '../audit/store.ts';
import { createKey } from '../auth/keys/actions.ts';
import { allowSignIn, deleteExpiredSignIns } from '../auth/store.ts';
import { deleteExpiredSignUps } from '../auth/store-sign-ups.ts';
import { undoableMs as undoableEditMs } from '../catalog/curation/edit.ts';
import { deleteEditsBefore, forgetEditsBefore } from '../catalog/curation/store-edits.ts';
import { deleteUnusedEmbeddings } from '../catalog/embeddings/store.ts';
import { deleteReportsBefore, reportRetentionMs } from '../catalog/reports/store.ts';
import { catalogVersion } from '../catalog/store.ts';
import { markPurged } from '../catalog/takedowns/store.ts';
import { defaultLimits } from '../config/limits.ts';
import { type OpenDatabase, once, openDatabase } from '../db/database.ts';
import { deleteApiUsageBefore } from '../ingest/collect/store.ts';
import { deleteUndoLogs, removeFromRejects } from '../ingest/imports/store.ts';
import { undoableMs } from '../ingest/publish/import-record.ts';
import { dailyCountsKeptMs, thinRefreshedHistory } from '../ingest/refresh/store.ts';
import { deleteOldRuns } from '../ingest/sources/store.ts';
import type { TakedownJob } from '../jobs/jobs.ts';
import { deleteUsageBefore } from '../quota/store.ts';
import { usageRetentionDays } from '../quota/usage-history.ts';
import { dropPartitionsBefore } from '../request-log/store.ts';
import { deleteReadersBefore, readerDays } from '../searches/store.ts';
import { deleteMinutesBefore } from '../status/store.ts';
import { deleteUnconfirmedSubscribers } from '../status/subscribers/store.ts';
import { uptimeRetentionMs } from '../status/uptime.ts';
import type { Observe } from '../telemetry/events.ts';
import { deleteThreadEndsBefore } from '../webhooks/store.ts';
import { deleteDeliveriesBefore, deliveryRetentionMs, removeFromDeliveries } from '../webhooks/store-deliveries.ts';

export const demoEmail = 'demo@localhost.localdomain';

/** The demo key on the first start on an empty database, otherwise undefined. Shown once, by one process. */
export function prepareFirstStart(database: OpenDatabase, observe: Observe): Promise<string | undefined> {
  return once(database.db, 'first_start', () => seedDatabase(database, observe));
}

async function seedDatabase(database: OpenDatabase, observe: Observe): Promise<string | undefined> {
  const { db } = database;
  const isUsed = (await catalogVersion(db)) > 0 || (await listAccounts(db, { limit: 1 })).accounts.length > 0;
  if (isUsed) return undefined;
  // Of all starts only the first needs them.
  const { importHooks } = await import('../ingest/imports/import.ts');
  const { resolveMapping } = await import('../ingest/mapping/resolve-mapping.ts');
  await importHooks(
    database,
    {
      files: [{ name: 'starter set', size: undefined, open: starterSetBytes }],
      filename: 'starter set',
      source: 'sample',
      mapping: resolveMapping({ preset: 'hookline' }),
      format: 'jsonl',
      isSample: true,
      minViews: 100_000,
      labelFloor: 1,
      limits: defaultLimits,
    },
    observe,
  );
  const account = await createAccount(bySystem(db), {
    name: 'Demo',
    email: demoEmail,
    plan: 'scale',
  });
  await allowSignIn(db, demoEmail);
  return (await createKey(bySystem(db), account.id, { name: 'demo' })).key;
}

async function* starterSetBytes(): AsyncGenerator<Uint8Array> {
  const { readStarterSet } = await import('../catalog/seed/starter-set.ts');
  const lines = readStarterSet().map((hook) => JSON.stringify(hook));
  yield Buffer.from(`${lines.join('\n')}\n`);
}

// Job of a takedown: removes the copies of its hook outside the catalog. Each step is idempotent, so it may run again at any point.

/** The clock of another machine may be slow. */
const clockSkewMs = 3_600_000;

/** On its own connection, without the timeouts of requests. Export files are deleted by the sweep. */
export async function purgeTakedown(
  databaseUrl: string,
  { hookId: number, addedAt, ...hashes }: TakedownJob,
  { observe, stopping }: { observe: Observe; stopping: AbortSignal },
): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, observe, { connections: 1 });
  const hookId = `hook_${number}`;
  try {
    const since = new Date(Date.parse(addedAt) - clockSkewMs);
    await removeFromDeliveries(db, { hookId, since }, stopping);
    await removeFromRejects(db, hashes, stopping);
    await removeFromAudit(db, hookId);
    // A run may have stored one while the hook was taken down.
    await deleteUnusedEmbeddings(db);
    await markPurged(db, hashes.takedownId);
  } finally {
    await close();
  }
}

// Retention: what is deleted every night, since its time is over.

/** The longest window of an API is a month. */
const apiUsageRetentionMs = 62 * 24 * 3_600_000;
const runsKeptMs = 30 * 24 * 3_600_000;

/** Deletes rows past their retention. On its own connection, without the timeouts of requests. */
export async function deleteExpired(databaseUrl: string, observe: Observe): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, observe, { connections: 1 });
  const ago = (ms: number) => new Date(Date.now() - ms);
  try {
    await deleteDeliveriesBefore(db, ago(deliveryRetentionMs));
    await deleteThreadEndsBefore(db, ago(deliveryRetentionMs));
    await deleteOldRuns(db, ago(runsKeptMs));
    await deleteUndoLogs(db, ago(undoableMs));
    await deleteApiUsageBefore(db, ago(apiUsageRetentionMs));
    await deleteUsageBefore(db, ago(usageRetentionDays * 24 * 3_600_000));
    await dropPartitionsBefore(db, ago(0).toISOString().slice(0, 10));
    await deleteReadersBefore(db, ago(readerDays * 24 * 3_600_000));
    await deleteExpiredSignIns(db);
    await deleteExpiredSignUps(db);
    await deleteUnconfirmedSubscribers(db, new Date());
    await deleteMinutesBefore(db, ago(uptimeRetentionMs));
    await deleteAuditBefore(db, ago(auditRetentionMs));
    await forgetEditsBefore(db, ago(undoableEditMs));
    await deleteEditsBefore(db, ago(auditRetentionMs));
    await deleteReportsBefore(db, ago(reportRetentionMs));
    await deleteUnusedEmbeddings(db);
    await thinRefreshedHistory(db, ago(dailyCountsKeptMs));
  } finally {
    await close();
  }
}
