// Requests for keys, plans and reactivations: submit, withdraw, approve, decline. Each is audited and mailed in its transaction.
import type { z } from 'zod';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { type IdInAccount, type InAccount, newId } from '../lib/ids.ts';
import { addOperatorAlert } from '../operator-alerts/actions.ts';
import type { Account } from './account.ts';
import {
  type AccountMail,
  type AccountMailConfig,
  applyChange,
  failUnknown as failUnknownAccount,
  ownRequestText,
  requestText,
} from './actions.ts';
import {
  type Approval,
  approvedEmail,
  approveKeyRequestInput,
  declinedEmail,
  declinedOwnEmail,
  declineKeyRequestInput,
  type KeyRequest,
  receivedEmail,
  submitKeyRequestInput,
  submitPlanRequestInput,
} from './key-request.ts';
import { failIfReserved, failIfUnreachable, noMail } from './reserved-email.ts';
import { findAccount, findAccountByEmail, insertAccount, lockAccount } from './store.ts';
import {
  attachKeyRequest,
  countPendingKeyRequests,
  decideKeyRequest,
  deletePendingRequests,
  findKeyRequest,
  insertKeyRequest,
} from './store-key-requests.ts';

const maxPendingPerEmail = 3;

export type DecisionDeps = {
  jobs: Pick<Jobs, 'send'>;
  /** Implemented by auth/sign-in.ts, which imports accounts. */
  signIn: {
    createInvitation: (email: string) => Promise<string>;
    allow: (trx: Trx, email: string) => Promise<boolean>;
  };
  publicUrl: () => string;
  config?: AccountMailConfig;
};

/** With `mail`, the applicant gets a receipt unless `isReceiptDue` returns false, and the operator an operator alert. */
export async function submitKeyRequest(
  { db, mail, isReceiptDue = () => true }: { db: Database; mail?: AccountMail; isReceiptDue?: () => boolean },
  input: z.input<typeof submitKeyRequestInput>,
): Promise<KeyRequest> {
  const { expected_calls_per_month: calls_per_month, plan = null, ...rest } = submitKeyRequestInput.parse(input);
  failIfUnreachable(rest.email, mail?.config ?? noMail);
  if ((await countPendingKeyRequests(db, rest.email)) >= maxPendingPerEmail) {
    fail('conflict', `${maxPendingPerEmail} requests from this email are already pending. Wait for a decision.`);
  }
  const account = mail && (await findAccountByEmail(db, rest.email));
  return db.transaction().execute(async (trx) => {
    const row = { id: newId('req'), kind: 'key' as const, ...rest, calls_per_month, plan };
    const request = await insertKeyRequest(trx, row);
    if (!mail) return request;
    if (isReceiptDue()) await mail.jobs.send(trx, 'mail', receivedEmail(request));
    await alertOperator(trx, mail, 'key_request', requestText(request, account));
    return request;
  });
}

/** Submits a request of the account's holder. It replaces the pending request of the same kind. */
export async function submitPlanRequest(
  ctx: Context & { mail: AccountMail },
  { accountId, ...input }: z.input<typeof submitPlanRequestInput> & InAccount,
): Promise<KeyRequest> {
  const { kind, plan = null, use_case, expected_calls_per_month: calls = null } = submitPlanRequestInput.parse(input);
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const account = (await findAccount(trx, accountId)) ?? failUnknownAccount(accountId);
    failIfPointless(account, { kind, plan });
    await deletePendingRequests(trx, accountId, { kind });
    const { name, email } = account;
    const row = { id: newId('req'), kind, name, email, use_case, calls_per_month: calls, plan, account_id: accountId };
    const request = await insertKeyRequest(trx, row);
    const details = { kind, ...(plan ? { plan: { from: account.plan, to: plan } } : {}) };
    await audit({ action: 'key_request.submitted', subject: request.id, accountId, details });
    await alertOperator(trx, ctx.mail, 'plan_change', ownRequestText(request, account));
    return request;
  });
}

function failIfPointless(account: Account, { kind, plan }: Pick<KeyRequest, 'kind' | 'plan'>): void {
  if (kind === 'reactivation' && !account.suspended) fail('conflict', 'The account is not suspended.');
  if (kind === 'plan' && plan === account.plan) fail('conflict', `The account is on the ${plan} plan already.`);
}

export async function alertOperator(
  trx: Trx,
  { jobs, publicUrl, config: { operatorEmail } }: AccountMail,
  kind: 'key_request' | 'plan_change' | 'source_request',
  text: string,
): Promise<void> {
  const page = kind === 'source_request' ? 'source-requests' : 'requests';
  await addOperatorAlert(trx, { jobs, operatorEmail }, { kind, text, url: `${publicUrl()}/console/${page}` });
}

/** Fails unless the request is pending. */
export async function withdrawPlanRequest(ctx: Context, { id, accountId }: IdInAccount): Promise<void> {
  await commit(ctx, async (trx, audit) => {
    const [withdrawn] = await deletePendingRequests(trx, accountId, { id });
    if (withdrawn === undefined) fail('not_found', `There is no pending request ${id}. It may have been decided.`);
    await audit({ action: 'key_request.withdrawn', subject: id, accountId });
  });
}

