// The explorer of hooks in a real browser: search and filters, late responses, a phone, lists that Back restores.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let session: SignedIn;

const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  ({ session } = await customer(service, 'enterprise'));
});

const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;
const hooks = (page: Page) => page.getByRole('list', { name: 'Hooks', exact: true });

test(
  'search and filters narrow the list, are kept in the URL, and Back undoes them; a late response replaces none',
  options,
  async () => {
    const page = await open('/dashboard/hooks', { session });
    await total(page, '40 hooks');
    await page.keyboard.press('/');
    await page.keyboard.type('tought ');
    await page.waitForURL(/q=tought$/);
    await page.keyboard.type('finance');
    await page.waitForURL(/q=tought(\+|%20)finance$/);
    await total(page, '8 hooks match');
    assert.equal(await page.getByLabel('Sort by').inputValue(), 'relevance');
    const marks = hooks(page).getByRole('listitem').first().locator('mark');
    assert.deepEqual(await marks.allInnerTexts(), ['finance', 'taught'], 'what matches is marked, also with a typo');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await total(page, '40 hooks');
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Search hooks');
    await marks.first().waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: /^Food/ }).check();
    await total(page, '8 hooks match');
    await page.getByRole('checkbox', { name: /^Finance 8/ }).check();
    await total(page, '16 hooks match');
    assert.deepEqual(query(page).getAll('niche'), ['food', 'finance']);
    await page.getByLabel('Min views').fill('1.9M');
    await page.getByLabel('Min views').press('Enter');
    await page.getByRole('button', { name: 'Remove filter: ≥ 1.9M views' }).waitFor();
    await total(page, '5 hooks match');
    await page.goBack();
    await total(page, '16 hooks match');
    await page.getByRole('button', { name: 'Remove filter: Food' }).click();
    await total(page, '8 hooks match');

    const since = page.getByRole('textbox', { name: 'Added since' });
    await since.fill('2026-01-02');
    assert.equal(new URL(page.url()).search, '?niche=finance', 'a date is not applied while it is typed');
    await since.press('Enter');
    await page.waitForURL(/added_since=2026-01-02$/);

    await page.goto(`${service.url}/dashboard/hooks`);
    await total(page, '40 hooks');
    const late = Promise.withResolvers<void>();
    const isAsked = page.waitForRequest(/\/hooks\?q=food/);
    await page.route(/\/hooks\?q=food/, async (route) => {
      await late.promise;
      await route.continue().catch(() => {});
    });
    const field = page.getByLabel('Search hooks');
    await field.fill('food');
    await isAsked;
    await field.fill('comedy taught');
    await total(page, '8 hooks match');
    const isAnswered = page.waitForResponse(/\/hooks\?q=food/);
    late.resolve();
    await (await isAnswered).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(
      await hooks(page)
        .getByRole('link', { name: /comedy/ })
        .count(),
      8,
    );
  },
);

test('Back and breadcrumbs restore the pages, scroll and focus of a list without loading again', options, async () => {
  const page = await open('/dashboard/hooks?min_views=1000000&sort=views', { session });
  await total(page, '40 hooks match');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('40 of 40').waitFor();
  const { text } = defined(sharedHooks[5]);
  const line = hooks(page).getByRole('link', { name: text, exact: true });
  const isFocused = () => line.and(page.locator(':focus')).waitFor();
  const scrollTop = async () => Number(await page.evaluate('scrollY'));
  const hookPage = async () => {
    await page.waitForURL(/hooks\/hook_/);
    await page.getByRole('heading', { name: 'Labels' }).waitFor();
  };
  await line.scrollIntoViewIfNeeded();
  await line.focus();
  const top = await scrollTop();
  assert.ok(top > 500, `${top}`);
  await page.keyboard.press('Enter');
  await hookPage();
  assert.equal(await scrollTop(), 0, 'a new page starts at its top');

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goBack();
  await isFocused();
  await page.getByText('40 of 40').waitFor();
  assert.equal(await scrollTop(), top);
  assert.deepEqual(
    requests.filter((url) => /\/hooks\?.*cursor/.test(url)),
    [],
  );
  await page.goForward();
  await hookPage();
  assert.equal(await scrollTop(), 0);
  await page.getByRole('main').getByRole('link', { name: 'Hooks', exact: true }).click();
  await isFocused();
  assert.equal(new URL(page.url()).search, '?min_views=1000000&sort=views');
  await line.click();
  await hookPage();
  await page.getByRole('link', { name: 'Hooks', exact: true }).first().click();
  await total(page, '40 hooks');
  assert.equal(new URL(page.url()).search, '', 'the navigation opens the list anew');
});
