// SQL of members and invitations.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Member, MemberRole, OwnInvitation } from './member.ts';

/** The accounts of a user that are not deleted: the one with the user's email, then the oldest membership first. */
export async function selectMemberships(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; role: MemberRole }[]> {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['accounts.id', 'accounts.name', 'members.role'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(accounts.email) = users.email`, 'desc')
    .orderBy('members.created_at')
    .orderBy('members.id')
    .execute();
}

export async function countMemberships(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('members').select(({ fn }) => fn.countAll<string>().as('n'));
  return Number((await query.where('user_id', '=', userId).executeTakeFirst())?.n ?? 0);
}

/** Oldest first; invitations last. */
async function selectMembers(db: Db, accountId: string): Promise<Omit<Member, 'you'>[]> {
  const { rows } = await sql<{
    id: string;
    email: string;
    role: MemberRole;
    invited_by: string | null;
    created_at: Date;
    expires_at: Date | null;
    signed_in_at: Date | null;
  }>`
    select m.id, u.email, m.role, null as invited_by, m.created_at, null::timestamptz as expires_at,
      (select max(s.created_at) from sessions s where s.user_id = u.id and s.expires_at > now()) as signed_in_at
    from members m join users u on u.id = m.user_id where m.account_id = ${accountId}
    union all
    select id, email, role, invited_by, created_at, expires_at, null from invitations
    where account_id = ${accountId} and expires_at > now()
    order by expires_at nulls first, created_at, id`.execute(db);
  return rows.map((row) => ({
    member_id: row.id,
    email: row.email,
    role: row.role,
    state: row.expires_at === null ? 'active' : 'invited',
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_signed_in_at: row.signed_in_at?.toISOString() ?? null,
  }));
}

export type MemberRow = { id: string; userId: string; email: string; role: MemberRole };

/** Locks the members of the account until the transaction ends. */
export async function lockMembers(trx: Trx, accountId: string): Promise<MemberRow[]> {
  return trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['members.id', 'user_id as userId', 'email', 'members.role'])
    .where('members.account_id', '=', accountId)
    .orderBy('members.created_at')
    .orderBy('members.id')
    .forUpdate('members')
    .execute();
}

export async function hasOwner(db: Db, accountId: string): Promise<boolean> {
  const query = db.selectFrom('members').select('id').where('account_id', '=', accountId).where('role', '=', 'owner');
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Changes nothing if the user is a member. */
export async function insertMember(
  trx: Db,
  { accountId, userId, role }: { accountId: string; userId: string; role: MemberRole },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('members')
    .values({ id: newId('mem'), account_id: accountId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Makes the user an owner, whether it is a member or not. Returns the id of the member. */
export async function upsertOwner(trx: Db, accountId: string, userId: string): Promise<string> {
  const row = await trx
    .insertInto('members')
    .values({ id: newId('mem'), account_id: accountId, user_id: userId, role: 'owner' })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ role: 'owner' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateMemberRole(trx: Trx, id: string, role: MemberRole): Promise<void> {
  await trx.updateTable('members').set({ role }).where('id', '=', id).execute();
}

/** Deletes the apps that the member connected to the account too. Sessions continue in another account of the user, or in none. */
export async function deleteMember(trx: Trx, { id, userId }: MemberRow, accountId: string): Promise<void> {
  await trx.deleteFrom('members').where('id', '=', id).execute();
  const of = { user_id: userId, account_id: accountId };
  await trx
    .updateTable('sessions')
    .set({ account_id: null })
    .where((eb) => eb.and(of))
    .execute();
  const apps = await trx
    .deleteFrom('oauth_consents')
    .where((eb) => eb.and(of))
    .returning('client_id')
    .execute();
  const clients = apps.map(({ client_id }) => client_id);
  if (clients.length === 0) return;
  for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).where('client_id', 'in', clients).execute();
}

export async function setSessionAccount(trx: Db, sessionId: string, accountId: string): Promise<void> {
  await trx.updateTable('sessions').set({ account_id: accountId }).where('id', '=', sessionId).execute();
}

// Invitations

export type Invitation = {
  id: string;
  account_id: string;
  email: string;
  role: MemberRole;
  invited_by: string;
  expires_at: Date;
};

/** Replaces an invitation of the same email. */
export async function upsertInvitation(trx: Trx, row: Invitation & { created_at: Date }): Promise<Invitation> {
  const { role, invited_by, created_at, expires_at } = row;
  return trx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'email']).doUpdateSet({ role, invited_by, created_at, expires_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks until the transaction ends, so that of two concurrent uses the second finds none. Leaves out expired invitations. */
export async function lockInvitation(trx: Trx, id: string): Promise<Invitation | undefined> {
  const query = trx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`);
  return query.forUpdate().executeTakeFirst();
}

export async function lockAccountOfInvitation(trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('accounts.id')
    .where('accounts.id', 'in', (eb) =>
      eb.selectFrom('invitations').select('account_id').where('invitations.id', '=', id),
    )
    .forNoKeyUpdate()
    .execute();
}

export async function updateInvitationRole(trx: Trx, id: string, role: MemberRole): Promise<void> {
  await trx.updateTable('invitations').set({ role }).where('id', '=', id).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
  await deleteInvitationLinks(trx, id);
}

/** Deletes the mailed links of an invitation, which contain its id (auth/sign-in.ts); with `before`, only older links. */
export async function deleteInvitationLinks(trx: Trx, id: string, before?: Date): Promise<void> {
  await sql`delete from verifications where position(${`"${id}"`} in value) > 0
    and created_at < ${before ?? 'infinity'}`.execute(trx);
}

export async function findInvitationId(db: Db, accountId: string, email: string): Promise<string | undefined> {
  const query = db.selectFrom('invitations').select('id').where('account_id', '=', accountId);
  return (await query.where('email', '=', email).executeTakeFirst())?.id;
}

/** Returns whether the email signs in to an account, including a deleted one that can be restored. */
export async function mayWorkSomewhere(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select where
    exists (select from members m join users u on u.id = m.user_id where u.email = ${email})
    or exists (select from accounts where lower(email) = ${email})`.execute(db);
  return rows.length > 0;
}

export async function countInvitations(trx: Trx, accountId: string): Promise<number> {
  const query = trx.selectFrom('invitations').select(({ fn }) => fn.countAll<string>().as('n'));
  const row = await query
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Invitations that the owner of a mailbox may accept. */
export async function selectInvitationsOf(db: Db, email: string): Promise<OwnInvitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['invitations.id', 'accounts.name', 'role', 'invited_by', 'expires_at'])
    .where('invitations.email', '=', email.toLowerCase())
    .where('expires_at', '>', sql<Date>`now()`)
    .where('deleted_at', 'is', null)
    .orderBy('invitations.created_at')
    .execute();
  return rows.map(({ id, name, role, invited_by, expires_at }) => ({
    invitation_id: id,
    account: name,
    role,
    invited_by,
    expires_at: expires_at.toISOString(),
  }));
}

export async function deleteExpiredInvitations(db: Db): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute();
}

// Reads members of an account.

/** `email` is the signed-in person's. */
export async function listMembers(db: Database, accountId: string, email?: string): Promise<Member[]> {
  return (await selectMembers(db, accountId)).map((member) => ({
    ...member,
    you: member.state === 'active' && member.email === email,
  }));
}

export async function getMember(db: Database, accountId: string, id: string, email?: string): Promise<Member> {
  const found = (await listMembers(db, accountId, email)).find(({ member_id }) => member_id === id);
  return found ?? fail('not_found', `There is no member or invitation ${id.slice(0, 40)}. GET /members lists them.`);
}
