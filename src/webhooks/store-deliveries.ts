// SQL of deliveries and their attempts: insert, replay, backlog, list, delete. Delivering is in store-due.ts.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { DeliveryTable } from '../db/tables/webhooks.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Attempt, Delivery, DeliveryDetail } from './delivery.ts';
import { hasContent, isUndelivered } from './store.ts';

type LastAttempt = { last_status_code?: number | null; last_error?: string | null };

/** Without the body, which lists do not load. */
export const deliveryColumns = [
  'd.id',
  'd.endpoint_id',
  'd.event_id',
  'd.event',
  'd.kind',
  'd.message_id',
  'd.batch_index',
  'd.batch_of',
  'd.hooks',
  'd.status',
  'd.skipped_by',
  'd.attempts',
  'd.next_attempt_at',
  'd.created_at',
  'd.settled_at',
] as const;

export function toDelivery(
  row: Omit<Selectable<DeliveryTable>, 'n' | 'failures' | 'body' | 'first_hook' | 'last_hook'> & LastAttempt,
): Delivery {
  return {
    delivery_id: row.id,
    webhook_id: row.endpoint_id,
    message_id: row.message_id,
    event: row.event,
    event_id: row.event_id,
    kind: row.kind,
    batch: { index: row.batch_index, of: row.batch_of },
    hooks: row.hooks,
    status: row.status,
    skipped_by: row.skipped_by,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? isoOrNull(row.next_attempt_at) : null,
    created_at: row.created_at.toISOString(),
    settled_at: isoOrNull(row.settled_at),
    last_status_code: row.last_status_code ?? null,
    last_error: row.last_error ?? null,
  };
}

export async function insertDelivery(db: Db, row: Insertable<DeliveryTable>): Promise<Delivery> {
  return toDelivery(await db.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow());
}

/** Makes undelivered events of an endpoint due now with all their retries, or skips them. Not what a replay has delivered since. */
export async function releaseBacklog(db: Db, endpointId: string, isDelivered: boolean, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries as d')
    .set(
      isDelivered
        ? { status: 'pending', failures: 0, next_attempt_at: now, settled_at: null }
        : { status: 'skipped', skipped_by: 'resume', next_attempt_at: null, settled_at: now },
    )
    .where('d.endpoint_id', '=', endpointId)
    .where('d.kind', '=', 'event')
    .where((eb) => eb.or([eb('d.status', '=', 'pending'), isUndelivered]))
    .execute();
}

/** The body of a message. A settled replay does not keep its own, since another delivery of the message has it. */
const messageBody = sql<string>`coalesce(nullif(d.body, ''), (select o.body from webhook_deliveries o
  where o.message_id = d.message_id and o.endpoint_id = d.endpoint_id and o.body <> '' order by o.n limit 1), '')`;

/** Without `since` from the oldest. `isFailedOnly`: only what failed for good and was not delivered since. */
export type ReplayPeriod = { since: Date | undefined; until: Date; isFailedOnly: boolean };
export type ReplayRange = { deliveryId: string } | ReplayPeriod;

/** One settled delivery, or all settled events of a range, locked: a takedown that changes their bodies waits for the copies. */
export async function lockSettled(
  trx: Trx,
  endpointId: string,
  range: ReplayRange,
  limit: number,
): Promise<Selectable<DeliveryTable>[]> {
  let query = trx
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .select(messageBody.as('body'))
    .where('d.endpoint_id', '=', endpointId)
    .where('d.status', '<>', 'pending')
    .where(hasContent)
    .orderBy('d.n')
    .limit(limit)
    .forShare('d');
  if ('deliveryId' in range) return query.where('d.id', '=', range.deliveryId).execute();
  query = query.where('d.kind', '=', 'event').where('d.created_at', '<', range.until);
  if (range.since !== undefined) query = query.where('d.created_at', '>=', range.since);
  if (range.isFailedOnly) query = query.where(isUndelivered);
  return query.execute();
}

