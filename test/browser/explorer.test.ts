// The explorer of hooks in a real browser: search, filters, failures, random hooks, rows by keyboard, lists that Back restores.
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

test('search and filters narrow the list, are kept in the URL, and Back undoes them', options, async () => {
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
});

test('filters carry over to exports, webhooks and the API call under their API names', options, async () => {
  const page = await open('/dashboard/hooks?niche=finance&min_views=1900000&q=taught', { session });
  await total(page, '3 hooks match');
  const href = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href');
  assert.equal(await href(/^Export results$/), '/dashboard/exports?new=1&niche=finance&min_views=1900000&q=taught');
  assert.equal(await href(/^Notify me/), '/dashboard/webhooks?new=1&niche=finance&min_views=1900000&q=taught');
  assert.equal(await page.getByText('needs the plan').count(), 0);
  await page.getByRole('button', { name: 'Show API call' }).click();
  await page.getByText('/hooks?niche=finance&min_views=1900000&q=taught').waitFor();
  await page.getByRole('button', { name: 'TypeScript' }).click();
  await page
    .getByRole('region', { name: 'TypeScript example' })
    .getByText(/npm install http:\S+\/sdk\.tgz/)
    .waitFor();
});

test('counts and lists that fail say so, show nothing stale, and are loaded again by Retry', options, async () => {
  let isBroken = true;
  const page = await open('/icon.svg', { session, expected: /50[03]/ });
  await page.route(/[?&]facets=/, (route) =>
    isBroken ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await page.goto(`${service.url}/dashboard/hooks?archetype=how_to`);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('alert').getByText('Counts could not be loaded.').waitFor();
  await total(page, '10 hooks match');
  assert.equal(await filters.getByRole('checkbox', { name: 'How to', exact: true }).isChecked(), true);
  isBroken = false;
  await filters.getByRole('button', { name: 'Retry' }).click();
  await filters.getByRole('checkbox', { name: 'How to 10' }).waitFor();

  await page.route(/\/hooks\?.*niche=food/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('checkbox', { name: /^Food/ }).check();
  const retry = page.getByRole('button', { name: 'Retry' }).first();
  await retry.waitFor();
  assert.equal(await hooks(page).count(), 0);
  await page.unroute(/\/hooks\?.*niche=food/);
  await retry.click();
  await total(page, '2 hooks match');
});

test('a late response does not replace a newer one', options, async () => {
  const page = await open('/dashboard/hooks', { session });
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
});

test('when nothing matches, one click drops a filter or word, keeps a word, or corrects a value', options, async () => {
  const page = await open('/dashboard/hooks?niche=food&q=finance', { session, expected: /400/ });
  const suggestions = page.getByRole('button', { name: /^(Remove(?! filter)|Without|Use) / });
  await suggestions.first().waitFor();
  assert.deepEqual(await suggestions.allInnerTexts(), ['Remove Food8 hooks', 'Remove “finance”8 hooks']);
  await suggestions.first().click();
  await total(page, '8 hooks match');
  assert.equal(new URL(page.url()).search, '?q=finance');

  await page.goto(`${service.url}/dashboard/hooks?q=taught+xylophone+finance`);
  await suggestions.first().waitFor();
  assert.deepEqual(await suggestions.allInnerTexts(), ['Without “xylophone”8 hooks']);
  await suggestions.first().click();
  await total(page, '8 hooks match');
  await page.goto(`${service.url}/dashboard/hooks?niche=finnance`);
  await page.getByRole('button', { name: 'Use Finance' }).click();
  await total(page, '8 hooks match');
  assert.equal(query(page).get('niche'), 'finance');

  await page.goto(`${service.url}/?q=payslip+xylophone+finance`);
  await page.getByRole('button', { name: 'Only “finance” 8 hooks' }).click();
  await page.getByText('5 of 8 hooks, most viewed first').waitFor();
  const marks = page.getByRole('list', { name: 'Hooks found' }).getByRole('listitem').first().locator('mark');
  assert.deepEqual(await marks.allInnerTexts(), ['finance']);
});

test('random hooks match the filters and survive a reload; rows open by keyboard and by menu', options, async () => {
  const page = await open('/dashboard/hooks?platform=TikTok', { session });
  await page.getByRole('button', { name: 'Random' }).click();
  await page.getByText(/^10 random matches/).waitFor();
  const drawnLinks = page.getByRole('list', { name: 'Random hooks' }).getByRole('link', { name: /^What/ });
  await drawnLinks.nth(9).waitFor();
  const drawn = await drawnLinks.allInnerTexts();
  const matching = sharedHooks.filter(({ platform }) => platform === 'TikTok').map(({ text }) => text);
  assert.deepEqual([drawn.length, drawn.filter((text) => !matching.includes(text))], [10, []]);
  await page.reload();
  await drawnLinks.nth(9).waitFor();
  assert.deepEqual(await drawnLinks.allInnerTexts(), drawn);
  await page.getByRole('button', { name: 'Back to list' }).click();
  await total(page, '14 hooks match');

  await hooks(page).getByRole('link', { name: matching[0], exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await page.getByRole('heading', { name: 'Labels' }).waitFor();
  await page.getByRole('link', { name: 'JSON' }).click();
  await page.getByText('"views": 2000000').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Hooks', exact: true }).click();
  await page
    .getByRole('button', { name: /^Actions for hook_/ })
    .first()
    .click();
  const check = page.getByRole('menuitem', { name: 'Check a variation' });
  assert.match((await check.getAttribute('href')) ?? '', /^\/dashboard\/check\?draft=What%20finance/);
  await page.getByRole('menuitem', { name: 'Similar hooks' }).click();
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+\?similar=all$/);
  await page.getByRole('list', { name: 'Similar hooks' }).waitFor();
});

test('Free sees seven fields of a hook, and which plans add records, exports, webhooks, trends', options, async () => {
  const free = await customer(service, 'free');
  const page = await open('/dashboard/hooks?niche=food', { session: free.session });
  await page.getByRole('link', { name: 'Export results , needs the plan Scale' }).waitFor();
  await page.getByRole('link', { name: /^Notify me .*needs the plan Enterprise$/ }).waitFor();
  await hooks(page).getByRole('link', { name: sharedHooks[1]?.text }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Hook' });
  await dialog.getByText('"emotional_trigger": "curiosity"').waitFor();
  await dialog.getByText('Full records are available on').waitFor();
  assert.match(query(page).get('hook') ?? '', /^hook_\d+$/);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('hook'));
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(`${service.url}/dashboard/trends`);
  await page.getByText('Trends are available on').waitFor();
  await page.getByText('Alerts tell you when one turns heating').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Alerts' }).count(), 0);
});

test('on a phone the filters open in a dialog', options, async () => {
  const page = await open('/dashboard/hooks', { session, viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByRole('checkbox', { name: /^Comedy/ }).check();
  await dialog.getByRole('button', { name: 'Show results' }).click();
  await total(page, '8 hooks match');
});

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
