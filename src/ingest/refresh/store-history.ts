// SQL that thins the history of refreshed view counts.
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Trends look back 60 days, and need one count before. */
export const dailyCountsKeptMs = 90 * 24 * 3_600_000;

/** Of the counts of a hook that refreshes measured before that time, keeps the last of each month (UTC). */
export async function thinRefreshedHistory(db: Database, before: Date): Promise<void> {
  const month = (column: string) => sql`date_trunc('month', ${sql.ref(column)} at time zone 'UTC')`;
  await sql`
delete from view_history v using (
  select hook_id, captured_at, lead(captured_at) over (partition by hook_id order by captured_at) as next_at
  from view_history where refreshed and captured_at < ${before}
) old where v.hook_id = old.hook_id and v.captured_at = old.captured_at and ${month('old.captured_at')} = ${month('old.next_at')}`.execute(
    db,
  );
}
