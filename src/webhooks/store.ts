// SQL of webhooks. Deliveries are in store-deliveries.ts, publishing is in store-announce.ts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
import type { WebhookTable } from '../db/tables/webhooks.ts';
import { isoOrNull } from '../lib/time.ts';
import { isDeliverable } from './store-due.ts';
import type { Webhook } from './webhook.ts';

type Row = Selectable<WebhookTable> & { backlog: number; failed: number };

const backlog = sql<number>`(select count(*) from webhook_deliveries d
  where d.endpoint_id = webhook_endpoints.id and d.status = 'pending')`.as('backlog');

/** True unless all hooks of the delivery `d` were taken down. Other events have no hooks. */
export const hasContent = sql<boolean>`(d.hooks > 0 or d.event not like 'hooks.%')`;

/** True if the message of the delivery `d` failed, and no replay has delivered it since or is pending. */
export const isUndelivered = sql<boolean>`(d.status = 'failed' and d.kind = 'event' and ${hasContent} and not exists (
  select 1 from webhook_deliveries o where o.message_id = d.message_id and o.endpoint_id = d.endpoint_id
    and o.n > d.n and o.status in ('delivered', 'pending')))`;

const failed = sql<number>`(select count(*) from webhook_deliveries d
  where d.endpoint_id = webhook_endpoints.id and ${isUndelivered})`.as('failed');

function toWebhook(row: Row): Webhook {
  const isRotating = row.previous_until !== null && row.previous_until.getTime() > Date.now();
  return {
    webhook_id: row.id,
    webhook_url: row.url,
    filters: row.filters,
    events: row.events,
    description: row.description,
    status: row.status,
    paused_by: row.paused_by,
    paused_at: isoOrNull(row.paused_at),
    backlog: row.backlog,
    failed: row.failed,
    previous_secret_until: isRotating ? isoOrNull(row.previous_until) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function insertWebhook(db: Db, row: Insertable<WebhookTable>): Promise<Webhook> {
  const inserted = await db.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow();
  return toWebhook({ ...inserted, backlog: 0, failed: 0 });
}

/** If `accountId` is absent, finds webhooks of any account. */
export async function findWebhook(db: Db, id: string, accountId?: string): Promise<Webhook | undefined> {
  const [found] = await selectWebhooks(db, { id, accountId });
  if (!found) return undefined;
  const { account_id, ...webhook } = found;
  return webhook;
}

/** Oldest first, at most 1000. */
export async function selectWebhooks(
  db: Db,
  { id, accountId, status }: { id?: string; accountId?: string; status?: Webhook['status'] } = {},
): Promise<(Webhook & { account_id: string })[]> {
  let query = db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select([backlog, failed])
    .orderBy('created_at')
    .orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.limit(1000).execute()).map((row) => ({ ...toWebhook(row), account_id: row.account_id }));
}

export async function changeWebhook(db: Db, id: string, change: Updateable<WebhookTable>): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Returns false if it was already paused: of two concurrent pauses, the first wins. */
export async function pauseWebhook(db: Db, id: string, by: 'owner' | 'failures' | 'gone', at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ status: 'paused', paused_by: by, paused_at: at, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The current secret becomes the previous one, valid until `previousUntil`. An older one expires immediately. */
export async function rotateWebhookSecret(db: Db, id: string, sealed: string, previousUntil: Date): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      previous_sealed_secret: ref('sealed_secret'),
      previous_until: previousUntil,
      sealed_secret: sealed,
      updated_at: new Date(),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

/** Locks the webhook until the transaction ends, without blocking new deliveries. Returns its account. */
export async function lockWebhook(trx: Trx, id: string, accountId?: string): Promise<string | undefined> {
  let query = trx.selectFrom('webhook_endpoints').select('account_id').where('id', '=', id).forNoKeyUpdate();
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return (await query.executeTakeFirst())?.account_id;
}

/** Finds the account of the webhook, for emails to its holder. */
export async function findOwner(
  db: Db,
  id: string,
): Promise<{ account_id: string; email: string; name: string } | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_id', 'email', 'name'])
    .where('webhook_endpoints.id', '=', id)
    .executeTakeFirst();
}

// SQL of delivery figures over all accounts. Test deliveries are excluded, since they are meant to find broken receivers.

type DeliveryHealth = {
  delivered: number;
  failed: number;
  /** Pending deliveries, except for paused webhooks and suspended accounts. */
  pending: number;
  oldestPendingAt: Date | null;
  /** True if a delivery was due before `lateBefore` and no process is working on its webhook. */
  isLate: boolean;
};

/** `delivered` and `failed` count the deliveries created since `since`. */
export async function selectDeliveryHealth(
  db: Database,
  { since, now, lateBefore }: { since: Date; now: Date; lateBefore: Date },
): Promise<DeliveryHealth> {
  // The webhook of a slow receiver stays claimed during delivery, so it does not count as late.
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

type WaitingDeliveries = {
  /** Due now. The backlogs of paused webhooks and suspended accounts are not due. */
  due: number;
  oldest_due_at: Date | null;
  pending: number;
  failed_today: number;
  /** Skipped by the limit of pending deliveries. */
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

type PausedWebhook = {
  webhook_id: string;
  account_id: string;
  account_name: string;
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: Date | null;
};

/** Webhooks that their owner did not pause come first, so that the limit cuts off the others. */
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

type ThreadEnds = { count: number; last_at: Date | null; error: string | null };

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
