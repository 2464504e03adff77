// What the database says of itself and of the queues in it. The jobs of a queue are jobs.ts.
import { sql } from 'kysely';
import type { Database } from './database.ts';

export type DatabaseFigures = { answered_in_ms: number; size_bytes: number };

/** Rejects where it does not answer. */
export async function askDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Rejects where it does not answer. */
export async function measureDatabase(db: Database): Promise<DatabaseFigures> {
  const startedAt = performance.now();
  await askDatabase(db);
  const answered_in_ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return { answered_in_ms, size_bytes: rows[0].size };
}

export type QueueFigures = {
  name: string;
  /** To be worked for the first time. */
  waiting: number;
  /** Tried in vain, and to be tried again. */
  retrying: number;
  active: number;
  /** Given up within the last hour. */
  failed: number;
  /** Since when the oldest of those that wait or are tried again is there. */
  oldest_at: Date | null;
  /** Why the last one failed that is tried again or was given up. */
  error: string | null;
};

/** A job that is not due yet waits for nothing, so it is left out. */
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
