// SQL of accounts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Account, OperatorAccount } from './account.ts';

const lowerEmail = sql<string>`lower(email)`;

type NewAccount = Pick<Insertable<Tables['accounts']>, 'id' | 'name' | 'email' | 'plan' | 'day_limit' | 'month_limit'>;

export function toAccount(row: Selectable<Tables['accounts']>): Account {
  const { id, name, email, plan, day_limit, month_limit, suspended_at, timezone, created_at } = row;
  const { pending_email: next, pending_email_until: until } = row;
  return {
    id,
    name,
    email,
    plan,
    limits: { per_day: day_limit, per_month: month_limit },
    suspended: suspended_at !== null,
    timezone,
    pending_email: next && until && until > new Date() ? { email: next, expires_at: until.toISOString() } : null,
    created_at: created_at.toISOString(),
  };
}

export function toOperatorAccount(row: Selectable<Tables['accounts']>): OperatorAccount {
  const { note, deleted_at, erase_after, deletion_reason: reason } = row;
  const deletion = deleted_at &&
    erase_after && { deleted_at: deleted_at.toISOString(), erase_after: erase_after.toISOString(), reason };
  return { ...toAccount(row), note, deletion };
}

/** Returns undefined if the email is taken. */
export async function insertAccount(db: Db, account: NewAccount): Promise<OperatorAccount | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ ...account, created_at: new Date() })
    .onConflict((conflict) => conflict.expression(lowerEmail).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toOperatorAccount(row);
}

/** Returns undefined for deleted accounts. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const query = db.selectFrom('accounts').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const row = await query.executeTakeFirst();
  return row && toAccount(row);
}

/** Includes deleted accounts until they are erased. */
export async function findOperatorAccount(db: Db, id: string): Promise<OperatorAccount | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toOperatorAccount(row);
}

export async function isOperatorEmail(db: Db, email: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('role', '!=', 'holder');
  return (await query.where('email', '=', email.toLowerCase()).executeTakeFirst()) !== undefined;
}

/** Includes deleted accounts: until they are erased, no other account can have the email. */
export async function findAccountByEmail(db: Db, email: string): Promise<OperatorAccount | undefined> {
  const query = db.selectFrom('accounts').selectAll().where(lowerEmail, '=', sql<string>`lower(${email})`);
  const row = await query.executeTakeFirst();
  return row && toOperatorAccount(row);
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

export const noPendingEmail = { pending_email: null, pending_email_until: null };

/** Undefined fields are unchanged. A new email cancels a pending one; a second suspension keeps the time of the first. */
export async function changeAccount(
  db: Db,
  id: string,
  change: Pick<
    Updateable<Tables['accounts']>,
    'name' | 'email' | 'note' | 'plan' | 'day_limit' | 'month_limit' | 'timezone' | keyof typeof noPendingEmail
  >,
  suspended?: boolean | undefined,
): Promise<OperatorAccount | undefined> {
  const suspended_at = suspended ? sql<Date>`coalesce(suspended_at, now())` : null;
  const row = await db
    .updateTable('accounts')
    // An UPDATE needs at least one assignment, so the id is set to itself.
    .set({ id, ...(change.email && noPendingEmail), ...change, ...(suspended === undefined ? {} : { suspended_at }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toOperatorAccount(row);
}

/**
 * Locks the account until the transaction ends; returns false if it does not exist. Rows that refer to it, such as its usage, can still be
 * inserted.
 */
export async function lockAccount(trx: Trx, id: string): Promise<boolean> {
  const query = trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate();
  return (await query.executeTakeFirst()) !== undefined;
}
