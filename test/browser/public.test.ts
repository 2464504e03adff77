// What a visitor does in a real browser: searches, signs up or requests a key, reports a hook; hostile texts on the way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const hostile = [
  `<script>document.title='owned'</script> salary`,
  `<img src=x onerror="document.title='owned'"> salary`,
  `\u202Esalary reversed\u202C`,
  `sal\u200Bary with nothing in it salary`,
  `salary ${'x'.repeat(490)}`,
];

/** Sign-up is open. */
let service: TestService;
let operator: SignedIn;
const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_SIGNUP: 'open' });
  const lines = hostile.map((text, n) => hookLine(text, { views: 300_000 + n }));
  lines.push(hookLine('Ibises balance every ledger', { id: 'ibis' }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');

test('the live search shows hostile texts as text, and the API call', options, async () => {
  const page = await open('/');
  await page.getByRole('searchbox').fill('salary');
  await page.getByText(/^\d of 5 hooks, most viewed first/).waitFor();
  const found = page.getByRole('list', { name: 'Hooks found' });
  const stored: { text: string }[] = (await service.get('/demo/hooks?q=salary')).body.data;
  const shown = await found.locator('[dir=auto]').allTextContents();
  assert.equal(shown.length, 5);
  assert.deepEqual(
    shown,
    stored.map(({ text }) => text),
  );
  assert.equal(await found.locator('script, img').count(), 0);
  assert.match(await page.title(), /^Hookline/);
  await page.getByRole('region', { name: 'curl example' }).getByText('/hooks?q=salary&limit=5').waitFor();
  await page.getByRole('region', { name: 'JSON response' }).getByText('"total": 5').waitFor();
  assert.match(page.url(), /\?q=salary$/);
});

test('a key is requested, approved, and the link of the mail signs in', options, async () => {
  const page = await open('/', { expected: /status of 422/ });
  const ask = () => page.getByRole('button', { name: 'Request a key' }).click();
  const fill = async (name: string, email: string, calls: string) => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('What are you building?').fill('A script generator for shorts');
    await page.getByLabel('Expected calls per month').fill(calls);
  };
  await page.getByRole('main').getByRole('link', { name: 'Request Scale' }).click();
  assert.equal(await page.getByLabel('Plan').inputValue(), 'scale');
  await ask();
  await page.getByLabel('Name').and(page.locator('[aria-invalid=true]')).waitFor();
  await fill('Ann <script>alert(1)</script>', 'ann@example.com', '50000');
  await page.getByText('Recommended plan: Scale').waitFor();
  await ask();
  await page.getByRole('heading', { name: 'Request received' }).waitFor();
  const { body } = await service.operator('GET', '/operator/key-requests?state=pending');
  const [{ id, expected_calls_per_month, plan }] = body.key_requests;
  assert.deepEqual([expected_calls_per_month, plan], [50_000, 'scale']);
  await service.operator('POST', `/operator/key-requests/${id}/approve`, {});
  const subject = 'Your Hookline account is ready';
  await service.observed('mail_sent', subject);
  await page.goto(signInLinkIn(readOutbox(service.dataDir, subject)[0]));
  await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${service.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor();
});

test('from the home page to the first call: an email, its link, one click; the link works once', options, async () => {
  const page = await open('/', { expected: /status of 4(01|22)/ });
  await page.getByRole('link', { name: 'Get a Free key' }).click();
  await page.getByText('100 calls a day. No password, no card.').waitFor();
  await page.getByRole('link', { name: 'Request another plan' }).click();
  await page.getByRole('link', { name: 'Get a free key now' }).click();
  await page.getByLabel('Email').fill('ada@mailinator.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByText('Disposable emails cannot sign up.').waitFor();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const subject = 'Your Hookline API key is one click away';
  await service.observed('mail_sent', subject);
  const link = signInLinkIn(readOutbox(service.dataDir, subject).at(-1));
  await page.goto(link);
  const create = page.getByRole('button', { name: 'Create account and key' });
  await create.click();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal((await service.get('/hooks', key)).status, 200);
  await page.getByRole('region', { name: 'First call' }).getByText(key).waitFor();
  assert.doesNotMatch(page.url(), /token/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.waitForURL(`${service.url}/dashboard`);

  const { pathname, hash } = new URL(link);
  await open(pathname + hash);
  await create.click();
  await page.getByText('This link has been used, or has expired.').waitFor();
  await page.getByLabel('Email').waitFor();
});

test('a stranger reports a hook, and the operator takes it down from the queue', options, async () => {
  const { body } = await service.operator('GET', '/operator/hooks?text=ibises');
  const [{ id }] = body.hooks;
  const page = await open('/', { expected: /status of 422/ });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Report a hook' }).click();
  await page.getByLabel('Hook ID or video URL').fill(id);
  await page.getByLabel('Reason').selectOption('privacy');
  await page.getByLabel('Email').fill('rae@example.com');
  await page.getByRole('button', { name: 'Send report' }).click();
  const details = page.getByLabel('What is wrong?');
  await details.and(page.locator('[aria-invalid=true]')).waitFor();
  await details.fill('This line is about me <script>alert(1)</script>.');
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('heading', { name: 'Report received' }).waitFor();

  await open('/console', { session: operator });
  const pending = page.getByRole('list', { name: 'Pending work' });
  await pending.getByRole('link', { name: /Reports\s*1 waiting/ }).click();
  const reports = page.getByRole('list', { name: 'Reports' });
  await reports.getByText('Ibises balance every ledger').waitFor();
  await reports.getByText('This line is about me <script>alert(1)</script>.').waitFor();
  await reports.getByRole('button', { name: 'Take down…' }).click();
  await dialog(page).getByText('You can’t undo this.').waitFor();
  await dialog(page).getByLabel('Reason').fill('Request 7');
  await dialog(page).getByLabel('This video').uncheck();
  await dialog(page).getByRole('button', { name: 'Take down' }).click();
  await page.getByText('No reports are waiting').waitFor();
  const { body: list } = await service.operator('GET', '/operator/takedowns');
  assert.deepEqual([list.takedowns[0].hook_id, list.takedowns[0].blocks], [id, ['text']]);
});