/**
 * Approving a key request creates the account and emails a sign-in link; approving another request changes the account and emails its
 * holder.
 */
export async function approveKeyRequest(
  ctx: Context & DecisionDeps,
  { id, ...input }: z.input<typeof approveKeyRequestInput> & { id: string },
): Promise<Approval> {
  const decision = approveKeyRequestInput.parse(input);
  const submitted = (await findKeyRequest(ctx.db, id)) ?? failUnknown(id);
  return submitted.kind === 'key' ? approveKey(ctx, submitted, decision) : approveChange(ctx, submitted, decision);
}

type Decision = z.output<typeof approveKeyRequestInput>;

async function approveKey(
  ctx: Context & DecisionDeps,
  { id, email: submittedEmail }: KeyRequest,
  { message, plan = 'free' }: Decision,
): Promise<Approval> {
  const { db, jobs, signIn, publicUrl, config = noMail } = ctx;
  await failIfReserved(db, submittedEmail, config);
  // A transaction may await only its own queries, so the link is created before it. If the transaction fails, nobody sees the link.
  const link = await signIn.createInvitation(submittedEmail);
  return commit(ctx, async (trx, audit) => {
    const request = await decide(trx, id, 'approved');
    const { name, email } = request;
    const limits = { day_limit: null, month_limit: null };
    const inserted = await insertAccount(trx, { id: newId('acc'), name, email, plan, ...limits });
    const account = inserted ?? (await findAccountByEmail(trx, email));
    if (!account) fail('conflict', 'The account with this email was changed at the same time. Try again.');
    if (account.deletion)
      fail('conflict', `The account ${account.id} of this email is deleted. Restore it, or erase it now.`);
    await attachKeyRequest(trx, id, account.id);
    if (!(await signIn.allow(trx, email)))
      fail('conflict', `${email} is the email of an operator. Decline the request.`);
    const isNew = inserted !== undefined;
    const details = { plan: account.plan, account_created: isNew };
    await audit({ action: 'key_request.approved', subject: id, accountId: account.id, details });
    await jobs.send(trx, 'mail', approvedEmail(request, account, { isNew, message, link, publicUrl: publicUrl() }));
    return { request: { ...request, account_id: account.id }, account, created: isNew };
  });
}

async function approveChange(
  ctx: Context & DecisionDeps,
  { id, kind, plan: requested, account_id: accountId }: KeyRequest,
  { message, plan }: Decision,
): Promise<Approval> {
  if (kind === 'reactivation' && plan) fail('conflict', 'Leave out `plan`: this request is for a reactivation.');
  if (accountId === null) fail('conflict', 'The account of this request was erased. Decline the request.');
  const change = kind === 'reactivation' ? { suspended: false } : { plan: plan ?? requested ?? undefined };
  const { actor, jobs, publicUrl, config = noMail } = ctx;
  const approve = async (trx: Trx, audit: Audit) => {
    // Locked before the request, as in changes of the account, so that the two cannot deadlock.
    await lockAccount(trx, accountId);
    const request = await decide(trx, id, 'approved');
    const mail = { jobs, publicUrl, config };
    const account = await applyChange({ db: trx, audit, actor, mail }, { id: accountId, ...change, message });
    const details = { plan: account.plan };
    await audit({ action: 'key_request.approved', subject: id, accountId, details });
    return { request, account, created: false };
  };
  return commit(ctx, approve, { keys: accountId });
}

export async function declineKeyRequest(
  ctx: Context & Pick<DecisionDeps, 'jobs' | 'publicUrl'>,
  { id, ...input }: z.input<typeof declineKeyRequestInput> & { id: string },
): Promise<KeyRequest> {
  const { reason } = declineKeyRequestInput.parse(input);
  const { jobs, publicUrl } = ctx;
  return commit(ctx, async (trx, audit) => {
    const request = await decide(trx, id, 'declined');
    const { kind, account_id: accountId } = request;
    const own = kind === 'key' || accountId === null ? undefined : await findAccount(trx, accountId);
    await audit({ action: 'key_request.declined', subject: id, accountId: own?.id });
    if (kind === 'key') await jobs.send(trx, 'mail', declinedEmail(request, reason));
    else if (own) await jobs.send(trx, 'mail', declinedOwnEmail(request, own, { reason, publicUrl: publicUrl() }));
    return request;
  });
}

async function decide(trx: Trx, id: string, state: 'approved' | 'declined'): Promise<KeyRequest> {
  const decided = await decideKeyRequest(trx, id, state);
  if (decided) return decided;
  const request = (await findKeyRequest(trx, id)) ?? failUnknown(id);
  fail('conflict', `The request ${id} is already ${request.state}.`);
}

function failUnknown(id: string): never {
  fail('not_found', `Key request ${id} does not exist.`);
}
