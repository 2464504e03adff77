// Browser tests: the request log of a customer, and of an account in the console.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const skip = noBrowser;
let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
  await service.import(hookLine('The only line of them all'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
});

async function open(email: string, path: string, expected?: RegExp) {
  return openPage(service, path, { session: await signIn(service, email), expected });
}

test('a call appears in the log without a reload, and its panel has the parameters and runs it again', {
  skip,
}, async () => {
  const { key, email } = await service.account('pro');
  const { page, close } = await open(email, '/dashboard/requests');
  await page.getByText('No requests yet').waitFor();
  await service.get('/hooks?limit=3&q=only%20line', key);
  await page.getByRole('button', { name: /GET \/hooks\?limit=3/ }).click();
  const panel = page.getByRole('dialog', { name: 'Request' });
  await panel.getByText('only line', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Run again' }).click();
  await panel.getByRole('region', { name: 'Response now' }).getByText('The only line of them all').waitFor();
  assert.equal((await service.get('/usage', key)).body.data.windows[0].used, 1, 'running again takes no quota');
  await panel.getByRole('link', { name: 'Open in Hooks' }).click();
  await page.waitForURL(/\/dashboard\/hooks\?limit=3&q=only(%20|\+)line/);
  await page.goBack();
  await panel.getByText('only line', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/dashboard\/requests$/);
  await close();
});

test('filters are in the URL, and a colleague’s link opens the refused call with what was answered', {
  skip,
}, async () => {
  const { key, email } = await service.account('pro');
  await service.get('/hooks', key);
  const { headers } = await service.get('/hooks?nich=finance', key);
  const link = `/dashboard/requests?request=${headers.get('x-request-id')}`;
  const { page, close } = await open(email, link);
  const panel = page.getByRole('dialog', { name: 'Request' });
  await panel.getByText('Did you mean niche?').first().waitFor();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('button', { name: /GET/ });
  await rows.nth(1).waitFor();
  await page.getByLabel('Status').selectOption('4xx');
  await page.waitForURL(/status=4xx/);
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.getByText('/hooks?nich=finance').waitFor();
  await page.getByLabel('Endpoint').selectOption('/meta');
  await page.getByText('No requests match these filters').waitFor();
  await page.goBack();
  await rows.getByText('/hooks?nich=finance').waitFor();
  await close();
});

test('an id that is not in the log says so, and a failed call of the overview leads to the log', { skip }, async () => {
  const { key, email } = await service.account('pro');
  await service.get('/hooks?limit=x', key);
  const { page, close } = await open(email, '/dashboard/requests?request=req_nothing', /404/);
  await page.getByText(/No such request in the log/).waitFor();
  await page.goto(`${service.url}/dashboard`);
  await page.getByRole('table', { name: 'Failed calls by status and endpoint' }).getByRole('link').first().click();
  await page.waitForURL(/\/dashboard\/requests\?status=400&endpoint=%2Fhooks/);
  await page.getByText('/hooks?limit=x').waitFor();
  await close();
});

test('the endpoint filter has every endpoint of an account, those in use first; a sample of a busy second says so', {
  skip,
}, async () => {
  const { key, email } = await service.account('enterprise');
  const paths = Array.from({ length: 130 }, (_, n) => (n % 2 ? '/taxonomy' : '/archetypes'));
  const burst = async () => {
    await Promise.all(paths.map((path) => service.get(path, key)));
    return (await service.get('/requests?limit=10', key)).body.data as { sample_rate: number }[];
  };
  // Until so many were in one second of the log, and the page begins with them.
  await until(burst, (logged) => logged.some(({ sample_rate }) => sample_rate < 1));
  const { body } = await service.get('/usage/history?endpoint=zzzzzzzzzzzzzzzzzzzz', key);
  const known = /Known are: (.*)\.$/.exec(body.detail)?.[1]?.split(', ') ?? [];
  const { page, close } = await open(email, '/dashboard/requests');
  await page.getByText(/calls shown, of about \d+/).waitFor();
  const filter = page.getByLabel('Endpoint');
  await filter.getByText(/^\/taxonomy \(\d+ calls\)/).waitFor({ state: 'attached' });
  const options = await filter
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => `${Reflect.get(one, 'value')}`));
  assert.deepEqual(options.slice(1, 3).sort(), ['/archetypes', '/taxonomy']);
  assert.deepEqual(options.toSorted(), ['', ...known, 'unknown'].sort());
  await close();
});
