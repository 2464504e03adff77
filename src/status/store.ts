// SQL of uptime: the minutes in which some process was ready.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
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

// SQL of the setup checklist: decisions of operators, and facts about its items.

export async function selectSetupFacts(db: Db) {
  const found = await db
    .selectFrom('operator_setup')
    .select(({ selectFrom, exists }) => [
      'hidden_at',
      'backups_confirmed_at',
      exists(selectFrom('hooks').select('id').where('sample', '=', false).where('state', '=', 'published')).as(
        'has_real',
      ),
      exists(selectFrom('hooks').select('id').where('sample', '=', true).where('state', '=', 'published')).as(
        'has_sample',
      ),
      selectFrom('sources')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('sources'),
    ])
    .executeTakeFirstOrThrow();
  return { ...found, sources: found.sources ?? 0 };
}

export async function lockSetup(trx: Trx) {
  return trx.selectFrom('operator_setup').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateSetup(
  trx: Trx,
  change: { hidden_at?: Date | null; backups_confirmed_at?: Date | null },
): Promise<void> {
  await trx.updateTable('operator_setup').set(change).execute();
}
