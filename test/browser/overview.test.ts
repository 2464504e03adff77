// Overview and usage of the dashboard in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const skip = noBrowser;
const hostileName = '<script>alert(1)</script>\u202E\u200B';
let service: TestService;
const open = keepPage(() => service);

before(async () => {
  if (!skip) service = await sharedService();
});

test('a new account is guided to its first call, which appears without a reload', { skip }, async () => {
  const email = 'newcomer@overview.example';
  await service.operator('POST', '/operator/accounts', { name: 'Newcomer', email, plan: 'free' });
  const page = await open('/dashboard', { session: await signIn(service, email) });
  await page.getByRole('button', { name: 'Create key' }).click();
  // Enter in the empty form creates no key.
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('dialog').getByText('Enter a name.').waitFor();
  await page.getByLabel('Name').fill('laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('Key “laptop” is ready').waitFor();
  await page.getByText('Waiting for your first call').waitFor();
  assert.equal((await service.get('/hooks?limit=3', key)).status, 200);
  await page.getByText('Your first call arrived').waitFor();
  await page.getByRole('heading', { name: 'Calls by day' }).waitFor();
  await page.getByText('1 of 100 calls').waitFor();
});

test('filters, grouping and period of usage are in the URL, undone by Back and used for the CSV', {
  skip,
}, async () => {
  const { id, key, email } = await service.account('pro');
  const { body: other } = await service.operator('POST', `/operator/accounts/${id}/keys`, { name: hostileName });
  for (let n = 0; n < 3; n++) await service.get('/hooks', key);
  await service.get('/meta', other.key);
  await service.get('/hooks?limit=x', other.key);
  const page = await open('/dashboard/usage?by=key', { session: await signIn(service, email) });
  const byKey = page.getByRole('table', { name: 'Calls by key' });
  await byKey.getByRole('row', { name: /default.* 3 3 0 60%/ }).waitFor();
  await byKey.getByRole('link', { name: '<script>' }).click();
  await page.getByText('2 calls from').waitFor();
  await page.getByRole('button', { name: 'By status' }).click();
  const byStatus = page.getByRole('table', { name: 'Calls by status' });
  await byStatus.getByRole('link', { name: '400 Invalid parameter' }).waitFor();
  assert.match(page.url(), /\?key=key_\w+&by=status$/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^hookline-usage-.*\.csv$/);
  await page.goBack();
  await page.goBack();
  await byKey.waitFor();
  await page.getByLabel('Filter by endpoint').selectOption('/meta');
  await page.getByRole('button', { name: 'Remove filter: /meta' }).waitFor();
  await page.getByText('1 call from').waitFor();
  await page.getByRole('button', { name: '400 days' }).click();
  await page.getByRole('slider', { name: /^Calls by week/ }).waitFor();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('First day').fill(today);
  await page.getByLabel('First day').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('since') === today && !url.searchParams.has('days'));
});
