// SQL of uptime: the minutes in which some process was ready.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { type RecordedMinutes, spansAt } from './uptime.ts';

/** Several processes may record the same minute. */
export async function insertMinutes(db: Database, minutes: readonly Date[]): Promise<void> {
  await db
    .insertInto('uptime_minutes')
    .values(minutes.map((minute) => ({ minute })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function countMinutes(db: Database, now: number): Promise<RecordedMinutes> {
  const { starts, until } = spansAt(now);
  const minutes = db
    .selectFrom('uptime_minutes')
    .where('minute', '>=', new Date(starts.last_90d))
    .where('minute', '<', new Date(until));
  const [{ first, ...spans }, days] = await Promise.all([
    minutes
      .select(({ fn, selectFrom }) => [
        selectFrom('uptime_minutes')
          .select(({ fn }) => fn.min<Date | null>('minute').as('at'))
          .as('first'),
        fn.countAll<number>().filterWhere('minute', '>=', new Date(starts.last_24h)).as('last_24h'),
        fn.countAll<number>().filterWhere('minute', '>=', new Date(starts.last_7d)).as('last_7d'),
        fn.countAll<number>().filterWhere('minute', '>=', new Date(starts.last_30d)).as('last_30d'),
        fn.countAll<number>().as('last_90d'),
      ])
      .executeTakeFirstOrThrow(),
    minutes
      .select(({ fn }) => [
        sql<string>`(minute at time zone 'UTC')::date`.as('day'),
        fn.countAll<number>().as('minutes'),
      ])
      .groupBy('day')
      .execute(),
  ]);
  return {
    first: first?.getTime() ?? null,
    spans,
    days: new Map(days.map(({ day, minutes }) => [day, minutes])),
  };
}

/** Keeps the first minute ever: without it a long outage would look like the time before the first start. */
export async function deleteMinutesBefore(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('uptime_minutes')
    .where('minute', '<', before)
    .where('minute', '>', ({ selectFrom }) =>
      selectFrom('uptime_minutes').select(({ fn }) => fn.min<Date>('minute').as('first')),
    )
    .execute();
}
