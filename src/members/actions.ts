// Changes members: invite, accept, decline, change a role, remove, leave. Each change is audited and mailed in its transaction.
import { changeAccount, findAccount, findAccountByEmail, lockAccount } from '../accounts/store.ts';
import { assertRate, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { notify, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { type IdInAccount, type InAccount, newId } from '../lib/ids.ts';
import { dayMs } from '../lib/time.ts';
import {
  type InviteInput,
  invitationDays,
  invitationEmail,
  joinedEmail,
  type MemberRole,
  maxInvitationsPerHour,
  maxMembers,
  roleChangedEmail,
} from './member.ts';
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationLinks,
  deleteMember,
  findInvitationId,
  type Invitation,
  insertMember,
  lockAccountOfInvitation,
  lockInvitation,
  lockMembers,
  type MemberRow,
  mayWorkSomewhere,
  selectMemberships,
  setSessionAccount,
  updateInvitationRole,
  updateMemberRole,
  upsertInvitation,
} from './store.ts';

type MemberMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

/** Implemented by auth/sign-in.ts, which imports members. */
export type InviteSignIn = {
  /** Creates a link that signs in as `email`, which may have no user yet. It is deleted with the invitation of this id. */
  createInvitation: (email: string, id: string) => Promise<string>;
  /** Creates the user of the email, so that the link finds it. undefined if it is an operator's. */
  addUser: (trx: Trx, email: string) => Promise<string | undefined>;
};

/** Creates the user of the email, so that the link finds it. Returns undefined for an operator's email. */
export type Person = { id: string; userId: string; email: string; accountId: string | null };

const teamPage = '/dashboard/team';
const invitationsPage = '/invitations';
const invitationRate = { action: 'member.invited', what: 'invitations', max: maxInvitationsPerHour } as const;

type MemberContext = Context & MemberMail;

/** Replaces a pending invitation of this email: with the new role, for another seven days. Returns its id. */
export async function invite(
  ctx: MemberContext & { signIn: InviteSignIn },
  { accountId, email: typed, role }: InviteInput & InAccount,
): Promise<string> {
  const { db, actor, jobs, publicUrl, signIn } = ctx;
  const email = typed.toLowerCase();
  const invitedBy = actor.memberEmail ?? '';
  const startedAt = new Date();
  const id = (await findInvitationId(db, accountId, email)) ?? newId('inv');
  // Users of other accounts get no sign-in link, since it would open those accounts too.
  const isKnown = await mayWorkSomewhere(db, email);
  const link = new URL(invitationsPage, publicUrl());
  // A transaction may await only its own queries, so the link is created before it. If the transaction fails, nobody sees the link.
  if (!isKnown) {
    link.href = await signIn.createInvitation(email, id);
    link.searchParams.set('next', invitationsPage);
  }
  return commit(ctx, async (trx, audit) => {
    const account = await lockLiveAccount(trx, accountId);
    const members = await lockMembers(trx, accountId);
    if (members.some((member) => member.email === email)) fail('conflict', `${email} is already a member.`);
    await assertRate(trx, accountId, invitationRate, startedAt);
    if ((await signIn.addUser(trx, email)) === undefined) failReserved(email);
    await deleteInvitationLinks(trx, id, startedAt);
    const now = new Date();
    const invitation = await upsertInvitation(trx, {
      id,
      account_id: accountId,
      email,
      role,
      invited_by: invitedBy,
      created_at: now,
      expires_at: new Date(now.getTime() + invitationDays * dayMs),
    });
    if (members.length + (await countInvitations(trx, accountId)) > maxMembers)
      fail('conflict', `An account has at most ${maxMembers} members and invitations. Remove one first.`);
    const { id: subject } = invitation;
    await audit({ action: 'member.invited', subject, accountId, details: { email, role } });
    const invited = { email, account: account.name, invitedBy, role, link: link.href, signsIn: !isKnown };
    await jobs.send(trx, 'mail', invitationEmail(invited));
    return subject;
  });
}

/** Does not reveal operators' emails, since emails of the service are reserved too. */
function failReserved(email: string): never {
  const detail = `${email} is reserved. Invite another email.`;
  fail('invalid_body', detail, { errors: [{ pointer: '#/email', detail }] });
}

/** The session of the invited person works in the account from now on. */
export async function acceptInvitation(
  ctx: MemberContext,
  { person, id }: { person: Person; id: string },
): Promise<string> {
  const { jobs, publicUrl } = ctx;
  return commit(ctx, async (trx, audit) => {
    const { account_id: accountId, role, email, invited_by } = await takeInvitation(trx, person, id);
    const account = await lockLiveAccount(trx, accountId);
    const subject = await insertMember(trx, { accountId, userId: person.userId, role });
    await setSessionAccount(trx, person.id, accountId);
    if (subject === undefined) return accountId;
    await audit({ action: 'member.joined', subject, accountId, details: { email, role, invited_by } });
    const page = publicUrl() + teamPage;
    const inviter = (await lockMembers(trx, accountId)).find((member) => member.email === invited_by);
    const mailboxes = [account.email.toLowerCase(), ...(inviter?.role === 'owner' ? [inviter.email] : [])];
    for (const to of new Set(mailboxes))
      await jobs.send(trx, 'mail', joinedEmail({ to, account: account.name, email, role, page }));
    return accountId;
  });
}

export async function declineInvitation(ctx: Context, { person, id }: { person: Person; id: string }): Promise<void> {
  await commit(ctx, async (trx, audit) => {
    const { account_id: accountId, email } = await takeInvitation(trx, person, id);
    await audit({ action: 'member.uninvited', subject: id, accountId, details: { email } });
  });
}

/**
 * Deletes the invitation, so that it works once. Invitations of other mailboxes do not exist for a person. Locks the account before the
 * invitation, as owners who change or revoke one do, to prevent deadlocks.
 */
async function takeInvitation(trx: Trx, { email }: Person, id: string): Promise<Invitation> {
  await lockAccountOfInvitation(trx, id);
  const invitation = await lockInvitation(trx, id);
  if (invitation?.email !== email.toLowerCase())
    fail(
      'not_found',
      `There is no such invitation for ${email}. It was used or revoked, has expired, or is for another email.`,
    );
  await deleteInvitation(trx, id);
  return invitation;
}

/** The person must be a member of the account. */
export async function switchAccount(
  ctx: Context,
  { person, accountId }: { person: Person; accountId: string },
): Promise<void> {
  const accounts = await selectMemberships(ctx.db, person.userId);
  if (!accounts.some(({ id }) => id === accountId))
    fail('not_found', `You are not a member of the account ${accountId}. GET /session lists yours.`);
  if (person.accountId === accountId) return;
  await commit(ctx, async (trx, audit) => {
    await setSessionAccount(trx, person.id, accountId);
    await audit({ action: 'session.switched', subject: person.id, accountId });
  });
}

/** Changes the role of a member or an invitation. */
export async function changeRole(
  ctx: MemberContext,
  { id, accountId, role }: IdInAccount & { role: MemberRole },
): Promise<void> {
  const { actor } = ctx;
  await commit(ctx, async (trx, audit) => {
    const account = await lockLiveAccount(trx, accountId);
    const members = await lockMembers(trx, accountId);
    const member = members.find((row) => row.id === id);
    const { email, role: from } = member ?? (await lockOwnInvitation(trx, accountId, id));
    if (from === role) return;
    if (!member) await updateInvitationRole(trx, id, role);
    else {
      if (from === 'owner') await handOver(trx, accountId, members, member);
      await updateMemberRole(trx, id, role);
      // Apps that the member connected stop in every process if the role may not change anything.
      await notify(trx, 'hookline_accounts', accountId);
    }
    const details = { email, role: { from, to: role } };
    await audit({ action: 'member.changed', subject: id, accountId, details });
    if (member && email !== actor.memberEmail) await mailRole(ctx, trx, { to: email, account: account.name, role });
  });
}

/** Removes a member or revokes an invitation. Members other than owners can remove only themselves. */
export async function removeMember(
  ctx: MemberContext,
  { id, accountId, by }: IdInAccount & { by: { userId: string; role: MemberRole } },
): Promise<void> {
  await commit(ctx, async (trx, audit) => {
    const account = await lockLiveAccount(trx, accountId);
    const members = await lockMembers(trx, accountId);
    const member = members.find((row) => row.id === id);
    const isOwn = member?.userId === by.userId;
    if (!isOwn && by.role !== 'owner')
      fail('role_required', `The role ${by.role} can leave, but not remove others. Ask an owner of the account.`);
    if (!member) {
      const { email } = await lockOwnInvitation(trx, accountId, id);
      await deleteInvitation(trx, id);
      await audit({ action: 'member.uninvited', subject: id, accountId, details: { email } });
      return;
    }
    if (member.role === 'owner') await handOver(trx, accountId, members, member);
    await deleteMember(trx, member, accountId);
    const { email } = member;
    const action = isOwn ? 'member.left' : 'member.removed';
    await audit({ action, subject: id, accountId, details: { email, role: member.role } });
    // Apps that the member connected stop in every process.
    await notify(trx, 'hookline_accounts', accountId);
    if (!isOwn) await mailRole(ctx, trx, { to: email, account: account.name, role: null });
  });
}

/**
 * Call it before an owner leaves or gets another role: another owner must remain, and gets the email of the account if it was this owner's.
 */
async function handOver(trx: Trx, accountId: string, members: readonly MemberRow[], owner: MemberRow): Promise<void> {
  const others = members.filter(({ id, role }) => role === 'owner' && id !== owner.id);
  if (others.length === 0)
    fail('conflict', `${owner.email} is the last owner. Make another member an owner first, or delete the account.`);
  const account = await findAccount(trx, accountId);
  if (account?.email.toLowerCase() !== owner.email) return;
  for (const { email } of others)
    if (!(await findAccountByEmail(trx, email))) {
      await changeAccount(trx, accountId, { email }, undefined);
      return;
    }
  fail(
    'conflict',
    `Emails about this account go to ${owner.email}, and every other owner has an account of the same email. Ask the operator of this service to set another email for the account first.`,
  );
}

type RoleChange = { to: string; account: string; role: MemberRole | null };

function mailRole({ actor, jobs, publicUrl }: MemberContext, trx: Trx, change: RoleChange): Promise<unknown> {
  const by = actor.memberEmail ?? 'Hookline';
  return jobs.send(trx, 'mail', roleChangedEmail({ ...change, by, page: publicUrl() + teamPage }));
}

async function lockOwnInvitation(trx: Trx, accountId: string, id: string): Promise<Invitation> {
  const invitation = await lockInvitation(trx, id);
  if (invitation?.account_id === accountId) return invitation;
  return fail('not_found', `There is no member or invitation ${id.slice(0, 40)}. GET /members lists them.`);
}

async function lockLiveAccount(trx: Trx, accountId: string) {
  await lockAccount(trx, accountId);
  return (await findAccount(trx, accountId)) ?? fail('not_found', 'The account was deleted.');
}
