// SQL of sending: claims webhooks, loads due deliveries, settles attempts. Times are passed in, since tests have their own clock.
import { type Selectable, sql } from 'kysely';
import { plansWith } from '../accounts/plan.ts';
import type { Db } from '../db/database.ts';
import type { DeliveryTable } from '../db/tables/webhooks.ts';

/** True if the account (`a`) may use webhooks. */
export const mayReceive = sql<boolean>`a.suspended_at is null and a.plan in (${sql.join(plansWith('webhooks'))})`;

/** A delivery (`d`) of a suspended or downgraded account waits. A paused webhook (`w`) gets tests and replays only. */
export const isDeliverable = sql<boolean>`(w.status = 'active' or d.kind <> 'event') and ${mayReceive}`;

/** Claims, until `until`, webhooks with due deliveries that no process is working on. */
export async function claimWebhooks(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const unclaimed = db
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select('w.id')
    .where(({ or, eb }) => or([eb('w.claimed_until', 'is', null), eb('w.claimed_until', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.endpoint_id', '=', 'w.id')
          .where('d.status', '=', 'pending')
          .where('d.next_attempt_at', '<=', now)
          .where(isDeliverable),
      ),
    )
    .limit(limit)
    .forUpdate('w')
    .skipLocked();
  const claimed = await db
    .updateTable('webhook_endpoints')
    .set({ claimed_until: until })
    .where('id', 'in', unclaimed)
    .returning('id')
    .execute();
  return claimed.map(({ id }) => id);
}

export async function renewClaim(db: Db, webhookId: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ claimed_until: until }).where('id', '=', webhookId).execute();
}

export async function releaseWebhook(db: Db, id: string): Promise<void> {
  await db.updateTable('webhook_endpoints').set({ claimed_until: null }).where('id', '=', id).execute();
}

export async function hasWebhooks(db: Db): Promise<boolean> {
  return (await db.selectFrom('webhook_endpoints').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Called at the start of the only process, since claims of a crashed one would block deliveries until they expire. */
export async function releaseAllWebhooks(db: Db): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ claimed_until: null })
    .where('claimed_until', 'is not', null)
    .execute();
}

export type DueDelivery = Pick<
  Selectable<DeliveryTable>,
  'id' | 'endpoint_id' | 'kind' | 'event' | 'message_id' | 'hooks' | 'body' | 'attempts' | 'failures'
>;

export type Target = {
  accountId: string;
  url: string;
  status: 'active' | 'paused';
  /** The current secret, and during a rotation also the previous one. */
  sealedSecrets: [string, ...string[]];
};

/** Limit for bytes as stored: PostgreSQL compresses large bodies to a third. It is low, since a hundred webhooks are processed at once. */
const maxStoredBytes = 128 * 1024;

/** Loads the target and its due deliveries: retries first, to keep their schedule, then in order of publication. */
export async function loadDue(
  db: Db,
  webhookId: string,
  now: Date,
  limit: number,
): Promise<{ target: Target; due: DueDelivery[] } | undefined> {
  const [row, due] = await Promise.all([
    db.selectFrom('webhook_endpoints').selectAll().where('id', '=', webhookId).executeTakeFirst(),
    sql<DueDelivery>`
      select id, endpoint_id, kind, event, message_id, hooks, body, attempts, failures from (
        select d.*, sum(pg_column_size(d.body)) over due as bytes, row_number() over due as position
        from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id join accounts a on a.id = w.account_id
        where d.endpoint_id = ${webhookId} and d.status = 'pending' and d.next_attempt_at <= ${now} and ${isDeliverable}
        window due as (order by d.failures > 0 desc, d.next_attempt_at, d.n)
        order by position limit ${limit}) as due_deliveries
      where bytes <= ${maxStoredBytes} or position = 1 order by position`.execute(db),
  ]);
  if (!row) return undefined;
  const { account_id: accountId, url, status, sealed_secret, previous_sealed_secret, previous_until } = row;
  const isRotating = previous_sealed_secret !== null && previous_until !== null && previous_until > now;
  const sealedSecrets: Target['sealedSecrets'] = isRotating ? [sealed_secret, previous_sealed_secret] : [sealed_secret];
  return { target: { accountId, url, status, sealedSecrets }, due: await removeUndoneHooks(db, due.rows, now) };
}

