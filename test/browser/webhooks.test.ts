// Webhooks in a real browser: create, test, replay, resume, rotate, delete, for holders and operators.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { type Customer, customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(400)}`;
let service: TestService;
let holder: Customer;
let operator: SignedIn;
let receiver: Receiver;
let isBroken = false;

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '1ms' });
  receiver = await startReceiver((res) => (isBroken ? res.writeHead(500).end(hostile) : res.end()));
  await publish('Line one', 'health');
  await publish('Line two', 'health');
  await publish(hostile, 'food', 9_000_000);
  holder = await customer(service, 'enterprise');
  operator = await signInAsOperator(service);
});

after(async () => {
  await receiver?.close();
  await service?.close();
});

const visit = keepPage(() => service);
/** `expected` matches faults that the test causes. */
const open = (path: string, expected?: RegExp) =>
  visit(`/dashboard/webhooks${path}`, { session: holder.session, expected });

const publish = (text: string, niche: string, views?: number) =>
  service.import(hookLine(text, { niche, views }), 'preset=hookline&format=jsonl');

async function webhook(niche: string, description = `For ${niche}`): Promise<string> {
  const body = { webhook_url: receiver.url, description, filters: { niche } };
  return (await service.send('POST', '/webhooks', holder.key, { body })).body.webhook_id;
}

/** Its only delivery failed and paused it. */
async function pausedWebhook(niche: string): Promise<string> {
  const id = await webhook(niche);
  isBroken = true;
  await publish(`A line about ${niche}`, niche);
  await service.observed('webhook_paused', id);
  isBroken = false;
  return id;
}

const isReplayed = (id: string) =>
  until(
    async () => (await service.get(`/webhooks/${id}`, holder.key)).body,
    ({ failed }) => failed === 0,
  );

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a webhook is created and tested, shows deliveries without a reload, and replays them', options, async () => {
  const page = await open('?new=1&niche=food');
  const form = page.getByRole('form', { name: 'Create webhook' });
  await form.getByText('1 hook matches in the current catalog').waitFor();
  const matches = (await form.getByRole('list', { name: 'Top matches' }).textContent()) ?? '';
  assert.ok(matches.includes('<script>alert(1)</script>'), 'hostile text is shown as text');
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByLabel('Description').fill('Script generator');
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const secret = (await page.getByRole('region', { name: 'Webhook secret' }).locator('code').textContent()) ?? '';
  assert.match(secret, /^whsec_/);
  await page.keyboard.press('Escape');
  await button(page, 'I have stored it').click();
  await page.getByRole('heading', { name: 'Script generator' }).waitFor();
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once');

  await button(page, 'Send test').click();
  await page.getByText('Test delivered: 200').waitFor();
  const { body, headers } = defined((await receiver.received(1))[0]);
  const { event } = await verifyWebhook({ body, headers, secret });
  assert.equal(event.event, 'hooks.new');

  await publish('A new line about soup', 'food');
  const delivery = row(page, '1 new hook');
  await delivery.getByText('delivered').waitFor();
  await delivery.getByRole('button', { name: '1 new hook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await dialog.getByText('"text": "A new line about soup"').waitFor();
  await dialog.getByRole('button', { name: 'Replay' }).click();
  const requests = await receiver.received(3);
  assert.equal(requests[2]?.headers['webhook-id'], defined(requests[1]).headers['webhook-id']);
  assert.match(page.url(), /\?delivery=dlv_/);
  await page.keyboard.press('Escape');
  const replays = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Replay', exact: true }) });
  await replays.getByText('delivered').waitFor();
  await delivery
    .filter({ hasNotText: 'replay' })
    .getByRole('button', { name: /^Replay/ })
    .dblclick();
  await receiver.received(4);
  await replays.nth(1).getByText('delivered').waitFor();
  assert.equal(await replays.count(), 2, 'a double click replays once');
});

