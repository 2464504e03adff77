// Browser tests: from stranger to the first call, where sign-up is open, and where it is not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { readOutbox, signInLinkIn } from '../../setup/outbox.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { signIn } from '../../setup/session.ts';

const subject = 'Your Hookline API key is one click away';
const options = { skip: noBrowser };

let service: TestService;
let closed: TestService;

before(async () => {
  if (noBrowser) return;
  [service, closed] = await Promise.all([testService({ HOOKLINE_SIGNUP: 'open' }), testService()]);
  await service.import(hookLine('The first line that is fetched'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
  await closed?.close();
});

test('from the home page to the first call: an email, its link, one click', options, async () => {
  const { page, close } = await openPage(service, '/', { expected: /status of 4(01|22)/ });
  await page.getByRole('main').getByRole('link', { name: 'Get a key', exact: true }).click();
  await page.getByText('100 calls a day. No password, no card.').waitFor();
  await page.getByLabel('Email').fill('ada@mailinator.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByText('Disposable emails cannot sign up.').waitFor();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();

  await service.observed('mail_sent', subject);
  const link = signInLinkIn(readOutbox(service.dataDir, subject).at(-1));
  await page.goto(link);
  await page.getByRole('button', { name: 'Create account and key' }).click();
  const region = page.getByRole('region', { name: 'API key' });
  const key = (await region.locator('code').textContent()) ?? '';
  const { status, body } = await service.get('/hooks', key);
  assert.deepEqual([status, body.data[0].text], [200, 'The first line that is fetched']);
  await page.getByRole('region', { name: 'First call' }).getByText(key).waitFor();
  assert.doesNotMatch(page.url(), /token/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.waitForURL(`${service.url}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await close();

  const again = await openPage(service, new URL(link).pathname + new URL(link).hash, {
    expected: /status of 401/,
  });
  await again.page.getByRole('button', { name: 'Create account and key' }).click();
  await again.page.getByText('This link has been used, or has expired.').waitFor();
  await again.page.getByLabel('Email').waitFor();
  await again.close();
});

test('who is signed in is told that a link signs in to another account', options, async () => {
  const { email } = await service.account('pro');
  const session = await signIn(service, email);
  const { page, close } = await openPage(service, '/sign-up#token=of-a-stranger', { session });
  await page.getByText(`You are signed in as ${email}. This signs you in to another account instead.`).waitFor();
  await page.getByRole('button', { name: 'Create account and key' }).waitFor();
  await close();
});

test('the plan table offers Free at once and the others on request', options, async () => {
  const { page, close } = await openPage(service, '/');
  await page.getByRole('link', { name: 'Get a Free key' }).click();
  await page.waitForURL('**/sign-up');
  await page.getByRole('link', { name: 'Request another plan' }).click();
  await page.getByRole('link', { name: 'Get a free key now' }).waitFor();
  await close();
});

test('where accounts are created on request, every way leads to the form', options, async () => {
  const { page, close } = await openPage(closed, '/sign-in');
  await page.getByRole('link', { name: 'Get a key' }).click();
  await page.getByRole('heading', { name: 'Request a key' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Get a free key now' }).count(), 0);
  await page.goto(`${closed.url}/`);
  await page.getByRole('link', { name: 'Request Free' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Get a key', exact: true }).click();
  await page.getByLabel('What are you building?').waitFor();
  await close();
});
