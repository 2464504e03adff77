// Console pages about customers in a real browser: health, key requests, accounts, audit log.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { type OpenPage, openPage } from '../../setup/open-page.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../../setup/session.ts';

const skip = noBrowser;
const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(500)}`;

let service: TestService;
let session: SignedIn;
let shown: OpenPage;
let page: Page;

before(async () => {
  if (skip) return;
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  session = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

afterEach(() => shown?.close());

/** `expected` matches console errors the test provokes, such as an invalid form field. */
async function open(path: string, expected?: RegExp): Promise<void> {
  shown = await openPage(service, path, { session, expected });
  page = shown.page;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const heading = (name: string) => page.getByRole('heading', { name });

async function requestKey(name: string, email: string, calls: number, use_case = 'A script generator'): Promise<void> {
  const body = { name, email, use_case, expected_calls_per_month: calls };
  const { status } = await service.send('POST', '/key-requests', undefined, { body });
  assert.equal(status, 201);
}

test('health lists problems with a link to the page that fixes them, and figures below', {
  skip,
}, async () => {
  await open('/console');
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await problem.filter({ hasText: 'The catalog is empty.' }).getByRole('link', { name: 'Open imports' }).waitFor();
  for (const name of ['Catalog', 'This process', 'Database and disk', 'Queues']) await heading(name).waitFor();
  await page.getByRole('link', { name: /Requests 0 pending/ }).waitFor();
});

test('a key request is approved by keyboard with the cheapest fitting plan, another is declined', {
  skip,
}, async () => {
  await requestKey('Juno', 'juno@example.com', 40_000);
  await requestKey('Kim', 'kim@example.com', 500, hostile);
  await open('/console/requests');
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await rows.first().getByText('Scale fits').waitFor();
  assert.match((await rows.nth(1).textContent()) ?? '', /<script>alert\(1\)<\/script>/);
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    'nothing is wider than the screen',
  );
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  await dialog().getByText('Approve Juno').waitFor();
  assert.equal(await dialog().getByLabel('Plan', { exact: true }).inputValue(), 'scale');
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await dialog().getByText('A sign-in link is on its way to juno@example.com').waitFor();
  const account = await dialog().getByRole('link', { name: 'Open account' }).getAttribute('href');
  assert.match(account ?? '', /^\/console\/accounts\/acc_/);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await rows.filter({ hasText: 'Juno' }).waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await dialog().getByLabel('Reason').fill('Not now.');
  await dialog().getByRole('button', { name: 'Decline' }).click();
  await page.getByText('No pending requests').waitFor();
  await page.getByRole('link', { name: 'Declined' }).click();
  await rows.filter({ hasText: 'kim@example.com' }).waitFor();
  assert.equal(new URL(page.url()).search, '?state=declined');
});

test('accounts are searched while typing with the query in the URL, and an account is created', { skip }, async () => {
  await service.operator('POST', '/operator/accounts', { name: 'Reelhouse', email: 'api@reelhouse.example' });
  await service.operator('POST', '/operator/accounts', { name: 'Kettle', email: 'hello@kettle.example', plan: 'pro' });
  await open('/console/accounts', /status of 422/);
  const row = (name: string) => page.getByRole('row', { name });
  await row('Reelhouse').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('kettle');
  await row('Reelhouse').waitFor({ state: 'detached' });
  await row('Kettle').waitFor();
  assert.equal(new URL(page.url()).search, '?q=kettle');
  await button('Create account').click();
  await dialog().getByLabel('Name').fill('Clipwise');
  await dialog().getByLabel('Email', { exact: true }).fill('no address');
  await dialog().getByRole('button', { name: 'Create account' }).click();
  await dialog().locator('[aria-invalid=true][name=email]').waitFor();
  await dialog().getByLabel('Email', { exact: true }).fill('dev@clipwise.example');
  await dialog().getByRole('button', { name: 'Create account' }).click();
  await heading('Clipwise').waitFor();
});

test('a plan change is previewed; a suspended account is refused at once until it is reactivated', {
  skip,
}, async () => {
  const { id, key } = await service.account('free');
  await open(`/console/accounts/${id}`);
  await button('Change plan or limits').click();
  await dialog().getByText('No changes yet').waitFor();
  await dialog().getByLabel('Plan', { exact: true }).selectOption('scale');
  await dialog().getByLabel('Calls per day').fill('500');
  await dialog().getByText('Calls per day: 100').waitFor();
  await dialog().getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('custom limit').waitFor();
  await button('Change plan or limits').click();
  await dialog().getByLabel('Calls per day').fill('');
  await dialog().getByLabel('Calls per day').pressSequentially('2e');
  await dialog().getByRole('button', { name: 'Save changes' }).click();
  await dialog().getByText('Enter a valid number.').waitFor();
  await dialog().locator('[name="limits/per_day"][aria-invalid=true]:focus').waitFor();
  await page.keyboard.press('Escape');
  await button('Discard').click();
  const { body } = await service.operator('GET', `/operator/accounts/${id}`);
  assert.deepEqual([body.plan, body.limits], ['scale', { per_day: 500, per_month: null }]);

  await button('Suspend…').click();
  await dialog().getByText('1 key will be rejected immediately').waitFor();
  await dialog().getByRole('button', { name: 'Suspend account' }).click();
  await page.getByText('This account is suspended').waitFor();
  assert.equal((await service.get('/hooks', key)).status, 403);
  await button('Reactivate…').first().click();
  await dialog().getByRole('button', { name: 'Reactivate account' }).click();
  await button('Suspend…').waitFor();
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test("a customer's key is shown once, works, and is not stored in the tab; revoking asks for its name", {
  skip,
}, async () => {
  const { id } = await service.account('pro');
  await open(`/console/accounts/${id}?tab=keys`);
  await button('Create key').click();
  await dialog().getByLabel('Name').fill('ci');
  await dialog().getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog().getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal((await service.get('/hooks', key)).status, 200);
  assert.equal(
    await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })').then(includes(key)),
    false,
  );
  await button('I have stored it').click();
  await page.getByRole('row', { name: 'ci' }).getByRole('button', { name: 'Actions for ci' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await dialog().getByLabel('Type “ci” to confirm').fill('ci');
  await dialog().getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('1 expired or revoked').waitFor();
  assert.equal((await service.get('/hooks', key)).status, 401);
});

const includes = (part: string) => (text: unknown) => String(text).includes(part);

test("a customer's webhook is created with filters, paused, resumed and deleted; its secret is shown once", {
  skip,
}, async () => {
  const { id } = await service.account('enterprise');
  await open(`/console/accounts/${id}?tab=webhooks`, /status of 422/);
  await button('Create webhook').click();
  await dialog().getByLabel('URL').fill('http://127.0.0.1:9/hooks');
  await dialog().getByLabel('Description').fill('Studio');
  await dialog().getByLabel('Niches').fill('finanse');
  await dialog().getByRole('button', { name: 'Create webhook' }).click();
  await dialog().getByText('Did you mean finance?').waitFor();
  await dialog().getByLabel('Niches').fill('finance, food');
  await dialog().getByRole('button', { name: 'Create webhook' }).click();
  const secret = (await dialog().getByRole('region', { name: 'Webhook secret' }).locator('code').textContent()) ?? '';
  assert.match(secret, /^whsec_/);
  await button('I have stored it').click();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: 'Studio' });
  await row.getByText('Food', { exact: true }).waitFor();
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Studio' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const slow = Promise.withResolvers<void>();
  await page.route('**/operator/webhooks/*/rotate-secret', (route) => slow.promise.then(() => route.continue()));
  await choose('Rotate secret…');
  await dialog().getByRole('button', { name: 'Rotate secret' }).click();
  // The dialog can't be closed while the request is in flight: the secret would be lost.
  await page.keyboard.press('Escape');
  assert.ok(await dialog().isVisible());
  slow.resolve();
  await dialog().getByText('Store this secret now').waitFor();
  await button('I have stored it').click();
  await choose('Pause');
  await row.getByText('Paused manually').waitFor();
  await row.getByRole('button', { name: 'Resume…' }).click();
  await dialog().getByRole('button', { name: 'Resume' }).click();
  await row.getByText('Active').waitFor();
  await choose('Delete…');
  await dialog().getByLabel('Type “Studio” to confirm').fill('Studio');
  await dialog().getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
});

test('the audit log shows actor, action and changed values, and keeps its filters in the URL', {
  skip,
}, async () => {
  const { body: account } = await service.operator('POST', '/operator/accounts', {
    name: hostile.slice(0, 100),
    email: 'hostile@example.com',
  });
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { plan: 'scale' });
  await open(`/console/audit?account=${account.id}`);
  const changed = page.getByRole('row', { name: 'Account changed' });
  await changed.getByText('Free').waitFor();
  assert.match((await changed.textContent()) ?? '', /planFree.*Scale/);
  assert.match((await changed.textContent()) ?? '', /<script>alert\(1\)<\/script>/);
  assert.ok(await changed.getByRole('button', { name: 'Copy request ID' }).isVisible());
  await page.getByLabel('Action', { exact: true }).selectOption('account.created');
  await changed.waitFor({ state: 'detached' });
  assert.deepEqual(
    [...new URL(page.url()).searchParams],
    [
      ['account', account.id],
      ['action', 'account.created'],
    ],
  );
  await page.goBack();
  await changed.waitFor();
});
