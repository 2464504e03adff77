// Browser tests: passkeys, with a virtual authenticator, over https.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CDPSession, Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { defined } from '../../setup/defined.ts';
import { type HttpsProxy, startHttpsProxy } from '../../setup/network/https-proxy.ts';
import { openPage } from '../../setup/open-page.ts';
import { query } from '../../setup/refresh.ts';
import { selfSigned } from '../../setup/self-signed.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { signIn } from '../../setup/session.ts';

let service: TestService;
let proxy: HttpsProxy;
let device: Device;
const trusted = getCACertificates('default');

before(async () => {
  if (noBrowser) return;
  setDefaultCACertificates([...trusted, selfSigned.cert]);
  proxy = await startHttpsProxy();
  const env = { PORT: `${proxy.targetPort}`, HOOKLINE_PUBLIC_URL: proxy.url };
  service = await testService(env);
  device = await openDevice();
});

after(async () => {
  await device?.close();
  await service?.close();
  proxy?.close();
  setDefaultCACertificates(trusted);
});

type Device = { page: Page; close: () => Promise<void>; cdp: CDPSession; authenticatorId: string };

/** A page of a browser whose device has an authenticator with a fingerprint reader. */
async function openDevice(): Promise<Device> {
  const how = { context: { ignoreHTTPSErrors: true }, expected: /status of 40[149]/ };
  const { page, close } = await openPage(service, '/sign-in', how);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, close, cdp, authenticatorId };
}

async function openLink(page: Page, email: string, nth = 1): Promise<void> {
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  const mailed = await service.observed('sign_in_link_mailed', email, nth);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  await page.goto(defined(mailed.link));
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText(name).waitFor();
}

/** Sends a request from the page. */
function sendFrom(page: Page, method: string, path: string, body: unknown): Promise<{ status: number; code?: string }> {
  const script = `(async () => {
    const response = await fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)},
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(body))},
    });
    const text = await response.text();
    return { status: response.status, code: text ? JSON.parse(text).code : undefined };
  })()`;
  return page.evaluate(script);
}

/** Only the users themselves add and remove their passkeys, soon after signing in. */
async function refusesOthers(email: string): Promise<void> {
  const session = await signIn(service, email, 2);
  const { offered, passkeys } = (await session.send('GET', '/session/passkeys')).body.data;
  assert.deepEqual([offered, passkeys.length, passkeys[0].name], [true, 1, 'Laptop']);
  const path = `/session/passkeys/${passkeys[0].id}`;
  const stranger = await signIn(service, (await service.account('free')).email);
  assert.equal((await stranger.send('DELETE', path)).status, 404);
  assert.deepEqual((await stranger.send('GET', '/session/passkeys')).body.data.passkeys, []);
  const adding = '/session/passkeys/options';
  for (const [method, to] of [
    ['DELETE', path],
    ['POST', adding],
    ['POST', '/session/passkey-options'],
  ] as const) {
    const refused = await session.send(method, to, undefined, { 'sec-fetch-site': 'same-site' });
    assert.equal(refused.body.code, 'cross_site', to);
  }
  assert.equal((await session.send('POST', adding)).status, 200);
  await query(service, `update sessions set created_at = now() - interval '61 minutes'`);
  const { status, body } = await session.send('POST', adding);
  assert.deepEqual([status, body.code], [409, 'conflict']);
  assert.match(body.detail, /Sign out and in again/);
}

test('a passkey signs in until it is removed, each response once', { skip: noBrowser }, async () => {
  const { email } = await service.account('free');
  const { page, cdp, authenticatorId } = device;
  await openLink(page, email);
  await page.waitForURL(`${service.url}/dashboard`);
  await page.goto(`${service.url}/dashboard/sessions`);
  await addPasskey(page, 'Laptop');
  await service.observed('mail_sent', 'New passkey for Hookline');
  await refusesOthers(email);

  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  const isSent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/session'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  const answer = (await isSent).postDataJSON();
  await page.waitForURL(`${service.url}/dashboard`);
  assert.deepEqual(await sendFrom(page, 'POST', '/session', answer), { status: 401, code: 'invalid_passkey' });

  const elsewhere = await service.send('POST', '/session', undefined, {
    body: answer,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(elsewhere.body.code, 'invalid_passkey', 'without the cookie that binds the challenge');

  await page.goto(`${service.url}/dashboard/sessions`);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('No passkeys').waitFor();
  const { body } = await service.operator('GET', '/operator/audit?limit=20');
  const actions = body.records.map(({ action }: { action: string }) => action);
  for (const action of ['passkey.added', 'passkey.removed']) assert.ok(actions.includes(action), action);

  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey was not accepted').waitFor();
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
});

test('a passkey of an operator signs in to the console, but not without verifying the user', {
  skip: noBrowser,
}, async () => {
  const email = 'ada@example.com';
  await service.operator('POST', '/operator/operators', { email, role: 'support' });
  const { page, cdp, authenticatorId } = device;
  await openLink(page, email);
  await page.waitForURL(`${service.url}/console`);
  await page.goto(`${service.url}/console/operators`);
  await addPasskey(page, 'Security key');
  await page.context().clearCookies();
  await page.goto(`${service.url}/sign-in`);

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  const unverified: unknown = await page.evaluate(`(async () => {
    const response = await fetch('/session/passkey-options', { method: 'POST' });
    const options = { ...(await response.json()).data, userVerification: 'discouraged' };
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  })()`);
  const refused = await sendFrom(page, 'POST', '/session', { passkey: unverified });
  assert.deepEqual(refused, { status: 401, code: 'invalid_passkey' });

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${service.url}/console`);
});

test('a client that keeps starting sign-ins is rate limited', { skip: noBrowser }, async () => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const start = async () => (await service.send('POST', '/session/passkey-options', undefined, { headers })).status;
  const statuses = await Promise.all(Array.from({ length: 41 }, start));
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join());
});
