// Mailbox of an email: what different spellings of one mailbox have in common. And whether it is a disposable one.
import { lazily } from '../../lib/lazily.ts';

const gmail = ['gmail.com', 'googlemail.com'];

/**
 * Lower case, without what follows a plus sign; of Gmail, which ignores them, without dots. The database folds the emails of
 * accounts in the same way (`mailboxExpression`).
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [name = ''] = local.split('+', 1);
  return gmail.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Loaded with the first sign-up: it takes 2 MB. */
const loadDomains = lazily(async () => (await import('disposable-email-domains-js')).disposableEmailBlocklistSet());

/** Whether the email is of a service that gives mailboxes away for minutes, or of a subdomain of one. */
export async function isDisposable(email: string): Promise<boolean> {
  const domains = await loadDomains();
  const labels = email
    .toLowerCase()
    .slice(email.lastIndexOf('@') + 1)
    .split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}
