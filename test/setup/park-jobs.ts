// Keeps a service from searching for near duplicates and from training its labeller, which take seconds of CPU after imports and decisions.
import { sql } from 'kysely';
import { openDatabase } from '../../src/db/database.ts';
import { startJobs } from '../../src/jobs/jobs.ts';

/** At most one job of each kind waits in its queue. These wait for a year. Not for tests that train by request. */
export async function parkJobs({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, () => {}, { connections: 1 });
  const jobs = await startJobs(databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, 'near_duplicates', null, 'catalog');
    await jobs.send(trx, 'train_labels', { isForced: false }, 'labels');
  });
  await sql`update pgboss.job set start_after = now() + interval '1 year'
    where name in ('near_duplicates', 'train_labels')`.execute(db);
  await Promise.all([jobs.close(), close()]);
}
