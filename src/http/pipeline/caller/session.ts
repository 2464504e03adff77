// Sessions of requests: whose cookie it is, and protection against cross-site requests.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { sessionCookie } from '../../../auth/better-auth.ts';
import type { Session } from '../../../auth/sessions.ts';
import type { SignIn } from '../../../auth/sign-in.ts';
import { fail } from '../../../lib/errors.ts';

type Request = Pick<IncomingMessage, 'headers' | 'method'>;

/** A key takes precedence over a cookie. */
export function hasSession({ headers }: Request): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined && sessionCookie.test(headers.cookie);
}

/** The session of a request. Fails without one, and for a change that a page of another site may have sent. */
export async function readSession(request: Request, signIn: SignIn, publicUrl: string): Promise<Session> {
  refuseOtherSites(request, publicUrl);
  const session = hasSession(request) ? await signIn.sessionOf(request.headers.cookie ?? '') : undefined;
  return session ?? fail('signed_out', 'Not signed in, or the session has ended. Sign in at /sign-in.');
}

/** SameSite cookies do not protect against pages on other hosts of the same site. */
export function refuseOtherSites({ headers, method }: Request, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD' || isSameOrigin(headers, publicUrl)) return;
  fail('cross_site', `A session can make changes only from the pages of ${publicUrl}. Elsewhere, use an API key.`);
}

/** An account is a property of the session, so a page that another tab has left behind would write into the wrong one. */
export function failIfSwitched({ headers }: Request, accountId: string | undefined): void {
  const shown = headers['hookline-account'];
  if (shown === undefined || shown === accountId) return;
  fail(
    'account_switched',
    'This page shows another account than you now work in. Nothing was changed. Reload the page.',
  );
}

/** Browsers send Sec-Fetch-Site only over https and to localhost, but Origin with every change. */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  // Over http the service may be reached by several names, and a page of each is its own.
  return origin === URL.parse(publicUrl)?.origin || (publicUrl.startsWith('http:') && origin === `http://${host}`);
}
