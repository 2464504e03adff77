// Email with a sign-in link.
import type { MailMessage } from '../mail/message.ts';

export function signInEmail(email: string, link: string, minutes: number): MailMessage {
  return {
    to: email,
    subject: 'Sign in to Hookline',
    text: [
      'Hello,',
      '',
      `Sign in with this link. It works once and expires in ${minutes} minutes:`,
      '',
      link,
      '',
      'If you did not request it, ignore this email. Nobody can sign in without the link.',
      '',
      'Hookline',
    ].join('\n'),
  };
}
