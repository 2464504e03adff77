// Behaviour that all pages share, in a real browser: drop-downs, dialogs that confirm before discarding input, failed requests, crashed
// pages, and scripts that a deployment has removed.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let session: SignedIn;
let key: string;

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  const account = await service.account('scale');
  key = account.key;
  session = await signIn(service, account.email);
});

const open = keepPage(() => service);

const isFocused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();
const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Create export' });
const discard = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const exportsOf = async () => (await service.get('/exports', key)).body.data;

/** A point on the backdrop of a dialog in the middle of the page. */
const backdrop = { x: 20, y: 400 };

async function pointOn(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = defined((await locator.boundingBox()) ?? undefined);
  return { x: x + width / 2, y: y + height / 2 };
}

test(
  'Enter in a drop-down selects its value and never submits the form; a dialog confirms before discarding input',
  options,
  async () => {
    const page = await open('/dashboard/exports?new=1', { session });
    const form = page.getByRole('form', { name: 'Create export' });
    await form.getByRole('button', { name: /^Niche/ }).press('Enter');
    const list = page.getByRole('listbox', { name: 'Niche' });
    await isFocused(list);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await form.getByText('The file will contain 8 hooks').waitFor();
    // Typing moves to the first value with these letters.
    await page.keyboard.type('trav');
    await page.keyboard.press('Enter');
    await list.getByRole('option', { name: 'Travel', selected: true }).waitFor();
    await form.getByText('The file will contain 16 hooks').waitFor();
    await page.keyboard.press('Escape');
    await isFocused(form.getByRole('button', { name: 'Niche 2' }));
    await form.getByRole('button', { name: 'Platform' }).press('ArrowDown');
    const platforms = page.getByRole('listbox', { name: 'Platform' });
    await isFocused(platforms);
    await page.keyboard.press('Tab');
    await platforms.waitFor({ state: 'hidden' });
    assert.deepEqual(await exportsOf(), [], 'the export of the day is not spent');

    // A value chosen in a drop-down counts as input.
    await page.keyboard.press('Escape');
    await discard(page).getByRole('button', { name: 'Keep editing' }).click();
    const text = form.getByLabel('Search text');
    await text.fill('a long thought');
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(backdrop.x, backdrop.y),
      () => exportDialog(page).getByRole('button', { name: 'Close' }).first().click(),
    ];
    for (const closeIt of closings) {
      await text.focus();
      await closeIt();
      await isFocused(discard(page).getByRole('button', { name: 'Keep editing' }));
      await page.keyboard.press('Enter');
      await discard(page).waitFor({ state: 'hidden' });
      assert.equal(await text.inputValue(), 'a long thought');
    }
    await page.keyboard.press('Escape');
    await discard(page).waitFor();
    await page.keyboard.press('Escape');
    await discard(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await discard(page).getByRole('button', { name: 'Discard' }).click();
    await exportDialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create export' }).first().click();
    await form.waitFor();
    await page.keyboard.press('Escape');
    await exportDialog(page).waitFor({ state: 'hidden' });
  },
);

test(
  'a dialog closes on its backdrop only if the press began there; Back confirms before discarding input',
  options,
  async () => {
    const page = await open('/dashboard/usage', { session });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys & apps' }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Create/ });
    const inside = await pointOn(dialog.getByRole('heading'));
    await page.mouse.move(inside.x, inside.y);
    await page.mouse.down();
    await page.mouse.move(backdrop.x, backdrop.y, { steps: 4 });
    await page.mouse.up();
    await dialog.waitFor();
    await page.mouse.down();
    await page.mouse.move(inside.x, inside.y, { steps: 4 });
    await page.mouse.up();
    await dialog.waitFor();
    await page.mouse.click(backdrop.x, backdrop.y);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const name = page.getByRole('dialog', { name: 'Create key' }).getByLabel('Name');
    await name.pressSequentially('half a na');
    // The confirmation is a chunk that loads with the first letter.
    await page.locator('dialog[open] dialog').waitFor({ state: 'attached' });
    // The promise settles only if the page is left.
    const goBack = () => void page.goBack({ timeout: 5000 }).catch(() => {});
    goBack();
    await discard(page).getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await name.inputValue(), 'half a na');
    assert.equal(page.url(), `${service.url}/dashboard/keys`);
    goBack();
    await discard(page).getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(`${service.url}/dashboard/usage`);
    await page.goForward();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  },
);

test(
  'Ctrl+Enter submits a dialog from any field; Enter does not confirm a deletion before the name is typed',
  options,
  async () => {
    const page = await open('/dashboard/keys?new=1', { session });
    const form = page.getByRole('form', { name: 'Create key' });
    const addresses = form.getByLabel('Allowed addresses');
    await addresses.fill('192.0.2.1');
    await addresses.press('Enter');
    await addresses.pressSequentially('192.0.2.2');
    await form.getByLabel('Name').fill('by keyboard');
    await addresses.press('Control+Enter');
    await page.getByRole('region', { name: 'API key' }).waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /by keyboard/ });
    await row.getByText('and 1 more').waitFor();

    await row.getByRole('button', { name: 'Actions for by keyboard' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    const name = page.getByLabel('Type “by keyboard” to confirm');
    await isFocused(name);
    for (const keys of ['Enter', 'Control+Enter']) await name.press(keys);
    assert.ok(await page.getByRole('button', { name: 'Revoke key' }).isDisabled());
    await name.fill('by keyboard');
    await name.press('Enter');
    await page.getByText('Key “by keyboard” revoked.').waitFor();
    await row.waitFor({ state: 'hidden' });
  },
);

const blank = (): Promise<Page> => open('/icon.svg', { session, expected: /./ });

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('Retry reloads all that failed on the page at once, also filters', options, async () => {
  const page = await blank();
  const problem = { type: 'about:blank', title: 'Rate limited', status: 429, code: 'rate_limited', detail: 'Wait.' };
  // Pages do not retry a 429 automatically.
  await page.route(/\/hooks\?/, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue(),
  );
  await page.goto(`${service.url}/dashboard/hooks`);
  // The list and its counts must both have failed: a request that fails after the click is not retried by it.
  await page.getByText('Wait.', { exact: true }).first().waitFor();
  await page.getByText('Counts could not be loaded.').first().waitFor();
  await page.unroute(/\/hooks\?/);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByText('What finance taught me in lesson 1', { exact: true }).waitFor();
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Finance' }).waitFor();
});

test('a page that crashes shows a message and the ID of the error in the log', options, async () => {
  const page = await blank();
  await page.route('**/account/keys', (route) => route.fulfill({ json: { success: true, data: [null] } }));
  await page.goto(`${service.url}/dashboard/keys`);
  const alert = page.getByRole('alert');
  await alert.getByText('This page stopped working').waitFor();
  const id = await alert.locator('code').textContent();
  const logged = await service.observed('page_failed', id ?? '');
  assert.ok(logged.kind === 'page_failed' && logged.path === '/dashboard/keys');
  assert.match(logged.error, /TypeError/);
  await page.unroute('**/account/keys');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Keys');
});

test('a script that is missing after a deployment reloads the page once, never in a loop', options, async () => {
  const page = await open('/dashboard', { session, expected: /./ });
  await heading(page, 'Overview');
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  const script = '**/assets/request-log-page-*.js';
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(`${service.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-ofLater.js');
    await route.fulfill({ response, body });
  });
  await page.getByRole('link', { name: 'Logs' }).first().click();
  await page.getByText('This page could not be loaded').waitFor();
  assert.equal(loads, 1);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Requests');
  assert.equal(loads, 2);
});
