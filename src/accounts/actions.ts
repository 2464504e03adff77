// Changes accounts: create, update, and decide key requests. Each change is audited and announced in its transaction.
import type { z } from 'zod';
import { addAlert } from '../alerts/actions.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Acting, type Actor, commit } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { type Account, createAccountInput, updateAccountInput } from './account.ts';
import { changedPlanEmail, suspensionEmail } from './account-emails.ts';
import { planChangeText, requestText } from './alerts.ts';
import {
  type Approval,
  approveKeyRequestInput,
  declineKeyRequestInput,
  type KeyRequest,
  submitKeyRequestInput,
} from './key-request.ts';
import { approvedEmail, declinedEmail, receivedEmail } from './request-emails.ts';
import { failIfReserved, failIfUnreachable, type MailConfig } from './reserved-email.ts';
import {
  attachKeyRequest,
  changeAccount,
  countPendingKeyRequests,
  decideKeyRequest,
  findAccount,
  findAccountByEmail,
  findKeyRequest,
  insertAccount,
  insertKeyRequest,
  lockAccount,
} from './store.ts';

const maxPendingPerEmail = 3;

/** What emails about accounts and requests need. */
export type AccountMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string; config: AccountMailConfig };
type AccountMailConfig = MailConfig & { operatorEmail?: string };

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

/** Where nothing is mailed. */
const noMail: MailConfig = { mailFrom: '' };

export async function createAccount(
  { db, actor, refresh, config = noMail }: Acting & { config?: MailConfig },
  input: z.input<typeof createAccountInput>,
): Promise<Account> {
  const { name, email, plan, limits } = createAccountInput.parse(input);
  return commit({ db, refresh }, 'keys', async (trx) => {
    await failIfReserved(trx, email, config);
    const account = await insertAccount(trx, {
      id: newId('acc'),
      name,
      email,
      plan,
      day_limit: limits?.per_day ?? null,
      month_limit: limits?.per_month ?? null,
    });
    if (!account) fail('conflict', `An account with the email ${email} already exists.`);
    const details = { plan, limits: account.limits };
    await writeAudit(trx, actor, { action: 'account.created', subject: account.id, accountId: account.id, details });
    await notify(trx, 'hookline_accounts');
    return account;
  });
}

/** With `mail` the holder is told of a new plan, new limits and a suspension, and the operator of a new plan. */
export async function updateAccount(
  { db, actor, refresh, mail }: Acting & { mail?: AccountMail },
  id: string,
  input: z.input<typeof updateAccountInput>,
): Promise<Account> {
  const { name, plan, limits, suspended, message } = updateAccountInput.parse(input);
  return commit({ db, refresh }, 'keys', async (trx) => {
    const change = { name, plan, day_limit: limits?.per_day, month_limit: limits?.per_month };
    await lockAccount(trx, id);
    const before = (await findAccount(trx, id)) ?? fail('not_found', `Account ${id} does not exist.`);
    const account = (await changeAccount(trx, id, change, suspended)) ?? before;
    const details = differences(before, account, ['name', 'plan', 'limits', 'suspended']);
    if (details) await writeAudit(trx, actor, { action: 'account.changed', subject: id, accountId: id, details });
    if (mail && details) await mailChanges(trx, mail, { before, account, actor, message });
    await notify(trx, 'hookline_accounts');
    return account;
  });
}

type Change = { before: Account; account: Account; actor: Actor; message: string | undefined };

async function mailChanges(
  trx: Trx,
  { jobs, publicUrl, config }: AccountMail,
  { before, account, actor, message }: Change,
): Promise<void> {
  const told = { account, message, publicUrl: publicUrl() };
  const hasNewPlan = before.plan !== account.plan;
  if (hasNewPlan || JSON.stringify(before.limits) !== JSON.stringify(account.limits))
    await jobs.send(trx, 'mail', changedPlanEmail(before, told));
  if (before.suspended !== account.suspended) await jobs.send(trx, 'mail', suspensionEmail(told));
  const { operatorEmail } = config;
  if (!hasNewPlan || actor.operatorEmail === operatorEmail) return;
  const text = planChangeText(before, account, actor);
  const url = `${publicUrl()}/console/accounts/${account.id}`;
  await addAlert(trx, { jobs, operatorEmail }, { kind: 'plan_change', text, url });
}

