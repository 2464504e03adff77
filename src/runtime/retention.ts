// Retention: deletes expired rows every night.
import { auditRetentionMs, deleteAuditBefore } from '../audit/store.ts';
import { deleteExpiredSignIns } from '../auth/store.ts';
import { deleteExpiredSignUps } from '../auth/store-sign-ups.ts';
import { undoableMs as undoableEditMs } from '../catalog/curation/edit.ts';
import { deleteEditsBefore, forgetEditsBefore } from '../catalog/curation/store-edits.ts';
import { deleteUnusedEmbeddings } from '../catalog/embeddings/store.ts';
import { deleteReportsBefore, reportRetentionMs } from '../catalog/reports/store.ts';
import { openDatabase } from '../db/database.ts';
import { deleteApiUsageBefore } from '../ingest/collect/store.ts';
import { deleteOutdatedVideos } from '../ingest/creator-videos/store.ts';
import { deleteUndoLogs } from '../ingest/imports/store.ts';
import { undoableMs } from '../ingest/publish/import-record.ts';
import { dailyCountsKeptMs, thinRefreshedHistory } from '../ingest/refresh/store.ts';
import { deleteOldRuns } from '../ingest/sources/store.ts';
import { deleteUsageBefore } from '../quota/store.ts';
import { usageRetentionDays } from '../quota/usage-history.ts';
import { dropPartitionsBefore } from '../request-log/store.ts';
import { emptySearchDays } from '../searches/empty-searches.ts';
import { deleteEmptySearchesBefore, deleteReadersBefore, readerDays } from '../searches/store.ts';
import { deleteMinutesBefore } from '../status/store.ts';
import { deleteUnconfirmedSubscribers } from '../status/subscribers/store.ts';
import { uptimeRetentionMs } from '../status/uptime.ts';
import type { Observe } from '../telemetry/events.ts';
import { deleteThreadEndsBefore } from '../webhooks/store.ts';
import { deleteDeliveriesBefore, deliveryRetentionMs } from '../webhooks/store-deliveries.ts';

/** The longest window of an API is a month, so two are kept. */
const apiUsageRetentionMs = 62 * 24 * 3_600_000;
const runsKeptMs = 30 * 24 * 3_600_000;

/** Uses its own connection, without the timeouts of requests. */
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
    await deleteEmptySearchesBefore(db, ago(emptySearchDays * 24 * 3_600_000));
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
    await deleteOutdatedVideos(db, ago(30 * 24 * 3_600_000));
  } finally {
    await close();
  }
}
