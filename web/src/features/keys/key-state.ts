// State of an API key: active, expiring soon, replaced, expired or revoked; restricted or not. Free of React.
import type { Key } from '../../api/openapi.ts';
import { dayMs } from '../../kit/page/format.ts';

export type Restrictions = Pick<Key, 'scopes' | 'allowed_ips' | 'limits'>;

export const scopeNames: Readonly<Record<Key['scopes'][number], string>> = {
  read: 'Catalog (read)',
  export: 'Export',
  webhooks: 'Webhooks',
  usage: 'Usage',
};

export function isRestricted({ scopes, allowed_ips }: Omit<Restrictions, 'limits'>): boolean {
  return scopes.length < Object.keys(scopeNames).length || allowed_ips !== null;
}

const soonMs = 7 * dayMs;

/** When and why the key stopped working; undefined while it is active. */
export function endOf(
  { revoked_at, expires_at }: Key,
  now: number,
): { reason: 'revoked' | 'expired'; at: string } | undefined {
  if (revoked_at) return { reason: 'revoked', at: revoked_at };
  if (expires_at && Date.parse(expires_at) <= now) return { reason: 'expired', at: expires_at };
  return undefined;
}

/** The live key that was issued in place of this one, or of the one that replaced it. */
export function replacementOf({ replaced_by }: Key, keys: readonly Key[], now: number): Key | undefined {
  const next = keys.find(({ id }) => id === replaced_by);
  return next && (replacementOf(next, keys, now) ?? (endOf(next, now) ? undefined : next));
}

export function expiresSoon({ expires_at }: Key, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) - now < soonMs;
}
