// Signed links carry their expiry and a signature, so nothing is stored for them.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns `expiry.signature`: milliseconds since 1970 in base 36, and HMAC-SHA-256 in base64url. */
export function signLink(secret: string, subject: string, expiresAt: number): string {
  const expires = expiresAt.toString(36);
  return `${expires}.${sign(secret, subject, expires)}`;
}

/** Returns the expiry in milliseconds since 1970, or undefined if the token was not signed for this subject. */
export function readLink(secret: string, subject: string, token: string): number | undefined {
  const [, expires, signature] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || signature === undefined) return undefined;
  const isSigned = timingSafeEqual(Buffer.from(sign(secret, subject, expires)), Buffer.from(signature));
  return isSigned ? Number.parseInt(expires, 36) : undefined;
}

function sign(secret: string, subject: string, expires: string): string {
  return createHmac('sha256', secret).update(`${subject}.${expires}`).digest('base64url');
}
