// Links to files of exports: signed, so that they need no key. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `expires.signature`: milliseconds since 1970 in base 36, and HMAC-SHA-256 in base64url. */
export function signLink(secret: string, exportId: string, expiresAt: number): string {
  const expires = expiresAt.toString(36);
  return `${expires}.${sign(secret, exportId, expires)}`;
}

/** Milliseconds since 1970 at which the link ends, or undefined where the token was not signed for this export. */
export function readLink(secret: string, exportId: string, token: string): number | undefined {
  const [, expires, signature] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || signature === undefined) return undefined;
  const isSigned = timingSafeEqual(Buffer.from(sign(secret, exportId, expires)), Buffer.from(signature));
  return isSigned ? Number.parseInt(expires, 36) : undefined;
}

function sign(secret: string, exportId: string, expires: string): string {
  return createHmac('sha256', secret).update(`${exportId}.${expires}`).digest('base64url');
}
