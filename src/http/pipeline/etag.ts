// ETags. They are signed, so that a free 304 goes only to clients that were given the page: a tag that can be guessed would make
// every first request of a page free.
import { hash } from 'node:crypto';

/** Weak, since compression changes the bytes. All processes with the same `secret` make the same tag. */
export function etagOf(secret: string, version: number, page: string): string {
  // A quarter of the time of an HMAC, whose protection against extension a truncated hash does not need; base64url takes twice as long.
  const signature = hash('sha256', `${secret} etag ${version} ${page}`, 'base64');
  return `W/"${version}-${signature.slice(0, 16)}"`;
}

/**
 * Whether an If-None-Match header names the ETag, compared weakly, since proxies that compress weaken tags. `*` names none: it
 * would get a 304 for any page without having it.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.includes(etag.startsWith('W/') ? etag.slice(2) : etag) ?? false;
}
