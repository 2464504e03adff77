// Link that unsubscribes from a digest: signed for the search and the email that it was sent to, so nothing is stored for it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DueDigest } from './store.ts';

type Addressed = { search: Pick<DueDigest['search'], 'id'>; account: Pick<DueDigest['account'], 'email'> };

export function unsubscribeUrl(digest: Addressed, links: { publicUrl: string; linkSecret: string }): string {
  const { id } = digest.search;
  return `${links.publicUrl}/digests/unsubscribe?token=${id}.${sign(links.linkSecret, digest)}`;
}

/** The search that the token is for. It is not verified yet. */
export function searchOfToken(token: string): string | undefined {
  return /^(srch_[0-9A-Za-z]{16})\.[\w-]{43}$/.exec(token)?.[1];
}

export function isSigned(token: string, secret: string, digest: Addressed): boolean {
  const [, signature = ''] = token.split('.');
  const expected = sign(secret, digest);
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

/** The secret signs download links too, whose text begins with the id of an export. */
function sign(secret: string, { search, account }: Addressed): string {
  return createHmac('sha256', secret).update(`digest.${search.id}.${account.email.toLowerCase()}`).digest('base64url');
}
