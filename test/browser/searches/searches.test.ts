// Browser tests: saving a search in the explorer, the page of saved searches, addresses for apps, rotate and delete.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';

const skip = noBrowser;
let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
  const lines = Array.from({ length: 6 }, (_, n) => hookLine(`Line ${n}`, { niche: n % 2 ? 'finance' : 'food' }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
});
after(async () => {
  await service?.close();
});

async function newSession(plan: string): Promise<SignedIn & { key: string }> {
  const { email, key } = await service.account(plan);
  return { ...(await signIn(service, email)), key };
}

const open = (path: string, session: SignedIn, expected?: RegExp) => openPage(service, path, { session, expected });
/** The address in a code block, without what the app needs around it. */
const addressIn = (text: string | null) => /http\S+\/f\/\w+\.\w+/.exec(text ?? '')?.[0] ?? assert.fail(`${text}`);

test('a search is saved in the explorer, and its feed has what the explorer showed', { skip }, async () => {
  const session = await newSession('pro');
  const { page, close } = await open('/dashboard/hooks?niche=finance&sort=-added_at', session);
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Finance');
  await dialog.getByLabel('Name').fill('Money lines');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('dialog', { name: 'Search saved' });
  await saved.getByRole('button', { name: 'JSON Feed' }).click();
  const address = addressIn(
    await saved.getByRole('region', { name: 'JSON Feed address of Money lines' }).textContent(),
  );
  const { items } = (await (await fetch(address)).json()) as { items: unknown[] };
  assert.equal(items.length, 3);
  await saved.getByRole('link', { name: 'All saved searches' }).click();
  await page.getByRole('article', { name: 'Money lines' }).getByRole('link', { name: 'Open Money lines' }).click();
  await page.waitForURL(/\/dashboard\/hooks\?(?=.*niche=finance)(?=.*sort=-added_at)/);
  await close();
});

test('a name that is taken is said at its field, and the form keeps what was typed', { skip }, async () => {
  const session = await newSession('pro');
  await session.send('POST', '/searches', { name: 'Finance' });
  const { page, close } = await open('/dashboard/hooks?niche=finance&save=1', session, /409/);
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByRole('button', { name: 'Save search' }).click();
  await dialog.getByText(/has this name\. Choose another one/).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Finance');
  await close();
});

test('the page shows addresses for each app and the use of a feed; rename, rotate and delete work', {
  skip,
}, async () => {
  const session = await newSession('pro');
  const { body } = await session.send('POST', '/searches', { name: 'Old name', filters: { niche: ['food'] } });
  await fetch(`${body.feed_url}.xml`, { headers: { 'user-agent': 'NetNewsWire' } });
  const { page, close } = await open('/dashboard/searches', session);
  const card = page.getByRole('article', { name: 'Old name' });
  await card.getByText(`=IMPORTDATA("${body.feed_url}.csv")`).waitFor();
  await page.getByRole('button', { name: 'Slack' }).click();
  await card.getByText(`/feed subscribe ${body.feed_url}.xml`).waitFor();
  await card.getByRole('button', { name: 'Old name', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('New name');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('article', { name: 'New name' });
  const choose = async (item: string) => {
    await renamed.getByRole('button', { name: 'Actions for New name' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Rotate address…');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate address' }).click();
  await page.getByText('The feed has a new address.').waitFor();
  const rotated = addressIn(await renamed.getByRole('region').textContent());
  assert.ok(!rotated.startsWith(body.feed_url));
  const statuses = await Promise.all([`${body.feed_url}.xml`, rotated].map(async (url) => (await fetch(url)).status));
  assert.deepEqual(statuses, [404, 200]);
  await until(
    () => session.send('GET', `/searches/${body.search_id}`),
    (answer) => answer.body.readers === 2,
  );
  await page.reload();
  await renamed.getByText('2 readers in 7 days').waitFor();
  await choose('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete saved search' }).click();
  await page.getByText('No saved searches yet').waitFor();
  await close();
});

test('without saved searches the example saves one; at the limit of Free the page says so', { skip }, async () => {
  const session = await newSession('free');
  const { page, close } = await open('/dashboard/searches', session);
  await page.getByRole('region', { name: 'Save a search with the API' }).waitFor();
  await page.getByRole('link', { name: 'Save finance hooks over 1M views' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('dialog', { name: 'Search saved' }).waitFor();
  for (const name of ['b', 'c']) await session.send('POST', '/searches', { name });
  await page.goto(`${service.url}/dashboard/searches`);
  await page.getByText('3 of 3 saved searches').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Get more' }).getAttribute('href'), '/dashboard/plan');
  await close();
});

test('an operator that views the account sees its searches, and no address of a feed', { skip }, async () => {
  const { id, key } = await service.account('pro');
  const { body } = await service.send('POST', '/searches', key, { body: { name: 'Theirs' } });
  await service.operator('POST', '/operator/operators', { email: 'op@example.com', role: 'owner' });
  const operator = await signIn(service, 'op@example.com');
  await operator.send('POST', `/operator/accounts/${id}/view`);
  const { page, close } = await open('/dashboard/searches', operator);
  await page.getByRole('article', { name: 'Theirs' }).getByText('No reader yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Actions for/ }).count(), 0);
  const shown = await operator.send('GET', '/searches');
  assert.equal(shown.body.data[0].feed_url, `${service.url}/f/hidden`);
  assert.ok(!JSON.stringify(shown.body).includes(body.feed_url));
  await close();
});
