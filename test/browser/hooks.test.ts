// Browser tests: the hooks and trends pages of the dashboard.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const hostile = {
  markup: '<script>document.title="taken"</script><img src=x onerror="document.title=1">',
  backwards: '\u202Eهذا ليس عنوانا\u202C (not a link)',
  hidden: 'zero\u200Bwidth\u200Dhook',
  long: `l${'o'.repeat(497)}ng`,
};
const lines = [
  ...Array.from({ length: 24 }, (_, n) => hookLine(`Money line number ${n}`, { views: 200_000 + n * 1000 })),
  hookLine('A moonlit kitchen', { niche: 'food', platform: 'YouTube', archetype: 'story' }),
  ...Object.values(hostile).map((text) => hookLine(text, { niche: 'comedy', views: 5_000_000 })),
];

let service: TestService;
/** Signed-in sessions by plan. */
const sessions: Record<string, SignedIn> = {};
let key: string;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  for (const plan of ['free', 'enterprise']) {
    const account = await service.account(plan);
    key = account.key;
    sessions[plan] = await signIn(service, account.email);
  }
});

after(async () => {
  await service?.close();
});

/** `expected` matches the errors that the test causes on purpose. */
const open = (path: string, plan = 'enterprise', expected?: RegExp): Promise<OpenPage> =>
  openPage(service, path, { session: sessions[plan], expected });

const query = (page: Page) => new URL(page.url()).searchParams;
const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('search and filters narrow the list, are kept in the URL, and Back undoes them', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks');
  await total(page, '29 hooks');
  await page.keyboard.press('/');
  await page.keyboard.type('monay ');
  await page.waitForURL(/q=monay$/);
  await page.keyboard.type('line');
  await page.waitForURL(/q=monay(\+|%20)line$/);
  await total(page, '24 hooks match');
  assert.equal(query(page).get('q'), 'monay line');
  assert.equal(await page.getByLabel('Sort by').inputValue(), 'relevance');
  await page.getByLabel('Search hooks').press('Escape');
  await total(page, '29 hooks');
  await page.getByRole('checkbox', { name: /^Food/ }).check();
  await total(page, '1 hook matches');
  await page.getByRole('checkbox', { name: /^Finance 24/ }).check();
  await total(page, '25 hooks match');
  assert.deepEqual(query(page).getAll('niche'), ['food', 'finance']);
  await page.getByLabel('Min views').fill('0.2M');
  await page.getByLabel('Min views').press('Enter');
  await page.getByRole('button', { name: 'Remove filter: ≥ 200K views' }).waitFor();
  await total(page, '24 hooks match');
  await page.goBack();
  await total(page, '25 hooks match');
  await page.getByRole('button', { name: 'Remove filter: Food' }).click();
  await total(page, '24 hooks match');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('24 of 24').waitFor();
  assert.equal(await page.getByRole('list', { name: 'Hooks' }).getByRole('listitem').count(), 24);
  await close();
});

test('a date is applied only when complete; a failed list shows no stale rows and can be retried', {
  skip: noBrowser,
}, async () => {
  const { page, close } = await open('/dashboard/hooks', 'enterprise', /status of 500/);
  await total(page, '29 hooks');
  const field = page.getByRole('textbox', { name: 'Added since' });
  await field.fill('2026-01-02');
  assert.equal(new URL(page.url()).search, '', 'no request while typing');
  await field.press('Enter');
  await page.waitForURL(/added_since=2026-01-02$/);
  await field.fill('');
  await field.blur();
  await total(page, '29 hooks');
  await page.route(/\/hooks\?.*niche=food/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('checkbox', { name: /^Food/ }).check();
  const retry = page.getByRole('button', { name: 'Retry' }).first();
  await retry.waitFor();
  assert.equal(await page.getByRole('list', { name: 'Hooks' }).count(), 0);
  await page.unroute(/\/hooks\?.*niche=food/);
  await retry.click();
  await total(page, '1 hook matches');
  await close();
});

test('a late response does not replace a newer one', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks');
  await total(page, '29 hooks');
  const late = Promise.withResolvers<void>();
  const isAsked = page.waitForRequest(/\/hooks\?q=kitchen/);
  await page.route(/\/hooks\?q=kitchen/, async (route) => {
    await late.promise;
    await route.continue().catch(() => {});
  });
  const field = page.getByLabel('Search hooks');
  await field.fill('kitchen');
  await isAsked;
  await field.fill('money');
  await total(page, '24 hooks match');
  const isAnswered = page.waitForResponse(/\/hooks\?q=kitchen/);
  late.resolve();
  await (await isAnswered).finished();
  await total(page, '24 hooks match');
  assert.match((await page.getByRole('list', { name: 'Hooks' }).textContent()) ?? '', /Money line/);
  await close();
});

test('filters carry over to exports, webhooks and the API call under their API names', {
  skip: noBrowser,
}, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=finance&min_views=210000&q=money');
  await total(page, '14 hooks match');
  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  assert.equal(await href('Export results'), '/dashboard/exports?new=1&niche=finance&min_views=210000&q=money');
  assert.equal(await href('Notify me'), '/dashboard/webhooks?new=1&niche=finance&min_views=210000&q=money');
  await page.getByRole('button', { name: 'Show API call' }).click();
  await page.getByText('/hooks?niche=finance&min_views=210000&q=money').waitFor();
  await close();
});

