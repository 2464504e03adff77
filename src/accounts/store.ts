// SQL of accounts and key requests.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Account } from './account.ts';
import type { KeyRequest } from './key-request.ts';

const lowerEmail = sql<string>`lower(email)`;

// Accounts

type NewAccount = Omit<Insertable<Tables['accounts']>, 'created_at' | 'suspended_at'>;

export function toAccount(row: Selectable<Tables['accounts']>): Account {
  const { id, name, email, plan, day_limit, month_limit, suspended_at, created_at } = row;
  return {
    id,
    name,
    email,
    plan,
    limits: { per_day: day_limit, per_month: month_limit },
    suspended: suspended_at !== null,
    created_at: created_at.toISOString(),
  };
}

/** undefined if the email is taken. */
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

/** Whether an operator signs in with this email. */
export async function isOperatorEmail(db: Db, email: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('role', '!=', 'holder');
  return (await query.where('email', '=', email.toLowerCase()).executeTakeFirst()) !== undefined;
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

/** Undefined fields are unchanged. A second suspension keeps the time of the first. */
export async function changeAccount(
  db: Db,
  id: string,
  change: Pick<Updateable<Tables['accounts']>, 'name' | 'plan' | 'day_limit' | 'month_limit'>,
  suspended: boolean | undefined,
): Promise<Account | undefined> {
  const suspended_at = suspended ? sql<Date>`coalesce(suspended_at, now())` : null;
  const row = await db
    .updateTable('accounts')
    // An UPDATE needs at least one assignment, so the id is set to itself.
    .set({ id, ...change, ...(suspended === undefined ? {} : { suspended_at }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Locks the account until the transaction ends; false if it does not exist. Rows that refer to it, such as its usage, can be inserted. */
export async function lockAccount(trx: Trx, id: string): Promise<boolean> {
  return (
    (await trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !==
    undefined
  );
}

// Key requests

export function toKeyRequest(row: Selectable<Tables['key_requests']>): KeyRequest {
  const { calls_per_month, created_at, decided_at, id, name, email, use_case, plan, state, account_id } = row;
  const request = { id, name, email, use_case, expected_calls_per_month: calls_per_month, plan, state, account_id };
  return { ...request, created_at: created_at.toISOString(), decided_at: isoOrNull(decided_at) };
}

type NewKeyRequest = Omit<Insertable<Tables['key_requests']>, 'state' | 'account_id' | 'created_at' | 'decided_at'>;

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

/** undefined if it is not pending: of two concurrent decisions one wins. */
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
