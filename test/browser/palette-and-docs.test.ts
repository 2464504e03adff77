// The command palette and the docs in a real browser: navigation, search, tabs, the reader's key, trying a request, on a desktop and a
// phone.
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

test('the palette finds hooks, exports, docs and dashboard actions, in groups', {
  skip,
}, async () => {
  const page = await open('/dashboard', { session: holder });
  await find(page, 'lesson 17', 'Hooks', 'What food taught me in lesson 17');
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await find(page, 'csv', 'Exports', /^CSV export of/);
  await page.waitForURL(`${service.url}/dashboard/exports`);
  await page.locator('tr:focus', { hasText: exportId }).waitFor();
  // Results of the account come before lines of the catalog.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('finance');
  await page.getByRole('status').getByText('Enter opens').waitFor();
  const groups = await page.getByRole('listbox', { name: 'Results' }).getByRole('group').all();
  const names = await Promise.all(groups.map((group) => group.getAttribute('aria-label')));
  assert.deepEqual(names.slice(0, 2), ['Keys', 'Hooks']);
  await page.keyboard.press('Escape');
  await page.goto(`${service.url}/dashboard/keys`);
  // An action of the page comes first.
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

  // The palette keeps text and Enter that were typed before its results are loaded.
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

test('search finds sections and operations by keyboard, and loads nothing before its first use', { skip }, async () => {
  const requests: string[] = [];
  const page = await open('/icon.svg');
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${service.url}/docs`);
  assert.ok(!requests.some((url) => url.endsWith('/search.json')));
  await page.keyboard.press('/');
  await page.keyboard.type('retries pausing');
  await page.getByRole('option', { name: /Retries and pausing/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/webhooks#retries-and-pausing');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const navigation = page.getByRole('navigation', { name: 'Docs' });
  assert.equal(await navigation.locator('[aria-current=page]').textContent(), 'Webhooks');
  await navigation.getByRole('link', { name: 'Run Hookline' }).click();
  await page.getByRole('heading', { level: 1, name: 'The first hour' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.equal(await navigation.getByRole('link', { name: 'Webhooks' }).count(), 0);
  await navigation.getByRole('link', { name: 'Use the API' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hookline' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await navigation.getByRole('link', { name: 'Filter and sort' }).click();
  await page.getByRole('heading', { level: 1, name: /Filter/ }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('/');
  await page.keyboard.type('create export');
  await page
    .getByRole('option', { name: /^Create export/ })
    .first()
    .click();
  await page.waitForURL('**/docs/api/exports#createExport');
  await page.getByRole('combobox').fill('zzzzqqqq');
  await page.getByText('No results for “zzzzqqqq”').waitFor();
});

test('a pasted key is masked, copied in full, and can be forgotten; a language is kept', { skip }, async () => {
  const { key } = await service.account('free');
  const page = await open('/docs/authentication');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Your key' }).click();
  await page.getByLabel('API key').fill('hkl_short');
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByText('The key is incomplete. Copy it again.').waitFor();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  const masked = `hkl_••••${key.slice(-4)}`;
  const block = page.locator('.code').first();
  await block.getByText(masked).first().waitFor();
  assert.ok(!(await page.content()).includes(key), 'the page never shows it');
  await block.getByRole('button', { name: 'Copy' }).click();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.equal(copied.split(key).length - 1, 2, copied);
  assert.equal(await page.evaluate(`JSON.stringify(localStorage).includes('${key}')`), false);
  await page.getByRole('button', { name: masked }).click();
  await page.getByRole('button', { name: 'Forget' }).click();
  await block.getByText('$HOOKLINE_KEY').waitFor();

  await page.goto(`${service.url}/docs/quick-start`);
  await page.getByRole('radio', { name: 'Python' }).first().check();
  await page.goto(`${service.url}/docs/pagination`);
  assert.ok(await page.getByRole('radio', { name: 'Python' }).first().isChecked());
  await page.getByText('requests.Session()').waitFor();
});

test('“Try it” sends a request with the key, or shows what is missing', { skip }, async () => {
  const { key } = await service.account('scale');
  const page = await open('/docs/api/account', { expected: /401/ });
  const usage = page.getByRole('region', { name: 'Get usage', exact: true });
  await usage.getByRole('button', { name: 'Try it' }).click();
  await usage.getByRole('button', { name: 'Send' }).click();
  await usage.getByText('Add your key above, or sign in to the dashboard.').waitFor();

  await page.evaluate(`sessionStorage.setItem('hookline.key', '${key}')`);
  await page.goto(`${service.url}/docs/api/catalog`);
  const section = page.getByRole('region', { name: 'List hooks', exact: true });
  await section.getByRole('button', { name: 'Try it' }).click();
  await section.getByLabel('niche').fill('food');
  await section.getByLabel('Add a parameter').selectOption('format');
  await section.getByLabel('format', { exact: true }).fill('vlog');
  const answered = page.waitForResponse((response) => response.url().startsWith(`${service.url}/hooks?`));
  await section.getByRole('button', { name: 'Send' }).click();
  const { searchParams } = new URL((await answered).url());
  assert.deepEqual([searchParams.get('niche'), searchParams.get('format')], ['food', 'vlog']);
  await section.getByText(/^200 OK · \d+ ms · \d+ calls left$/).waitFor();
  await section.locator('.try-output').getByText('"success": true').waitFor();
});