test('when nothing matches, the page offers to remove a filter', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=food&q=money');
  await page.getByText('No hooks match these filters').waitFor();
  const suggestions = page.getByRole('button', { name: /^Remove (?!filter)/ });
  await suggestions.first().waitFor();
  assert.deepEqual(await suggestions.allInnerTexts(), ['Remove Food24 hooks', 'Remove “money”1 hook']);
  await suggestions.first().click();
  await total(page, '24 hooks match');
  await close();
});

test('a value the API rejects can be corrected with one click', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=finnance', 'enterprise', /400/);
  await page.getByRole('button', { name: 'Use Finance' }).click();
  await total(page, '24 hooks match');
  assert.equal(query(page).get('niche'), 'finance');
  await close();
});

test('random hooks match the filters, and a link shows the same ones', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=finance');
  await page.getByRole('button', { name: 'Random' }).click();
  const rows = (of: Page) => of.getByRole('list', { name: 'Random hooks' }).getByRole('link').allInnerTexts();
  await page.getByText(/^10 random matches/).waitFor();
  await page
    .getByRole('link', { name: /Money line/ })
    .first()
    .waitFor();
  const drawn = await rows(page);
  assert.ok(drawn.length === 10 && drawn.every((text) => text.startsWith('Money line')));
  const { page: other, close: closeOther } = await open(page.url().slice(service.url.length));
  await other.getByRole('link', { name: drawn[0] ?? '', exact: true }).waitFor();
  assert.deepEqual(await rows(other), drawn);
  await closeOther();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await total(page, '24 hooks match');
  await close();
});

test('a hook opens by keyboard; hostile hook texts are shown as text', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks?niche=comedy');
  await total(page, '4 hooks match');
  const shown = await page.getByRole('list', { name: 'Hooks' }).getByRole('link').allInnerTexts();
  const { body } = await service.get('/hooks?niche=comedy', key);
  assert.deepEqual(shown.sort(), body.data.map((hook: { text: string }) => hook.text).sort());
  assert.ok(shown.includes(hostile.markup) && shown.includes(hostile.long));
  await page.keyboard.press('j');
  const text = await page.evaluate('document.activeElement.textContent');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await page.getByRole('heading', { name: 'Labels' }).waitFor();
  await page.getByText(`${text}`, { exact: true }).first().waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await page.getByRole('link', { name: 'JSON' }).click();
  await page.getByText('"views": 5000000').waitFor();
  assert.match(await page.title(), /Hookline$/);
  await close();
});

test('a retired hook and an unknown hook have different messages', { skip: noBrowser }, async () => {
  const { body } = await service.operator('GET', '/operator/hooks?state=published&sort=views&limit=1&text=kitchen');
  const { id } = body.hooks[0];
  assert.equal((await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' })).status, 200);
  for (const [path, title] of [
    [`/dashboard/hooks/${id}`, 'Hook retired'],
    ['/dashboard/hooks/hook_999999', 'Hook not found'],
  ] as const) {
    const { page, close } = await open(path, 'enterprise', /40[4]|410/);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('link', { name: 'Browse hooks' }).waitFor();
    await close();
  }
});

test('a plan without full records shows seven fields and what an upgrade adds', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks?q=number', 'free');
  await page.getByRole('link', { name: 'Money line number 23' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hook' });
  await dialog.getByText('"emotional_trigger": "curiosity"').waitFor();
  await dialog.getByText('Full records are available on').waitFor();
  assert.match(query(page).get('hook') ?? '', /^hook_\d+$/);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('hook'));
  await dialog.waitFor({ state: 'hidden' });
  await page.goto(`${service.url}/dashboard/hooks/hook_1`);
  await page.getByText('Full records are available on').waitFor();
  await page.goto(`${service.url}/dashboard/trends`);
  await page.getByText('Trends are available on').waitFor();
  await page.getByRole('link', { name: 'Compare plans' }).waitFor();
  await close();
});

test('a trend opens the reason for its verdict, also from a link', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/trends?by=niche');
  await page.getByRole('button', { name: 'Finance', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Finance' });
  await dialog.getByText(/Only 24 hooks in both periods\. A verdict needs at least 30/).waitFor();
  await dialog.getByRole('slider', { name: /Hooks added/ }).waitFor();
  assert.equal(await dialog.getByRole('list', { name: 'Top hooks' }).getByRole('listitem').count(), 3);
  assert.equal(query(page).get('value'), 'finance');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForURL(/window=30d/);
  await page.getByRole('button', { name: 'Value' }).click();
  await page.waitForURL(/sort=-value/);
  await close();
});

test('on a phone the filters open in a dialog', { skip: noBrowser }, async () => {
  const { page, close } = await open('/dashboard/hooks');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByRole('checkbox', { name: /^Comedy/ }).check();
  await dialog.getByRole('button', { name: 'Show results' }).click();
  await total(page, '4 hooks match');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await close();
});
