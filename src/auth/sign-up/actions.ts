// Signs up: emails a link, and creates the account and its first key when the link is followed. No operator takes part.
import type { z } from 'zod';
import { failIfUnreachable, type MailConfig } from '../../accounts/reserved-email.ts';
import { insertAccount, isOperatorEmail } from '../../accounts/store.ts';
import { writeAudit } from '../../audit/actions.ts';
import { type Actor, commit, type Refresh, system } from '../../audit/actor.ts';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { newId, randomBase62 } from '../../lib/ids.ts';
import { hourMs } from '../../lib/time.ts';
import type { Observe } from '../../telemetry/events.ts';
import { issueKey } from '../keys/actions.ts';
import { createKeyInput, hashKey } from '../keys/key.ts';
import type { Client } from '../sessions.ts';
import type { SignIn } from '../sign-in.ts';
import { allowSignIn } from '../store-users.ts';
import { signUpEmail } from './email.ts';
import { isDisposable, mailboxOf } from './mailbox.ts';
import { type NewAccount, type signUpInput, signUpLinkHours } from './sign-up.ts';
import { findAccountOfMailbox, insertSignUp, takeSignUp } from './store.ts';

export type SignUpDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  signIn: Pick<SignIn, 'sendLink'>;
  refresh: Refresh;
  publicUrl: () => string;
  observe: Observe;
  config: MailConfig & { smtpUrl?: string };
};

/** Refusals that depend on nothing but the email's domain, so they tell nothing of accounts. */
export async function failIfUnwanted({ email }: z.infer<typeof signUpInput>, config: MailConfig): Promise<void> {
  failIfUnreachable(email, config);
  if (!(await isDisposable(email))) return;
  const detail = 'Disposable emails cannot sign up. Use an email that you keep.';
  fail('invalid_body', detail, { errors: [{ pointer: '#/email', detail }] });
}

/**
 * Emails a link that creates the account. A mailbox that has one gets a link that signs in, at the email that it signed up with: a
 * mailbox has one account, however its email is spelled.
 */
export async function sendSignUpLink(deps: SignUpDeps, typedEmail: string): Promise<void> {
  const { db, jobs, signIn, publicUrl, observe, config } = deps;
  const email = typedEmail.toLowerCase();
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

/** undefined if the link is used, expired or unknown, or if the mailbox has got an account otherwise. */
export async function confirmSignUp(
  { db, refresh }: Pick<SignUpDeps, 'db' | 'refresh'>,
  token: string,
  client: Client,
): Promise<NewAccount | undefined> {
  const actor: Actor = { ...system, ...client, kind: 'link' };
  const accountId = newId('acc');
  return commit({ db, refresh }, { keys: accountId }, async (trx) => {
    const now = new Date();
    const signUp = await takeSignUp(trx, hashKey(token), now);
    if (!signUp || (await findAccountOfMailbox(trx, signUp))) return undefined;
    const { email } = signUp;
    const [name = email] = email.split('@', 1);
    const limits = { day_limit: null, month_limit: null };
    const account = await insertAccount(trx, { id: accountId, name, email, plan: 'free', ...limits });
    if (!account || !(await allowSignIn(trx, email))) fail('conflict', 'This email got an account otherwise. Sign in.');
    const { plan, suspended } = account;
    const details = { plan, limits: account.limits };
    await writeAudit(trx, actor, { action: 'account.created', subject: accountId, accountId, details });
    const { scopes, allowed_ips } = createKeyInput.parse({});
    const key = await issueKey(trx, actor, accountId, { name: 'First key', now, expiresAt: null, scopes, allowed_ips });
    return { email, account: { id: accountId, name, plan, suspended }, key };
  });
}
