// SQL of deliveries and their attempts: insert, replay, backlog, list, delete. Sending is in store-due.ts.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
import type { DeliveryTable } from '../db/tables/webhooks.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Attempt, Delivery, DeliveryDetail, DeliveryOverview } from './delivery.ts';
import { hasContent, isUndelivered } from './store.ts';
import { mayReceive, without } from './store-due.ts';

type LastAttempt = { last_status_code?: number | null; last_error?: string | null };

/** Columns without the body, which lists do not load. */
const deliveryColumns = [
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

function toDelivery(
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

/** Makes undelivered events of a webhook due now with all retries, or skips them. Leaves out events that a replay has delivered since. */
export async function releaseBacklog(db: Db, webhookId: string, deliversBacklog: boolean, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries as d')
    .set(
      deliversBacklog
        ? { status: 'pending', failures: 0, next_attempt_at: now, settled_at: null }
        : { status: 'skipped', skipped_by: 'resume', next_attempt_at: null, settled_at: now },
    )
    .where('d.endpoint_id', '=', webhookId)
    .where('d.kind', '=', 'event')
    .where((eb) => eb.or([eb('d.status', '=', 'pending'), isUndelivered]))
    .execute();
}

export async function makeDue(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('webhook_deliveries').set({ next_attempt_at: now }).where('id', '=', id).execute();
}

/** The body of a message. A settled replay stores none, since another delivery of the message has it. */
const messageBody = sql<string>`coalesce(nullif(d.body, ''), (select o.body from webhook_deliveries o
  where o.message_id = d.message_id and o.endpoint_id = d.endpoint_id and o.body <> '' order by o.n limit 1), '')`;

/** If `since` is undefined, starts at the oldest. `isFailedOnly`: only deliveries that failed and were not delivered since. */
type ReplayPeriod = { since: Date | undefined; until: Date; isFailedOnly: boolean };
export type ReplayRange = { deliveryId: string } | ReplayPeriod;

/**
 * Selects one settled delivery, or all settled events of a range. The rows are locked, so that a takedown that changes their bodies waits
 * for the copies.
 */
export async function lockSettled(
  trx: Trx,
  webhookId: string,
  range: ReplayRange,
  limit: number,
): Promise<Selectable<DeliveryTable>[]> {
  let query = trx
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .select(messageBody.as('body'))
    .where('d.endpoint_id', '=', webhookId)
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

/** Counts, for each webhook, deliveries that failed in the period and were not delivered since. */
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

/** Inserts new deliveries of the same messages, due now. */
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
  webhookId: string,
  { status, limit, after }: DeliveryPage,
): Promise<Delivery[]> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_attempts as a', (join) =>
      join.onRef('a.delivery_id', '=', 'd.id').onRef('a.number', '=', 'd.attempts'),
    )
    .select(deliveryColumns)
    .select(['a.status_code as last_status_code', 'a.error as last_error'])
    .where('d.endpoint_id', '=', webhookId)
    .orderBy('d.n', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('d.status', '=', status);
  if (after !== undefined) query = query.where('d.n', '<', numberOf(db, after));
  return (await query.execute()).map(toDelivery);
}

/** The position of a delivery in the order of creation. */
function numberOf(db: Db, id: string) {
  return db.selectFrom('webhook_deliveries').select('n').where('id', '=', id);
}

export async function countDeliveries(db: Db, webhookId: string, status?: Delivery['status']): Promise<number> {
  let query = db.selectFrom('webhook_deliveries').select(({ fn }) => fn.countAll<number>().as('all'));
  query = query.where('endpoint_id', '=', webhookId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.executeTakeFirstOrThrow()).all;
}

export async function findDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryDetail | undefined> {
  const query = db.selectFrom('webhook_deliveries as d').selectAll('d').select(messageBody.as('body'));
  const row = await query.where('d.endpoint_id', '=', webhookId).where('d.id', '=', id).executeTakeFirst();
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

/** Retention of deliveries and their attempts, including those of paused webhooks. */
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

// SQL of deliveries over all accounts, for the operator.

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
  db: Db,
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

/** If `account` is absent, checks all accounts. */
export async function hasDelivery(db: Database, id: string, account?: string): Promise<boolean> {
  let query = db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .select('d.n')
    .where('d.id', '=', id);
  if (account !== undefined) query = query.where('w.account_id', '=', account);
  return (await query.executeTakeFirst()) !== undefined;
}

// SQL that removes a taken-down hook from the bodies of deliveries: pending ones, past ones and replays.

const deliveriesPerBatch = 50;

/** Responses of receivers stay in the log. */
export async function removeFromDeliveries(
  db: Database,
  { hookId, since }: { hookId: string; since: Date },
  stopping: AbortSignal,
): Promise<void> {
  // Waits for replays that may have read the hook before its takedown. Later replays lock their original, so they are copies without the
  // hook, or come later in the order of this loop.
  await db
    .transaction()
    .execute((trx) => trx.selectFrom('webhook_endpoints').select('id').orderBy('id').forNoKeyUpdate().execute());
  for (let after: number | undefined = 0; after !== undefined; ) {
    stopping.throwIfAborted();
    const last: number = after;
    after = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('webhook_deliveries')
        .select(['n', 'message_id', 'body', 'status'])
        .where('n', '>', last)
        .where('created_at', '>=', since)
        // `hooks.retired` contains only the id, which receivers need in order to delete the hook.
        .where('event', 'in', ['hooks.new', 'hooks.updated'])
        .where(sql<boolean>`position(${`"${hookId}"`} in body) > 0`)
        .orderBy('n')
        .limit(deliveriesPerBatch)
        .forUpdate()
        .execute();
      for (const { n, message_id, body, status } of rows) {
        const { hooks, ...rest } = without(body, new Set([hookId]));
        const skipped = {
          status: 'skipped',
          skipped_by: 'takedown',
          next_attempt_at: null,
          settled_at: new Date(),
        } as const;
        const isSkipped = hooks === 0 && status !== 'delivered';
        const changed = { ...rest, hooks, ...(isSkipped ? skipped : {}) };
        await trx.updateTable('webhook_deliveries').set(changed).where('n', '=', n).execute();
        // Settled replays have no body of their own.
        const replays = trx.updateTable('webhook_deliveries').set({ hooks }).where('message_id', '=', message_id);
        await replays.where('body', '=', '').execute();
      }
      return rows.length < deliveriesPerBatch ? undefined : rows.at(-1)?.n;
    });
  }
}

