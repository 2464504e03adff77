// Saved searches in a real browser: saved in the explorer, addresses for apps, rotate and delete, digests, unsubscribing.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import pg from 'pg';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { readOutbox } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
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

const savedSearch = async (session: SignedIn) => (await session.send('GET', '/searches')).body.data[0];
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

test('a search has addresses for each app and shows its readers; rename, rotate and delete work', options, async () => {
  const { session } = await customer(service, 'pro');
  const { body } = await session.send('POST', '/searches', { name: 'Old name', filters: { niche: ['food'] } });
  await fetch(`${body.feed_url}.xml`, { headers: { 'user-agent': 'NetNewsWire' } });
  const page = await open('/dashboard/searches', { session });
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
  const statuses = await Promise.all([`${body.feed_url}.xml`, rotated].map(async (url) => (await fetch(url)).status));
  assert.deepEqual(statuses, [404, 200]);
  await until(
    () => savedSearch(session),
    ({ readers }) => readers === 2,
  );
  await page.reload();
  await renamed.getByText('2 readers in 7 days').waitFor();
  await choose('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete saved search' }).click();
  await page.getByText('No saved searches yet').waitFor();
});

test('a digest is turned on, tested and moved to the time zone; a refused change is taken back', options, async (t) => {
  const { session, email } = await customer(service, 'pro');
  const { body } = await session.send('POST', '/searches', { name: 'Finance' });
  const { page, close } = await openPage(service, '/dashboard/searches', {
    session,
    expected: /404/,
    context: { timezoneId: 'Asia/Tokyo' },
  });
  t.after(close);
  const card = page.getByRole('article', { name: 'Finance' });
  await card.getByLabel('Email digest', { exact: true }).selectOption('Weekly');
  await card.getByLabel('Day').selectOption('Friday');
  await until(
    () => savedSearch(session),
    ({ digest_day }) => digest_day === 'friday',
  );
  await card.getByLabel('Hour').selectOption('09:00');
  await card.getByText(/Next Fri.* 09:00 \(UTC\), if there are new hooks/).waitFor();
  await card.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(`A test digest goes to ${email}.`).waitFor();
  await page.getByRole('link', { name: 'Digests and time zone' }).click();
  await page.getByRole('heading', { name: 'Digests' }).waitFor();
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await page.getByText(/Next Fri.* 09:00 \(Asia\/Tokyo\)/).waitFor();
  assert.equal(new Date((await savedSearch(session)).digest_next_at).getUTCHours(), 0);
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByText(/09:00 \(Europe\/Berlin\)/).waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('Get an email of the most viewed new hooks').waitFor();
  assert.equal((await savedSearch(session)).digest, 'off');

  const field = page.getByLabel('Email digest', { exact: true });
  await session.send('DELETE', `/searches/${body.search_id}`);
  await field.selectOption('Daily');
  await page.getByText('Saved search not found').waitFor();
  await until(
    () => field.inputValue(),
    (value) => value === 'off',
  );
});

test('a stopped digest is reported on the overview and at searches, and resumed there', options, async (t) => {
  const { session, email } = await customer(service, 'pro');
  const { body } = await session.send('POST', '/searches', { name: 'Finance', digest: 'daily' });
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  t.after(() => client.end());
  await client.query(
    `update digests set next_run_at = null, stopped_at = now(), stopped_by = 'bounce', error = '550 no such user'
     where search_id = $1`,
    [body.search_id],
  );
  const page = await open('/dashboard', { session });
  const banner = page.getByRole('region', { name: 'The digest of “Finance” stopped' });
  await banner.getByText('550 no such user').waitFor();
  await banner.getByRole('link', { name: 'View digests' }).click();
  await page.getByText(`The mail server of ${email} refused it`).waitFor();
  await page.goto(`${service.url}/dashboard/searches`);
  await banner.getByText('550 no such user').waitFor();
  await banner.getByRole('button', { name: 'Resume' }).click();
  await banner.waitFor({ state: 'detached' });
  assert.equal((await savedSearch(session)).digest_stopped, null);
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

test('an operator that views the account sees its searches, no address of a feed and no actions', options, async () => {
  const { id, key } = await service.account('pro');
  const { body } = await service.send('POST', '/searches', key, { body: { name: 'Theirs' } });
  const email = `searches-${id}@example.com`;
  await service.operator('POST', '/operator/operators', { email, role: 'owner' });
  const operator = await signIn(service, email);
  await operator.send('POST', `/operator/accounts/${id}/view`);
  const page = await open('/dashboard/searches', { session: operator });
  await page.getByRole('article', { name: 'Theirs' }).getByText('No reader yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Actions for/ }).count(), 0);
  const viewed = await savedSearch(operator);
  assert.equal(viewed.feed_url, `${service.url}/f/hidden`);
  assert.ok(!JSON.stringify(viewed).includes(body.feed_url));
});
