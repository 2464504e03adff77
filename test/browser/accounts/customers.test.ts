// The console’s pages about customers in a real browser: key requests, accounts with their webhooks, deletion, audit log.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import type { TestService } from '../../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../../setup/session.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { keepPage } from '../keep-page.ts';

const skip = noBrowser;
const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(500)}`;

let service: TestService;
let operator: SignedIn;
const open = keepPage(() => service);

before(async () => {
  if (skip) return;
  service = await sharedService();
  operator = await signInAsOperator(service);
});

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const typeToConfirm = (page: Page, name: string) => dialog(page).getByLabel(`Type “${name}” to confirm`).fill(name);

async function choose(page: Page, action: string, menu = 'More actions'): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: action }).click();
}

const accountOf = async (id: string) => (await service.operator('GET', `/operator/accounts/${id}`)).body;
const statusOf = async (key: string) => (await service.get('/hooks', key)).status;

/** Requests of other files would be in the list too. */
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
  await rows.first().getByText('Scale fits').waitFor();
  assert.match((await rows.nth(1).textContent()) ?? '', /<script>alert\(1\)<\/script>/);
  for (const key of 'jjka') await page.keyboard.press(key);
  await dialog(page).getByText('Approve Juno').waitFor();
  assert.equal(await dialog(page).getByLabel('Plan', { exact: true }).inputValue(), 'scale');
  await confirm(page, 'Approve');
  await dialog(page).getByText('A sign-in link is on its way to juno@customers.example').waitFor();
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

test('accounts are searched while typing with the query in the URL, and an account is created', { skip }, async () => {
  for (const name of ['Reelhouse', 'Kettle'])
    await service.operator('POST', '/operator/accounts', { name, email: `api@${name}.example` });
  const page = await open('/console/accounts', { session: operator, expected: /status of 422/ });
  const row = (name: string) => page.getByRole('row', { name });
  await row('Reelhouse').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('kettle');
  await row('Reelhouse').waitFor({ state: 'detached' });
  await row('Kettle').waitFor();
  assert.equal(new URL(page.url()).search, '?q=kettle');
  await press(page, 'Create account');
  await dialog(page).getByLabel('Name').fill('Clipwise');
  const email = dialog(page).getByLabel('Email', { exact: true });
  await email.fill('no address');
  await confirm(page, 'Create account');
  await dialog(page).locator('[aria-invalid=true][name=email]').waitFor();
  await email.fill('dev@clipwise.example');
  await confirm(page, 'Create account');
  await page.getByRole('heading', { name: 'Clipwise' }).waitFor();
});

test('an account is edited: a preview of its plan, its note, a suspension without an email', { skip }, async () => {
  const { id, key } = await service.account('free');
  const page = await open(`/console/accounts/${id}`, { session: operator });
  await press(page, 'Change plan or limits');
  await dialog(page).getByText('No changes yet').waitFor();
  await dialog(page).getByLabel('Plan', { exact: true }).selectOption('scale');
  await dialog(page).getByLabel('Calls per day').fill('500');
  await dialog(page).getByText('Calls per day: 100').waitFor();
  await confirm(page, 'Save changes');
  await page.getByText('custom limit').waitFor();
  await press(page, 'Change plan or limits');
  await dialog(page).getByLabel('Calls per day').fill('');
  await dialog(page).getByLabel('Calls per day').pressSequentially('2e');
  await confirm(page, 'Save changes');
  await dialog(page).getByText('Enter a valid number.').waitFor();
  await dialog(page).locator('[name="limits/per_day"][aria-invalid=true]:focus').waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Discard');
  await choose(page, 'Edit name, email or note…');
  await dialog(page).getByLabel('Note').fill('Pays by invoice.');
  await confirm(page, 'Save changes');
  await page.getByText('Pays by invoice.').waitFor();
  const { plan, limits, note } = await accountOf(id);
  assert.deepEqual([plan, limits, note], ['scale', { per_day: 500, per_month: null }, 'Pays by invoice.']);

  await press(page, 'Suspend…');
  await dialog(page).getByText('1 key will be rejected immediately').waitFor();
  await dialog(page).getByLabel('Email the customer').uncheck();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await confirm(page, 'Suspend account');
  assert.equal((await sent).postDataJSON().notify, false);
  await page.getByText('This account is suspended').waitFor();
  assert.equal(await statusOf(key), 403);
  await press(page, 'Reactivate…');
  await confirm(page, 'Reactivate account');
  await page.getByRole('button', { name: 'Suspend…' }).waitFor();
  assert.equal(await statusOf(key), 200);
});

test('deleting asks for the name and stops the keys; the account is found, restored and erased', { skip }, async () => {
  const { id, key } = await service.account('pro');
  const { name } = await accountOf(id);
  const page = await open(`/console/accounts/${id}`, { session: operator });
  await choose(page, 'Delete account…');
  assert.ok(await dialog(page).getByRole('button', { name: 'Delete account' }).isDisabled());
  await typeToConfirm(page, name);
  await confirm(page, 'Delete account');
  await page.getByText('This account is deleted').waitFor();
  assert.equal(await statusOf(key), 401);
  await page.getByRole('link', { name: 'Accounts' }).first().click();
  await page.getByLabel('Status').selectOption('deleted');
  await page.getByRole('row', { name }).getByRole('link').click();
  const download = page.waitForEvent('download');
  await choose(page, 'Download data');
  assert.equal((await download).suggestedFilename(), `hookline-${id}.json`);
  await press(page, 'Restore…');
  await confirm(page, 'Restore account');
  await page.getByRole('button', { name: 'Suspend…' }).waitFor();
  assert.equal(await statusOf(key), 200);
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  await page.reload();
  await choose(page, 'Erase now…');
  await typeToConfirm(page, name);
  await confirm(page, 'Erase account');
  await page.waitForURL('**/console/accounts?status=deleted');
});

test('a key of a customer is shown once, works, and is not stored in the tab; revoking asks for its name', {
  skip,
}, async () => {
  const { id } = await service.account('pro');
  const page = await open(`/console/accounts/${id}?tab=keys`, { session: operator });
  await press(page, 'Create key');
  await dialog(page).getByLabel('Name').fill('ci');
  await confirm(page, 'Create key');
  const key = (await dialog(page).getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal(await statusOf(key), 200);
  const stored = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })');
  assert.ok(!String(stored).includes(key));
  await confirm(page, 'I have stored it');
  await choose(page, 'Revoke…', 'Actions for ci');
  await typeToConfirm(page, 'ci');
  await confirm(page, 'Revoke key');
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(await statusOf(key), 401);
});

test('viewing as a customer shows a banner on every page and offers no changes, until exit', { skip }, async () => {
  const { id } = await service.account('scale');
  const { name } = await accountOf(id);
  const page = await open(`/console/accounts/${id}`, { session: operator, expected: /status of 403/ });
  await choose(page, 'View as customer');
  await page.waitForURL('**/dashboard');
  for (const [path, shown] of [
    ['', 'Your first call'],
    ['/keys', 'Active keys'],
    ['/hooks', 'Hooks'],
    ['/sessions', 'Sessions'],
  ] as const) {
    await page.goto(`${service.url}/dashboard${path}`);
    await page.getByText(`Viewing as ${name}, read-only`).waitFor();
    await page.getByText(shown).first().waitFor();
    // A hook's menu only reads.
    const changing = path === '/hooks' ? /^Create/ : /^(Create|Actions for)/;
    const changes = page.getByRole('main').getByRole('button', { name: changing });
    const ways = page.getByRole('link', { name: /^(Export results|Notify me)/ });
    assert.equal(await changes.or(ways).count(), 0, path);
  }
  const refused = await page.evaluate(() => fetch('/account/keys', { method: 'POST' }).then(({ status }) => status));
  assert.equal(refused, 403);
  await press(page, 'Exit');
  await page.waitForURL(`**/console/accounts/${id}`);
  await page.goto(`${service.url}/dashboard/keys`);
  await page.waitForURL('**/console');
});

test('a webhook of a customer is created, paused, resumed and deleted; its secret is shown once', {
  skip,
}, async () => {
  const { id } = await service.account('enterprise');
  const page = await open(`/console/accounts/${id}?tab=webhooks`, { session: operator, expected: /status of 422/ });
  await press(page, 'Create webhook');
  await dialog(page).getByLabel('URL').fill('http://127.0.0.1:9/hooks');
  await dialog(page).getByLabel('Description').fill('Studio');
  await dialog(page).getByLabel('Niches').fill('finanse');
  await confirm(page, 'Create webhook');
  await dialog(page).getByText('Did you mean finance?').waitFor();
  await dialog(page).getByLabel('Niches').fill('finance, food');
  await confirm(page, 'Create webhook');
  const secret = await dialog(page).getByRole('region', { name: 'Webhook secret' }).locator('code').textContent();
  assert.match(secret ?? '', /^whsec_/);
  await press(page, 'I have stored it');
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: 'Studio' });
  await row.getByText('Food', { exact: true }).waitFor();
  const slow = Promise.withResolvers<void>();
  await page.route('**/operator/webhooks/*/rotate-secret', (route) => slow.promise.then(() => route.continue()));
  await choose(page, 'Rotate secret…', 'Actions for Studio');
  await confirm(page, 'Rotate secret');
  // The dialog can't be closed while the request is in flight: the secret would be lost.
  await page.keyboard.press('Escape');
  assert.ok(await dialog(page).isVisible());
  slow.resolve();
  await dialog(page).getByText('Store this secret now').waitFor();
  await press(page, 'I have stored it');
  await choose(page, 'Pause', 'Actions for Studio');
  await row.getByText('Paused manually').waitFor();
  await row.getByRole('button', { name: 'Resume…' }).click();
  await confirm(page, 'Resume');
  await row.getByText('Active').waitFor();
  await choose(page, 'Delete…', 'Actions for Studio');
  await typeToConfirm(page, 'Studio');
  await confirm(page, 'Delete webhook');
  await page.getByText('No webhooks yet').waitFor();
});

test('the audit log shows changed values and hostile names as text; its filters are in the URL', { skip }, async () => {
  const account = { name: hostile.slice(0, 100), email: 'hostile@customers.example' };
  const { body } = await service.operator('POST', '/operator/accounts', account);
  await service.operator('PATCH', `/operator/accounts/${body.id}`, { plan: 'scale' });
  const page = await open(`/console/audit?account=${body.id}`, { session: operator });
  const changed = page.getByRole('row', { name: 'Account changed' });
  await changed.getByText('Free').waitFor();
  const text = (await changed.textContent()) ?? '';
  assert.match(text, /planFree.*Scale/);
  assert.match(text, /<script>alert\(1\)<\/script>/);
  await page.getByLabel('Action', { exact: true }).selectOption('account.created');
  await changed.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, `?account=${body.id}&action=account.created`);
  await page.goBack();
  await changed.waitFor();
});

test('a plan requested on the dashboard is decided in the console, and shown on the dashboard', { skip }, async () => {
  const { id, email } = await service.account('pro');
  const session = await signIn(service, email);
  const page = await open('/dashboard/plan', { session });
  const row = (plan: string) => page.getByRole('row', { name: new RegExp(`^${plan}`) });
  for (const plan of ['Enterprise', 'Scale']) {
    await row(plan).getByRole('button').click();
    await dialog(page).getByLabel('Expected calls per month').fill('50000');
    await confirm(page, 'Send request');
    await confirm(page, 'Done');
  }
  await row('Scale').getByText('Requested').waitFor();
  assert.equal(await row('Enterprise').getByRole('button').count(), 1, 'a later request replaces the one before');

  await open('/console/requests', { session: operator });
  const request = page.getByRole('listitem').filter({ hasText: email });
  await request.getByText('Scale requested, now Pro').waitFor();
  await request.getByRole('button', { name: 'Change to Scale…' }).click();
  assert.match(new URL(page.url()).search, /^\?approve=req_/);
  await dialog(page).getByLabel('Message').fill('See you on Scale.');
  const sent = page.waitForRequest((one) => one.url().endsWith('/approve'));
  await confirm(page, 'Change to Scale');
  assert.match((await sent).postData() ?? '', /See you on Scale\./);
  await dialog(page).getByText('is on Scale now').waitFor();
  await confirm(page, 'Done');
  await request.waitFor({ state: 'detached' });
  await open('/dashboard/plan', { session });
  await page.getByText('Current plan: Scale').waitFor();

  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await open('/dashboard', { session, expected: /status of 403/ });
  await page.getByRole('link', { name: 'Request reactivation' }).first().click();
  await dialog(page).getByLabel('Message').fill('The invoice is paid.');
  await confirm(page, 'Send request');
  await confirm(page, 'Done');
  await page.getByText('Reactivation requested').waitFor();
  await open(`/console/accounts/${id}`, { session: operator });
  await page.getByRole('link', { name: 'Reactivate…' }).click();
  await confirm(page, 'Reactivate');
  await dialog(page).getByText('is active again').waitFor();
  assert.equal((await accountOf(id)).suspended, false);
});
