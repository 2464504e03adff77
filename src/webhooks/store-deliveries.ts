// SQL of deliveries: which are due, what became of an attempt, the log. Moments come from the caller, whose clock may be a test's.

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { DeliveryTable } from '../db/tables.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Attempt, Delivery, DeliveryDetail } from './delivery.ts';

type LastAttempt = { last_status_code?: number | null; last_error?: string | null };

export function toDelivery(row: Omit<Selectable<DeliveryTable>, 'body'> & LastAttempt): Delivery {
  return {
    delivery_id: row.id,
    webhook_id: row.endpoint_id,
    message_id: row.message_id,
    event: 'hooks.new',
    event_id: row.event_id,
    kind: row.kind,
    batch: { index: row.batch_index, of: row.batch_of },
    hooks: row.hooks,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? isoOrNull(row.next_attempt_at) : null,
    created_at: row.created_at.toISOString(),
    settled_at: isoOrNull(row.settled_at),
    last_status_code: row.last_status_code ?? null,
    last_error: row.last_error ?? null,
  };
}

// Delivering

/** Endpoints that nobody delivers to and that have something due; they are the caller's until `until`. */
export async function claimEndpoints(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhook_endpoints set claimed_until = ${until} where id in (
      select w.id from webhook_endpoints w
      where (w.claimed_until is null or w.claimed_until <= ${now}) and exists (
        select 1 from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'pending'
          and d.next_attempt_at <= ${now} and (w.status = 'active' or d.kind <> 'event'))
      limit ${limit} for update of w skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function releaseEndpoint(db: Db, id: string): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ claimed_until: null }).where('id', '=', id).execute();
}

/** After a crash of the only process nobody delivers to anything. */
export async function releaseAllEndpoints(db: Db): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute();
}

export type DueDelivery = Pick<
  Selectable<DeliveryTable>,
  'id' | 'endpoint_id' | 'kind' | 'message_id' | 'body' | 'attempts' | 'failures'
>;

export type Target = {
  url: string;
  status: 'active' | 'paused';
  sealedSecrets: string[];
};

/** As PostgreSQL keeps them, which for large ones is a third of their length: a hundred endpoints are worked at a time. */
const bytesAtOnce = 128 * 1024;

/** Where to, and what: what is tried again comes first, so that its schedule is kept; then the order of publication. */
export async function loadDue(
  db: Db,
  endpointId: string,
  now: Date,
  limit: number,
): Promise<{ target: Target; due: DueDelivery[] } | undefined> {
  const [row, due] = await Promise.all([
    db.selectFrom('webhook_endpoints').selectAll().where('id', '=', endpointId).executeTakeFirst(),
    sql<DueDelivery>`
      select id, endpoint_id, kind, message_id, body, attempts, failures from (
        select d.*, sum(pg_column_size(d.body)) over due as bytes, row_number() over due as place
        from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
        where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at <= ${now}
          and (w.status = 'active' or d.kind <> 'event')
        window due as (order by d.failures > 0 desc, d.next_attempt_at, d.n)
        order by place limit ${limit}) as due_deliveries
      where bytes <= ${bytesAtOnce} or place = 1 order by place`.execute(db),
  ]);
  if (!row) return undefined;
  const { url, status, sealed_secret, previous_sealed_secret, previous_until } = row;
  const isRotating = previous_sealed_secret !== null && previous_until !== null && previous_until > now;
  const sealedSecrets = isRotating ? [sealed_secret, previous_sealed_secret] : [sealed_secret];
  return { target: { url, status, sealedSecrets }, due: due.rows };
}

export type Settlement = {
  delivery_id: string;
  status: 'pending' | 'delivered' | 'failed';
  number: number;
  next_attempt_at: string | null;
  started_at: string;
  took_ms: number;
  status_code: number | null;
  error: string | null;
  headers: Record<string, string>;
  response: string | null;
};

/** Attempts into the log and their deliveries into their next state, all in two statements. */
export async function settle(trx: Db, settlements: readonly Settlement[]): Promise<void> {
  const rows = JSON.stringify(settlements);
  await sql`
    insert into webhook_attempts (delivery_id, number, started_at, took_ms, status_code, error, headers, response)
    select delivery_id, number, started_at, took_ms, status_code, error, headers, response
    from jsonb_to_recordset(${rows}::jsonb) as a (delivery_id text, number int, started_at timestamptz, took_ms int,
      status_code int, error text, headers jsonb, response text)
    where exists (select 1 from webhook_deliveries d where d.id = a.delivery_id)
    on conflict do nothing`.execute(trx);
  await sql`
    update webhook_deliveries d set status = a.status, attempts = a.number,
      failures = d.failures + (a.status <> 'delivered')::int, next_attempt_at = a.next_attempt_at,
      settled_at = case when a.status <> 'pending' then a.started_at + a.took_ms * interval '1 ms' end
    from jsonb_to_recordset(${rows}::jsonb) as a (delivery_id text, number int, status text, next_attempt_at timestamptz,
      started_at timestamptz, took_ms int)
    where d.id = a.delivery_id and d.status = 'pending'`.execute(trx);
}

