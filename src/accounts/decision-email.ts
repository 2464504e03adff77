// The mails that tell an applicant what became of a key request. Neither carries a key: mail is read on its way, and the
// link of an approval works once.

import { invitationDays } from '../auth/sign-in.ts';
import type { MailMessage } from '../mail/message.ts';
import type { Account } from './account.ts';
import { limitsOf } from './holder.ts';
import type { KeyRequest } from './key-request.ts';
import { plans } from './plan.ts';

/** `link` signs in; `message` is the operator's own word; `isNew` is false where the address already had the account, whose plan stands. */
export function approvedMail(
  { name, email }: KeyRequest,
  account: Account,
  { isNew, message, link, publicUrl }: { isNew: boolean; message: string | undefined; link: string; publicUrl: string },
): MailMessage {
  const { title } = plans[account.plan];
  const ready = isNew
    ? `your request for an API key is approved, and your account is ready. It is on the ${title} plan:`
    : `your request for an API key is approved. Your account stays on the ${title} plan:`;
  return {
    to: email,
    subject: 'Your Hookline account is ready',
    text: [
      greeting(name),
      '',
      ready,
      limitsInWords(account),
      '',
      ...quoted(message),
      `This link signs you in. It works once, within ${invitationDays} days; after that, ${publicUrl}/sign-in sends another:`,
      '',
      link,
      '',
      'Create a key there. It is shown once: keep it like a password. With the key in the environment, this is a first call:',
      '',
      `curl -H "Authorization: Bearer $HOOKLINE_KEY" '${publicUrl}/hooks?limit=5'`,
      '',
      `Every endpoint with its parameters: ${publicUrl}/docs`,
      `What your plan includes and what is left of it: ${publicUrl}/meta and ${publicUrl}/usage`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

/** `reason` is the operator's own word. */
export function declinedMail({ name, email }: KeyRequest, reason: string | undefined): MailMessage {
  return {
    to: email,
    subject: 'Your request for a Hookline key',
    text: [
      greeting(name),
      '',
      'thank you for asking for an API key, and for telling us what you have in mind. We cannot give you one at this time.',
      '',
      ...quoted(reason),
      'If your plans change, you are welcome to ask again.',
      '',
      'Hookline',
    ].join('\n'),
  };
}

/** On one line, whatever a stranger typed. */
function greeting(name: string): string {
  return `Hello ${name.replace(/\s+/g, ' ')},`;
}

function quoted(words: string | undefined): string[] {
  return words === undefined ? [] : [words, ''];
}

function limitsInWords(account: Account): string {
  const { perDay, perMonth } = limitsOf(account);
  const calls = (count: number) => count.toLocaleString('en-US');
  const parts = [
    ...(perDay === null ? [] : [`${calls(perDay)} calls a day`]),
    ...(perMonth === null ? [] : [`${calls(perMonth)} calls a month`]),
  ];
  return parts.length > 0 ? `${parts.join(' and ')} (UTC).` : 'calls without a limit.';
}
