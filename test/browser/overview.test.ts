// Overview, usage and activity pages of the dashboard in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { signIn, signInAsOperator } from '../setup/session.ts';
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

test('problems are on top with a link to fix them, and failed calls are listed', { skip }, async () => {
  const { key, email } = await service.account('free', { per_day: 3 });
  await service.get('/hooks?limit=x', key);
  for (let n = 0; n < 4; n++) await service.get('/hooks', key);
  const page = await open('/dashboard', { session: await signIn(service, email) });
  const banner = page.getByRole('region', { name: 'Today’s quota reached' });
  await banner.getByText('New calls return 429.').waitFor();
  const failed = page.getByRole('table', { name: 'Failed calls by status and endpoint' });
  await failed.getByText('429 Quota or rate limit exceeded').waitFor();
  await failed.getByRole('link', { name: '400 Invalid parameter' }).click();
  await page.waitForURL(/\/dashboard\/requests\?.*status=400/);
  await page.goBack();
  await banner.getByRole('link', { name: 'Compare plans' }).click();
  await page.getByRole('heading', { name: 'Current plan: Free' }).waitFor();
  await page.getByText('Custom limit').waitFor();
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

test('activity lists who did what, shows hostile names as text, filters by kind and loads more', { skip }, async () => {
  const { id, email } = await service.account('enterprise');
  const issue = (name: string) => service.operator('POST', `/operator/accounts/${id}/keys`, { name });
  const { body: issued } = await issue(hostileName);
  await service.operator('PATCH', `/operator/accounts/${id}`, { limits: { per_day: 500 } });
  await service.send('POST', '/export', issued.key, { body: { format: 'csv' } });
  for (let n = 0; n < 24; n++) {
    const { body } = await issue(`n${n}`);
    await service.operator('DELETE', `/operator/accounts/${id}/keys/${body.id}`);
  }
  const page = await open('/dashboard/activity', { session: await signIn(service, email) });
  const table = page.getByRole('table', { name: 'Activity' });
  await table.getByText('Key revoked').first().waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('54 results').waitFor();
  await page.getByRole('button', { name: 'Exports' }).click();
  await page.waitForURL(/\?kind=export$/);
  await table.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await table.getByText('Key <script>alert(1)</script>').waitFor();
  assert.equal(await table.getByRole('row').count(), 2);
  await page.getByRole('button', { name: 'Account and plan' }).click();
  await table.getByText(/limits, per day.*500/).waitFor();
});

test('a count of one is written with the singular, in charts and their readings too', { skip }, async () => {
  const { id, email, key } = await service.account('free');
  await service.get('/hooks?limit=3', key);
  const holder = await signIn(service, email);
  const operator = await signInAsOperator(service);
  for (const [path, session] of [
    ['/dashboard', holder],
    ['/dashboard/usage', holder],
    [`/console/accounts/${id}?tab=usage`, operator],
  ] as const) {
    const page = await open(path, { session });
    await page.getByRole('slider').first().waitFor();
    const text = await page.evaluate<string>(`[
      document.querySelector('main').textContent,
      ...[...document.querySelectorAll('[aria-valuetext]')].map((one) => one.ariaValueText),
    ].join('\\n')`);
    assert.doesNotMatch(text, /(?<![\d.,])1 (calls|hooks|keys|views|records|days|webhooks|exports)\b/, path);
  }
});
