// Browser tests: what pages show when requests fail, a page crashes, its script is gone after a deployment, or there is no such page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

const skip = noBrowser;
let service: TestService;
let session: SignedIn;

before(async () => {
  if (skip) return;
  service = await testService();
  await service.import(hookLine('The only line of them all'), 'preset=hookline&format=jsonl');
  session = await signIn(service, (await service.account('pro')).email);
});

after(async () => {
  await service?.close();
});

type Prepare = (page: OpenPage['page']) => unknown;
const open = (path: string, prepare: Prepare = () => {}) =>
  openPage(service, path, { session, prepare, expected: /./ });

test('Retry repairs all that failed on the page at once, the filters too', { skip }, async () => {
  const problem = {
    type: 'about:blank',
    title: 'Rate Limit Exceeded',
    status: 429,
    code: 'rate_limited',
    detail: 'Wait.',
  };
  const { page, close } = await open('/dashboard/hooks', (given) =>
    // Pages do not repeat such a request by themselves.
    given.route(/\/hooks\?/, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.continue(),
    ),
  );
  // The list and the counts beside it: what fails after the click is not repaired by it.
  await page.getByText('Wait.', { exact: true }).first().waitFor();
  await page.getByText('Counts could not be loaded.').first().waitFor();
  await page.unroute(/\/hooks\?/);
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByText('The only line of them all').waitFor();
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: 'Finance' }).waitFor();
  await close();
});

test('a page that crashes shows a sentence and an ID, by which the log names the error', { skip }, async () => {
  const { page, close } = await open('/dashboard/keys', (given) =>
    given.route('**/account/keys', (route) => route.fulfill({ json: { success: true, data: [null] } })),
  );
  const alert = page.getByRole('alert');
  await alert.getByText('This page stopped working').waitFor();
  const id = await alert.locator('code').textContent();
  const logged = await service.observed('page_failed', id ?? '');
  assert.ok(logged.kind === 'page_failed' && logged.path === '/dashboard/keys');
  assert.match(logged.error, /TypeError/);
  await page.unroute('**/account/keys');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await close();
});

test('a script that is gone after a deployment reloads the page once, and never in a loop', { skip }, async () => {
  const { page, close } = await open('/dashboard');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.route('**/assets/usage-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(`${service.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-ofLater.js');
    await route.fulfill({ response, body });
  });
  await page.getByRole('link', { name: 'Usage' }).first().click();
  await page.getByText('This page could not be loaded').waitFor();
  assert.equal(loads, 1);
  await page.unroute('**/assets/usage-page-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await close();
});

test('a script that is missing once, without a deployment, reloads the page once, which then appears', {
  skip,
}, async () => {
  const { page, close } = await open('/dashboard');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.route('**/assets/usage-page-*.js', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.getByRole('link', { name: 'Usage' }).first().click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  assert.equal(loads, 1);
  await close();
});

test('an unknown address of the dashboard or the console shows a page inside its navigation', { skip }, async () => {
  const { page, close } = await open('/dashboard/nothing/here');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys' }).waitFor();
  await page.getByRole('link', { name: 'Go to Overview' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await close();
  const operator = await signInAsOperator(service);
  const console = await openPage(service, '/console/nothing', { session: operator });
  await console.page.getByRole('link', { name: 'Go to Health' }).click();
  await console.page.getByRole('heading', { name: 'Health' }).waitFor();
  await console.close();
});
