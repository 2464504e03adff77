// Signing in and out in a real browser: links, sessions, roles of operators, what a tab forgets.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { defined } from '../../setup/defined.ts';
import { openPage } from '../../setup/open-page.ts';
import type { TestService } from '../../setup/service.ts';
import { signIn } from '../../setup/session.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { keepPage } from '../keep-page.ts';

const skip = noBrowser;
let service: TestService;
const open = keepPage(() => service);

before(async () => {
  if (!skip) service = await sharedService();
});

async function linkTo(email: string): Promise<URL> {
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  return new URL(defined(mailed.link));
}
const remember = (page: Page) => page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_something')`);
const remembered = (page: Page) => page.evaluate(`sessionStorage.getItem('hookline.key')`);

test('the emailed link signs in to the page that was opened, once; signing out forgets the key', { skip }, async () => {
  const { email } = await service.account('free');
  const page = await open('/dashboard/keys', { expected: /status of 401/ });
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await page.getByText(email).waitFor();
  const { href } = await linkTo(email);
  await page.goto(href);
  const signingIn = page.getByRole('button', { name: 'Sign in to Hookline' });
  await signingIn.click();
  await page.waitForURL(`${service.url}/dashboard/keys`);

  await remember(page);
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.equal(await remembered(page), null);
  await page.goto(`${service.url}/dashboard`);
  await page.waitForURL(/\/sign-in/);

  await page.goto(href);
  await signingIn.click();
  await page.getByText(/has been used, or has expired/).waitFor();
  await page.getByRole('button', { name: 'Send sign-in link' }).waitFor();
});

test('a link pasted on the sign-in page works, and a remembered key of another account is forgotten', {
  skip,
}, async () => {
  const { email } = await service.account('free');
  const page = await open('/sign-in');
  await page.getByLabel('Email').fill(email);
  await remember(page);
  await service.send('POST', '/sign-in-links', undefined, { body: { email } });
  await page.evaluate(`location.hash = '${(await linkTo(email)).hash}'`);
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.waitForURL(`${service.url}/dashboard`);
  assert.equal(await remembered(page), null);
});

test('a customer sees where it is signed in, and signs out one browser or all', { skip }, async () => {
  const { email } = await service.account('free');
  const [other, session] = [await signIn(service, email), await signIn(service, email, 2)];
  const page = await open('/dashboard/sessions', { session, expected: /401/ });
  await page.getByText('This session').waitFor();
  await page.getByRole('button', { name: /^Sign out node/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: /^Sign out node/ }).waitFor({ state: 'detached' });
  assert.equal((await other.send('GET', '/account')).status, 401);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/\/sign-in/);
  assert.equal((await session.send('GET', '/account')).status, 401);
});

test('after the session has ended, submitting a form leads to sign-in and back to the page', { skip }, async () => {
  const { email } = await service.account('free');
  const session = await signIn(service, email);
  const page = await open('/console/accounts', { session, expected: /status of 401/ });
  await page.waitForURL(`${service.url}/dashboard`);
  await page.goto(`${service.url}/dashboard/keys`);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name').fill('too late');
  await session.send('DELETE', '/session');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.waitForURL(`${service.url}/sign-in?next=%2Fdashboard%2Fkeys`);
});

test('the console shows operators and sessions to an owner, and to others the pages of their role', {
  skip,
}, async () => {
  const emails = { owner: 'owner@sign-in.example', support: 'support@sign-in.example' };
  for (const [role, email] of Object.entries(emails))
    await service.operator('POST', '/operator/operators', { email, role });
  const [owner, support] = [await signIn(service, emails.owner), await signIn(service, emails.support)];
  const page = await open('/console/operators', { session: owner });
  const people = page.getByRole('table', { name: 'Operators' });
  await people.getByText(emails.support).waitFor();
  await page.getByRole('table', { name: 'Sessions' }).getByText(emails.support).waitFor();

  const other = await openPage(service, '/console/operators', { session: support });
  await other.page.getByText('Your sessions.').waitFor();
  const links = other.page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const titles = await links.allTextContents();
  assert.ok(titles.some((title) => title.startsWith('Accounts')) && !titles.includes('Review'), titles.join());
  await other.close();

  await people.getByRole('button', { name: `Actions for ${emails.support}` }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByLabel(/^Type/).fill(emails.support);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove operator' }).click();
  await people.getByText(emails.support).waitFor({ state: 'detached' });
  assert.equal((await support.send('GET', '/operator/stats')).body.code, 'signed_out');
});
