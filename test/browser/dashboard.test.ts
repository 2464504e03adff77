// The dashboard in a real browser, as one journey: checking a line, requests, keys and webhooks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let receiver: Receiver;
const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  receiver = await startReceiver((res) => res.end('<script>alert(1)</script>'));
});

after(() => receiver?.close());

const dialog = (page: Page) => page.getByRole('dialog');
test('news stays dismissed, and an incident cannot be', options, async () => {
  const create = async (body: object) =>
    (await service.operator('POST', '/operator/announcements', { message: 'More follows.', mail: false, ...body }))
      .body;
  const news = await create({ kind: 'announcement', title: 'A new niche' });
  const incident = await create({ kind: 'incident', severity: 'minor', title: 'Slow exports', parts: ['exports'] });
  const { session } = await customer(service, 'free');
  const page = await open('/dashboard/keys', { session });
  const [slow, niche] = ['Slow exports', 'A new niche'].map((name) => page.getByRole('region', { name }));
  await slow?.getByRole('link', { name: 'Details' }).waitFor();
  assert.equal(await slow?.getByRole('button').count(), 0);
  await niche?.getByRole('button', { name: 'Dismiss' }).click();
  await niche?.waitFor({ state: 'detached' });
  await page.reload();
  await slow?.waitFor();
  assert.equal(await niche?.count(), 0);
  for (const { id } of [news, incident]) await service.operator('DELETE', `/operator/announcements/${id}`);
});

test(
  'a line is checked by keyboard; the result is in the URL, and Back returns to the last line',
  options,
  async () => {
    const { session } = await customer(service, 'enterprise');
    const line = 'What finance taught me in lesson 99';
    const nearestText = 'What finance taught me in lesson';
    const page = await open('/dashboard/check', { session, expected: /status of 422/ });
    await page.getByText('No line checked yet').waitFor();
    const field = page.getByLabel('Line', { exact: true });
    await field.press('Control+Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await field.fill(line);
    await field.press('Control+Enter');
    await page.waitForURL((url) => url.searchParams.get('text') === line);
    await page.getByText(/^This (is|may be) /).waitFor();
    const nearest = page.getByRole('list', { name: 'Nearest hooks' });
    await nearest.getByText(nearestText).first().waitFor();
    await field.fill('What food taught me in lesson 98');
    await page.getByLabel('Niche').selectOption('food');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await nearest.getByText('What food taught me').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('niche'), 'food');
    await page.goBack();
    await nearest.getByText(nearestText).first().waitFor();
    assert.equal(await field.inputValue(), line);
    await page.getByRole('button', { name: /^Save all \d+$/ }).waitFor();
    await page.getByRole('link', { name: 'Adapt the closest' }).click();
    await page.getByRole('form', { name: 'Fill the template' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^See all \d+$/ }).click();
    await page.waitForURL(/\/dashboard\/hooks\?ids=hook_/);
  },
);

test(
  'a listed template is filled in field by field in its most viewed hook, and the line can be checked',
  options,
  async () => {
    const { session } = await customer(service, 'free');
    const page = await open('/dashboard/templates', { session });
    const template = page.getByRole('list', { name: 'Templates' }).getByRole('button', { name: /taught me in lesson/ });
    await template.first().click();
    const form = page.getByRole('form', { name: 'Fill the template' });
    const number = form.getByLabel(/^Instead of “\d+”$/);
    await number.fill('8');
    await number.press('Enter');
    const aside = page.getByRole('complementary', { name: 'Fill a template' });
    await aside.getByText(/taught me in lesson 8$/).waitFor();
    await aside.getByRole('link', { name: 'Check it' }).click();
    await page.waitForURL(/\/dashboard\/check\?draft=.*lesson%208$/);
  },
);

test('a call appears in the log without a reload, and its panel runs it again', options, async () => {
  const { key, session } = await customer(service, 'pro');
  const page = await open('/dashboard/requests', { session });
  await page.getByText('No requests yet').waitFor();
  await service.get('/hooks?limit=3&q=taught%20food', key);
  await page.getByRole('button', { name: /GET \/hooks\?limit=3/ }).click();
  const panel = page.getByRole('dialog', { name: 'Request' });
  await panel.getByText('taught food', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Run again' }).click();
  await panel
    .getByRole('region', { name: 'Response now' })
    .getByText(sharedHooks[1]?.text ?? '')
    .waitFor();
  assert.equal((await service.get('/usage', key)).body.data.windows[0].used, 1, 'running again takes no quota');
  await panel.getByRole('link', { name: 'Open in Hooks' }).click();
  await page.waitForURL(/\/dashboard\/hooks\?limit=3&q=taught(%20|\+)food/);
  await page.goBack();
  await panel.getByText('taught food', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/dashboard\/requests$/);
});

test('a key with an expiry is shown once, even after a slow response, and works', options, async () => {
  const { id, session } = await customer(service, 'free');
  const page = await open('/dashboard/keys', { session });
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const submit = dialog(page).getByRole('button', { name: 'Create key' });
  await dialog(page).getByLabel('Name').fill('short-lived');
  await dialog(page).getByLabel('Expires').selectOption('On a specific date');
  assert.equal(await submit.isDisabled(), true, 'a date is required');
  await dialog(page).getByLabel('Last day').fill('2030-01-31');
  const answer = Promise.withResolvers<void>();
  await page.route('**/account/keys', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await submit.click();
  await sent;
  await page.keyboard.press('Escape');
  assert.equal(await dialog(page).getByRole('button', { name: 'Cancel' }).isDisabled(), true);
  answer.resolve();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal((await service.get('/hooks', key)).status, 200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  const made = body.keys.find(({ name }: { name: string }) => name === 'short-lived');
  assert.equal(made.expires_at, '2030-02-01T00:00:00.000Z');
});

test(
  'a webhook is created and tested, shows deliveries without a reload, replays them, and is deleted by its name',
  options,
  async () => {
    const { session } = await customer(service, 'enterprise');
    // The page that waits for deliveries may send one more request after its webhook is deleted.
    const page = await open('/dashboard/webhooks?new=1&niche=food', { session, expected: /404/ });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const form = page.getByRole('form', { name: 'Create webhook' });
    await form.getByText('8 hooks match in the current catalog').waitFor();
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByLabel('Description').fill('Script generator');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const secret = (await page.getByRole('region', { name: 'Webhook secret' }).locator('code').textContent()) ?? '';
    assert.match(secret, /^whsec_/);
    await page.keyboard.press('Escape');
    await button('I have stored it').click();
    await page.getByRole('heading', { name: 'Script generator' }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the secret is shown once');

    await button('Send test').click();
    await page.getByText('Test delivered: 200').waitFor();
    const { body, headers } = defined((await receiver.received(1))[0]);
    assert.equal((await verifyWebhook({ body, headers, secret })).event.event, 'hooks.new');
    await page.getByRole('button', { name: /^Test ?dlv_/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    await dialog.getByText('<script>alert(1)</script>').waitFor();
    assert.match(page.url(), /\?delivery=dlv_/);
    await dialog.getByRole('button', { name: 'Replay' }).click();
    const [, second] = await receiver.received(2);
    assert.equal(second?.headers['webhook-id'], headers['webhook-id']);
    await page.keyboard.press('Escape');
    const replays = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Replay', exact: true }) });
    await replays.getByText('delivered').waitFor();

    await button('Webhook actions').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    assert.equal(await button('Delete webhook').isDisabled(), true);
    await page.getByLabel(/^Type “Script\s+generator”/).fill('Script generator');
    await button('Delete webhook').click();
    await page.getByText('No webhooks yet').waitFor();
  },
);
