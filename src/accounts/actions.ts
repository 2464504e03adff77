// Changes accounts: create, update, and decide key requests. Each change is audited and announced in its transaction.
import type { z } from 'zod';
import { writeAudit } from '../audit/actions.ts';
import { type Acting, commit } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { type Account, createAccountInput, updateAccountInput } from './account.ts';
import { approvedEmail, declinedEmail } from './decision-email.ts';
import {
  type Approval,
  approveKeyRequestInput,
  declineKeyRequestInput,
  type KeyRequest,
  submitKeyRequestInput,
} from './key-request.ts';
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

export type DecisionDeps = {
  jobs: Pick<Jobs, 'send'>;
  /** Implemented by auth/sign-in.ts, which imports accounts. */
  signIn: {
    createInvitation: (email: string) => Promise<string>;
    allow: (trx: Trx, email: string) => Promise<boolean>;
  };
  publicUrl: () => string;
  config?: MailConfig;
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

export async function updateAccount(
  { db, actor, refresh }: Acting,
  id: string,
  input: z.input<typeof updateAccountInput>,
): Promise<Account> {
  const { name, plan, limits, suspended } = updateAccountInput.parse(input);
  return commit({ db, refresh }, 'keys', async (trx) => {
    const change = { name, plan, day_limit: limits?.per_day, month_limit: limits?.per_month };
    await lockAccount(trx, id);
    const before = (await findAccount(trx, id)) ?? fail('not_found', `Account ${id} does not exist.`);
    const account = (await changeAccount(trx, id, change, suspended)) ?? before;
    const details = differences(before, account, ['name', 'plan', 'limits', 'suspended']);
    if (details) await writeAudit(trx, actor, { action: 'account.changed', subject: id, accountId: id, details });
    await notify(trx, 'hookline_accounts');
    return account;
  });
}

export async function submitKeyRequest(
  db: Database,
  input: z.input<typeof submitKeyRequestInput>,
  config: MailConfig = noMail,
): Promise<KeyRequest> {
  const { name, email, use_case, expected_calls_per_month } = submitKeyRequestInput.parse(input);
  failIfUnreachable(email, config);
  if ((await countPendingKeyRequests(db, email)) >= maxPendingPerEmail) {
    fail('conflict', `${maxPendingPerEmail} requests from this email are already pending. Wait for a decision.`);
  }
  return insertKeyRequest(db, { id: newId('req'), name, email, use_case, calls_per_month: expected_calls_per_month });
}

/** Creates the account and emails the applicant a sign-in link. The applicant creates keys in the dashboard. */
export async function approveKeyRequest(
  { db, actor, refresh, jobs, signIn, publicUrl, config = noMail }: Acting & DecisionDeps,
  id: string,
  input: z.input<typeof approveKeyRequestInput> = {},
): Promise<Approval> {
  const { plan, message } = approveKeyRequestInput.parse(input);
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