export async function renewClaim(db: Db, endpointId: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ claimed_until: until }).where('id', '=', endpointId).execute();
}

/** When there is next something to do, in milliseconds since 1970, after `now`. */
export async function nextDueAt(db: Db, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(d.next_attempt_at) as at from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
    where d.status = 'pending' and d.next_attempt_at > ${now} and (w.status = 'active' or d.kind <> 'event')`.execute(
    db,
  );
  return rows[0]?.at?.getTime();
}

// The backlog, tests and replays

export async function insertDelivery(db: Db, row: Insertable<DeliveryTable>): Promise<Delivery> {
  return toDelivery(await db.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow());
}

/** What an endpoint was not given: it is due now, with all its retries; or it is skipped. */
export async function releaseBacklog(db: Db, endpointId: string, isDelivered: boolean, now: Date): Promise<void> {
  const update = isDelivered
    ? sql`status = 'pending', failures = 0, next_attempt_at = ${now}, settled_at = null`
    : sql`status = 'skipped', next_attempt_at = null, settled_at = ${now}`;
  await sql`update webhook_deliveries set ${update}
    where endpoint_id = ${endpointId} and kind = 'event' and status in ('pending', 'failed')`.execute(db);
}

export const maxReplays = 1000;

/** New deliveries of the same messages, due now: of one that is settled, or of all events of a time. None where they are too many. */
export async function insertReplays(
  db: Db,
  endpointId: string,
  of: { deliveryId: string } | { since: Date; until: Date },
  newId: () => string,
  now: Date,
): Promise<Delivery[] | 'too many'> {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId);
  query = query
    .where('status', '<>', 'pending')
    .orderBy('n')
    .limit(maxReplays + 1);
  if ('deliveryId' in of) query = query.where('id', '=', of.deliveryId);
  else query = query.where('kind', '=', 'event').where('created_at', '>=', of.since).where('created_at', '<', of.until);
  const originals = await query.execute();
  if (originals.length > maxReplays) return 'too many';
  if (originals.length === 0) return [];
  const replays = originals.map(({ n, ...row }) => ({
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
  const inserted = await db.insertInto('webhook_deliveries').values(replays).returningAll().execute();
  return inserted.map(toDelivery);
}

// The log

export type DeliveryPage = { status?: Delivery['status']; limit: number; after?: string };

/** The newest first. */
export async function selectDeliveries(
  db: Db,
  endpointId: string,
  { status, limit, after }: DeliveryPage,
): Promise<Delivery[]> {
  const conditions = [sql`d.endpoint_id = ${endpointId}`];
  if (status !== undefined) conditions.push(sql`d.status = ${status}`);
  if (after !== undefined) conditions.push(sql`d.n < (select n from webhook_deliveries where id = ${after})`);
  const { rows } = await sql<Omit<Selectable<DeliveryTable>, 'body'> & LastAttempt>`
    select d.id, d.endpoint_id, d.event_id, d.kind, d.message_id, d.batch_index, d.batch_of, d.hooks, d.status,
      d.attempts, d.next_attempt_at, d.created_at, d.settled_at, l.status_code as last_status_code, l.error as last_error
    from webhook_deliveries d
    left join webhook_attempts l on l.delivery_id = d.id and l.number = d.attempts
    where ${sql.join(conditions, sql` and `)} order by d.n desc limit ${limit}`.execute(db);
  return rows.map(toDelivery);
}

export async function countDeliveries(db: Db, endpointId: string, status?: Delivery['status']): Promise<number> {
  let query = db.selectFrom('webhook_deliveries').select(({ fn }) => fn.countAll<number>().as('all'));
  query = query.where('endpoint_id', '=', endpointId);
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.executeTakeFirstOrThrow()).all;
}

export async function findDelivery(db: Db, endpointId: string, id: string): Promise<DeliveryDetail | undefined> {
  const query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId);
  const row = await query.where('id', '=', id).executeTakeFirst();
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

/** How long deliveries and their log are kept, also those that wait at a paused endpoint. */
export const deliveryRetentionMs = 30 * 24 * 3_600_000;

/** Deliveries of before, their attempts, and events that no delivery has any more. */
export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
  await sql`delete from webhook_events e where created_at < ${before}
    and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)`.execute(db);
}