/** With `mail` the applicant gets a receipt, unless `isReceiptDue` says no, and the operator an alert. */
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
    const request = await insertKeyRequest(trx, { id: newId('req'), ...rest, calls_per_month, plan });
    if (!mail) return request;
    const { jobs, publicUrl, config } = mail;
    if (isReceiptDue()) await jobs.send(trx, 'mail', receivedEmail(request));
    const kind = account ? 'plan_change' : 'key_request';
    const url = `${publicUrl()}/console/requests`;
    await addAlert(
      trx,
      { jobs, operatorEmail: config.operatorEmail },
      { kind, text: requestText(request, account), url },
    );
    return request;
  });
}

/** Creates the account and emails the applicant a sign-in link. The applicant creates keys in the dashboard. */
export async function approveKeyRequest(
  { db, actor, refresh, jobs, signIn, publicUrl, config = noMail }: Acting & DecisionDeps,
  id: string,
  input: z.input<typeof approveKeyRequestInput> = {},
): Promise<Approval> {
  const { message, plan } = approveKeyRequestInput.parse(input);
  const submitted = (await findKeyRequest(db, id)) ?? failUnknown(id);
  await failIfReserved(db, submitted.email, config);
  // Created before the transaction, which may await only itself. If the transaction fails, nobody sees the link.
  const link = await signIn.createInvitation(submitted.email);
  return commit({ db, refresh }, 'keys', async (trx) => {
    const request = await decide(trx, id, 'approved');
    const { name, email } = request;
    const limits = { day_limit: null, month_limit: null };
    const inserted = await insertAccount(trx, { id: newId('acc'), name, email, plan, ...limits });
    const account = inserted ?? (await findAccountByEmail(trx, email));
    if (!account) fail('conflict', 'The account with this email was changed at the same time. Try again.');
    await attachKeyRequest(trx, id, account.id);
    if (!(await signIn.allow(trx, email)))
      fail('conflict', `${email} is the email of an operator. Decline the request.`);
    if (inserted) await notify(trx, 'hookline_accounts');
    const isNew = inserted !== undefined;
    const details = { plan: account.plan, account_created: isNew };
    await writeAudit(trx, actor, { action: 'key_request.approved', subject: id, accountId: account.id, details });
    await jobs.send(trx, 'mail', approvedEmail(request, account, { isNew, message, link, publicUrl: publicUrl() }));
    return { request: { ...request, account_id: account.id }, account, created: isNew };
  });
}

export async function declineKeyRequest(
  { db, actor, jobs }: Acting & Pick<DecisionDeps, 'jobs'>,
  id: string,
  input: z.input<typeof declineKeyRequestInput> = {},
): Promise<KeyRequest> {
  const { reason } = declineKeyRequestInput.parse(input);
  return db.transaction().execute(async (trx) => {
    const request = await decide(trx, id, 'declined');
    await writeAudit(trx, actor, { action: 'key_request.declined', subject: id });
    await jobs.send(trx, 'mail', declinedEmail(request, reason));
    return request;
  });
}

async function decide(trx: Trx, id: string, state: 'approved' | 'declined'): Promise<KeyRequest> {
  const decided = await decideKeyRequest(trx, id, state);
  if (decided) return decided;
  const request = (await findKeyRequest(trx, id)) ?? failUnknown(id);
  fail('conflict', `The key request ${id} is already ${request.state}.`);
}

function failUnknown(id: string): never {
  fail('not_found', `Key request ${id} does not exist.`);
}
