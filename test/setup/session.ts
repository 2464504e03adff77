// A signed-in session without a browser: requests a sign-in link, reads it from the observed email and sends its cookie.
import assert from 'node:assert/strict';
import type { Answer, TestService } from './service.ts';

export type SignedIn = {
  cookie: string;
  /** Sends a request with the headers of a page of the service. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

/** Uses the link of the nth email that this service sends to the address. */
export async function signIn(service: TestService, email: string, nth = 1): Promise<SignedIn> {
  const requested = await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  assert.equal(requested.status, 202, JSON.stringify(requested.body));
  const mailed = await service.observed('sign_in_link_mailed', email.toLowerCase(), nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  return openLink(service, mailed.link);
}

/** Signs in to the console with a link requested by the operator key. */
export async function signInAsOperator(service: TestService): Promise<SignedIn> {
  const { body } = await service.operator('POST', '/operator/sign-in-links');
  return openLink(service, body.url);
}

export async function openLink(service: TestService, link: string): Promise<SignedIn> {
  const begun = await createSession(service, link);
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const [setCookie = ''] = begun.headers.getSetCookie();
  const [cookie = ''] = setCookie.split(';', 1);
  return {
    cookie,
    send: (method, path, body, headers = {}) =>
      service.send(method, path, undefined, { body, headers: { cookie, ...sameOrigin, ...headers } }),
  };
}

export function createSession(service: TestService, link: string): Promise<Answer> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  return service.send('POST', '/session', undefined, { body: { token }, headers: sameOrigin });
}
