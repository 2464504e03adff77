// Email that a passkey was added.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage } from '../mail/message.ts';

type Added = { email: string; name: string; address: string | null; publicUrl: string };

export function passkeyEmail({ email, name, address, publicUrl }: Added): MailMessage {
  const by = `somebody signed in as you${address === null ? '' : ` at ${address}`}`;
  return composeMail({
    to: email,
    subject: 'New passkey for Hookline',
    parts: [
      `The passkey “${name.replace(/\s+/g, ' ')}” was added by ${by}. It signs in without an email.`,
      'If you did not add it, sign in, remove it under “Passkeys” and sign out everywhere.',
      { button: 'Sign in', url: `${publicUrl}/sign-in` },
    ],
  });
}
