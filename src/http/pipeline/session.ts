// Requests that carry the cookie of a session: whose it is, and that no other site's page sent them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Session, type SignIn, sessionCookie } from '../../auth/sign-in.ts';
import { fail } from '../../lib/errors.ts';

type Request = Pick<IncomingMessage, 'headers' | 'method'>;

/** A key goes before a cookie: a client that sends both means the key. */
export function hasSession({ headers }: Request): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined && sessionCookie.test(headers.cookie);
}

/** The session that a request belongs to. Refuses where there is none, and where another site's page may have sent it. */
export async function readSession(request: Request, signIn: SignIn, publicUrl: string): Promise<Session> {
  refuseOtherSites(request, publicUrl);
  const session = hasSession(request) ? await signIn.sessionOf(request.headers.cookie ?? '') : undefined;
  return session ?? fail('signed_out', 'Nobody is signed in, or the session has ended. Sign in again at /sign-in.');
}

/** SameSite keeps the cookie from most of them already; a page of the same site, on another host, it does not. */
export function refuseOtherSites({ headers, method }: Request, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD' || isFromHere(headers, publicUrl)) return;
  fail('cross_site', 'A session can change something only from the pages of this service. Elsewhere, use an API key.');
}

/** Browsers send Sec-Fetch-Site over https and to this machine only, and Origin with every change. */
function isFromHere(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && (origin === publicUrl || URL.parse(origin)?.host === host);
}
