// Emails to an account holder about a key that was issued or reported. None contains a key.
import type { Account } from '../../accounts/account.ts';
import { keyScopes } from '../../accounts/caller.ts';
import type { Actor } from '../../audit/actor.ts';
import { composeMail } from '../../mail/compose.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Key } from './key.ts';

type Issued = { key: Key; actor: Actor; publicUrl: string /** The key that it replaces. */; replaced?: Key };
type Fact = readonly [label: string, value: string];

export function issuedEmail({ email }: Account, { key, actor, publicUrl, replaced }: Issued): MailMessage {
  const { id, scopes, allowed_ips, created_at, expires_at } = key;
  const replaces: Fact[] = replaced
    ? [['Replaces', `${replaced.hint}, which expires ${time(replaced.expires_at ?? created_at)}`]]
    : [];
  return composeMail({
    to: email,
    subject: 'New API key for your Hookline account',
    parts: [
      'A new API key was created for your account:',
      {
        facts: [
          ...describe(key),
          ['Scopes', scopes.length === keyScopes.length ? 'all' : scopes.join(', ')],
          ['Allowed addresses', allowed_ips?.join(', ') ?? 'any'],
          ['Expires', expires_at === null ? 'never' : time(expires_at)],
          ...replaces,
          ['Created', `${time(created_at)} ${creator(actor)}`],
        ],
      },
      'If you did not expect this, revoke the key and check who is signed in to your account:',
      {
        links: [
          { label: 'Revoke the key', url: `${publicUrl}/dashboard/keys?revoke=${id}` },
          { label: 'Your sessions', url: `${publicUrl}/dashboard/sessions` },
        ],
      },
    ],
  });
}

export function reportedEmail({ email }: Account, key: Key, at: string, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'An API key of your Hookline account was revoked',
    parts: [
      'Somebody who has this API key of your account reported it as leaked, so it was revoked:',
      { facts: [...describe(key), ['Revoked', time(at)]] },
      'Requests with it now fail with 401. Create another key, and keep it out of code and public files.',
      { button: 'Create a key', url: `${publicUrl}/dashboard/keys` },
      'What was done with the key before is in your usage:',
      { links: [{ label: 'Your usage', url: `${publicUrl}/dashboard/usage` }] },
    ],
  });
}

/** Names may have line breaks. */
function describe({ name, hint }: Key): Fact[] {
  return [
    ['Name', name.replace(/\s+/g, ' ')],
    ['Key', hint],
  ];
}

function creator({ kind, address }: Actor): string {
  if (kind === 'operator') return 'by an operator of the service';
  return `by somebody signed in to your account${address === null ? '' : ` at ${address}`}`;
}

/** 2026-11-21 09:30 UTC. */
function time(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
