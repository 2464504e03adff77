// SQL of deliveries over all accounts, for the operator.
import type { Database } from '../db/database.ts';
import type { Delivery, DeliveryOverview } from './delivery.ts';
import { deliveryColumns, numberOf, toDelivery } from './store-deliveries.ts';
import { mayReceive } from './store-due.ts';

export type DeliveryFilter = {
  id?: string;
  status?: Delivery['status'];
  kind?: Delivery['kind'];
  webhook?: string;
  account?: string;
  since?: string;
};

/** Newest first. Bodies are not loaded. */
export async function selectDeliveryOverviews(
  db: Database,
  { id, status, kind, webhook, account, since }: DeliveryFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<DeliveryOverview[]> {
  let page = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(deliveryColumns)
    .select([
      'd.n',
      'w.url as webhook_url',
      'w.status as webhook_status',
      'a.id as account_id',
      mayReceive.as('account_active'),
      'a.name as account_name',
    ])
    .orderBy('d.n', 'desc')
    .limit(limit);
  if (id !== undefined) page = page.where('d.id', '=', id);
  if (status !== undefined) page = page.where('d.status', '=', status);
  if (kind !== undefined) page = page.where('d.kind', '=', kind);
  if (webhook !== undefined) page = page.where('d.endpoint_id', '=', webhook);
  if (account !== undefined) page = page.where('w.account_id', '=', account);
  if (since !== undefined) page = page.where('d.created_at', '>=', new Date(since));
  if (after !== undefined) page = page.where('d.n', '<', numberOf(db, after));
  const rows = await db
    .selectFrom(page.as('d'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempts')
          .select(['status_code', 'error', 'started_at'])
          .whereRef('delivery_id', '=', 'd.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .selectAll('d')
    .select(['l.status_code as last_status_code', 'l.error as last_error', 'l.started_at as last_attempt_at'])
    .orderBy('d.n', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toDelivery(row),
    webhook_url: row.webhook_url,
    webhook_status: row.webhook_status,
    account_id: row.account_id,
    account_active: row.account_active,
    account_name: row.account_name,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  }));
}

export async function countAccountDeliveries(db: Database, account: string): Promise<number> {
  const { all } = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .where('w.account_id', '=', account)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  return all;
}

/** Of all accounts without `account`. */
export async function hasDelivery(db: Database, id: string, account?: string): Promise<boolean> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .select('d.n')
    .where('d.id', '=', id);
  if (account !== undefined) query = query.where('w.account_id', '=', account);
  return (await query.executeTakeFirst()) !== undefined;
}
