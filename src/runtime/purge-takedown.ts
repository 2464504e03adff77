// Job of a takedown: removes the copies of its hook outside the catalog. Each step is idempotent, so it may run again at any point.
import { removeFromAudit } from '../audit/store.ts';
import { deleteUnusedEmbeddings } from '../catalog/embeddings/store.ts';
import { markPurged } from '../catalog/takedowns/store.ts';
import { openDatabase } from '../db/database.ts';
import { removeFromRejects } from '../ingest/imports/store.ts';
import type { TakedownJob } from '../jobs/jobs.ts';
import type { Observe } from '../telemetry/events.ts';
import { removeFromDeliveries } from '../webhooks/store-deliveries.ts';

/** Tolerance for the clock of another machine. */
const clockSkewMs = 3_600_000;

/** Uses its own connection, without the timeouts of requests. The sweep deletes export files. */
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
    // A run may have stored a vector while the hook was taken down.
    await deleteUnusedEmbeddings(db);
    await markPurged(db, hashes.takedownId);
  } finally {
    await close();
  }
}
