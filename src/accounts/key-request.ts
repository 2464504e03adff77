// Requests for a key: anybody asks, an operator approves or declines. Approval makes the account; the mail is a job beside it.
import { z } from 'zod';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import type { SignIn } from '../auth/sign-in.ts';
import { allowSignIn } from '../auth/store.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { type Account, accountName, emailAddress, planName } from './account.ts';
import { approvedMail, declinedMail } from './decision-email.ts';
import {
  attachKeyRequest,
  countPendingKeyRequests,
  decideKeyRequest,
  findAccountByEmail,
  findKeyRequest,
  insertAccount,
  insertKeyRequest,
} from './store.ts';

const maxPendingPerEmail = 3;
const states = ['pending', 'approved', 'declined'] as const;

const useCaseError = 'Tell in 10 to 2,000 characters what it is for.';
const callsError = 'Expected calls are a whole number, 1 or more.';

export const submitKeyRequestInput = z
  .strictObject({
    name: accountName.meta({ description: 'Person or company', example: 'Ada Lovelace' }),
    email: emailAddress.meta({ example: 'ada@example.com' }),
    use_case: z
      .string(useCaseError)
      .trim()
      .min(10, useCaseError)
      .max(2000, useCaseError)
      .meta({ description: 'What the data is for' }),
    expected_calls_per_month: z
      .number(callsError)
      .int(callsError)
      .min(1, callsError)
      .max(1_000_000_000_000, callsError),
  })
  .meta({ id: 'NewKeyRequest' });

export const keyRequestSchema = z
  .object({
    id: z.string().meta({ example: 'req_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    email: z.string(),
    use_case: z.string(),
    expected_calls_per_month: z.number().int(),
    state: z.enum(states),
    account_id: z.string().nullable().meta({ description: 'The account that approval made or found' }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyRequest' });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

const words = z.string().trim().min(1).max(2000).optional();
export const approveKeyRequestInput = z.strictObject({
  plan: planName.default('free'),
  message: words.meta({ description: 'For the applicant, in the mail' }),
});
export const declineKeyRequestInput = z.strictObject({
  reason: words.meta({ description: 'For the applicant, in the mail' }),
});

export type DecisionDeps = {
  jobs: Pick<Jobs, 'send'>;
  signIn: Pick<SignIn, 'createInvitation'>;
  publicUrl: () => string;
};

export async function submitKeyRequest(
  db: Database,
  input: z.input<typeof submitKeyRequestInput>,
): Promise<KeyRequest> {
  const { name, email, use_case, expected_calls_per_month } = submitKeyRequestInput.parse(input);
  if ((await countPendingKeyRequests(db, email)) >= maxPendingPerEmail) {
    fail('conflict', `${maxPendingPerEmail} requests with this e-mail address are already waiting for a decision.`);
  }
  return insertKeyRequest(db, { id: newId('req'), name, email, use_case, calls_per_month: expected_calls_per_month });
}

/** `created` is false where the e-mail address already had an account, which keeps its plan. */
export type Approval = { request: KeyRequest; account: Account; created: boolean };

/** Makes the account and mails the applicant a link that signs in to it. Keys are made there. */
export async function approveKeyRequest(
  { db, actor, jobs, signIn, publicUrl }: Acting & DecisionDeps,
  id: string,
  input: z.input<typeof approveKeyRequestInput> = {},
): Promise<Approval> {
  const { plan, message } = approveKeyRequestInput.parse(input);
  const asked = (await findKeyRequest(db, id)) ?? failUnknown(id);
  // Before the transaction, which waits for nothing but itself. Where that fails, nobody ever sees the link.
  const link = await signIn.createInvitation(asked.email);
  return db.transaction().execute(async (trx) => {
    const request = await decide(trx, id, 'approved');
    const { name, email } = request;
    const inserted = await insertAccount(trx, {
      id: newId('acc'),
      name,
      email,
      plan,
      day_limit: null,
      month_limit: null,
    });
    const account = inserted ?? (await findAccountByEmail(trx, email));
    if (!account) fail('conflict', 'The account with this e-mail address has just been changed. Try again.');
    await attachKeyRequest(trx, id, account.id);
    await allowSignIn(trx, email);
    if (inserted) await notify(trx, 'hookline_accounts');
    const isNew = inserted !== undefined;
    const details = { plan: account.plan, account_created: isNew };
    await writeAudit(trx, actor, { action: 'key_request.approved', subject: id, accountId: account.id, details });
    await jobs.send(trx, 'mail', approvedMail(request, account, { isNew, message, link, publicUrl: publicUrl() }));
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
    await jobs.send(trx, 'mail', declinedMail(request, reason));
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
  fail('not_found', `There is no key request ${id}.`);
}
