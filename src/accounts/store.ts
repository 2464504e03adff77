// All SQL of accounts, keys, key requests and usage. Rows come out as the records that clients see; nothing is decided here.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Key } from '../auth/key.ts';
import type { KeyringRow } from '../auth/keyring.ts';
import type { Db, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { isoOrNull } from '../lib/time.ts';
import { takeBatch } from '../quota/store.ts';
import type { WindowName } from '../quota/windows.ts';
import type { Account } from './account.ts';
import type { PlanName } from './caller.ts';
import type { KeyRequest } from './key-request.ts';

const lowerEmail = sql<string>`lower(email)`;

// Accounts

type NewAccount = Omit<Insertable<Tables['accounts']>, 'plan' | 'created_at' | 'suspended_at'> & { plan: PlanName };

export function toAccount(row: Selectable<Tables['accounts']>): Account {
  const { id, name, email, plan, day_limit, month_limit, suspended_at, created_at } = row;
  return {
    id,
    name,
    email,
    plan: plan as PlanName,
    limits: { per_day: day_limit, per_month: month_limit },
    suspended: suspended_at !== null,
    created_at: created_at.toISOString(),
  };
}

/** undefined where the e-mail address is taken. */
export async function insertAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ ...account, created_at: new Date() })
    .onConflict((conflict) => conflict.expression(lowerEmail).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(lowerEmail, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function selectAccounts(
  db: Db,
  { limit, after, email }: { limit: number; after?: string; email?: string },
): Promise<Account[]> {
  let query = db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').limit(limit);
  if (after)
    query = query.where(sql<boolean>`(created_at, id) > (select created_at, id from accounts where id = ${after})`);
  if (email) query = query.where(lowerEmail, '=', sql<string>`lower(${email})`);
  return (await query.execute()).map(toAccount);
}

/** What is undefined stays as it is. A second suspension keeps the time of the first. */
export async function changeAccount(
  db: Db,
  id: string,
  change: Pick<Updateable<Tables['accounts']>, 'name' | 'plan' | 'day_limit' | 'month_limit'>,
  suspended: boolean | undefined,
): Promise<Account | undefined> {
  const suspended_at = suspended ? sql<Date>`coalesce(suspended_at, now())` : null;
  const row = await db
    .updateTable('accounts')
    // An update must set something, also where nothing changes.
    .set({ id, ...change, ...(suspended === undefined ? {} : { suspended_at }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Holds the account until the transaction ends; false where there is none. */
export async function lockAccount(trx: Trx, id: string): Promise<boolean> {
  return (
    (await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined
  );
}

// Keys

function toKey(row: Selectable<Tables['keys']>): Key {
  const { id, name, hint, created_at, expires_at, revoked_at, last_used_at } = row;
  const times = {
    expires_at: isoOrNull(expires_at),
    revoked_at: isoOrNull(revoked_at),
    last_used_at: isoOrNull(last_used_at),
  };
  return { id, name, hint, created_at: created_at.toISOString(), ...times };
}

export async function insertKey(db: Db, key: Insertable<Tables['keys']>): Promise<Key> {
  return toKey(await db.insertInto('keys').values(key).returningAll().executeTakeFirstOrThrow());
}

export async function selectKeys(db: Db, accountId: string): Promise<Key[]> {
  const query = db.selectFrom('keys').selectAll().where('account_id', '=', accountId);
  return (await query.orderBy('created_at', 'desc').orderBy('id').execute()).map(toKey);
}

export async function findKey(db: Db, accountId: string, id: string): Promise<Key | undefined> {
  const query = db.selectFrom('keys').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const row = await query.executeTakeFirst();
  return row && toKey(row);
}

export async function countLiveKeys(db: Db, accountId: string, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return live;
}

export async function endKey(db: Db, id: string, end: { expires_at: Date } | { revoked_at: Date }): Promise<void> {
  await db.updateTable('keys').set(end).where('id', '=', id).execute();
}

/** Keys that expired within 30 days are still told from unknown ones; older ones only fill memory. */
export async function loadKeyring(db: Db): Promise<KeyringRow[]> {
  const rows = await db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .select(['keys.id', 'hash', 'expires_at', 'account_id', 'plan', 'day_limit', 'month_limit', 'suspended_at'])
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now() - interval '30 days', true)`)
    .execute();
  return rows.map((row) => ({
    keyId: row.id,
    hash: row.hash,
    expiresAt: row.expires_at,
    accountId: row.account_id,
    plan: row.plan as PlanName,
    ownLimits: { perDay: row.day_limit, perMonth: row.month_limit },
    suspended: row.suspended_at !== null,
  }));
}

/** Last uses (milliseconds since 1970) by key id; another process may already have told of a later one. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  const [ids, times] = [[...uses.keys()], [...uses.values()].map((time) => new Date(time))];
  await sql`update keys set last_used_at = used.at
    from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
    where keys.id = used.id and coalesce(keys.last_used_at < used.at, true)`.execute(db);
}

// Key requests

export function toKeyRequest(row: Selectable<Tables['key_requests']>): KeyRequest {
  const { calls_per_month, created_at, decided_at, id, name, email, use_case, state, account_id } = row;
  const request = { id, name, email, use_case, expected_calls_per_month: calls_per_month, state, account_id };
  return { ...request, created_at: created_at.toISOString(), decided_at: isoOrNull(decided_at) };
}

type NewKeyRequest = Pick<Insertable<Tables['key_requests']>, 'id' | 'name' | 'email' | 'use_case' | 'calls_per_month'>;

export async function insertKeyRequest(db: Db, request: NewKeyRequest): Promise<KeyRequest> {
  const row = { ...request, state: 'pending' as const, created_at: new Date() };
  return toKeyRequest(await db.insertInto('key_requests').values(row).returningAll().executeTakeFirstOrThrow());
}

export async function countPendingKeyRequests(db: Db, email: string): Promise<number> {
  const { pending } = await db
    .selectFrom('key_requests')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('state', '=', 'pending')
    .where(lowerEmail, '=', sql<string>`lower(${email})`)
    .executeTakeFirstOrThrow();
  return pending;
}

export async function findKeyRequest(db: Db, id: string): Promise<KeyRequest | undefined> {
  const row = await db.selectFrom('key_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toKeyRequest(row);
}

/** undefined where it is not pending: of two decisions at once, one wins. */
export async function decideKeyRequest(
  db: Db,
  id: string,
  state: 'approved' | 'declined',
): Promise<KeyRequest | undefined> {
  const update = db.updateTable('key_requests').set({ state, decided_at: new Date() });
  const row = await update.where('id', '=', id).where('state', '=', 'pending').returningAll().executeTakeFirst();
  return row && toKeyRequest(row);
}

export async function attachKeyRequest(db: Db, id: string, accountId: string): Promise<void> {
  await db.updateTable('key_requests').set({ account_id: accountId }).where('id', '=', id).execute();
}

// Quota

export type WindowKey = { accountId: string; name: WindowName; startsOn: string };

/** Leases up to `wanted` units, never past `limit`. The guard is in the statement, so no two processes get the same unit. */
export async function leaseUnits(
  db: Db,
  { accountId, name, startsOn }: WindowKey,
  wanted: number,
  limit: number,
): Promise<{ granted: number; leased: number }> {
  let units = Math.min(wanted, limit);
  for (;;) {
    const { rows } = await sql<{ leased: number }>`
      insert into usage_windows (account_id, kind, starts_on, leased) values (${accountId}, ${name}, ${startsOn}, ${units})
      on conflict (account_id, kind, starts_on) do update set leased = usage_windows.leased + excluded.leased
      where usage_windows.leased + excluded.leased <= ${limit} returning leased`.execute(db);
    if (rows[0]) return { granted: units, leased: rows[0].leased };
    const leased = (await readUsage(db, accountId, [{ name, startsOn }])).get(name) ?? 0;
    if (leased >= limit) return { granted: 0, leased };
    units = Math.min(units, limit - leased);
  }
}

/** Units leased or counted in these windows of an account; a window without a row is missing. */
export async function readUsage(
  db: Db,
  accountId: string,
  windows: readonly Omit<WindowKey, 'accountId'>[],
): Promise<ReadonlyMap<WindowName, number>> {
  const rows = await db
    .selectFrom('usage_windows')
    .select(['kind', 'leased'])
    .where('account_id', '=', accountId)
    .where(({ or, and, eb }) =>
      or(windows.map(({ name, startsOn }) => and([eb('kind', '=', name), eb('starts_on', '=', startsOn)]))),
    )
    .execute();
  return new Map(rows.map(({ kind, leased }) => [kind, leased]));
}

/**
 * Adds counted calls and takes back units (negative), all in one statement, in one order so that two never deadlock. A batch that
 * this writer has told already changes nothing, so one whose fate is unknown may be told again.
 */
export async function changeUsage(
  db: Db,
  changes: readonly (WindowKey & { units: number })[],
  { writer, number }: { writer: string; number: number },
): Promise<void> {
  const column = <Name extends keyof (typeof changes)[number]>(name: Name) => changes.map((change) => change[name]);
  await sql`with fresh as (${takeBatch(writer, number)})
    insert into usage_windows (account_id, kind, starts_on, leased)
    select account_id, kind, starts_on, sum(units)
    from unnest(${column('accountId')}::text[], ${column('name')}::text[], ${column('startsOn')}::date[],
      ${column('units')}::bigint[]) as change (account_id, kind, starts_on, units)
    join accounts on accounts.id = account_id
    where exists (select 1 from fresh)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, kind, starts_on) do update set leased = usage_windows.leased + excluded.leased`.execute(
    db,
  );
}
