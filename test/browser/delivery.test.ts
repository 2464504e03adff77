// Exports and webhooks in a real browser: create, download, test, replay, resume, delete.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, mock, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { plans } from '../../src/accounts/plan.ts';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const skip = noBrowser;
const hostile = `<script>alert(1)</script> \u202Eright to left\u202C zero\u200Bwidth ${'x'.repeat(400)}`;
/** Replaces the limit of 10,000, which test/exports/exports.test.ts covers: a catalog of that size slows every page here. */
const maxOnScale = 35;
const plain = 40;

let service: TestService;
let shown: OpenPage;
let page: Page;
let key: string;
/** Sessions of account holders by plan. */
const sessions: Record<string, SignedIn> = {};
const receivers: Receiver[] = [];

before(async () => {
  if (skip) return;
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '20ms,20ms,20ms,20ms' };
  mock.property(plans.scale, 'recordsPerExport', maxOnScale);
  service = await testService(env);
  const lines = Array.from({ length: plain }, (_, n) =>
    hookLine(`Line ${n}`, { views: 150_000 + n, niche: n < 30 ? 'health' : 'finance' }),
  );
  lines.push(hookLine(hostile, { views: 9_000_000, niche: 'food' }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  for (const plan of ['enterprise', 'scale', 'free']) {
    const account = await service.account(plan);
    if (plan === 'enterprise') key = account.key;
    sessions[plan] = await signIn(service, account.email);
  }
});

after(async () => {
  await service?.close();
  await Promise.all(receivers.map((one) => one.close()));
});

afterEach(() => shown?.close());

async function open(path: string, plan = 'enterprise', expected?: RegExp): Promise<void> {
  shown = await openPage(service, path, { session: sessions[plan], expected });
  page = shown.page;
}

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

async function webhook(body: Record<string, unknown>): Promise<string> {
  return (await service.send('POST', '/webhooks', key, { body })).body.webhook_id;
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

test('an export file contains as many records as its form announced and has the displayed hash', {
  skip,
}, async () => {
  await open('/dashboard/exports?new=1&niche=health');
  const form = page.getByRole('form', { name: 'Create export' });
  await form.getByText('The file will contain 30 hooks').waitFor();
  await form.getByRole('button', { name: 'Niche 1' }).click();
  await page.getByRole('option', { name: 'Food' }).click();
  await page.keyboard.press('Escape');
  await form.getByText('The file will contain 31 hooks').waitFor();
  await form.getByRole('radio', { name: /^jsonl/ }).check();
  await form.getByRole('button', { name: 'Create export' }).click();
  const made = row('Health, Food');
  await made.getByText('complete').waitFor();
  await made.getByRole('cell', { name: '31', exact: true }).waitFor();
  const downloading = page.waitForEvent('download');
  await made.getByRole('link', { name: 'Download' }).click();
  const bytes = await buffer(await (await downloading).createReadStream());
  assert.equal(bytes.toString().trim().split('\n').length, 31);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await made.getByTitle(sha256).waitFor();
  assert.equal(new URL(page.url()).search, '');

  await made.getByRole('button', { name: /^Actions for exp_/ }).click();
  await page.getByRole('menuitem', { name: 'Delete file…' }).click();
  await page.getByText('The file with 31 records is deleted').waitFor();
  await button('Delete file').click();
  await made.getByText('file deleted').waitFor();
});

test('hooks that a plan limit leaves out, and the exports left today, are shown before and after', {
  skip,
}, async () => {
  await open('/dashboard/exports', 'scale');
  await page.getByText('up to the 35 most viewed hooks').waitFor();
  await button('Create export').first().click();
  const form = page.getByRole('form', { name: 'Create export' });
  await form.getByText(/41 hooks match\. .* 6 will be left out/).waitFor();
  await form.getByText('1 of 1 left today').waitFor();
  await form.getByRole('button', { name: 'Create export' }).click();
  await row('All hooks').getByText('Top 35 of 41 matches').waitFor();
  await row('All hooks').getByText('complete').waitFor();
  await page.getByText('0 of 1 left today').waitFor();
  await button('Create export').click();
  await page.getByText('Daily export limit reached').waitFor();
  assert.equal(await form.getByRole('button', { name: 'Create export' }).isDisabled(), true);
});

test('on a plan without exports or webhooks, the pages name the plans that have them and send no requests', {
  skip,
}, async () => {
  await open('/dashboard/exports?new=1', 'free');
  await page.getByText('Exports are available on Scale and Enterprise').waitFor();
  await page.getByText('1 export a day, up to 35 hooks each').waitFor();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await page.getByText('Webhooks are available on Enterprise').waitFor();
  await page.getByText('"event": "hooks.new"').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Compare plans' }).getAttribute('href'), '/dashboard/plan');
});

test('a webhook is created, tested, shows new deliveries without a reload, and replays them', { skip }, async () => {
  const target = await receiver();
  await open('/dashboard/webhooks?new=1&niche=food');
  const form = page.getByRole('form', { name: 'Create webhook' });
  await form.getByText('1 hook matches in the current catalog').waitFor();
  const shown = await form.getByRole('list', { name: 'Top matches' }).textContent();
  assert.ok(shown?.includes('<script>alert(1)</script>'), 'hostile text is shown as text');
  await form.getByLabel('URL').fill(target.url);
  await form.getByLabel('Description').fill('Script generator');
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('region', { name: 'Webhook secret' }).locator('code').textContent();
  assert.match(secret ?? '', /^whsec_/);
  await page.keyboard.press('Escape');
  await button('I have stored it').click();
  await page.getByRole('heading', { name: 'Script generator' }).waitFor();
  assert.ok(!(await page.content()).includes(secret ?? ''), 'the secret is shown once');

  await button('Send test').click();
  await page.getByText('Test delivered: 200').waitFor();
  const tested = defined((await target.received(1))[0]);
  const { event } = await verifyWebhook({ body: tested.body, headers: tested.headers, secret: secret ?? '' });
  assert.ok(event.event === 'hooks.new');
  assert.equal(event.data.count, 1);

  await service.import(hookLine('A new line about soup', { niche: 'food' }), 'preset=hookline&format=jsonl');
  const delivery = row('1 new hook');
  await delivery.getByText('delivered').waitFor();
  await delivery.getByRole('button', { name: '1 new hook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await dialog.getByText('"text": "A new line about soup"').waitFor();
  await dialog.getByRole('button', { name: 'Replay' }).click();
  const requests = await target.received(3);
  assert.equal(requests[2]?.headers['webhook-id'], defined(requests[1]).headers['webhook-id']);
  assert.match(page.url(), /\?delivery=dlv_/);
  await page.keyboard.press('Escape');
  const replays = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Replay', exact: true }) });
  await replays.getByText('delivered').waitFor();

  await row('1 new hook')
    .filter({ hasNotText: 'replay' })
    .getByRole('button', { name: /^Replay/ })
    .dblclick();
  await target.received(4);
  await replays.nth(1).getByText('delivered').waitFor();
  assert.equal(await replays.count(), 2, 'a double click replays once');
});

test('a paused webhook shows the reason, the last response and the backlog, and resumes with the backlog', {
  skip,
}, async () => {
  let isBroken = true;
  const target = await receiver((res) => (isBroken ? res.writeHead(500).end(hostile) : res.end()));
  const id = await webhook({ webhook_url: target.url, description: 'Staging', filters: { niche: 'tech' } });
  await service.import(hookLine('A line about chips', { niche: 'tech' }), 'preset=hookline&format=jsonl');
  await service.observed('webhook_paused', id);
  await open('/dashboard/webhooks');
  const banner = page.getByRole('region', { name: /^Staging is paused/ });
  await banner.getByText(/All retries of a delivery failed.*Last response: 500/).waitFor();
  await page.getByRole('link', { name: /^Staging/ }).click();
  await row('1 new hook').getByText('500').waitFor();
  await row('1 new hook').getByRole('button', { name: '1 new hook' }).click();
  await page.getByRole('region', { name: 'Response to attempt 5' }).getByText('<script>alert(1)</script>').waitFor();
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await dialog.getByText('Attempt 5').waitFor();
  await page.keyboard.press('Escape');
  isBroken = false;
  await button('Resume…').click();
  await page.getByRole('radio', { name: 'Deliver backlog' }).waitFor();
  await button('Resume').click();
  await banner.waitFor({ state: 'hidden' });
  await row('1 new hook').getByText('delivered').waitFor();
});

test('webhook filters are edited with a preview, the secret is rotated, and deletion asks for the name', {
  skip,
}, async () => {
  const id = await webhook({
    webhook_url: (await receiver()).url,
    description: 'Old  one',
    filters: { niche: 'health' },
  });
  await open(`/dashboard/webhooks/${id}`, 'enterprise', /status of 422/);
  await button('Edit').click();
  const form = page.getByRole('form', { name: 'Save' });
  await form.getByText('30 hooks match in the current catalog').waitFor();
  await form.getByRole('button', { name: 'Remove filter: Health' }).click();
  await form.getByLabel('Min views').fill('1m');
  await form.getByText('1 hook matches in the current catalog').waitFor();
  await form.getByLabel('URL').fill('ftp://127.0.0.1/');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('webhook_url must begin with https://').waitFor();
  await form.getByLabel('URL').fill('http://127.0.0.1:9/elsewhere');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('≥ 1M views').first().waitFor();

  const more = page.getByRole('button', { name: 'Webhook actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
  await button('Rotate secret').click();
  await page.getByText(/The old secret stays valid until/).waitFor();
  await button('I have stored it').click();
  await page.getByText(/Rotated\. The old secret expires/).waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  assert.equal(await button('Delete webhook').isDisabled(), true);
  await page.getByLabel(/^Type “Old\s+one”/).fill('Old one');
  await button('Delete webhook').click();
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  await row('Script generator').waitFor();
  assert.equal(await row('Old one').count(), 0);
});
