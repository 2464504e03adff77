// A plan request from the dashboard to the console and back, in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { readOutbox } from '../../setup/outbox.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';

const skip = noBrowser;
let service: TestService;
let operator: SignedIn;

before(async () => {
  if (skip) return;
  service = await testService();
  operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

async function on(path: string, session: SignedIn, use: (page: Page) => Promise<unknown>): Promise<void> {
  const shown = await openPage(service, path, { session });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog');
const accountOf = async (id: string) => (await service.operator('GET', `/operator/accounts/${id}`)).body;
const mailsTo = (email: string, subject: string) =>
  readOutbox(service.dataDir, subject).filter((mail) => mail.includes(`To: ${email}`));

test('“Change to Scale” applies the plan that the holder requested, and mails the holder', { skip }, async () => {
  const { id, email } = await service.account('pro');
  const session = await signIn(service, email);
  await on('/dashboard/plan?ask=scale', session, async (page) => {
    await dialog(page).getByLabel('Use case').fill('Clips for 40 clients, weekly exports');
    await dialog(page).getByRole('button', { name: 'Send request' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByText('Scale requested').waitFor();
  });
  await on('/console/requests', operator, async (page) => {
    const row = page.getByRole('listitem').filter({ hasText: email });
    await row.getByText('Scale requested, now Pro').waitFor();
    await row.getByRole('button', { name: 'Change to Scale…' }).click();
    assert.match(new URL(page.url()).search, /^\?approve=req_/);
    await dialog(page).getByLabel('Message').fill('See you on Scale.');
    await dialog(page).getByRole('button', { name: 'Change to Scale' }).click();
    await dialog(page).getByText('is on Scale now').waitFor();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await row.waitFor({ state: 'detached' });
  });
  assert.equal((await accountOf(id)).plan, 'scale');
  const [mail = ''] = await until(
    async () => mailsTo(email, 'Your Hookline plan is now Scale'),
    ({ length }) => length > 0,
  );
  assert.ok(mail.includes('See you on Scale.'));
  assert.deepEqual(mailsTo(email, 'Your Hookline account is ready'), []);
  await on('/dashboard/plan', session, (page) => page.getByText('Current plan: Scale').waitFor());
});

test('a suspended holder requests reactivation; the page of the account links to the decision', { skip }, async () => {
  const { id, email } = await service.account('pro');
  const session = await signIn(service, email);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await on('/dashboard/plan', session, async (page) => {
    await page.getByRole('button', { name: 'Request reactivation' }).first().click();
    await dialog(page).getByRole('button', { name: 'Send request' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByText('Reactivation requested').waitFor();
  });
  await on(`/console/accounts/${id}`, operator, async (page) => {
    await page.getByRole('link', { name: 'Reactivate…' }).click();
    await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
    await dialog(page).getByText('is active again').waitFor();
  });
  assert.equal((await accountOf(id)).suspended, false);
});

test('a plan is changed and an account suspended with an email, or without', { skip }, async () => {
  const { id, email } = await service.account('free');
  await on(`/console/accounts/${id}`, operator, async (page) => {
    await page.getByRole('button', { name: 'Change plan or limits' }).click();
    await dialog(page).getByLabel('Plan', { exact: true }).selectOption('pro');
    await dialog(page).getByLabel('Message').fill('Enjoy.');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Pro: 10,000 calls a day').waitFor();
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await dialog(page).getByLabel('Email the customer').uncheck();
    await dialog(page).getByRole('button', { name: 'Suspend account' }).click();
    await page.getByRole('button', { name: 'Reactivate…' }).first().click();
    await dialog(page).getByRole('button', { name: 'Reactivate account' }).click();
    await page.getByRole('button', { name: 'Suspend…' }).waitFor();
  });
  await until(
    async () => mailsTo(email, 'Your Hookline account is active again'),
    ({ length }) => length > 0,
  );
  assert.match(mailsTo(email, 'Your Hookline plan is now Pro')[0] ?? '', /Enjoy\./);
  assert.deepEqual(mailsTo(email, 'Your Hookline account is suspended'), []);
});

test('the name, email and private note of an account are edited', { skip }, async () => {
  const { id } = await service.account('free');
  await on(`/console/accounts/${id}`, operator, async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit name, email or note…' }).click();
    await dialog(page).getByLabel('Name').fill('Reelhouse GmbH');
    await dialog(page).getByLabel('Note').fill('Pays by invoice.');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Reelhouse GmbH' }).waitFor();
    await page.getByText('Pays by invoice.').waitFor();
  });
  const { name, note } = await accountOf(id);
  assert.deepEqual([name, note], ['Reelhouse GmbH', 'Pays by invoice.']);
});
