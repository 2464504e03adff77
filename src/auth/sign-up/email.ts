// Email with the link that creates an account. Repeats nothing that was typed, since a stranger may have typed it.
import { composeMail } from '../../mail/compose.ts';
import type { MailMessage } from '../../mail/message.ts';
import { signUpLinkHours } from './sign-up.ts';

export function signUpEmail(email: string, link: string): MailMessage {
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
