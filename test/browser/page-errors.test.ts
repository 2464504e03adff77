// What pages show when requests fail, a page crashes, or its script is gone after a deployment.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const skip = noBrowser;
let service: TestService;
let session: SignedIn;
const open = keepPage(() => service);
const blank = (): Promise<Page> => open('/icon.svg', { session, expected: /./ });

before(async () => {
  if (skip) return;
  service = await sharedService();
  session = await signIn(service, (await service.account('pro')).email);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('Retry repairs all that failed on the page at once, the filters too', { skip }, async () => {
  const page = await blank();
  const problem = { type: 'about:blank', title: 'Rate limited', status: 429, code: 'rate_limited', detail: 'Wait.' };
  // Pages do not repeat such a request by themselves.
  await page.route(/\/hooks\?/, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue(),
  );
  await page.goto(`${service.url}/dashboard/hooks`);
  // The list and the counts beside it: what fails after the click is not repaired by it.
  await page.getByText('Wait.', { exact: true }).first().waitFor();
  await page.getByText('Counts could not be loaded.').first().waitFor();
  await page.unroute(/\/hooks\?/);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByText('What finance taught me in lesson 1', { exact: true }).waitFor();
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Finance' }).waitFor();
});

test('a page that crashes shows a sentence and an ID, by which the log names the error', { skip }, async () => {
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

test('a script that is missing after a deployment reloads the page once, never in a loop', { skip }, async () => {
  const page = await open('/dashboard', { session, expected: /./ });
  await heading(page, 'Overview');
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  const script = '**/assets/usage-page-*.js';
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(`${service.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-ofLater.js');
    await route.fulfill({ response, body });
  });
  await page.getByRole('link', { name: 'Usage' }).first().click();
  await page.getByText('This page could not be loaded').waitFor();
  assert.equal(loads, 1);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Usage');
  assert.equal(loads, 2);
});
