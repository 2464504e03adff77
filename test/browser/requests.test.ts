// The request log and usage of a customer in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (!noBrowser) service = await sharedService();
});

test('a call appears in the log without a reload, and its panel runs it again', options, async () => {
  const { key, session } = await customer(service, 'pro');
  const page = await open('/dashboard/requests', { session });
  await page.getByText('No requests yet').waitFor();
  await service.get('/hooks?limit=3&q=taught%20food', key);
  await page.getByRole('button', { name: /GET \/hooks\?limit=3/ }).click();
  const panel = page.getByRole('dialog', { name: 'Request' });
  await panel.getByText('taught food', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Run again' }).click();
  await panel
    .getByRole('region', { name: 'Response now' })
    .getByText(sharedHooks[1]?.text ?? '')
    .waitFor();
  assert.equal((await service.get('/usage', key)).body.data.windows[0].used, 1, 'running again takes no quota');
  await panel.getByRole('link', { name: 'Open in Hooks' }).click();
  await page.waitForURL(/\/dashboard\/hooks\?limit=3&q=taught(%20|\+)food/);
  await page.goBack();
  await panel.getByText('taught food', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/dashboard\/requests$/);
});

test('a colleague’s link opens the refused call; filters are in the URL, also from the overview', options, async () => {
  const { key, session } = await customer(service, 'pro');
  await service.get('/hooks', key);
  const { headers } = await service.get('/hooks?nich=finance', key);
  const link = `/dashboard/requests?request=${headers.get('x-request-id')}`;
  const page = await open(link, { session, expected: /404/ });
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

  await page.goto(`${service.url}/dashboard/requests?request=req_nothing`);
  await page.getByText(/No such request in the log/).waitFor();
  await page.goto(`${service.url}/dashboard`);
  await page.getByRole('table', { name: 'Failed calls by status and endpoint' }).getByRole('link').first().click();
  await page.waitForURL(/\/dashboard\/requests\?status=400&endpoint=%2Fhooks/);
  await rows.getByText('/hooks?nich=finance').waitFor();
});

test('the filter has every endpoint, used ones first; a sample says how many calls it is of', options, async () => {
  const { key, session } = await customer(service, 'enterprise');
  await service.get('/taxonomy', key);
  await service.get('/archetypes', key);
  const { body } = await service.get('/usage/history?endpoint=zzzzzzzzzzzzzzzzzzzz', key);
  const known = /Known are: (.*)\.$/.exec(body.detail)?.[1]?.split(', ') ?? [];
  const page = await open('/icon.svg', { session });
  await page.route(/\/requests\?/, async (route) => {
    const response = await route.fetch();
    const log = await response.json();
    for (const request of log.data) request.sample_rate = 0.01;
    await route.fulfill({ response, json: log });
  });
  await page.goto(`${service.url}/dashboard/requests`);
  await page.getByText(/^3 calls shown, of about 300/).waitFor();
  const filter = page.getByLabel('Endpoint');
  await filter.getByText('/taxonomy (1 call)').waitFor({ state: 'attached' });
  const values = await filter
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => `${Reflect.get(one, 'value')}`));
  assert.deepEqual(values.slice(1, 3).sort(), ['/archetypes', '/taxonomy']);
  assert.deepEqual(values.toSorted(), ['', ...known, 'unknown'].sort());
  await page.goto(`${service.url}/dashboard/usage`);
  await page.getByText('No limit').first().waitFor();
  assert.equal(await page.getByRole('meter').count(), 0, 'usage without a limit has no gauge');
});
