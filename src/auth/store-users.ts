// SQL of users and their sessions. better-auth inserts sessions and links itself.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { newId } from '../lib/ids.ts';
import type { OperatorRole } from './role.ts';

/** The operator without a mailbox, who signs in by the links of `hookline admin sign-in`. `.invalid` receives no mail. */
export const operatorEmail = 'operator@hookline.invalid';

/** Lets the holder of the account with this email sign in; false if there is no such account, it is deleted, or the email is an operator's. */
export async function allowSignIn(db: Db, email: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('users')
    .columns(['id', 'email', 'name', 'email_verified', 'account_id', 'role', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .select([
          sql<string>`${newId('usr')}`.as('id'),
          sql<string>`lower(email)`.as('email'),
          'name',
          // Sessions start only from a link that was mailed to this email.
          sql<boolean>`true`.as('email_verified'),
          'id as account_id',
          sql<'holder'>`'holder'`.as('role'),
          sql<Date>`now()`.as('created_at'),
          sql<Date>`now()`.as('updated_at'),
        ])
        .where(sql<string>`lower(email)`, '=', email.toLowerCase())
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ updated_at: sql`now()` }).where('users.role', '=', 'holder'),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Users of the account get the new email, and lose sessions and passkeys: who has them may not read the new mailbox. */
export async function moveSignIn(trx: Trx, accountId: string, email: string): Promise<void> {
  const users = await trx
    .updateTable('users')
    .set({ email: email.toLowerCase(), updated_at: new Date() })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx.deleteFrom('sessions').where('user_id', 'in', ids).execute();
  await trx.deleteFrom('passkeys').where('user_id', 'in', ids).execute();
}

// Operators

/** True if the user of the operator without a mailbox was created now. */
export async function allowOperatorSignIn(db: Db): Promise<boolean> {
  return (await insertOperator(db, operatorEmail, 'owner')) !== undefined;
}

/** undefined if a user has this email. */
export async function insertOperator(db: Db, email: string, role: OperatorRole): Promise<OperatorRow | undefined> {
  const now = new Date();
  const row = await db
    .insertInto('users')
    .values({
      id: newId('usr'),
      email,
      name: 'Operator',
      email_verified: true,
      account_id: null,
      role,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(operatorColumns)
    .executeTakeFirst();
  return row && toOperator(row);
}

const operatorColumns = ['id', 'email', 'role', 'created_at'] as const;
export type OperatorRow = { id: string; email: string; role: OperatorRole; created_at: Date };

function toOperator({ role, ...row }: Omit<OperatorRow, 'role'> & { role: OperatorRole | 'holder' }): OperatorRow {
  if (role === 'holder') throw new Error(`The user ${row.id} is an account holder.`);
  return { ...row, role };
}

/** Those with a mailbox. */
function namedOperators(db: Db) {
  return db
    .selectFrom('users')
    .select(operatorColumns)
    .where('role', '!=', 'holder')
    .where('email', '!=', operatorEmail)
    .orderBy('email');
}

export async function selectOperators(db: Db): Promise<OperatorRow[]> {
  return (await namedOperators(db).execute()).map(toOperator);
}

export async function isOperatorMailbox(db: Db, email: string): Promise<boolean> {
  return (await namedOperators(db).where('email', '=', email).executeTakeFirst()) !== undefined;
}

/** Locks them until commit, so that of two concurrent changes the second sees the first. */
export async function lockOperators(trx: Trx): Promise<OperatorRow[]> {
  return (await namedOperators(trx).forUpdate().execute()).map(toOperator);
}

export async function updateOperatorRole(trx: Trx, id: string, role: OperatorRole): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
}

/** Deletes the operator's sessions too. Links that were mailed before find no user. */
export async function deleteOperator(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

// Sessions

/** Whose sessions: those of one user, of the users of an account, or of all operators. */
export type SessionOwner = { userId: string } | { userId?: undefined; accountId: string } | 'operators';

export type SessionRow = {
  id: string;
  email: string;
  accountId: string | null;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** Newest first, at most 200. */
export async function selectSessions(db: Db, owner: SessionOwner): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'email',
      'account_id as accountId',
      'ip_address as address',
      'user_agent as userAgent',
      'sessions.created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', new Date())
    .where((eb) => {
      if (owner === 'operators') return eb('role', '!=', 'holder');
      return owner.userId === undefined ? eb('account_id', '=', owner.accountId) : eb('user_id', '=', owner.userId);
    })
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id')
    .limit(200)
    .execute();
}

/** null: looks at no account any more. */
export async function setView(
  trx: Trx,
  sessionId: string,
  view: { accountId: string; expiresAt: Date } | null,
): Promise<void> {
  const columns = { viewed_account_id: view?.accountId ?? null, view_expires_at: view?.expiresAt ?? null };
  await trx.updateTable('sessions').set(columns).where('id', '=', sessionId).execute();
}

/** Ends one session, or all but one. Returns how many. */
export async function deleteSessions(
  trx: Trx,
  owner: SessionOwner,
  which: { id: string } | { except: string | undefined },
): Promise<number> {
  let query = trx.deleteFrom('sessions').where('user_id', 'in', (eb) => {
    const users = eb.selectFrom('users').select('users.id');
    if (owner === 'operators') return users.where('role', '!=', 'holder');
    return owner.userId === undefined
      ? users.where('account_id', '=', owner.accountId)
      : users.where('users.id', '=', owner.userId);
  });
  if ('id' in which) query = query.where('id', '=', which.id);
  else if (which.except !== undefined) query = query.where('id', '!=', which.except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Deletes expired links and sessions. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
}
