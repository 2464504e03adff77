// Health of the database and of its job queues, for status pages. Jobs themselves are in jobs/jobs.ts.
import { sql } from 'kysely';
import type { Database } from './database.ts';

export type DatabaseFigures = { answered_in_ms: number; size_bytes: number };

/** Rejects if the database is unavailable. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Rejects if the database is unavailable. */
export async function measureDatabase(db: Database): Promise<DatabaseFigures> {
  const startedAt = performance.now();
  await pingDatabase(db);
  const answered_in_ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return { answered_in_ms, size_bytes: rows[0]?.size ?? 0 };
}

export type QueueFigures = {
  name: string;
  /** Due, and not tried yet. */
  waiting: number;
  /** Failed, and to be retried. */
  retrying: number;
  active: number;
  /** Out of retries, within the last hour. */
  failed: number;
  /** Creation of the oldest waiting or retrying job. */
  oldest_at: Date | null;
  /** Error of the newest retrying or failed job. */
  error: string | null;
};

/** Jobs that are not due yet are left out. */
export async function selectQueues(db: Database): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select q.name,
      count(*) filter (where j.state = 'created' and j.start_after <= now()) as waiting,
      count(*) filter (where j.state = 'retry') as retrying,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      min(j.created_on) filter (where j.state = 'retry' or j.state = 'created' and j.start_after <= now()) as oldest_at,
      (array_agg(left(j.output ->> 'message', 300) order by j.created_on desc) filter (where j.state in ('retry', 'failed')))[1]
        as error
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where left(q.name, 8) <> '__pgboss'
    group by q.name order by q.name`.execute(db);
  return rows;
}