/** Resolves to the deliveries left to send. A delivery whose body a takedown changed meanwhile is left out and loaded again. */
async function removeUndoneHooks(db: Db, due: readonly DueDelivery[], now: Date): Promise<DueDelivery[]> {
  const filtered = await withoutUndoneHooks(db, due);
  const left: DueDelivery[] = [];
  for (const [at, original] of due.entries()) {
    const { id, body, hooks } = filtered[at] ?? original;
    const skipped = { status: 'skipped', skipped_by: 'undo', next_attempt_at: null, settled_at: now } as const;
    const change = db.updateTable('webhook_deliveries').set(hooks > 0 ? { body, hooks } : skipped);
    const store = () => change.where('id', '=', id).where('body', '=', original.body).executeTakeFirst();
    if (hooks === original.hooks || ((await store()).numUpdatedRows > 0n && hooks > 0))
      left.push({ ...original, body, hooks });
  }
  return left;
}

/**
 * Removes hooks from deliveries that an undo retired after they were announced. An import that adds such a hook again announces it again.
 */
export async function withoutUndoneHooks<T extends DueDelivery>(db: Db, deliveries: readonly T[]): Promise<T[]> {
  const isOfHooks = ({ event }: T) => event === 'hooks.new' || event === 'hooks.updated';
  const announced = deliveries.filter(isOfHooks).flatMap(({ body }) => Array.from(body.matchAll(/"id":"hook_(\d+)"/g)));
  const { rows } = await sql<{ id: string }>`select 'hook_' || id as id from hooks
    where id = any(${announced.map(([, id]) => id)}::bigint[])
      and (state in ('pending', 'rejected') or state = 'retired' and retired_by = 'undo')`.execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return deliveries.map((delivery) => {
    const left = ids.size > 0 && isOfHooks(delivery) ? without(delivery.body, ids) : delivery;
    return left.hooks === delivery.hooks ? delivery : { ...delivery, ...left };
  });
}

type Body = { data: { count: number; hooks: { id: string }[] } };

export function without(text: string, ids: ReadonlySet<string>): { body: string; hooks: number } {
  const body: Body = JSON.parse(text);
  const hooks = body.data.hooks.filter(({ id }) => !ids.has(id));
  const data = { ...body.data, count: hooks.length, hooks };
  return { body: JSON.stringify({ ...body, data }), hooks: hooks.length };
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

/** Logs the attempts and moves their deliveries to the next state, in two statements. A settled replay keeps no copy of the body. */
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
      body = case when d.kind = 'replay' and a.status <> 'pending' and d.body = (select o.body from webhook_deliveries o
        where o.message_id = d.message_id and o.n <> d.n and o.body <> '' order by o.n limit 1) then '' else d.body end,
      settled_at = case when a.status <> 'pending' then a.started_at + a.took_ms * interval '1 ms' end
    from jsonb_to_recordset(${rows}::jsonb) as a (delivery_id text, number int, status text, next_attempt_at timestamptz,
      started_at timestamptz, took_ms int)
    where d.id = a.delivery_id and d.status = 'pending'`.execute(trx);
}

/** Resolves to the time of the next delivery due after `now`, in milliseconds since 1970. */
export async function nextDueAt(db: Db, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(({ fn }) => fn.min<Date | null>('d.next_attempt_at').as('at'))
    .where('d.status', '=', 'pending')
    .where('d.next_attempt_at', '>', now)
    .where(isDeliverable)
    .executeTakeFirst();
  return row?.at?.getTime();
}
