// Emails to an applicant: a key request was received, approved or declined. Email can be read in transit, so none contains a key,
// and the link of an approval works once. None repeats what was typed, not even the name: the email is not verified, so a stranger
// could have the service say anything to anybody.
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

/** `link` signs in; `message` is from the operator; `isNew` is false if the email already had an account, which keeps its plan. */
export function approvedEmail(
  { email }: KeyRequest,
  account: Account,
  { isNew, message, link, publicUrl }: Approved,
): MailMessage {
  const ready = isNew ? 'Your account is ready.' : 'Your account keeps its plan.';
  return composeMail({
    to: email,
    subject: 'Your Hookline account is ready',
    parts: [
      `Your request for an API key is approved. ${ready}`,
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
          { label: 'Your usage', url: `${publicUrl}/dashboard/usage` },
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
