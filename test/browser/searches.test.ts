// Saved searches in a real browser: saved in the explorer, and unsubscribing by the link of a digest.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import { readOutbox } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (!noBrowser) service = await sharedService();
});

/** The address in a code block, without what the app needs around it. */
const addressIn = (text: string | null) => /http\S+\/f\/\w+\.\w+/.exec(text ?? '')?.[0] ?? assert.fail(`${text}`);

test('a search is saved in the explorer under a free name, and its feed has what was shown', options, async () => {
  const { session } = await customer(service, 'pro');
  await session.send('POST', '/searches', { name: 'Finance' });
  const path = '/dashboard/hooks?niche=finance&sort=-added_at';
  const page = await open(path, { session, expected: /409/ });
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await dialog.getByText(/has this name\. Choose another one/).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Finance');
  await dialog.getByLabel('Name').fill('Money lines');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Search saved' });
  await saved.getByRole('button', { name: 'JSON Feed' }).click();
  const feed = addressIn(await saved.getByRole('region', { name: 'JSON Feed address of Money lines' }).textContent());
  const { items } = (await (await fetch(feed)).json()) as { items: unknown[] };
  assert.equal(items.length, 8);
  await saved.getByRole('link', { name: 'All saved searches' }).click();
  await page.getByRole('article', { name: 'Money lines' }).getByRole('link', { name: 'Open Money lines' }).click();
  await page.waitForURL(/\/dashboard\/hooks\?(?=.*niche=finance)(?=.*sort=-added_at)/);
});

test('the link of an email unsubscribes after a question, without a session, from one or all', options, async () => {
  const { session, email } = await customer(service, 'pro');
  await session.send('POST', '/searches', { name: 'Food', digest: 'weekly' });
  const { body } = await session.send('POST', '/searches', { name: 'Finance', digest: 'daily' });
  await session.send('POST', `/searches/${body.search_id}/digest/test`);
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, 'Test digest: Finance').filter((one) => one.includes(email)),
    ({ length }) => length === 1,
  );
  const [, link = ''] = /^Unsubscribe: http:..[^/]+(\S+)/m.exec(mail) ?? [];
  const page = await open(link, { expected: /404/ });
  await page.getByText('Stop the daily digest of “Finance”.').waitFor();
  const digests = async () =>
    (await session.send('GET', '/searches')).body.data.map(({ digest }: { digest: string }) => digest);
  assert.deepEqual(await digests(), ['daily', 'weekly'], 'opening the link changes nothing');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('You get no digest of “Finance”').waitFor();
  assert.deepEqual(await digests(), ['off', 'weekly']);
  await page.getByRole('button', { name: 'Stop all digests' }).click();
  await page.getByText('You get no digests any more.').waitFor();
  assert.deepEqual(await digests(), ['off', 'off']);
  await page.goto(`${service.url}/digests/unsubscribe?token=nonsense`);
  await page.getByText('This link is incomplete').waitFor();
});