/** How many deliveries of each endpoint failed in the period and were not delivered since, by endpoint. */
export async function countUndelivered(
  db: Db,
  { since, until }: Omit<ReplayPeriod, 'isFailedOnly'>,
  { webhook, account }: { webhook?: string; account?: string },
): Promise<{ webhook_id: string; account_id: string; account_name: string; failed: number }[]> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id as webhook_id', 'a.id as account_id', 'a.name as account_name'])
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where(isUndelivered)
    .where('d.created_at', '<', until)
    .groupBy(['w.id', 'a.id', 'a.name'])
    .orderBy('a.name')
    .orderBy('w.id');
  if (since !== undefined) query = query.where('d.created_at', '>=', since);
  if (webhook !== undefined) query = query.where('w.id', '=', webhook);
  if (account !== undefined) query = query.where('a.id', '=', account);
  return query.execute();
}

/** A statement has at most 65,535 parameters, and a configured limit may allow more replays than that. */
const replaysPerInsert = 1000;

/** New deliveries of the same messages, due now. */
export async function insertReplays(
  trx: Trx,
  originals: readonly Selectable<DeliveryTable>[],
  newId: () => string,
  now: Date,
): Promise<Delivery[]> {
  const replays = originals.map(({ n, skipped_by, first_hook, last_hook, ...row }) => ({
    ...row,
    id: newId(),
    kind: 'replay' as const,
    status: 'pending' as const,
    attempts: 0,
    failures: 0,
    next_attempt_at: now,
    created_at: now,
    settled_at: null,
  }));
  const inserted: Delivery[] = [];
  for (let at = 0; at < replays.length; at += replaysPerInsert) {
    const rows = replays.slice(at, at + replaysPerInsert);
    const added = await trx.insertInto('webhook_deliveries').values(rows).returningAll().execute();
    inserted.push(...added.map(toDelivery));
  }
  return inserted;
}

export type DeliveryPage = { status?: Delivery['status']; limit: number; after?: string };

/** Newest first. */
export async function selectDeliveries(
  db: Db,
  endpointId: string,
  { status, limit, after }: DeliveryPage,
): Promise<Delivery[]> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_attempts as a', (join) =>
      join.onRef('a.delivery_id', '=', 'd.id').onRef('a.number', '=', 'd.attempts'),
    )
    .select(deliveryColumns)
    .select(['a.status_code as last_status_code', 'a.error as last_error'])
    .where('d.endpoint_id', '=', endpointId)
    .orderBy('d.n', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (after !== undefined) query = query.where('d.n', '<', numberOf(db, after));
  return (await query.execute()).map(toDelivery);
}

/** The position of a delivery in the order of creation. */
export function numberOf(db: Db, id: string) {
  return db.selectFrom('webhook_deliveries').select('n').where('id', '=', id);
}

export async function countDeliveries(db: Db, endpointId: string, status?: Delivery['status']): Promise<number> {
  let query = db.selectFrom('webhook_deliveries').select(({ fn }) => fn.countAll<number>().as('all'));
  query = query.where('endpoint_id', '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.executeTakeFirstOrThrow()).all;
}

export async function findDelivery(db: Db, endpointId: string, id: string): Promise<DeliveryDetail | undefined> {
  const query = db.selectFrom('webhook_deliveries as d').selectAll('d').select(messageBody.as('body'));
  const row = await query.where('d.endpoint_id', '=', endpointId).where('d.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  const log = attempts.map(
    ({ delivery_id, started_at, ...attempt }): Attempt => ({
      ...attempt,
      started_at: started_at.toISOString(),
    }),
  );
  const last = log.at(-1);
  const delivery = toDelivery({ ...row, last_status_code: last?.status_code, last_error: last?.error });
  return { ...delivery, request_body: row.body, log };
}

/** How long deliveries and their attempts are kept, including those of paused endpoints. */
export const deliveryRetentionMs = 30 * 24 * 3_600_000;

/** Deletes older deliveries with their attempts, and events without deliveries. */
export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
  await db
    .deleteFrom('webhook_events as e')
    .where('e.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhook_deliveries as d').select(sql`1`.as('one')).whereRef('d.event_id', '=', 'e.id'))),
    )
    .execute();
}
