// Browser tests: the search of the explorer and of the public page, API examples, columns of exports, weekly exports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser, openBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
let opened: Awaited<ReturnType<typeof openBrowser>>;
const sessions: Record<string, SignedIn> = {};
let scaleKey: string;

before(async () => {
  if (skip) return;
  [opened, service] = await Promise.all([openBrowser(), testService()]);
  const lines = Array.from({ length: 8 }, (_, n) =>
    hookLine(`Nobody saves money in month ${n}`, { archetype: 'how_to' }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  for (const plan of ['free', 'scale', 'enterprise']) {
    const account = await service.account(plan);
    if (plan === 'scale') scaleKey = account.key;
    sessions[plan] = await signIn(service, account.email);
  }
});

after(async () => {
  await opened?.close();
  await service?.close();
});

const open = (path: string, plan?: string, expected?: RegExp): Promise<OpenPage> =>
  openPage(opened.browser, service, path, plan ? { session: sessions[plan], expected } : {});

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
  assert.equal(await list.locator('mark').count(), 0);
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

test('an export of no hooks cannot be created, unless it is of every week', { skip }, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&q=xylophone', 'scale');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByText('No hooks match these filters. Change them to create an export.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Create export', exact: true }).isDisabled(), true);
  await dialog.getByRole('radio', { name: 'Every week' }).check();
  assert.equal(await dialog.getByRole('button', { name: 'Create weekly export' }).isEnabled(), true);
  await close();
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

test('usage without a limit has no gauge', { skip }, async () => {
  const { page, close } = await open('/dashboard/usage', 'enterprise');
  await page.getByText('No limit').first().waitFor();
  assert.equal(await page.getByRole('meter').count(), 0);
  await close();
});

test('columns are chosen in the form, and the exported file has these', { skip }, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&as=csv', 'enterprise');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByText('Columns · all').click();
  await dialog.getByRole('button', { name: 'None' }).click();
  await dialog.getByText('Choose at least one column.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Create export', exact: true }).isDisabled(), true);
  await dialog.getByRole('checkbox', { name: 'Views views', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Text text', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create export', exact: true }).click();
  await page.getByText('2 columns: Text, Views').waitFor();
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  const [header] = (await (await fetch(href ?? '')).text()).split('\r\n');
  assert.equal(header, 'text,views');
  await close();
});

test('a weekly export is created, edited, paused and deleted; the form says that it takes the export of its day', {
  skip,
}, async () => {
  const { page, close } = await open('/dashboard/exports?new=1&as=csv&q=money', 'scale');
  const dialog = page.getByRole('dialog', { name: 'Create export' });
  await dialog.getByRole('radio', { name: 'Every week' }).check();
  await dialog.getByText('Each run uses the export of its day (UTC).').waitFor();
  await dialog.getByLabel('Day').selectOption('friday');
  await dialog.getByLabel('Hour').selectOption('18');
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
  await dialog.getByRole('button', { name: 'Create weekly export' }).click();
  const table = page.getByRole('table', { name: 'Weekly exports' });
  await table.getByText('Fridays at 18:00 (Europe/Berlin)').waitFor();
  const menu = table.getByRole('button', { name: /^Actions for sch_/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.waitForURL(/schedule=sch_/);
  const edit = page.getByRole('dialog', { name: 'Edit weekly export' });
  await edit.getByLabel('Hour').selectOption('7');
  await edit.getByRole('button', { name: 'Save' }).click();
  await table.getByText('Fridays at 07:00 (Europe/Berlin)').waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await table.getByText('Paused by you.').waitFor();
  const { body } = await service.get('/exports/schedules', scaleKey);
  assert.deepEqual([body.data[0].hour, body.data[0].filters, body.data[0].status], [7, { q: 'money' }, 'paused']);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete weekly export' }).click();
  await table.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await close();
});
