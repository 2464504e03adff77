// Emails to an account holder about a key that was issued or reported. None contains a key.
import type { Account } from '../../accounts/account.ts';
import { keyScopes } from '../../accounts/caller.ts';
import type { Actor } from '../../audit/actor.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Key } from './key.ts';

type Issued = { key: Key; actor: Actor; publicUrl: string /** The key that it replaces. */; replaced?: Key };

export function issuedEmail({ email }: Account, { key, actor, publicUrl, replaced }: Issued): MailMessage {
  const { id, scopes, allowed_ips, created_at, expires_at } = key;
  return {
    to: email,
    subject: 'New API key for your Hookline account',
    text: [
      'Hello,',
      '',
      'A new API key was created for your account:',
      '',
      ...describe(key),
      `Scopes: ${scopes.length === keyScopes.length ? 'all' : scopes.join(', ')}`,
      `Allowed addresses: ${allowed_ips?.join(', ') ?? 'any'}`,
      `Expires: ${expires_at === null ? 'never' : time(expires_at)}`,
      ...(replaced ? [`Replaces: ${replaced.hint}, which expires ${time(replaced.expires_at ?? created_at)}`] : []),
      `Created: ${time(created_at)} ${creator(actor)}`,
      '',
      'If you did not expect this, revoke the key and check who is signed in to your account:',
      '',
      `${publicUrl}/dashboard/keys?revoke=${id}`,
      `${publicUrl}/dashboard/sessions`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

export function reportedEmail({ email }: Account, key: Key, at: string, publicUrl: string): MailMessage {
  return {
    to: email,
    subject: 'An API key of your Hookline account was revoked',
    text: [
      'Hello,',
      '',
      'Somebody who has this API key of your account reported it as leaked, so it was revoked:',
      '',
      ...describe(key),
      `Revoked: ${time(at)}`,
      '',
      'Requests with it now fail with 401. Create another key, and keep it out of code and public files:',
      '',
      `${publicUrl}/dashboard/keys`,
      '',
      'What was done with the key before is in your usage:',
      '',
      `${publicUrl}/dashboard/usage`,
      '',
      'Hookline',
    ].join('\n'),
  };
}

/** Names may have line breaks. */
function describe({ name, hint }: Key): string[] {
  return [`Name: ${name.replace(/\s+/g, ' ')}`, `Key: ${hint}`];
}

function creator({ kind, address }: Actor): string {
  if (kind === 'operator') return 'by an operator of the service';
  return `by somebody signed in to your account${address === null ? '' : ` at ${address}`}`;
}

/** 2026-11-21 09:30 UTC. */
function time(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
