// The keys of an account in a real browser: create, restrict, rename, revoke.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const skip = noBrowser;
let service: TestService;
const open = keepPage(() => service);

before(async () => {
  if (!skip) service = await sharedService();
});

const dialog = (page: Page) => page.getByRole('dialog');

test('a key with an expiry is shown once, even after a slow response, and works', { skip }, async () => {
  const { id, email } = await service.account('free');
  const page = await open('/dashboard/keys', { session: await signIn(service, email) });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const submit = dialog(page).getByRole('button', { name: 'Create key' });
  await dialog(page).getByLabel('Name').fill('short-lived');
  await dialog(page).getByLabel('Expires').selectOption('On a specific date');
  assert.equal(await submit.isDisabled(), true, 'a date is required');
  await dialog(page).getByLabel('Last day').fill('2030-01-31');
  const answer = Promise.withResolvers<void>();
  await page.route('**/account/keys', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await submit.click();
  await sent;
  await page.keyboard.press('Escape');
  assert.equal(await dialog(page).getByRole('button', { name: 'Cancel' }).isDisabled(), true);
  answer.resolve();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal((await service.get('/hooks', key)).status, 200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  const made = body.keys.find(({ name }: { name: string }) => name === 'short-lived');
  assert.equal(made.expires_at, '2030-02-01T00:00:00.000Z');
});

test('a key is restricted, changed and, by the link of its email, revoked', { skip }, async () => {
  const { id, email } = await service.account('enterprise');
  const page = await open('/dashboard/keys', { session: await signIn(service, email), expected: /status of 422/ });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await dialog(page).getByLabel('Name').fill('site');
  for (const scope of ['Export', 'Webhooks', 'Usage']) await dialog(page).getByLabel(scope).uncheck();
  await dialog(page).getByLabel('Allowed addresses').fill('203.0.113.9/24\n203.0.113.300');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await dialog(page).getByText('"203.0.113.300" is not an IP address').waitFor();
  await dialog(page).getByLabel('Allowed addresses').fill('203.0.113.9/24, 2001:db8::/32');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('site').getByText('from 203.0.113.0/24 and 1 more').waitFor();

  await row('site').getByRole('button', { name: 'Actions for site' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await dialog(page).getByLabel('Name').fill('shop');
  await dialog(page).getByLabel('Usage').check();
  await dialog(page).getByLabel('Allowed addresses').fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await row('shop').getByText('Read, Usage').waitFor();
  const [made] = (await service.operator('GET', `/operator/accounts/${id}/keys`)).body.keys;
  assert.deepEqual([made.name, made.scopes, made.allowed_ips], ['shop', ['read', 'usage'], null]);

  await page.goto(`${service.url}/dashboard/keys?revoke=${made.id}`);
  await dialog(page).getByLabel(/^Type/).fill('shop');
  await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('1 expired or revoked').waitFor();
  assert.equal(new URL(page.url()).search, '');
});

test('a key is renamed in place by keyboard; Escape keeps the old name', { skip }, async () => {
  const { email } = await service.account('free');
  const page = await open('/dashboard/keys', { session: await signIn(service, email) });
  const name = (text: string) => page.getByRole('button', { name: text, exact: true });
  const field = page.locator('input[aria-label=Name]:focus');
  await name('default').press('Enter');
  await field.waitFor();
  await page.keyboard.type('newsletter');
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'default' }).waitFor();
  await name('default').press('Enter');
  await field.waitFor();
  await page.keyboard.type('newsletter');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Enter');
  await saved;
  await page.reload();
  await name('newsletter').waitFor();
});
