// Signing in and out in a real browser: links, ended sessions, data that a tab discards. Key requests in the console, by keyboard.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { defined } from '../../setup/defined.ts';
import type { TestService } from '../../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../../setup/session.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { customer } from '../customers.ts';
import { keepPage } from '../keep-page.ts';

const skip = noBrowser;
let service: TestService;
let operator: SignedIn;
const open = keepPage(() => service);

before(async () => {
  if (skip) return;
  service = await sharedService();
  operator = await signInAsOperator(service);
});

async function linkTo(email: string): Promise<URL> {
  const mailed = await service.observed('sign_in_link_mailed', email);
  assert.ok(mailed.kind === 'sign_in_link_mailed');
  return new URL(defined(mailed.link));
}
const remember = (page: Page) => page.evaluate(`sessionStorage.setItem('hookline.key', 'hkl_something')`);
const remembered = (page: Page) => page.evaluate(`sessionStorage.getItem('hookline.key')`);

test('the emailed link signs in once, to the page that was opened; signing out forgets the key', { skip }, async () => {
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
  await page.getByRole('heading', { name: 'This link was used' }).waitFor();
  assert.equal(await signingIn.count(), 0, 'no button that cannot sign in');
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await page.getByRole('button', { name: 'Send sign-in link' }).waitFor();

  // A pasted link works there, and a remembered key of another account is discarded.
  const other = await service.account('free');
  await remember(page);
  await service.send('POST', '/sign-in-links', undefined, { body: { email: other.email } });
  await page.evaluate(`location.hash = '${(await linkTo(other.email)).hash}'`);
  await signingIn.click();
  await page.waitForURL(`${service.url}/dashboard`);
  assert.equal(await remembered(page), null);
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

test('a tab of an account that the session has left saves nothing, and links there or back', {
  skip,
}, async () => {
  const newOwner = async () => {
    const owner = await customer(service, 'pro');
    return { ...owner, name: (await service.operator('GET', `/operator/accounts/${owner.id}`)).body.name };
  };
  const [first, second] = [await newOwner(), await newOwner()];
  const { body } = await first.session.send('POST', '/members', { email: second.email, role: 'developer' });
  await second.session.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  const collections = async ({ key }: { key: string }) =>
    (await service.get('/collections', key)).body.data.map(({ name }: { name: string }) => name);
  const page = await open('/dashboard/collections', { session: second.session, expected: / 409 / });
  await page.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Of the first');
  // Another tab switches accounts like this.
  await second.session.send('PATCH', '/session', { account_id: second.id });

  const submit = () => page.evaluate(`document.querySelector('dialog form').requestSubmit()`);
  await submit();
  const switched = page.getByRole('dialog', { name: `You switched to ${second.name}` });
  await switched.getByText(`This tab still shows ${first.name}`).waitFor();
  assert.deepEqual([await collections(first), await collections(second)], [[], []]);
  await switched.getByRole('button', { name: `Switch back to ${first.name}` }).click();
  await switched.waitFor({ state: 'detached' });
  await submit();
  await page.getByRole('heading', { name: 'Of the first', level: 1 }).waitFor();
  assert.deepEqual([await collections(first), await collections(second)], [['Of the first'], []]);

  await second.session.send('PATCH', '/session', { account_id: second.id });
  await remember(page);
  await page.getByRole('link', { name: 'Saved', exact: true }).click();
  await switched.getByRole('button', { name: `Go to ${second.name}` }).click();
  await page.getByRole('button', { name: 'Account menu' }).getByText(second.name).waitFor();
  assert.equal(await remembered(page), null);
});

const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(500)}`;

const dialog = (page: Page) => page.getByRole('dialog');
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

/** Pending key requests of other test files would also be listed. */
async function declinePending(): Promise<void> {
  const { body } = await service.operator('GET', '/operator/key-requests?state=pending&limit=100');
  for (const { id } of body.key_requests) await service.operator('POST', `/operator/key-requests/${id}/decline`, {});
}

test('a key request is approved by keyboard with the cheapest fitting plan, another is declined', {
  skip,
}, async () => {
  await declinePending();
  for (const [name, expected_calls_per_month, use_case] of [
    ['Juno', 40_000, 'A script generator'],
    ['Kim', 500, hostile],
  ] as const) {
    const body = { name, email: `${name}@customers.example`, use_case, expected_calls_per_month };
    assert.equal((await service.send('POST', '/key-requests', undefined, { body })).status, 201);
  }
  const page = await open('/console/requests', { session: operator });
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await rows.first().getByText('Scale is the cheapest that fits').waitFor();
  assert.match((await rows.nth(1).textContent()) ?? '', /<script>alert\(1\)<\/script>/);
  for (const key of 'jjka') await page.keyboard.press(key);
  await dialog(page).getByText('Approve Juno').waitFor();
  assert.equal(await dialog(page).getByLabel('Plan', { exact: true }).inputValue(), 'scale');
  await confirm(page, 'Approve');
  await dialog(page).getByText('Mail is off, and juno@customers.example gets no email.').waitFor();
  const account = await dialog(page).getByRole('link', { name: 'Open account' }).getAttribute('href');
  assert.match(account ?? '', /^\/console\/accounts\/acc_/);
  await confirm(page, 'Done');
  await rows.filter({ hasText: 'Juno' }).waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await dialog(page).getByLabel('Reason').fill('Not now.');
  await confirm(page, 'Decline');
  await page.getByText('No pending requests').waitFor();
  await page.getByRole('link', { name: 'Declined' }).click();
  await rows.filter({ hasText: 'kim@customers.example' }).waitFor();
  assert.equal(new URL(page.url()).search, '?state=declined');
});

test('in settings an owner renames the account, requests another email, and deletes it by its name', {
  skip,
}, async () => {
  const { id, email, session } = await customer(service, 'pro');
  const page = await open('/dashboard/settings', { session, expected: /status of 4(01|10)/ });
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.getByLabel('Name').fill('Reelhouse Studio');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await save.click();
  await page.getByRole('button', { name: 'Account menu' }).getByText('Reelhouse Studio').waitFor();
  await page.getByLabel('Email').fill('not-there-yet@example.net');
  await save.click();
  await page.getByText('Confirm not-there-yet@example.net').waitFor();
  const { body } = await service.operator('GET', `/operator/accounts/${id}`);
  assert.deepEqual([body.name, body.timezone, body.email], ['Reelhouse Studio', 'Europe/Berlin', email]);

  await page.goto(`${service.url}/dashboard/settings?token=invented`);
  await confirm(page, 'Confirm email');
  await dialog(page)
    .getByText(/was used, canceled or replaced/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download data' }).click();
  assert.equal((await download).suggestedFilename(), 'hookline-account.json');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const remove = dialog(page).getByRole('button', { name: 'Delete account' });
  assert.equal(await remove.isDisabled(), true);
  await dialog(page).getByLabel('Type “Reelhouse Studio” to confirm').fill('Reelhouse Studio');
  await remove.click();
  await page.getByText('Your account was deleted').waitFor();
  assert.equal((await session.send('GET', '/session')).body.data, null);
});

test('an owner adds an operator in the console, from the setup checklist on', { skip }, async () => {
  const page = await open('/console/operators?new=1', { session: operator });
  await dialog(page).getByLabel('Email').fill('added@operators.example');
  await dialog(page).getByLabel('Role').selectOption('support');
  await confirm(page, 'Add operator');
  const row = page.getByRole('row', { name: /added@operators\.example/ });
  await row.getByText('Support', { exact: true }).waitFor();
  const { body } = await service.operator('GET', '/operator/operators');
  const added = body.operators.find((one: { email: string }) => one.email === 'added@operators.example');
  // Other test files count operators.
  await service.operator('DELETE', `/operator/operators/${added.id}`);
});
