// The docs in a real browser: navigation, search, tabs, the reader's key, trying a request, on a desktop and a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { openPage, type PageOptions } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const phone = { width: 390, height: 844 };

let service: TestService;

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_SAMPLE: '1' });
});

after(async () => {
  await service?.close();
});

const open = (path: string, options: PageOptions = {}) => openPage(service, path, options);

test('pages are clean by axe and fit a phone, light and dark', { skip: noBrowser }, async () => {
  const pages = {
    light: ['/docs/filtering', '/docs/api/exports'],
    dark: ['/docs', '/docs/quick-start', '/docs/errors', '/docs/api'],
  };
  for (const colorScheme of ['light', 'dark'] as const)
    for (const path of pages[colorScheme]) {
      const context = { colorScheme, viewport: phone, bypassCSP: true };
      const { page, close } = await open(path, { context });
      await page.evaluate(axe);
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      );
      assert.deepEqual(found, [], `${path}, ${colorScheme}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, path);
      await close();
    }
});

test('the navigation leads to every group, marks the page, and opens as a menu on a phone', {
  skip: noBrowser,
}, async () => {
  const { page, close } = await open('/docs');
  const navigation = page.getByRole('navigation', { name: 'Docs' });
  await navigation.getByRole('link', { name: 'Filter and sort' }).click();
  await page.getByRole('heading', { level: 1, name: /Filter/ }).waitFor();
  assert.equal(await navigation.locator('[aria-current]').textContent(), 'Filter and sort');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Sort' }).click();
  assert.equal(new URL(page.url()).hash, '#sort');
  const groupsShown = await navigation.locator('p').allInnerTexts();
  assert.equal(groupsShown.at(-1), 'Running Hookline');
  await close();
  const small = await open('/docs', { context: { viewport: phone } });
  await small.page.getByRole('button', { name: 'Menu' }).click();
  await small.page.getByRole('navigation', { name: 'Docs' }).getByRole('link', { name: 'Webhooks' }).first().click();
  await small.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await small.close();
});

test('search finds sections and operations by keyboard, and loads nothing before its first use', {
  skip: noBrowser,
}, async () => {
  const requests: string[] = [];
  const prepare = (page: Page) => page.on('request', (request) => requests.push(request.url()));
  const { page, close } = await open('/docs', { prepare });
  assert.ok(!requests.some((url) => url.endsWith('/search.json')));
  await page.keyboard.press('/');
  await page.keyboard.type('retries pausing');
  await page.getByRole('option', { name: /Retries and pausing/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/webhooks#retries-and-pausing');
  await page.keyboard.press('/');
  await page.keyboard.type('create export');
  await page
    .getByRole('option', { name: /^Create export/ })
    .first()
    .click();
  await page.waitForURL('**/docs/api/exports#createExport');
  const searches = {
    cursor: 'Pagination',
    'api key': 'Authentication',
    pricing: 'Plans',
    zapeir: 'Zapier and Make',
    429: 'Limits',
  };
  for (const [query, title] of Object.entries(searches)) {
    await page.getByRole('combobox').fill(query);
    await page.locator('#found-0 b', { hasText: title }).waitFor();
  }
  await page.getByRole('combobox').fill('zzzzqqqq');
  await page.getByText('No results for “zzzzqqqq”').waitFor();
  for (const url of requests) assert.equal(new URL(url).origin, service.url, url);
  await close();
});

test('a chosen language is kept on the next page', { skip: noBrowser }, async () => {
  const { page, close } = await open('/docs/quick-start');
  await page.getByRole('radio', { name: 'Python' }).first().check();
  await page.getByText('import requests').first().waitFor();
  await page.goto(`${service.url}/docs/pagination`);
  assert.ok(await page.getByRole('radio', { name: 'Python' }).first().isChecked());
  await page.getByText('requests.Session()').waitFor();
  await close();
});

test('a pasted key is shown masked, copied in full, stays in the tab, and can be forgotten', {
  skip: noBrowser,
}, async () => {
  const { key } = await service.account('free');
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const { page, close } = await open('/docs/authentication', { context });
  await page.getByRole('button', { name: 'Your key' }).click();
  await page.getByLabel('API key').fill('hkl_short');
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByText('Not a whole key. Copy it again.').waitFor();
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
  await close();
});

test('“Try it” sends a request with the key, and says what is missing without one', { skip: noBrowser }, async () => {
  const { key } = await service.account('scale');
  const prepare = (page: Page) => page.addInitScript(`sessionStorage.setItem('hookline.key', '${key}')`);
  const { page, close } = await open('/docs/api/catalog', { prepare });
  const section = page.getByRole('region', { name: 'List hooks', exact: true });
  await section.getByRole('button', { name: 'Try it' }).click();
  await section.getByLabel('niche').fill('business');
  await section.getByLabel('Add a parameter').selectOption('format');
  await section.getByLabel('format', { exact: true }).fill('tutorial');
  const answered = page.waitForResponse((response) => response.url().startsWith(`${service.url}/hooks?`));
  await section.getByRole('button', { name: 'Send' }).click();
  const { searchParams } = new URL((await answered).url());
  assert.deepEqual([searchParams.get('niche'), searchParams.get('format')], ['business', 'tutorial']);
  await section.getByText(/^200 OK · \d+ ms · \d+ calls left$/).waitFor();
  await section.locator('.try-output').getByText('"success": true').waitFor();
  await page.goto(`${service.url}/docs/api/lines`);
  const check = page.getByRole('region', { name: 'Check draft', exact: true });
  await check.getByRole('button', { name: 'Try it' }).click();
  await check.getByLabel('Body').fill('{"text": "Nobody tells you this about money"}');
  await check.getByRole('button', { name: 'Send' }).click();
  await check.getByText(/^200 OK/).waitFor();
  await close();
  const without = await open('/docs/api/account', { expected: /401/ });
  const usage = without.page.getByRole('region', { name: 'Get usage', exact: true });
  await usage.getByRole('button', { name: 'Try it' }).click();
  await usage.getByRole('button', { name: 'Send' }).click();
  await usage.getByText('Add your key above, or sign in to the dashboard.').waitFor();
  await without.close();
});

test('without scripts nothing is offered that needs them; on paper there is only the page', {
  skip: noBrowser,
}, async () => {
  const { page, close } = await open('/docs/api/lines', { context: { javaScriptEnabled: false } });
  await page.getByText('Example response').first().waitFor();
  assert.equal(await page.getByText('Try it').first().isVisible(), false);
  assert.equal(await page.getByRole('search').isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('navigation').count(), 0);
  await close();
});

test('the reference shows every operation with its request, and samples that name its path', {
  skip: noBrowser,
}, async () => {
  const { body: document } = await service.get('/openapi.json');
  const { page, close } = await open('/docs/api');
  for (const [path, methods] of Object.entries<Record<string, { summary: string; operationId: string }>>(
    document.paths,
  ))
    for (const [method, { summary }] of Object.entries(methods)) {
      const row = page.getByRole('row', { name: `${summary} ${method.toUpperCase()} ${path}`, exact: true });
      assert.equal(await row.count(), 1, `${method} ${path}`);
    }
  await close();
});
