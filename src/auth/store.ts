// SQL of users and their sessions. better-auth inserts sessions and links itself.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { newId } from '../lib/ids.ts';
import { deleteExpiredInvitations, hasOwner, upsertOwner } from '../members/store.ts';
import type { OperatorRole } from './role.ts';

/** The operator without a mailbox, who signs in by the links of `hookline admin sign-in`. `.invalid` receives no mail. */
export const operatorEmail = 'operator@hookline.invalid';

/**
 * Lets a person with this email sign in who has an account, is a member of one, or is invited. The email of an account without an owner
 * becomes its owner. Returns false for anyone else, and for operators.
 */
export async function allowSignIn(db: Db, typedEmail: string): Promise<boolean> {
  const email = typedEmail.toLowerCase();
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where(sql<string>`lower(email)`, '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account || (await hasOwner(db, account.id))) return isMemberOrInvited(db, email);
  const userId = await addUser(db, email, account);
  if (userId === undefined) return false;
  await upsertOwner(db, account.id, userId);
  return true;
}

async function isMemberOrInvited(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users u where u.email = ${email} and u.role = 'holder' and (
    exists (select from members m join accounts a on a.id = m.account_id where m.user_id = u.id and a.deleted_at is null)
    or exists (select from invitations i where i.email = u.email and i.expires_at > now()))`.execute(db);
  return rows.length > 0;
}

/** Returns the id of the user with this email, who is created if necessary; undefined if the email is an operator's. */
export async function addUser(
  db: Db,
  email: string,
  account?: { id: string; name: string },
): Promise<string | undefined> {
  const now = new Date();
  const user = { email: email.toLowerCase(), name: account?.name ?? email, account_id: account?.id ?? null };
  const row = await db
    .insertInto('users')
    .values({ ...user, ...newUser(now), role: 'holder' })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ updated_at: now }).where('users.role', '=', 'holder'),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Sessions start only from a link that was mailed to this email, so it is verified. */
function newUser(now: Date) {
  return { id: newId('usr'), email_verified: true, created_at: now, updated_at: now };
}

export async function hasUser(db: Db, email: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('email', '=', email);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ends sessions and removes passkeys, since their owner may not have access to the new mailbox. */
export async function renameUser(trx: Trx, userId: string, email: string): Promise<void> {
  await trx.updateTable('users').set({ email, updated_at: new Date() }).where('id', '=', userId).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Deletes the user with its sessions. Links that were mailed before find no user. */
export async function deleteUser(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Deletes users without an account or an invitation: invited ones who never came, and members who left. */
async function deleteIdleUsers(db: Db): Promise<void> {
  await sql`delete from users u where role = 'holder'
    and not exists (select from members m where m.user_id = u.id)
    and not exists (select from invitations i where i.email = u.email)
    and not exists (select from accounts a where lower(a.email) = u.email)`.execute(db);
}

/** Deletes a user who is in no account, with its sessions: anyone can be invited, or leave an account. */
export async function deleteUserWithoutAccount(trx: Trx, email: string): Promise<void> {
  await sql`delete from users u where email = ${email} and role = 'holder'
    and not exists (select from members m where m.user_id = u.id)`.execute(trx);
}

// Operators

/** Returns true if the user of the operator without a mailbox was created now. */
export async function allowOperatorSignIn(db: Db): Promise<boolean> {
  return (await insertOperator(db, operatorEmail, 'owner')) !== undefined;
}

/** Returns undefined if a user has this email. */
export async function insertOperator(db: Db, email: string, role: OperatorRole): Promise<OperatorRow | undefined> {
  const row = await db
    .insertInto('users')
    .values({ email, name: 'Operator', account_id: null, ...newUser(new Date()), role })
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

/** Operators with a mailbox. */
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

/** Locks the operators until commit, so that of two concurrent changes the second sees the first. */
export async function lockOperators(trx: Trx): Promise<OperatorRow[]> {
  return (await namedOperators(trx).forUpdate().execute()).map(toOperator);
}

export async function updateOperatorRole(trx: Trx, id: string, role: OperatorRole): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', id).execute();
}

// Sessions

/** Owner of sessions: one user, the members of an account, or all operators. */
export type SessionOwner = { userId: string } | { userId?: undefined; accountId: string } | 'operators';

type SessionRow = {
  id: string;
  email: string;
  accountId: string | null;
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** Returns the newest first, at most 200. */
export async function selectSessions(db: Db, owner: SessionOwner): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'email',
      'sessions.account_id as accountId',
      'ip_address as address',
      'user_agent as userAgent',
      'sessions.created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', new Date())
    .where((eb) => {
      if (owner === 'operators') return eb('role', '!=', 'holder');
      return owner.userId === undefined
        ? eb('user_id', 'in', usersOf(db, owner.accountId))
        : eb('user_id', '=', owner.userId);
    })
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id')
    .limit(200)
    .execute();
}

function usersOf(db: Db, accountId: string) {
  return db.selectFrom('members').select('members.user_id').where('members.account_id', '=', accountId);
}

/** null ends the view. */
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
      ? users.where('users.id', 'in', usersOf(trx, owner.accountId))
      : users.where('users.id', '=', owner.userId);
  });
  if ('id' in which) query = query.where('id', '=', which.id);
  else if (which.except !== undefined) query = query.where('id', '!=', which.except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Returns the email that the token of a stored sign-in link signs in; undefined if it was used or has expired. */
export async function findSignInLink(db: Db, token: string): Promise<{ email: string } | undefined> {
  const query = db.selectFrom('verifications').select(sql<string>`value::json ->> 'email'`.as('email'));
  const stored = query.where('identifier', '=', `magic-link:${hash('sha256', token, 'base64url')}`);
  return stored.where('expires_at', '>', new Date()).executeTakeFirst();
}

/** Deletes expired links, sessions and invitations, and users who have nothing left to sign in for. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  await deleteExpiredInvitations(db);
  await deleteIdleUsers(db);
}

// SQL of passkeys. better-auth inserts them itself.

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null };

/** Returns the newest first. */
export async function selectPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Locks the user until commit, so that two additions at once see each other. */
export async function countPasskeys(trx: Trx, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return (await selectPasskeys(trx, userId)).length;
}

export async function hasCredential(db: Db, credentialId: string): Promise<boolean> {
  const query = db.selectFrom('passkeys').select('id').where('credential_id', '=', credentialId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function touchPasskey(db: Db, credentialId: string): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ last_used_at: new Date() })
    .where('credential_id', '=', credentialId)
    .execute();
}

/** Returns the name of the passkey; undefined if the user has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  const query = trx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('name');
  return (await query.executeTakeFirst())?.name;
}