// SQL of deliveries whose import or edit is undone.

/** The events of an import, or one event. */
type Announced = { importId: string } | { eventId: string };

const isAnnounced = (of: Announced) =>
  'importId' in of ? sql`${of.importId} = any(e.import_ids)` : sql`e.id = ${of.eventId}`;

/** Counts deliveries of these events that were sent, successfully or not, including replays. */
export async function countSent(trx: Trx, of: Announced): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
select count(*) as sent from webhook_deliveries d join webhook_events e on e.id = d.event_id
where ${isAnnounced(of)} and (d.attempts > 0 or d.status = 'delivered')`.execute(trx);
  return rows[0]?.sent ?? 0;
}

/**
 * Skips pending deliveries of these events if all their hooks left the catalog. Deliveries of a webhook that a process is working on may be
 * in flight; withoutUndoneHooks() removes the hooks from their next attempt, as from deliveries that also have other hooks.
 */
export async function skipUndelivered(trx: Trx, of: Announced, now: Date): Promise<void> {
  await sql`
with idle as materialized (
  select w.id from webhook_endpoints w where (w.claimed_until is null or w.claimed_until <= ${now}::timestamptz)
    and w.id in (select d.endpoint_id from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where ${isAnnounced(of)} and d.status = 'pending')
  order by w.id for no key update of w skip locked
)
update webhook_deliveries d set status = 'skipped', skipped_by = 'undo', next_attempt_at = null, settled_at = ${now}::timestamptz
from webhook_events e
where e.id = d.event_id and ${isAnnounced(of)} and d.status = 'pending'
  and d.endpoint_id in (select id from idle)
  and not exists (select from jsonb_array_elements(d.body::jsonb #> '{data,hooks}') sent
    join hooks h on h.id = substr(sent ->> 'id', 6)::bigint where h.state = 'published')`.execute(trx);
}
