// Email that a passkey was added.
import type { MailMessage } from '../mail/message.ts';

type Added = { email: string; name: string; address: string | null; publicUrl: string };

export function passkeyEmail({ email, name, address, publicUrl }: Added): MailMessage {
  return {
    to: email,
    subject: 'New passkey for Hookline',
    text: [
      'Hello,',
      '',
      `The passkey “${name.replace(/\s+/g, ' ')}” was added by somebody signed in as you${address === null ? '' : ` at ${address}`}.`,
      'It signs in without an email.',
      '',
      'If you did not add it, sign in, remove it under “Passkeys” and sign out everywhere:',
      '',
      `${publicUrl}/sign-in`,
      '',
      'Hookline',
    ].join('\n'),
  };
}
