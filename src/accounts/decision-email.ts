// Emails that tell an applicant the decision on a key request. Email can be read in transit, so neither contains a key, and
// the link of an approval works once.
import type { MailMessage } from '../mail/message.ts';
import { type Account, limitsOf } from './account.ts';
import { invitationDays, type KeyRequest } from './key-request.ts';
import { plans } from './plan.ts';

/** `link` signs in; `message` is from the operator; `isNew` is false if the email already had an account, which keeps its plan. */
export function approvedEmail(
  { name, email }: KeyRequest,
  account: Account,
  { isNew, message, link, publicUrl }: { isNew: boolean; message: string | undefined; link: string; publicUrl: string },
): MailMessage {
  const { title } = plans[account.plan];
  const ready = isNew
    ? `Your request for an API key is approved. Your account is ready, on the ${title} plan:`
    : `Your request for an API key is approved. Your account stays on the ${title} plan:`;
  return {
    to: email,
    subject: 'Your Hookline account is ready',
    text: [
      greeting(name),
      '',
      ready,
      formatLimits(account),
      '',
      ...optional(message),
      `Sign in with this link. It works once and expires in ${invitationDays} days:`,
      '',
      link,
      '',
      `To get another link, go to ${publicUrl}/sign-in`,
      '',
      'Then create an API key. It is shown only once, so store it like a password. Your first call, with the key in the environment:',
      '',
      `curl -H "Authorization: Bearer $HOOKLINE_KEY" '${publicUrl}/hooks?limit=5'`,
      '',
      `API reference: ${publicUrl}/docs`,
      `Your plan and limits: ${publicUrl}/meta`,
      `Your usage: ${publicUrl}/usage`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

/** `reason` is from the operator. */
export function declinedEmail({ name, email }: KeyRequest, reason: string | undefined): MailMessage {
  return {
    to: email,
    subject: 'Your request for a Hookline API key',
    text: [
      greeting(name),
      '',
      'Thank you for requesting an API key. We cannot give you one at this time.',
      '',
      ...optional(reason),
      'If your plans change, you are welcome to send another request.',
      '',
      'Hookline',
    ].join('\n'),
  };
}

/** Names come from strangers: line breaks are removed. */
function greeting(name: string): string {
  return `Hello ${name.replace(/\s+/g, ' ')},`;
}

function optional(paragraph: string | undefined): string[] {
  return paragraph === undefined ? [] : [paragraph, ''];
}

function formatLimits(account: Account): string {
  const { perDay, perMonth } = limitsOf(account);
  const calls = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'call' : 'calls'}`;
  const parts = [
    ...(perDay === null ? [] : [`${calls(perDay)} a day`]),
    ...(perMonth === null ? [] : [`${calls(perMonth)} a month`]),
  ];
  return parts.length > 0 ? `${parts.join(' and ')} (UTC).` : 'Unlimited calls.';
}
