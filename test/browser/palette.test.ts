// The command palette in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const skip = noBrowser;
let service: TestService;
let holder: SignedIn;
let operator: SignedIn;
let accountId: string;
let exportId: string;
let accountName: string;
let key: string;
const open = keepPage(() => service);

before(async () => {
  if (skip) return;
  service = await sharedService();
  const account = await service.account('enterprise');
  ({ id: accountId, key } = account);
  accountName = (await service.operator('GET', `/operator/accounts/${accountId}`)).body.name;
  await service.operator('POST', `/operator/accounts/${accountId}/keys`, { name: 'finance' });
  const created = await service.send('POST', '/export', key, { body: { format: 'csv' } });
  exportId = created.body.export_id;
  holder = await signIn(service, account.email);
  operator = await signInAsOperator(service);
});

async function find(page: Page, text: string, group: string, option: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(text);
  const results = page.getByRole('listbox', { name: 'Results' });
  await results.getByRole('group', { name: group }).getByRole('option', { name: option }).first().click();
}

test('the palette finds hooks, exports, docs and verbs of the dashboard, in groups', {
  skip,
}, async () => {
  const page = await open('/dashboard', { session: holder });
  await find(page, 'lesson 17', 'Hooks', 'What food taught me in lesson 17');
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await find(page, 'csv', 'Exports', /^CSV export of/);
  await page.waitForURL(`${service.url}/dashboard/exports`);
  await page.locator('tr:focus', { hasText: exportId }).waitFor();
  // What is the account's own comes before lines of the catalog.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('finance');
  await page.getByRole('status').getByText('Enter opens').waitFor();
  const groups = await page.getByRole('listbox', { name: 'Results' }).getByRole('group').all();
  const names = await Promise.all(groups.map((group) => group.getAttribute('aria-label')));
  assert.deepEqual(names.slice(0, 2), ['Keys', 'Hooks']);
  await page.keyboard.press('Escape');
  await page.goto(`${service.url}/dashboard/keys`);
  // The page's own action comes first where it has one.
  await find(page, 'create key', 'This page', 'Create key');
  await page.getByRole('dialog', { name: 'Create key' }).getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await find(page, 'idempotency', 'Docs', /idempotency.*idempotency/i);
  await page.waitForURL(/\/docs\//);
});

test('the palette is used by keyboard, by an operator and before its results are loaded', { skip }, async () => {
  const page = await open('/console', { session: operator });
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  await page.keyboard.type(accountName);
  await page.getByRole('group', { name: 'Accounts' }).getByRole('option').first().waitFor();
  const active = () => page.locator('[role=option][aria-selected=true]').textContent();
  for (let step = 0; step < 20 && !(await active())?.startsWith(accountName); step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.url}/console/accounts/${accountId}`);

  // It keeps what is typed and entered before its results are loaded.
  await page.goto(`${service.url}/console/review`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loading = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-.*\.js/, (route) => loading.promise.then(() => route.continue()));
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('accounts');
  await page.keyboard.press('Enter');
  assert.equal(await page.getByRole('combobox', { name: /^Search/ }).inputValue(), 'accounts');
  loading.resolve();
  await page.waitForURL(`${service.url}/console/accounts`);
  assert.deepEqual(writes, [], 'no key reached the shortcuts of the review');
});
