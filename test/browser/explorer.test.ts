// Browser tests: the search of the explorer and of the public page, API examples, figures of usage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
const sessions: Record<string, SignedIn> = {};

before(async () => {
  if (skip) return;
  service = await testService();
  const lines = Array.from({ length: 8 }, (_, n) =>
    hookLine(`Nobody saves money in month ${n}`, { archetype: 'how_to' }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  for (const plan of ['free', 'enterprise']) {
    const { email } = await service.account(plan);
    sessions[plan] = await signIn(service, email);
  }
});

after(async () => {
  await service?.close();
});

const open = (path: string, plan?: string, expected?: RegExp): Promise<OpenPage> =>
  openPage(service, path, plan ? { session: sessions[plan], expected } : {});

test('what matches the search is marked; the button in the field clears it; labels have display names', {
  skip,
}, async () => {
  const { page, close } = await open('/dashboard/hooks?q=monney+nobody', 'enterprise');
  const list = page.getByRole('list', { name: 'Hooks', exact: true });
  await list.locator('mark').first().waitFor();
  const marks = await list.getByRole('listitem').first().locator('mark').allInnerTexts();
  assert.deepEqual(marks, ['Nobody', 'money']);
  await list.getByRole('button', { name: 'How to' }).first().waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.getByText('8 hooks', { exact: true }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Search hooks');
  // The former rows stay while the new ones load.
  await list.locator('mark').first().waitFor({ state: 'detached' });
  await close();
});

test('a search without results suggests each word to leave out with which something is found', { skip }, async () => {
  const { page, close } = await open('/dashboard/hooks?q=nobody+xylophone+money', 'enterprise');
  const suggestions = page.getByRole('button', { name: /^(Without|Remove “)/ });
  await suggestions.first().waitFor();
  assert.deepEqual(await suggestions.allInnerTexts(), ['Without “xylophone”8 hooks']);
  await suggestions.first().click();
  await page.waitForURL(/q=nobody(\+|%20)money$/);
  await page.getByText('8 hooks match').waitFor();
  await close();
  const { page: home, close: closeHome } = await open('/?q=nobody+xylophone+money');
  await home.getByRole('button', { name: 'Without “xylophone” 8 hooks' }).click();
  await home.getByText('5 of 8 hooks, most viewed first').waitFor();
  const marks = home.getByRole('list', { name: 'Hooks found' }).getByRole('listitem').first().locator('mark');
  assert.deepEqual(await marks.allInnerTexts(), ['Nobody', 'money']);
  assert.equal(await home.getByRole('region', { name: 'JSON response' }).getByText('highlights').count(), 0);
  await closeHome();
});

test('counts of filters that cannot be loaded say so beside the hooks, keep what is chosen, and are loaded again by Retry', {
  skip,
}, async () => {
  const { page, close } = await open('/dashboard/keys', 'enterprise', /503/);
  let isBroken = true;
  await page.route(/[?&]facets=/, (route) =>
    isBroken ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await page.goto(`${service.url}/dashboard/hooks?archetype=how_to`);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('alert').getByText('Counts could not be loaded.').waitFor();
  await page.getByText('8 hooks match', { exact: true }).waitFor();
  assert.equal(await filters.getByText('No values.').count(), 0);
  assert.equal(await filters.getByRole('checkbox', { name: 'How to', exact: true }).isChecked(), true);
  isBroken = false;
  await filters.getByRole('button', { name: 'Retry' }).click();
  await filters.getByRole('checkbox', { name: 'How to 8' }).waitFor();
  assert.equal(await filters.getByRole('alert').count(), 0);
  await close();
});

test('of several words that nothing contains together, those that are found alone are offered', { skip }, async () => {
  const { page, close } = await open('/dashboard/hooks?q=payslip+xylophone+money', 'enterprise');
  await page.getByRole('button', { name: /^Only “money”\s?8 hooks$/ }).click();
  await page.getByText('8 hooks match').waitFor();
  await close();
  const { page: home, close: closeHome } = await open('/?q=payslip+xylophone+money');
  await home.getByRole('button', { name: 'Only “money” 8 hooks' }).click();
  await home.getByText('5 of 8 hooks, most viewed first').waitFor();
  await closeHome();
});

test('export and notifications name the plan that they need before they are clicked', { skip }, async () => {
  const { page, close } = await open('/dashboard/hooks', 'free');
  await page.getByRole('link', { name: 'Export results , needs the plan Scale' }).waitFor();
  await page.getByRole('link', { name: /^Notify me .*needs the plan Enterprise$/ }).waitFor();
  await close();
  const { page: paid, close: closePaid } = await open('/dashboard/hooks', 'enterprise');
  await paid.getByRole('link', { name: 'Export results', exact: true }).waitFor();
  await paid.getByText('8 hooks', { exact: true }).waitFor();
  assert.equal(await paid.getByText('needs the plan').count(), 0);
  await closePaid();
});

test('a row leads to similar hooks and to a check of a variation', { skip }, async () => {
  const { page, close } = await open('/dashboard/hooks', 'enterprise');
  const menu = page.getByRole('button', { name: /^Actions for hook_/ }).first();
  await menu.click();
  const check = page.getByRole('menuitem', { name: 'Check a variation' });
  assert.match((await check.getAttribute('href')) ?? '', /^\/dashboard\/check\?draft=Nobody%20saves/);
  await page.getByRole('menuitem', { name: 'Similar hooks' }).click();
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+\?similar=all$/);
  await page.getByRole('list', { name: 'Similar hooks' }).waitFor();
  await close();
});

test('the API button shows examples that say what to install and print the result', { skip }, async () => {
  const { page, close } = await open('/dashboard/hooks?q=money', 'enterprise');
  const button = page.getByRole('button', { name: 'Show API call' });
  assert.equal((await button.textContent())?.trim(), 'API');
  await button.click();
  await page.getByRole('button', { name: 'TypeScript' }).click();
  const example = page.getByRole('region', { name: 'TypeScript example' });
  assert.match(
    (await example.textContent()) ?? '',
    /npm install http:\/\/127\.0\.0\.1:\d+\/sdk\.tgz[\s\S]*console\.log\(data, total, nextCursor\);/,
  );
  await page.getByRole('button', { name: 'Python' }).click();
  const python = page.getByRole('region', { name: 'Python example' });
  assert.match((await python.textContent()) ?? '', /pip install requests[\s\S]*print\(response\.json\(\)\)/);
  await close();
});

test('one call is “1 call” in the figures and beside the charts', { skip }, async () => {
  const { key, email } = await service.account('enterprise');
  await service.get('/hooks?limit=1', key);
  await service.get('/hooks?limit=none', key);
  const session = await signIn(service, email);
  for (const path of ['/dashboard', '/dashboard/usage']) {
    const { page, close } = await openPage(service, path, { session });
    await page.getByText('1 call', { exact: true }).first().waitFor();
    await page
      .locator('figcaption')
      .filter({ hasText: /Served ?1.*Refused.*1 ?call$/ })
      .waitFor();
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /(?<!\d)1 ?calls/);
    await close();
  }
});

test('usage without a limit has no gauge', { skip }, async () => {
  const { page, close } = await open('/dashboard/usage', 'enterprise');
  await page.getByText('No limit').first().waitFor();
  assert.equal(await page.getByRole('meter').count(), 0);
  await close();
});
