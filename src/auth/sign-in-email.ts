// Email with a sign-in link.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage } from '../mail/message.ts';

export function signInEmail(email: string, link: string, minutes: number): MailMessage {
  return composeMail({
    to: email,
    subject: 'Sign in to Hookline',
    parts: [
      `Sign in with this link. It works once and expires in ${minutes} minutes.`,
      { button: 'Sign in', url: link },
      { note: 'If you did not request it, ignore this email. Nobody can sign in without the link.' },
    ],
  });
}