test('a paused webhook shows reason, last response and backlog, and resumes with the backlog', options, async () => {
  const empty = await webhook('travel');
  await service.send('POST', `/webhooks/${empty}/pause`, holder.key);
  const page = await open(`/${empty}`);
  const dialog = page.getByRole('dialog', { name: 'Resume webhook' });
  await button(page, 'Resume…').first().click();
  await dialog.getByText(/Nothing is waiting\./).waitFor();
  assert.equal(await dialog.getByRole('radio').count(), 0);
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByRole('region', { name: 'For travel is paused' }).waitFor({ state: 'detached' });

  const id = await pausedWebhook('tech');
  await page.goto(`${service.url}/dashboard/webhooks`);
  const banner = page.getByRole('region', { name: /^For tech is paused/ });
  await banner.getByText(/All retries of a delivery failed.*Last response: 500/).waitFor();
  await page.getByRole('link', { name: /^For tech/ }).click();
  await page.waitForURL(`**/${id}`);
  await row(page, '1 new hook').getByText('500').waitFor();
  await row(page, '1 new hook').getByRole('button', { name: '1 new hook' }).click();
  const response = page.getByRole('region', { name: 'Response to attempt 2' });
  await response.getByText('<script>alert(1)</script>').waitFor();
  await page.reload();
  await page.getByRole('dialog', { name: 'Delivery' }).getByText('Attempt 2').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Resume…').click();
  await dialog.getByText(/: 1 failed\./).waitFor();
  await dialog.getByRole('radio', { name: 'Skip backlog' }).waitFor();
  await dialog.getByRole('radio', { name: 'Deliver backlog' }).waitFor();
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await banner.waitFor({ state: 'hidden' });
  await row(page, '1 new hook').getByText('delivered').waitFor();
});

test('filters are edited with a preview, the secret is rotated, and deletion asks for the name', options, async () => {
  const id = await webhook('health', 'Old  one');
  const page = await open(`/${id}`, /status of 422/);
  await button(page, 'Edit').click();
  const form = page.getByRole('form', { name: 'Save' });
  await form.getByText('2 hooks match in the current catalog').waitFor();
  await form.getByRole('button', { name: 'Remove filter: Health' }).click();
  await form.getByLabel('Min views').fill('1m');
  await form.getByText('1 hook matches in the current catalog').waitFor();
  await form.getByLabel('URL').fill('ftp://127.0.0.1/');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('webhook_url must begin with https://').waitFor();
  await form.getByLabel('URL').fill('http://127.0.0.1:9/elsewhere');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('≥ 1M views').first().waitFor();

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Webhook actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Rotate secret…');
  await button(page, 'Rotate secret').click();
  await page.getByText(/The old secret stays valid until/).waitFor();
  await button(page, 'I have stored it').click();
  await page.getByText(/Rotated\. The old secret expires/).waitFor();
  await choose('Delete…');
  assert.equal(await button(page, 'Delete webhook').isDisabled(), true);
  await page.getByLabel(/^Type “Old\s+one”/).fill('Old one');
  await button(page, 'Delete webhook').click();
  await row(page, 'Script generator').waitFor();
  assert.equal(await row(page, 'Old one').count(), 0);
});

test('a holder replays only the failed deliveries of a webhook, an operator those of all', options, async () => {
  const id = await pausedWebhook('sports');
  const page = await open(`/${id}`);
  await button(page, 'Replay…').click();
  const form = page.getByRole('form', { name: 'Replay deliveries' });
  await form.getByRole('option', { name: 'Failed only (1 delivery in 30 days)' }).waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByText('Replaying 1 delivery.').waitFor();
  await isReplayed(id);

  const other = await pausedWebhook('music');
  await publish('Another line about music', 'music');
  await visit(`/console/deliveries?webhook=${other}`, { session: operator });
  await button(page, 'Replay failed…').click();
  const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries' });
  await dialog.getByText('1 failed delivery of 1 webhook.').waitFor();
  await dialog.getByText('1 delivery waits in 1 paused webhook until it is resumed.').waitFor();
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await dialog.getByText('Replaying 1 failed delivery of 1 webhook.').waitFor();
  await dialog.getByRole('link', { name: 'View paused webhooks' }).click();
  await dialog.waitFor({ state: 'detached' });
  const paused = page.getByRole('region', { name: /paused because/ });
  await paused.getByRole('button', { name: 'Resume…' }).first().waitFor();
  await isReplayed(other);
});
