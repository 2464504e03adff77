// Browser tests: digests of saved searches, the time zone, one that stopped, and the page that an unsubscribe link opens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { readOutbox } from '../../setup/outbox.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';

const skip = noBrowser;
let service: TestService;
let client: pg.Client;

before(async () => {
  if (skip) return;
  service = await testService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
});
after(async () => {
  await client?.end();
  await service?.close();
});

async function newSession(): Promise<SignedIn & { email: string }> {
  const { email } = await service.account('pro');
  return { ...(await signIn(service, email)), email };
}

const open = (path: string, session?: SignedIn, expected?: RegExp) =>
  openPage(service, path, { session, expected, context: { timezoneId: 'Asia/Tokyo' } });
const searchOf = async (session: SignedIn) => (await session.send('GET', '/searches')).body.data[0];
const becomes = (session: SignedIn, field: string, value: unknown) =>
  until(
    () => searchOf(session),
    (search) => search[field] === value,
  );

test('a digest is turned on, moved and tested at its search, and comes at the hour of the time zone', {
  skip,
}, async () => {
  const session = await newSession();
  await session.send('POST', '/searches', { name: 'Finance' });
  const { page, close } = await open('/dashboard/searches', session);
  const card = page.getByRole('article', { name: 'Finance' });
  await card.getByLabel('Email digest', { exact: true }).selectOption('Weekly');
  await card.getByLabel('Day').selectOption('Friday');
  await becomes(session, 'digest_day', 'friday');
  await card.getByLabel('Hour').selectOption('09:00');
  await card.getByText(/Next Fri.* 09:00 \(UTC\), if there are new hooks/).waitFor();
  await card.getByRole('button', { name: 'Send test' }).click();
  await page.getByText(`A test digest goes to ${session.email}.`).waitFor();
  await page.getByRole('link', { name: 'Digests and time zone' }).click();
  await page.getByRole('heading', { name: 'Digests' }).waitFor();
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await page.getByText(/Next Fri.* 09:00 \(Asia\/Tokyo\)/).waitFor();
  assert.equal(new Date((await searchOf(session)).digest_next_at).getUTCHours(), 0);
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByText(/09:00 \(Europe\/Berlin\)/).waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('Get an email of the most viewed new hooks').waitFor();
  assert.equal((await searchOf(session)).digest, 'off');
  await close();
});

test('a digest that stopped is told on the overview and the pages of searches, and resumed there', {
  skip,
}, async () => {
  const session = await newSession();
  const { body } = await session.send('POST', '/searches', { name: 'Finance', digest: 'daily' });
  await client.query(
    `update digests set next_run_at = null, stopped_at = now(), stopped_by = 'bounce', error = '550 no such user' where search_id = $1`,
    [body.search_id],
  );
  const { page, close } = await open('/dashboard', session);
  const banner = page.getByRole('region', { name: 'The digest of “Finance” stopped' });
  await banner.getByText('550 no such user').waitFor();
  await banner.getByRole('link', { name: 'View digests' }).click();
  await page.getByText(`The mail server of ${session.email} refused it`).waitFor();
  await page.goto(`${service.url}/dashboard/searches`);
  await banner.getByText('550 no such user').waitFor();
  await banner.getByRole('button', { name: 'Resume' }).click();
  await banner.waitFor({ state: 'detached' });
  assert.equal((await searchOf(session)).digest_stopped, null);
  await close();
});

test('a change that is refused is told and taken back', { skip }, async () => {
  const session = await newSession();
  const { body } = await session.send('POST', '/searches', { name: 'Finance' });
  const { page, close } = await open('/dashboard/digests', session, /404/);
  const field = page.getByLabel('Email digest', { exact: true });
  await field.waitFor();
  await session.send('DELETE', `/searches/${body.search_id}`);
  await field.selectOption('Daily');
  await page.getByText('Saved search not found').waitFor();
  await until(
    () => field.inputValue(),
    (value) => value === 'off',
  );
  await close();
});

test('the link of an email asks before it unsubscribes, without a session, and can stop all digests', {
  skip,
}, async () => {
  const session = await newSession();
  await session.send('POST', '/searches', { name: 'Food', digest: 'weekly' });
  const { body } = await session.send('POST', '/searches', { name: 'Finance', digest: 'daily' });
  await session.send('POST', `/searches/${body.search_id}/digest/test`);
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, 'Test digest: Finance').filter((one) => one.includes(session.email)),
    ({ length }) => length === 1,
  );
  const [, link = ''] = /^Unsubscribe: http:..[^/]+(\S+)/m.exec(mail) ?? [];
  const { page, close } = await open(link);
  await page.getByText('Stop the daily digest of “Finance”.').waitFor();
  const states = async () =>
    (await session.send('GET', '/searches')).body.data.map(({ digest }: { digest: string }) => digest);
  assert.deepEqual(await states(), ['daily', 'weekly'], 'opening the link changes nothing');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByText('You get no digest of “Finance”').waitFor();
  assert.deepEqual(await states(), ['off', 'weekly']);
  await page.getByRole('button', { name: 'Stop all digests' }).click();
  await page.getByText('You get no digests any more.').waitFor();
  assert.deepEqual(await states(), ['off', 'off']);
  await close();
  const wrong = await open('/digests/unsubscribe?token=nonsense', undefined, /404/);
  await wrong.page.getByText('This link is incomplete').waitFor();
  await wrong.close();
});
