// The console of operators in a real browser: announcements, setup checklist, health in an outage, lists that Back restores.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { readOutbox } from '../setup/outbox.ts';
import { type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  session = await signInAsOperator(service);
});
after(() => service?.close());

const open = keepPage(() => service);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isFocused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();

async function mailWith(text: string): Promise<string> {
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, text),
    ({ length }) => length > 0,
  );
  return mail;
}

test('an announced incident is on the status page and every page, until an update ends it', options, async () => {
  const { session: holder } = await customer(service, 'free');
  const page = await open('/console/announcements', { session });
  await button(page, 'New announcement').click();
  const form = page.getByRole('form', { name: 'New announcement' });
  await form.getByLabel('Title').fill('Exports are slow');
  await form.getByLabel('Severity').selectOption('Major');
  await form.getByLabel('Message').fill('We look into it.\nFiles arrive late.');
  await form.getByRole('checkbox', { name: 'Exports' }).check();
  assert.equal(await form.getByRole('checkbox', { name: /^Email / }).count(), 0, 'nobody has subscribed');
  await form.getByRole('button', { name: 'Publish' }).click();
  const article = page.getByRole('article', { name: 'Exports are slow' });
  await article.getByText('Major incident').waitFor();

  await open('/dashboard/usage', { session: holder });
  const banner = page.getByRole('region', { name: 'Exports are slow' });
  await banner.getByText('Investigating').waitFor();
  await banner.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('region', { name: 'Degraded' }).waitFor();
  await article.getByText('Files arrive late.').waitFor();

  await open('/console/announcements', { session });
  await button(page, 'Post update…').click();
  const update = page.getByRole('form', { name: 'Post update' });
  await update.getByLabel('State').selectOption('Resolved');
  await update.getByLabel('Message').fill('It is over.');
  await update.getByRole('button', { name: 'Post update' }).click();
  await page.getByRole('heading', { name: 'Ended' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Ended' }).waitFor();
  assert.equal(await banner.count(), 0);
});

test('a visitor subscribes to announcements, confirms by email, and unsubscribes', options, async () => {
  const page = await open('/status');
  const form = page.getByRole('form', { name: 'Get updates by email' });
  await form.getByLabel('Email').fill('reader@example.com');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Check your email.').waitFor();
  await page.goto(/http\S+#token=\w+/.exec(await mailWith('Confirm status emails'))?.[0] ?? '');
  await button(page, 'Confirm').click();
  await page.getByRole('heading', { name: 'You’re subscribed' }).waitFor();
  await service.operator('POST', '/operator/announcements', { kind: 'announcement', title: 'News', message: 'Hello.' });
  await page.goto(/http\S+unsubscribe\?token=\w+/.exec(await mailWith('Subject: News'))?.[0] ?? '');
  await button(page, 'Unsubscribe').click();
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor();
  assert.equal((await service.operator('GET', '/operator/announcements')).body.subscribers, 0);
});

test('the setup checklist is confirmed, hidden and shown again; empty queues are folded', options, async () => {
  const page = await open('/console', { session, expected: /404/ });
  const list = page.getByRole('region', { name: 'Set up your service' });
  await list.getByText('Add a second operator, to do').waitFor();
  await list.getByRole('listitem').filter({ hasText: 'Make backups' }).getByRole('button', { name: 'Confirm' }).click();
  await list.getByText(/Confirmed on \d{4}/).waitFor();
  await list.getByRole('button', { name: 'Hide' }).click();
  await list.waitFor({ state: 'detached' });
  const read = page.waitForResponse('**/operator/setup');
  await page.reload();
  await read;
  await page.getByText(/queues are empty\./).waitFor();
  await button(page, 'Show all queues').click();
  assert.ok((await page.getByRole('table', { name: 'Queues' }).getByRole('row').count()) > 10);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /Show setup checklist/ }).click();
  await list.waitFor();

  await page.goto(`${service.url}/console/accounts/acc_0000000000000000`);
  await page.getByRole('heading', { name: 'Account not found' }).waitFor();
  assert.equal(await button(page, 'Retry').count(), 0);
  await page.getByRole('link', { name: 'Back to accounts' }).click();
  await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
  await page.goto(`${service.url}/console/exports`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('option', { name: 'All accounts' }).waitFor();
});

test('Health polls on through an outage of minutes, says so, and recovers by itself', options, async (t) => {
  let isAway = false;
  const { page, close } = await openPage(service, '/console', {
    session,
    expected: /503/,
    prepare: async (prepared) => {
      await prepared.clock.install();
      const json = { title: 'Service Unavailable', detail: 'Database unreachable.', code: 'unavailable', status: 503 };
      await prepared.route('**/operator/health', (route) =>
        isAway ? route.fulfill({ status: 503, json }) : route.continue(),
      );
    },
  });
  t.after(close);
  await page.getByText('Refreshes every 10 s').waitFor();
  isAway = true;
  await page.clock.runFor(11_000);
  const outage = page.getByRole('region', { name: 'Health cannot be read now. Hooks are still served.' });
  await outage.getByText(/^Retrying every 10 s\. The figures below are from/).waitFor();
  assert.equal(await page.getByText('All systems operational').count(), 0, 'what was read before is not current');
  for (let minute = 0; minute < 3; minute++) {
    const asked = page.waitForResponse('**/operator/health');
    await page.clock.runFor(60_000);
    await asked;
  }
  isAway = false;
  await page.clock.runFor(11_000);
  await outage.waitFor({ state: 'detached' });
});

test('a list that Back restores shows what has changed since', options, async () => {
  const { id, email } = await service.account('pro');
  await service.account('pro');
  const page = await open('/console/accounts?plan=pro', { session });
  const account = page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: email });
  await account.getByRole('link').click();
  await page.waitForURL(`**/accounts/${id}`);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'scale' });
  await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
  await page.waitForURL(/\?plan=pro$/);
  await account.waitFor({ state: 'detached' });
});

test('of a long list of uneven rows only those near the window exist, and Back finds its place', options, async () => {
  const records = 520;
  const { id } = await service.account('free');
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(
    `insert into audit_log (at, action, subject, account_id, actor_kind, details)
    select now(), 'account.updated', $1, $1, 'operator',
      jsonb_build_object('name', jsonb_build_object('from', n, 'to', repeat('Acme and its subsidiaries ', n * n % 17)))
    from generate_series(1, $2) n`,
    [id, records],
  );
  await client.end();
  const page = await open(`/console/audit?account=${id}`, { session });
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
  };
  const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN;
  await page.getByRole('link', { name: id }).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/console/accounts/${id}`);
  await page.goBack();
  for (let shown = 50; shown < records; shown += 50) {
    await page.getByText(`${shown} shown`).waitFor();
    await button(page, 'Load more').click();
  }
  await page.getByText(/^52\d results$/).waitFor();
  const rows = page.locator('[data-row]');
  await until(
    () => rows.count(),
    (count) => count < 120,
  );
  for (const part of [0.5, 0.9]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`);
    await frames(10);
    const name = await page.evaluate(
      "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('[data-row]').dataset.row",
    );
    const row = page.locator(`[data-row="${name}"]`);
    const link = row.getByRole('link', { name: id });
    await link.scrollIntoViewIfNeeded();
    const top = await topOf(row);
    await link.click();
    await page.waitForURL(/accounts/);
    await page.goBack();
    await isFocused(link);
    // Rows are measured, and the records loaded again, after that.
    await frames(30);
    assert.ok(Math.abs((await topOf(row)) - top) < 5, `${await topOf(row)} of ${top}`);
    await isFocused(link);
  }
});
