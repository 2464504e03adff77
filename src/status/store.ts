// SQL of the minutes in which a process was ready.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { type Recorded, spansAt } from './uptime.ts';

/** Several processes may record the same minute. */
export async function insertMinutes(db: Database, minutes: readonly Date[]): Promise<void> {
  await db
    .insertInto('uptime_minutes')
    .values(minutes.map((minute) => ({ minute })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function countMinutes(db: Database, now: number): Promise<Recorded> {
  const { starts, until } = spansAt(now);
  const count = (start: number) => sql`count(*) filter (where minute >= ${new Date(start)})`;
  const told = sql`minute >= ${new Date(starts.last_90d)} and minute < ${new Date(until)}`;
  const [spans, days] = await Promise.all([
    sql<Recorded['spans'] & { first: Date | null }>`
      select (select min(minute) from uptime_minutes) as first, ${count(starts.last_24h)} as last_24h,
        ${count(starts.last_7d)} as last_7d, ${count(starts.last_30d)} as last_30d, count(*) as last_90d
      from uptime_minutes where ${told}`.execute(db),
    sql<{ day: string; minutes: number }>`
      select (minute at time zone 'UTC')::date as day, count(*) as minutes from uptime_minutes where ${told}
      group by 1`.execute(db),
  ]);
  const { first, ...counted } = spans.rows[0];
  return {
    first: first?.getTime() ?? null,
    spans: counted,
    days: new Map(days.rows.map(({ day, minutes }) => [day, minutes])),
  };
}

/** All but the first ever, without which a long absence would look as if there had been nothing before it. */
export async function forgetMinutes(db: Database, before: Date): Promise<void> {
  await sql`delete from uptime_minutes where minute < ${before}
    and minute > (select min(minute) from uptime_minutes)`.execute(db);
}
