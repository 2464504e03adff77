// What has become of a key by now. Nothing here knows of React.
import type { Key } from '../../../../src/auth/key.ts';

const soonMs = 7 * 86_400_000;

/** undefined while it works. */
export function endOf(
  { revoked_at, expires_at }: Key,
  now: number,
): { why: 'revoked' | 'expired'; at: string } | undefined {
  if (revoked_at) return { why: 'revoked', at: revoked_at };
  if (expires_at && Date.parse(expires_at) <= now) return { why: 'expired', at: expires_at };
  return undefined;
}

export function expiresSoon({ expires_at }: Key, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) - now < soonMs;
}
