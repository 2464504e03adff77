// SQL of delivery figures over all accounts. Test deliveries are excluded, since they are meant to find broken receivers.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { isDeliverable } from './store-due.ts';

export type DeliveryHealth = {
  delivered: number;
  failed: number;
  /** Without those that wait for a paused endpoint or a suspended account. */
  pending: number;
  oldestPendingAt: Date | null;
  /** Something was due before `lateBefore`, and no process is delivering to its endpoint. */
  isLate: boolean;
};

/** `delivered` and `failed` count the deliveries created since `since`. */
export async function selectDeliveryHealth(
  db: Database,
  { since, now, lateBefore }: { since: Date; now: Date; lateBefore: Date },
): Promise<DeliveryHealth> {
  // The endpoint of a slow receiver stays claimed during delivery, so it does not count as late.
  const isLate = sql<boolean>`coalesce(bool_or(d.next_attempt_at <= ${lateBefore}
    and (w.claimed_until is null or w.claimed_until <= ${now})), false)`;
  const [settled, waiting] = await Promise.all([
    db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('status', '=', 'delivered').as('delivered'),
        fn.countAll<number>().filterWhere('status', '=', 'failed').as('failed'),
      ])
      .where('created_at', '>=', since)
      .where('kind', '<>', 'test')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
      .innerJoin('accounts as a', 'a.id', 'w.account_id')
      .select(({ fn }) => [
        fn.countAll<number>().as('pending'),
        fn.min<Date | null>('d.created_at').as('oldestPendingAt'),
        isLate.as('isLate'),
      ])
      .where('d.status', '=', 'pending')
      .where('d.kind', '<>', 'test')
      .where(isDeliverable)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...settled, ...waiting };
}

export type WaitingDeliveries = {
  /** Due now. The backlogs of paused webhooks and suspended accounts are not due. */
  due: number;
  oldest_due_at: Date | null;
  pending: number;
  failed_today: number;
  /** By the limit of their accounts. */
  skipped_today: number;
};

export async function countWaitingDeliveries(db: Database, now: Date, today: Date): Promise<WaitingDeliveries> {
  const isDue = sql<boolean>`d.next_attempt_at <= ${now} and ${isDeliverable}`;
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().filterWhere(isDue).as('due'),
      fn.min<Date | null>('d.next_attempt_at').filterWhere(isDue).as('oldest_due_at'),
      fn.countAll<number>().as('pending'),
      selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('failed'))
        .where('status', '=', 'failed')
        .where('created_at', '>=', today)
        .$asScalar()
        .$notNull()
        .as('failed_today'),
      selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('skipped'))
        .where('skipped_by', '=', 'limit')
        .where('created_at', '>=', today)
        .$asScalar()
        .$notNull()
        .as('skipped_today'),
    ])
    .where('d.status', '=', 'pending')
    .executeTakeFirstOrThrow();
}

export type PausedWebhook = {
  webhook_id: string;
  account_id: string;
  account_name: string;
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: Date | null;
};

/** Those that their owner did not pause first, whatever the limit. */
export async function selectPausedWebhooks(db: Database, limit: number): Promise<PausedWebhook[]> {
  return db
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id as webhook_id', 'a.id as account_id', 'a.name as account_name', 'w.paused_by', 'w.paused_at'])
    .where('w.status', '=', 'paused')
    .orderBy(sql`w.paused_by is not distinct from 'owner'`)
    .orderBy('w.paused_at', 'desc')
    .limit(limit)
    .execute();
}

export async function insertThreadEnd(db: Database, end: { at: Date; pid: number; error: string }): Promise<void> {
  await db.insertInto('delivery_thread_ends').values(end).execute();
}

export type ThreadEnds = { count: number; last_at: Date | null; error: string | null };

export async function selectThreadEnds(db: Database, since: Date): Promise<ThreadEnds> {
  const ends = db.selectFrom('delivery_thread_ends').where('at', '>=', since);
  const [{ count }, last] = await Promise.all([
    ends.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ends.select(['at', 'error']).orderBy('n', 'desc').limit(1).executeTakeFirst(),
  ]);
  return { count, last_at: last?.at ?? null, error: last?.error ?? null };
}

export async function deleteThreadEndsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('delivery_thread_ends').where('at', '<', before).execute();
}
