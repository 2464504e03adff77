// Operations in a real browser: health through an outage, resuming a webhook, replaying what failed.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage, type PageOptions } from '../setup/open-page.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const skip = noBrowser;

let service: TestService;
let receiver: Receiver;
let operator: SignedIn;
let holder: SignedIn;
let key: string;
let isBroken = false;
let shown: OpenPage | undefined;
let page: Page;

before(async () => {
  if (skip) return;
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '1ms' };
  service = await testService(env);
  receiver = await startReceiver((res) => res.writeHead(isBroken ? 500 : 200).end());
  const account = await service.account('enterprise');
  key = account.key;
  holder = await signIn(service, account.email);
  operator = await signInAsOperator(service);
});

after(async () => {
  await receiver?.close();
  await service?.close();
});

afterEach(() => shown?.close());

async function open(path: string, options: PageOptions): Promise<void> {
  shown = await openPage(service, path, options);
  page = shown.page;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function webhook(niche: string): Promise<string> {
  const body = { webhook_url: receiver.url, description: `For ${niche}`, filters: { niche } };
  return (await service.send('POST', '/webhooks', key, { body })).body.webhook_id;
}

/** Its only delivery fails and pauses it. */
async function pausedWebhook(niche: string): Promise<string> {
  const id = await webhook(niche);
  isBroken = true;
  await service.import(hookLine(`A line about ${niche}`, { niche }), 'preset=hookline&format=jsonl');
  await service.observed('webhook_paused', id);
  isBroken = false;
  return id;
}

test('Health polls on through an outage of minutes, says so, and recovers by itself', { skip }, async () => {
  let isAway = false;
  await open('/console', {
    session: operator,
    expected: /503/,
    prepare: async (prepared) => {
      await prepared.clock.install();
      const away = { title: 'Service Unavailable', detail: 'The database is unreachable.', code: 'unavailable' };
      await prepared.route('**/operator/health', (route) =>
        isAway ? route.fulfill({ status: 503, json: { ...away, status: 503 } }) : route.continue(),
      );
    },
  });
  await page.getByText('Refreshes every 10 s').waitFor();
  isAway = true;
  await page.clock.runFor(11_000);
  const outage = page.getByRole('region', { name: 'Health cannot be read now. Hooks are still served.' });
  await outage.getByText(/^Retrying every 10 s\. The figures below are from/).waitFor();
  // What was read before the outage does not say that all is well.
  assert.equal(await page.getByText('All systems operational').count(), 0);
  for (let minute = 0; minute < 10; minute++) {
    const asked = page.waitForResponse('**/operator/health');
    await page.clock.runFor(60_000);
    await asked;
  }
  isAway = false;
  const answered = page.waitForResponse((response) => response.url().endsWith('/operator/health') && response.ok());
  await page.clock.runFor(11_000);
  await answered;
  await outage.waitFor({ state: 'detached' });
});

test('resuming a webhook with an empty queue says “Nothing is waiting.” and offers nothing to choose', {
  skip,
}, async () => {
  const id = await webhook('travel');
  await service.send('POST', `/webhooks/${id}/pause`, key);
  await open(`/dashboard/webhooks/${id}`, { session: holder });
  await button('Resume…').first().click();
  const dialog = page.getByRole('dialog', { name: 'Resume webhook' });
  await dialog.getByText(/Nothing is waiting\./).waitFor();
  assert.equal(await dialog.getByRole('radio').count(), 0);
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByRole('region', { name: 'For travel is paused' }).waitFor({ state: 'detached' });

  const failing = await pausedWebhook('pets');
  await page.goto(`${service.url}/dashboard/webhooks/${failing}`);
  await button('Resume…').first().click();
  await dialog.getByText(/: 1 failed\./).waitFor();
  await dialog.getByRole('radio', { name: 'Skip backlog' }).waitFor();
});

test('a holder replays only the failed deliveries of a webhook, an operator those of an hour', { skip }, async () => {
  const id = await pausedWebhook('sports');
  await open(`/dashboard/webhooks/${id}`, { session: holder });
  await button('Replay…').click();
  const form = page.getByRole('form', { name: 'Replay deliveries' });
  await form.getByRole('option', { name: 'Failed only (1 delivery in 30 days)' }).waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByText('Replaying 1 delivery.').waitFor();
  await until(
    async () => (await service.get(`/webhooks/${id}`, key)).body,
    ({ failed }) => failed === 0,
  );
  await shown?.close();

  const other = await pausedWebhook('music');
  await service.import(hookLine('Another line about music', { niche: 'music' }), 'preset=hookline&format=jsonl');
  await open(`/console/deliveries?webhook=${other}`, { session: operator });
  await button('Replay failed…').click();
  const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries' });
  await dialog.getByText('1 failed delivery of 1 webhook.').waitFor();
  await dialog.getByText('1 delivery waits in 1 paused webhook until it is resumed.').waitFor();
  await dialog.getByRole('button', { name: 'Replay failed' }).click();
  await dialog.getByText('Replaying 1 failed delivery of 1 webhook.').waitFor();
  await dialog.getByRole('link', { name: 'View paused webhooks' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: /paused because/ })
    .getByRole('button', { name: 'Resume…' })
    .first()
    .waitFor();
  await until(
    async () => (await service.get(`/webhooks/${other}`, key)).body,
    ({ failed }) => failed === 0,
  );
});

test('an unknown record of the console leads back to its list, and empty queues are folded', { skip }, async () => {
  await open('/console/accounts/acc_0000000000000000', { session: operator, expected: /404/ });
  await page.getByRole('heading', { name: 'Account not found' }).waitFor();
  assert.equal(await button('Retry').count(), 0);
  await page.getByRole('link', { name: 'Back to accounts' }).click();
  await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();

  await page.goto(`${service.url}/console`);
  await page.getByText(/queues are empty\./).waitFor();
  await button('Show all queues').click();
  assert.ok((await page.getByRole('table', { name: 'Queues' }).getByRole('row').count()) > 10);

  await page.goto(`${service.url}/console/exports`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('option', { name: 'All accounts' }).waitFor();
});

test('the preview of an import says what it reads and can be canceled', { skip }, async () => {
  const aborted = Promise.withResolvers<void>();
  await open('/console/imports', {
    session: operator,
    expected: /ERR_FAILED/,
    prepare: async (prepared) => {
      await prepared.route('**/operator/import?*', () => {});
      prepared.on('requestfailed', (request) => request.url().includes('dry_run') && aborted.resolve());
    },
  });
  const chooser = page.waitForEvent('filechooser');
  await button('Choose files').click();
  await (await chooser).setFiles({ name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from('text\nA line') });
  await button('Preview').click();
  await page.getByText('Reading week.csv and guessing labels. Nothing is imported yet.').waitFor();
  await button('Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await aborted.promise;
});
