// A browser's session without the browser: the link is asked for, taken from the log, and its cookie sent along.
import assert from 'node:assert/strict';
import type { Answer, TestService } from './service.ts';

export type SignedIn = {
  cookie: string;
  /** As a page of the service sends it. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

const fromHere = { 'sec-fetch-site': 'same-origin' };

/** By the link of the nth mail that this service sends to the address. */
export async function signIn(service: TestService, email: string, nth = 1): Promise<SignedIn> {
  const asked = await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const mailed = await service.observed('sign_in_link_mailed', email.toLowerCase(), nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
  return openLink(service, mailed.link);
}

/** The console, by a link that the operator key gets. */
export async function signInAsOperator(service: TestService): Promise<SignedIn> {
  const { body } = await service.operator('POST', '/operator/sign-in-links');
  return openLink(service, body.url);
}

export async function openLink(service: TestService, link: string): Promise<SignedIn> {
  const begun = await begin(service, link);
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const [cookie] = begun.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return {
    cookie,
    send: (method, path, body, headers = {}) =>
      service.send(method, path, undefined, { body, headers: { cookie, ...fromHere, ...headers } }),
  };
}

export function begin(service: TestService, link: string): Promise<Answer> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  return service.send('POST', '/session', undefined, { body: { token }, headers: fromHere });
}
