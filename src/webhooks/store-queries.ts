// SQL of webhooks and deliveries over all accounts, as the operator sees them. What one webhook's owner sees is elsewhere.
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DeliveryTable } from '../db/tables.ts';
import type { Delivery, DeliveryOverview } from './delivery.ts';
import { toDelivery } from './store-deliveries.ts';

export type DeliveryFilter = {
  id?: string;
  status?: Delivery['status'];
  kind?: Delivery['kind'];
  webhook?: string;
  account?: string;
  since?: string;
};

type Row = Omit<Selectable<DeliveryTable>, 'body'> &
  Pick<DeliveryOverview, 'webhook_url' | 'webhook_status' | 'account_id' | 'account_name' | 'last_error'> & {
    last_status_code: number | null;
    last_attempt_at: Date | null;
  };

/** The newest first. Bodies are left where they are. */
export async function selectDeliveryOverviews(
  db: Database,
  { id, status, kind, webhook, account, since }: DeliveryFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<DeliveryOverview[]> {
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`d.id = ${id}`);
  if (status !== undefined) conditions.push(sql`d.status = ${status}`);
  if (kind !== undefined) conditions.push(sql`d.kind = ${kind}`);
  if (webhook !== undefined) conditions.push(sql`d.endpoint_id = ${webhook}`);
  if (account !== undefined) conditions.push(sql`w.account_id = ${account}`);
  if (since !== undefined) conditions.push(sql`d.created_at >= ${since}`);
  if (after !== undefined) conditions.push(sql`d.n < (select n from webhook_deliveries where id = ${after})`);
  const { rows } = await sql<Row>`
    select d.*, l.status_code as last_status_code, l.error as last_error, l.started_at as last_attempt_at
    from (
      select d.n, d.id, d.endpoint_id, d.event_id, d.kind, d.message_id, d.batch_index, d.batch_of, d.hooks, d.status,
        d.attempts, d.failures, d.next_attempt_at, d.created_at, d.settled_at, w.url as webhook_url,
        w.status as webhook_status, a.id as account_id, a.name as account_name
      from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id join accounts a on a.id = w.account_id
      where ${sql.join(conditions, sql` and `)}
      order by d.n desc limit ${limit}) d
    left join lateral (
      select status_code, error, started_at from webhook_attempts where delivery_id = d.id order by number desc limit 1
    ) l on true
    order by d.n desc`.execute(db);
  return rows.map((row) => ({
    ...toDelivery(row),
    webhook_url: row.webhook_url,
    webhook_status: row.webhook_status,
    account_id: row.account_id,
    account_name: row.account_name,
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  }));
}

export async function hasDelivery(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('webhook_deliveries').select('n').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export type PausedWebhook = {
  webhook_id: string;
  account_id: string;
  account_name: string;
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: Date | null;
};

export type DeliveriesWaiting = {
  /** Whose time has come. Those of a paused webhook wait for its owner. */
  due: number;
  oldest_due_at: Date | null;
  pending: number;
  failed_today: number;
};

export async function selectPausedWebhooks(db: Database, limit: number): Promise<PausedWebhook[]> {
  return db
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id as webhook_id', 'a.id as account_id', 'a.name as account_name', 'w.paused_by', 'w.paused_at'])
    .where('w.status', '=', 'paused')
    .orderBy('w.paused_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countWaitingDeliveries(db: Database, now: Date, today: Date): Promise<DeliveriesWaiting> {
  const { rows } = await sql<DeliveriesWaiting>`
    select count(*) filter (where d.next_attempt_at <= ${now} and (w.status = 'active' or d.kind <> 'event')) as due,
      min(d.next_attempt_at) filter (where d.next_attempt_at <= ${now} and (w.status = 'active' or d.kind <> 'event'))
        as oldest_due_at,
      count(*) as pending,
      (select count(*) from webhook_deliveries where status = 'failed' and created_at >= ${today}) as failed_today
    from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id where d.status = 'pending'`.execute(db);
  return rows[0];
}
