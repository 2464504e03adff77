// Signs up: emails a link, and creates the account and its first key when the link is followed. No operator takes part.
import { z } from 'zod';
import { accountBriefSchema, accountName, emailAddress } from '../accounts/account.ts';
import { failIfUnreachable, type MailConfig } from '../accounts/reserved-email.ts';
import { insertAccount, isOperatorEmail } from '../accounts/store.ts';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { lazily } from '../lib/async.ts';
import { fail } from '../lib/errors.ts';
import { newId, randomBase62 } from '../lib/ids.ts';
import { hourMs } from '../lib/time.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import type { Observe } from '../telemetry/events.ts';
import { issueKey } from './keys/actions.ts';
import { createKeyInput, hashKey, issuedKeySchema } from './keys/key.ts';
import type { SignIn } from './sign-in.ts';
import { allowSignIn } from './store.ts';
import { findAccountOfMailbox, insertSignUp, takeSignUp } from './store-sign-ups.ts';

export type SignUpDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  signIn: Pick<SignIn, 'sendLink'>;
  publicUrl: () => string;
  observe: Observe;
  config: MailConfig & { smtpUrl?: string };
};

/** These refusals depend only on the email's domain, so they reveal nothing about accounts. */
export async function failIfUnwanted({ email }: z.infer<typeof signUpInput>, config: MailConfig): Promise<void> {
  failIfUnreachable(email, config);
  if (!(await isDisposable(email))) return;
  const detail = 'Disposable emails cannot sign up. Use an email that you keep.';
  fail('invalid_body', detail, { errors: [{ pointer: '#/email', detail }] });
}

/**
 * Emails a link that creates the account. A mailbox with an account gets a sign-in link instead, at the account's email: a mailbox has one
 * account, however its email is spelled.
 */
export async function sendSignUpLink(deps: SignUpDeps, input: z.infer<typeof signUpInput>): Promise<void> {
  const { db, jobs, signIn, publicUrl, observe, config } = deps;
  const email = input.email.toLowerCase();
  const mailbox = mailboxOf(email);
  const account = await findAccountOfMailbox(db, { email, mailbox });
  if (account || (await isOperatorEmail(db, email))) return signIn.sendLink(account?.email ?? email);
  const token = randomBase62(32);
  // A fragment is never sent to a server, so no log and no mail scanner sees the token.
  const link = `${publicUrl()}/sign-up#token=${token}`;
  const expires_at = new Date(Date.now() + signUpLinkHours * hourMs);
  await db.transaction().execute(async (trx) => {
    await insertSignUp(trx, { token_hash: hashKey(token), email, mailbox, expires_at });
    await jobs.send(trx, 'mail', signUpEmail(email, link));
  });
  observe({ kind: 'sign_in_link_mailed', email, link: config.smtpUrl === undefined ? link : undefined });
}

/** Returns undefined if the link is used, expired or unknown, or if the mailbox got an account otherwise. */
export async function confirmSignUp(
  ctx: Context,
  { token, name: given }: z.infer<typeof confirmSignUpInput>,
): Promise<NewAccount | undefined> {
  const accountId = newId('acc');
  const create = async (trx: Trx, audit: Audit) => {
    const signUp = await takeSignUp(trx, hashKey(token));
    if (!signUp || (await findAccountOfMailbox(trx, signUp))) return undefined;
    const { email } = signUp;
    const [name = email] = given === undefined ? email.split('@', 1) : [given];
    const limits = { day_limit: null, month_limit: null };
    const account = await insertAccount(trx, { id: accountId, name, email, plan: 'free', ...limits });
    if (!account || !(await allowSignIn(trx, email))) fail('conflict', 'This email already has an account. Sign in.');
    const { plan, suspended } = account;
    const details = { name, plan, limits: account.limits };
    await audit({ action: 'account.created', subject: accountId, accountId, details });
    const { scopes, allowed_ips } = createKeyInput.parse({});
    const first = { accountId, name: 'First key', now: new Date(), expiresAt: null, scopes, allowed_ips };
    const key = await issueKey(trx, audit, first);
    return { email, account: { id: accountId, name, plan, suspended }, key };
  };
  return commit(ctx, create, { keys: accountId });
}

/** The email repeats no typed text, since anyone may have typed it. */
function signUpEmail(email: string, link: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'Your Hookline API key is one click away',
    parts: [
      `Create your Free account and its first API key with this link. It works once and expires in ${signUpLinkHours} hours.`,
      { button: 'Get my API key', url: link },
      { note: 'If you did not request it, ignore this email. Without the link no account is created.' },
    ],
  });
}

// Mailbox of an email: the common form of its spellings, and whether it is disposable.

const gmail = ['gmail.com', 'googlemail.com'];

/**
 * Lowercases the email and removes the suffix after a plus sign, and the dots of Gmail, which ignores them. The database normalizes the
 * emails of accounts in the same way (`mailboxExpression`).
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [name = ''] = local.split('+', 1);
  return gmail.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Loaded with the first sign-up: it takes 2 MB. */
const loadDomains = lazily(async () => (await import('disposable-email-domains-js')).disposableEmailBlocklistSet());

/** Whether the email belongs to a service of disposable mailboxes, or to a subdomain of one. */
async function isDisposable(email: string): Promise<boolean> {
  const domains = await loadDomains();
  const labels = email
    .toLowerCase()
    .slice(email.lastIndexOf('@') + 1)
    .split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}

/** Long enough for slow mail; the link gives nothing but a new Free account. */
const signUpLinkHours = 24;

export const signUpInput = z.strictObject({ email: emailAddress });

export const confirmSignUpInput = z.strictObject({
  token: z.string().min(1).max(200),
  name: accountName
    .optional()
    .meta({ description: 'Name of the account. Default: the part of the email before its @' }),
});

export const newAccountSchema = z
  .object({
    email: z.string(),
    account: accountBriefSchema,
    key: issuedKeySchema.meta({ description: 'Its first key, shown only once' }),
  })
  .meta({ id: 'NewAccount', description: 'The account that a sign-up created' });
type NewAccount = z.infer<typeof newAccountSchema>;
