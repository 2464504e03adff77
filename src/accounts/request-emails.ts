// Emails about requests: one of a key was received, approved or declined, one of the holder of an account was declined. Email can be
// read in transit, so none contains a key, and the link of an approval works once. None repeats what was typed for a key, not even
// the name: the email is not verified, so a stranger could have the service say anything to anybody.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage } from '../mail/message.ts';
import { type Account, limitsText } from './account.ts';
import { invitationDays, type KeyRequest } from './key-request.ts';
import { plans } from './plan.ts';

export function receivedEmail({ id, email, plan }: KeyRequest): MailMessage {
  return composeMail({
    to: email,
    subject: 'We received your request for a Hookline API key',
    parts: [
      'Thank you for requesting an API key. A person reads every request, and the decision comes by email, either way.',
      { facts: [['Request', id], ...(plan ? [['Plan', plans[plan].title] as const] : [])] },
      'When it is approved, the email has a link that signs you in, and you create your first key.',
      { note: 'If you did not request a key, ignore this email.' },
    ],
  });
}

type Approved = { isNew: boolean; message: string | undefined; link: string; publicUrl: string };

/** `link` signs in; `message` is from the operator; `isNew` is false if the email already had an account, which is not changed. */
export function approvedEmail(
  { email }: KeyRequest,
  account: Account,
  { isNew, message, link, publicUrl }: Approved,
): MailMessage {
  return composeMail({
    to: email,
    subject: isNew ? 'Your Hookline account is ready' : 'You already have a Hookline account',
    parts: [
      isNew
        ? 'Your request for an API key is approved. Your account is ready.'
        : 'You requested an API key with an email that already has an account. It keeps its plan: sign in to create a key, or to request another plan.',
      {
        facts: [
          ['Plan', plans[account.plan].title],
          ['Calls', limitsText(account)],
        ],
      },
      ...(message === undefined ? [] : [{ quote: message }]),
      `Sign in with this link. It works once and expires in ${invitationDays} days.`,
      { button: 'Sign in', url: link },
      'Then create an API key. It is shown only once, so store it like a password. Your first call, with the key in the environment:',
      { code: `curl -H "Authorization: Bearer $HOOKLINE_KEY" '${publicUrl}/hooks?limit=5'` },
      {
        links: [
          { label: 'Docs', url: `${publicUrl}/docs` },
          isNew
            ? { label: 'Your usage', url: `${publicUrl}/dashboard/usage` }
            : { label: 'Your plan', url: `${publicUrl}/dashboard/plan` },
          { label: 'Another sign-in link', url: `${publicUrl}/sign-in` },
        ],
      },
    ],
  });
}

/** `reason` is from the operator. */
export function declinedEmail({ email }: KeyRequest, reason: string | undefined): MailMessage {
  return composeMail({
    to: email,
    subject: 'Your request for a Hookline API key',
    parts: [
      'Thank you for requesting an API key. We cannot give you one at this time.',
      ...(reason === undefined ? [] : [{ quote: reason }]),
      'If your plans change, you are welcome to send another request.',
    ],
  });
}

type DeclinedOwn = { reason: string | undefined; publicUrl: string };

/** To the holder of the account, who was signed in. `reason` is from the operator. */
export function declinedOwnEmail(
  { kind, plan }: KeyRequest,
  account: Account,
  { reason, publicUrl }: DeclinedOwn,
): MailMessage {
  const stays =
    kind === 'plan' ? `Your account stays on ${plans[account.plan].title}.` : 'Your account stays suspended.';
  const wanted = kind === 'plan' && plan ? `the ${plans[plan].title} plan` : 'reactivation';
  return composeMail({
    to: account.email,
    subject: `Your request for ${wanted} was declined`,
    name: account.name,
    parts: [
      `Your request for ${wanted} was declined. ${stays}`,
      ...(reason === undefined ? [] : [{ quote: reason }]),
      { button: 'See your plan', url: `${publicUrl}/dashboard/plan` },
    ],
  });
}
