// Announcements in a real browser: written in the console, shown on every page, mailed to subscribers. And the setup checklist.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage, type PageOptions } from '../setup/open-page.ts';
import { readOutbox } from '../setup/outbox.ts';
import { type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const skip = noBrowser;

let service: TestService;
let operator: SignedIn;
let holder: SignedIn;
let shown: OpenPage | undefined;
let page: Page;

before(async () => {
  if (skip) return;
  service = await testService();
  const { email } = await service.account('free');
  holder = await signIn(service, email);
  operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

afterEach(() => shown?.close());

async function open(path: string, options: PageOptions): Promise<void> {
  shown = await openPage(service, path, options);
  page = shown.page;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('an announced incident is on the status page and on every page, until an update ends it', { skip }, async () => {
  await open('/console/announcements', { session: operator });
  await button('New announcement').click();
  const form = page.getByRole('form', { name: 'New announcement' });
  await form.getByLabel('Title').fill('Exports are slow');
  await form.getByLabel('Severity').selectOption('Major');
  await form.getByLabel('Message').fill('We look into it.\nFiles arrive late.');
  await form.getByRole('checkbox', { name: 'Exports' }).check();
  assert.equal(await form.getByRole('checkbox', { name: /^Email / }).count(), 0, 'nobody has subscribed');
  await form.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('article', { name: 'Exports are slow' }).getByText('Major incident').waitFor();
  await shown?.close();

  await open('/dashboard/usage', { session: holder });
  const banner = page.getByRole('region', { name: 'Exports are slow' });
  await banner.getByText('Investigating').waitFor();
  await banner.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('region', { name: 'Degraded' }).waitFor();
  const shownIncident = page.getByRole('article', { name: 'Exports are slow' });
  await shownIncident.getByText('Files arrive late.').waitFor();
  await shown?.close();

  await open('/console/announcements', { session: operator });
  await button('Post update…').click();
  const update = page.getByRole('form', { name: 'Post update' });
  await update.getByLabel('State').selectOption('Resolved');
  await update.getByLabel('Message').fill('It is over.');
  await update.getByRole('button', { name: 'Post update' }).click();
  await page.getByRole('heading', { name: 'Ended' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Ended' }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Exports are slow' }).count(), 0);
});

test('a visitor subscribes at the status page, confirms by the link of the email, and unsubscribes', {
  skip,
}, async () => {
  await open('/status', {});
  const form = page.getByRole('form', { name: 'Get updates by email' });
  await form.getByLabel('Email').fill('reader@example.com');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Check your email.').waitFor();
  const subject = 'Confirm status emails';
  await service.observed('mail_sent');
  const [mail = ''] = await until(
    async () => readOutbox(service.dataDir, subject),
    ({ length }) => length > 0,
  );
  await page.goto(/http\S+#token=\w+/.exec(mail)?.[0] ?? '');
  await button('Confirm').click();
  await page.getByRole('heading', { name: 'You’re subscribed' }).waitFor();
  await service.operator('POST', '/operator/announcements', { kind: 'announcement', title: 'News', message: 'Hello.' });
  const [news = ''] = await until(
    async () => readOutbox(service.dataDir, 'Subject: News'),
    ({ length }) => length > 0,
  );
  await page.goto(/http\S+unsubscribe\?token=\w+/.exec(news)?.[0] ?? '');
  await button('Unsubscribe').click();
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor();
  assert.equal((await service.operator('GET', '/operator/announcements')).body.subscribers, 0);
});

test('the setup checklist says what to do, is hidden, and comes back by the palette', { skip }, async () => {
  await open('/console', { session: operator });
  const list = page.getByRole('region', { name: 'Set up your service' });
  await list.getByText('Add a second operator, to do').waitFor();
  await list.getByRole('listitem').filter({ hasText: 'Make backups' }).getByRole('button', { name: 'Confirm' }).click();
  await list.getByText(/Confirmed on \d{4}/).waitFor();
  await list.getByRole('button', { name: 'Hide' }).click();
  await list.waitFor({ state: 'detached' });
  const read = page.waitForResponse('**/operator/setup');
  await page.reload();
  await read;
  await page.getByRole('heading', { name: 'Queues' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /Show setup checklist/ }).click();
  await list.waitFor();
});
