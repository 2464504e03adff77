// Emails to the holder of an account that was deleted or restored.
import type { OperatorAccount } from '../accounts/account.ts';
import { composeMail } from '../mail/compose.ts';
import type { MailMessage, MailPart } from '../mail/message.ts';
import { erasedAfterDays } from './erasure.ts';

const quoted = (text: string | undefined): MailPart[] => (text === undefined ? [] : [{ quote: text }]);
const day = (at: string) => at.slice(0, 10);

/** `link` downloads the data without signing in: nobody can sign in to the account any more. */
export function deletedEmail(
  { email, name, deletion }: OperatorAccount,
  { reason, link }: { reason: string | undefined; link: string },
): MailMessage {
  const until = deletion ? `${day(deletion.erase_after)} (UTC)` : '';
  return composeMail({
    to: email,
    subject: 'Your Hookline account was deleted',
    name,
    parts: [
      'Your account was deleted by the operator of the service. Its API keys and webhooks stopped at once, and nobody can sign in to it.',
      ...quoted(reason),
      `Until ${until}, for ${erasedAfterDays} days, the operator can restore it, and you can download what the service holds about you. Then it is erased.`,
      { button: 'Download your data', url: link },
      {
        note: 'Whoever has this link can download the data. If you think that the deletion is a mistake, contact the operator.',
      },
    ],
  });
}

export function restoredEmail(
  { email, name, suspended }: OperatorAccount,
  { message, publicUrl }: { message: string | undefined; publicUrl: string },
): MailMessage {
  return composeMail({
    to: email,
    subject: 'Your Hookline account was restored',
    name,
    parts: [
      suspended
        ? 'Your account is no longer deleted. It is suspended, as it was before.'
        : 'Your account is no longer deleted. Your API keys and webhooks work again, and you can sign in.',
      ...quoted(message),
      { button: 'Sign in', url: `${publicUrl}/sign-in` },
    ],
  });
}
