// The mail with the link that signs in.
import type { MailMessage } from '../mail/message.ts';

export function signInMail(email: string, link: string, minutes: number): MailMessage {
  return {
    to: email,
    subject: 'Sign in to Hookline',
    text: [
      'Hello,',
      '',
      `this link signs you in. It works once, within ${minutes} minutes:`,
      '',
      link,
      '',
      'If you did not ask for it, nothing needs to be done: without the link nobody gets in.',
      '',
      'Hookline',
    ].join('\n'),
  };
}
