// Signed download links, which need no key.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `expiry.signature`: milliseconds since 1970 in base 36, and HMAC-SHA-256 in base64url. */
export function signLink(secret: string, exportId: string, expiresAt: number): string {
  const expires = expiresAt.toString(36);
  return `${expires}.${sign(secret, exportId, expires)}`;
}

/** The expiry in milliseconds since 1970, or undefined if the token was not signed for this export. */
export function readLink(secret: string, exportId: string, token: string): number | undefined {
  const [, expires, signature] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
  if (expires === undefined || signature === undefined) return undefined;
  const isSigned = timingSafeEqual(Buffer.from(sign(secret, exportId, expires)), Buffer.from(signature));
  return isSigned ? Number.parseInt(expires, 36) : undefined;
}

function sign(secret: string, exportId: string, expires: string): string {
  return createHmac('sha256', secret).update(`${exportId}.${expires}`).digest('base64url');
}

/** Below the public URL. */
export function downloadPath(secret: string, exportId: string, expiresAt: number): string {
  return `/export/${exportId}/download?token=${signLink(secret, exportId, expiresAt)}`;
}
