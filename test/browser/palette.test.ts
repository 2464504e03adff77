// Browser tests: the command palette, the list of keyboard shortcuts, and what waits, counted in the navigation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
let opened: Awaited<ReturnType<typeof openBrowser>>;
let holder: SignedIn;
let operator: SignedIn;
let accountId: string;

before(async () => {
  if (skip) return;
  [opened, service] = await Promise.all([openBrowser(), testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' })]);
  await service.import(hookLine('Nobody tells you this about landlords'), 'preset=hookline&format=jsonl');
  const { id, key, email } = await service.account('enterprise');
  accountId = id;
  const webhook = { webhook_url: 'http://127.0.0.1:9/zebra', description: 'zebra deploys' };
  assert.equal((await service.send('POST', '/webhooks', key, { body: webhook })).status, 201);
  assert.equal((await service.send('POST', '/export', key, { body: { format: 'csv' } })).status, 202);
  holder = await signIn(service, email);
  operator = await signInAsOperator(service);
});

after(async () => {
  await opened?.close();
  await service?.close();
});

async function find(page: Page, text: string, group: string, option: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill(text);
  const results = page.getByRole('listbox', { name: 'Results' });
  await results.getByRole('group', { name: group }).getByRole('option', { name: option }).first().click();
}

test('the palette finds hooks, webhooks, exports, keys, docs and verbs of the dashboard, in groups', {
  skip,
}, async () => {
  const { page, close } = await openPage(opened.browser, service, '/dashboard', { session: holder });
  await find(page, 'landlord', 'Hooks', 'Nobody tells you this about landlords');
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await find(page, 'zebra', 'Webhooks', /zebra deploys/);
  await page.waitForURL(/\/dashboard\/webhooks\/wh_\w+$/);
  await find(page, 'csv', 'Exports', /^CSV export of/);
  await page.waitForURL(`${service.url}/dashboard/exports`);
  await find(page, 'default', 'Keys', /^default hkl_…/);
  await page.waitForURL(`${service.url}/dashboard/keys`);
  // The page's own action comes first where it has one.
  await find(page, 'create key', 'This page', 'Create key');
  await page.getByRole('dialog', { name: 'Create key' }).getByRole('button', { name: 'Cancel' }).click();
  await find(page, 'create webhook', 'Actions', 'Create webhook');
  await page.getByRole('dialog', { name: 'Create webhook' }).waitFor();
  await page.goto(`${service.url}/dashboard/usage`);
  await find(page, 'create key', 'Actions', 'Create key');
  await page.getByRole('dialog', { name: 'Create key' }).waitFor();
  await page.goto(`${service.url}/dashboard/usage`);
  await find(page, 'rate limit', 'Docs', /./);
  await page.waitForURL(/\/docs\//);
  await close();
});

test('the palette is used by keyboard, and an operator finds accounts by it', { skip }, async () => {
  const { page, close } = await openPage(opened.browser, service, '/console', { session: operator });
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  await page.keyboard.type('Account 1');
  await page.getByRole('group', { name: 'Accounts' }).getByRole('option').first().waitFor();
  const active = () => page.locator('[role=option][aria-selected=true]').textContent();
  for (let step = 0; step < 20 && !(await active())?.startsWith('Account 1'); step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${service.url}/console/accounts/${accountId}`);
  await find(page, 'create account', 'Actions', 'Create account');
  await page.getByRole('dialog', { name: 'Create account' }).waitFor();
  await close();
});

test('? lists the shortcuts of each page, those of the review too', { skip }, async () => {
  for (const [path, session, expected] of [
    ['/dashboard/keys', holder, 'Focus the search field'],
    ['/console/hooks', operator, 'Retire them'],
    ['/console/requests', operator, 'Approve the request'],
    ['/console/review', operator, 'Accept all shown'],
    ['/', undefined, 'Focus the search field'],
  ] as const) {
    const { page, close } = await openPage(opened.browser, service, path, session && { session });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText(expected).first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await close();
  }
});

test('the navigation counts what waits, and stops when it is decided', { skip }, async () => {
  const body = { name: 'Juno', email: 'juno@example.com', use_case: 'A generator', expected_calls_per_month: 100 };
  await service.send('POST', '/key-requests', undefined, { body });
  const report = { hook_id: 'hook_1', reason: 'other', email: 'rae@example.com', details: 'It is mine.' };
  await service.send('POST', '/report', undefined, { body: report });
  const { page, close } = await openPage(opened.browser, service, '/console/requests', { session: operator });
  const link = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
  await link('Requests 1 waiting').waitFor();
  await link('Reports 1 waiting').waitFor();
  assert.equal(await link('Review').textContent(), 'Review');
  await page.getByRole('button', { name: 'Decline' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Requests', exact: true }).waitFor();
  await close();
});
