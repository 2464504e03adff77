// Email change of an account by its owner: a link is mailed to the new mailbox, and an owner opens it while signed in to confirm.
import { z } from 'zod';
import { type Account, accountName, emailAddress, timezoneName } from '../accounts/account.ts';
import { type AccountMail, failUnknown, updateAccount } from '../accounts/actions.ts';
import { changeAccount, findAccount, findAccountByEmail, lockAccount, noPendingEmail } from '../accounts/store.ts';
import { assertRate, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { fail } from '../lib/errors.ts';
import type { InAccount } from '../lib/ids.ts';
import { readLink, signLink } from '../lib/signed-link.ts';
import { hourMs } from '../lib/time.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import { failIfStale, type Session } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import { failIfUnwanted } from './sign-up.ts';
import { hasUser } from './store.ts';

/** Long enough for slow mail. */
const linkHours = 24;
const rate = { action: 'account.email_requested', what: 'changes of its email', max: 5 } as const;

export const changeOwnAccountInput = z.strictObject({
  name: accountName.optional(),
  email: emailAddress.optional().meta({
    description:
      'For owners who signed in within the last hour. A link is sent to this email, and the account keeps its current email until an owner opens the link. Another request replaces the link; the current email cancels it. If the email is taken, the response is the same, but no link is sent',
  }),
  timezone: timezoneName.optional().meta({ description: 'Time zone of digests' }),
});

export const confirmEmailInput = z.strictObject({
  token: z.string().min(1).max(600).meta({ description: 'From the link sent to the new email' }),
});

type EmailContext = Context & AccountMail & { linkSecret: string };

/** The former mailbox is notified after the email is changed. */
export async function requestEmailChange(
  ctx: EmailContext,
  { accountId, email, session }: InAccount & { email: string; session: Session },
): Promise<void> {
  const { jobs, publicUrl, config, linkSecret } = ctx;
  await failIfUnwanted({ email }, config);
  await commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const account = (await findAccount(trx, accountId)) ?? failUnknown(accountId);
    const [from, to] = [account.email.toLowerCase(), email.toLowerCase()];
    if (from === to) {
      const details = { email: account.pending_email?.email };
      await changeAccount(trx, accountId, noPendingEmail);
      if (details.email) await audit({ action: 'account.email_canceled', subject: accountId, accountId, details });
      return;
    }
    failIfStale(session, 'change the email');
    await assertRate(trx, accountId, rate, new Date());
    await audit({ action: rate.action, subject: accountId, accountId, details: { email } });
    const pending_email_until = new Date(Date.now() + linkHours * hourMs);
    await changeAccount(trx, accountId, { pending_email: email, pending_email_until });
    // An owner may use their own mailbox. Any other known email gets no link, since it must not move into another account.
    const isTaken = to !== session.email && (await hasUser(trx, to));
    if (isTaken || (await findAccountByEmail(trx, to))) return;
    const token = signLink(linkSecret, signed(account, email), pending_email_until.getTime());
    await jobs.send(trx, 'mail', confirmationEmail(email, `${publicUrl()}/dashboard/settings?token=${token}`));
  });
}

/** Only a signed-in owner can confirm, since a mistyped email sends the link to another person. */
export async function confirmEmail(
  ctx: EmailContext & { mail: AccountMail; signIn: Pick<SignIn, 'move'> },
  { accountId, token }: InAccount & z.infer<typeof confirmEmailInput>,
): Promise<Account> {
  const account = (await findAccount(ctx.db, accountId)) ?? failUnknown(accountId);
  const { email = '', expires_at = '' } = account.pending_email ?? {};
  if (!email || readLink(ctx.linkSecret, signed(account, email), token) !== Date.parse(expires_at))
    fail('gone', 'This link was used, canceled or replaced, has expired, or is for another account. Send a new one.');
  return updateAccount(ctx, { id: accountId, email });
}

const signed = ({ id }: Account, next: string) => `email ${id} ${next}`;

/** Contains no typed text, since the mailbox may belong to another person. */
function confirmationEmail(to: string, link: string): MailMessage {
  return composeMail({
    to,
    subject: 'Confirm the new email of your Hookline account',
    parts: [
      `Confirm that this is the new email of your account. Open the link in the browser where you are signed in. It works once and expires in ${linkHours} hours.`,
      { button: 'Confirm email', url: link },
      { note: 'If you did not ask for this, ignore this email.' },
    ],
  });
}
