// Browser tests of lists that load more: Back restores them, breadcrumbs keep their filters, long ones stay light.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

const options = { skip: noBrowser };
const count = 510;
const finance = 60;

/** Without near-duplicates, which rows would list. */
const textOf = (n: number) =>
  `Line number ${n} ${createHash('sha256').update(`${n}`).digest('hex').match(/.{6}/g)?.join(' ')}`;

let service: TestService;
let session: SignedIn;
let operator: SignedIn;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  const lines = Array.from({ length: count }, (_, n) =>
    hookLine(textOf(n), { niche: n < finance ? 'finance' : 'food', views: 9_000_000 - n * 1000 }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  session = await signIn(service, (await service.account('enterprise')).email);
  operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

const open = (path: string, as = session): Promise<OpenPage> => openPage(service, path, { session: as });

const isFocused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();
const scrollTop = async (page: Page) => Number(await page.evaluate('scrollY'));
const hooksList = (page: Page) => page.getByRole('list', { name: 'Hooks' });
/** The page of a hook that was opened from the list. */
const hookPage = async (page: Page, n: number) => {
  await page.waitForURL(/hooks\/hook_/);
  await page.getByRole('main').getByText(textOf(n), { exact: true }).first().waitFor();
};
const line = (page: Page, n: number) => hooksList(page).getByRole('link', { name: textOf(n), exact: true });

async function loadMore(page: Page, until: string): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  while (!(await page.getByText(until).isVisible())) {
    const shown = await page.getByText(/^\d+ of \d+$/).textContent();
    await more.click();
    await page.getByText(shown ?? '', { exact: true }).waitFor({ state: 'detached' });
  }
}

test(
  'Back restores the loaded pages, the scroll position and the focused row of a list, without loading it again',
  options,
  async () => {
    const { page, close } = await open('/dashboard/hooks?niche=finance');
    await page.getByText('60 hooks match', { exact: true }).waitFor();
    await loadMore(page, '60 of 60');
    await line(page, 47).scrollIntoViewIfNeeded();
    await line(page, 47).focus();
    const before = await scrollTop(page);
    assert.ok(before > 1000);
    await page.keyboard.press('Enter');
    await hookPage(page, 47);
    assert.equal(await scrollTop(page), 0, 'a new page starts at its top');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goBack();
    await isFocused(line(page, 47));
    await page.getByText('60 of 60').waitFor();
    assert.equal(await scrollTop(page), before);
    assert.deepEqual(
      requests.filter((url) => /\/hooks\?.*cursor/.test(url)),
      [],
    );
    await page.goForward();
    await hookPage(page, 47);
    assert.equal(await scrollTop(page), 0);
    await close();
  },
);

test('a breadcrumb leads back to the list with its filters and its place', options, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=finance&sort=views');
  await page.getByText('60 hooks match', { exact: true }).waitFor();
  await loadMore(page, '40 of 60');
  await line(page, 25).click();
  await hookPage(page, 25);
  await page.getByRole('main').getByRole('link', { name: 'Hooks', exact: true }).click();
  await isFocused(line(page, 25));
  assert.equal(new URL(page.url()).search, '?niche=finance&sort=views');
  // Also from a page further on; the navigation opens the list anew.
  await line(page, 25).click();
  await hookPage(page, 25);
  await page.getByRole('link', { name: 'Hooks', exact: true }).first().click();
  await page.getByText('510 hooks', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).search, '');
  await close();
});

test('a list that Back restores shows what has changed since', options, async () => {
  for (let n = 0; n < 3; n++) await service.account('pro');
  const { page, close } = await open('/console/accounts?plan=pro', operator);
  const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
  await rows.filter({ hasText: 'Pro' }).first().getByRole('link').click();
  await page.waitForURL(/accounts\/acc_/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { body: changed } = await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'scale' });
  await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
  await page.waitForURL(/\?plan=pro$/);
  await rows.filter({ hasText: changed.email }).waitFor({ state: 'detached' });
  await close();
});

test(
  'of a list with more than 500 rows only those near the window are in the page, and Back finds its place',
  options,
  async () => {
    const { page, close } = await open('/console/hooks?sort=views', operator);
    const items = page.locator('li[data-key]');
    await items.first().waitFor();
    assert.equal(await items.count(), 50);
    await loadMore(page, '510 of 510');
    for (let frame = 0; frame < 200 && (await items.count()) > 120; frame++)
      await page.evaluate('new Promise(requestAnimationFrame)');
    assert.ok((await items.count()) <= 120);
    assert.ok((await items.count()) > 5);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await page.getByText(textOf(250), { exact: true }).waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByText(textOf(509), { exact: true }).waitFor();
    const before = await scrollTop(page);
    await page.getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.goBack();
    await page.getByText(textOf(509), { exact: true }).waitFor();
    assert.ok(Math.abs((await scrollTop(page)) - before) < 300, `${await scrollTop(page)} of ${before}`);
    await close();
  },
);
