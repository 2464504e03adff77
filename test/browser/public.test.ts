// Browser tests: public pages, and the operator's lists of deliveries and exports.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage, type PageOptions } from '../setup/open-page.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn, signInAsOperator } from '../setup/session.ts';

const hostile = [
  `<script>document.title='owned'</script> salary`,
  `<img src=x onerror="document.title='owned'"> salary`,
  `\u202Esalary reversed\u202C`,
  `sal\u200Bary with nothing in it salary`,
  `salary ${'x'.repeat(490)}`,
];

let service: TestService;
let receiver: Receiver;
let shown: OpenPage;

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '50ms' });
  receiver = await startReceiver((res) => res.writeHead(500).end('<b>not today</b>'));
});

after(async () => {
  await service?.close();
  await receiver?.close();
});

afterEach(() => shown?.close());

async function open(path: string, pageOptions?: PageOptions): Promise<Page> {
  shown = await openPage(service, path, pageOptions);
  return shown.page;
}

const options = { skip: noBrowser };

test('the live search shows hostile texts as text, and the API call', options, async () => {
  const lines = hostile.map((text, n) => hookLine(text, { views: 300_000 + n }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const page = await open('/');
  await page.getByRole('searchbox').fill('salary');
  const found = page.getByRole('list', { name: 'Hooks found' });
  await page.getByText(/^\d of 5 hooks, most viewed first/).waitFor();
  const stored: { data: { text: string }[] } = (await service.get('/demo/hooks?q=salary')).body;
  const shown = await found.locator('[dir=auto]').allTextContents();
  assert.deepEqual(
    shown,
    stored.data.map(({ text }) => text),
  );
  assert.equal(shown.length, 5);
  assert.equal(await found.locator('script, img').count(), 0);
  assert.match(await page.title(), /^Hookline/);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await page.getByRole('region', { name: 'curl example' }).getByText('/hooks?q=salary&limit=5').waitFor();
  await page.getByRole('region', { name: 'JSON response' }).getByText('"total": 5').waitFor();
  assert.match(page.url(), /\?q=salary$/);
});

test('a rate-limited search shows a countdown and retries automatically', options, async () => {
  const page = await open('/', { expected: /status of 429/ });
  await page.getByText(/most viewed first/).waitFor();
  let isRefused = true;
  await page.route('**/demo/hooks?*', (route) =>
    isRefused
      ? route.fulfill({
          status: 429,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
          json: { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited', detail: 'Wait.' },
        })
      : route.continue(),
  );
  await page.getByRole('searchbox').fill('reversed');
  await page.getByText('Retrying in').waitFor();
  isRefused = false;
  await page.getByText('1 of 1 hook, most viewed first').waitFor();
});

test(
  'from the public page to the dashboard: a key is requested, approved, and the mail’s link signs in',
  options,
  async () => {
    const page = await open('/', { expected: /status of 422/ });
    await page.getByRole('main').getByRole('link', { name: 'Request Scale' }).click();
    const useCase = page.getByLabel('What are you building?');
    assert.equal(await page.getByLabel('Plan').inputValue(), 'scale');
    await page.getByRole('button', { name: 'Request a key' }).click();
    await page.getByLabel('Name').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('Name').fill('Ann <script>alert(1)</script>');
    await page.getByLabel('Email').fill('ann@example.com');
    await useCase.fill('A script generator for shorts');
    await page.getByLabel('Expected calls per month').fill('50000');
    await page.getByText('Recommended plan: Scale').waitFor();
    await page.getByRole('button', { name: 'Request a key' }).click();
    await page.getByRole('heading', { name: 'Request received' }).waitFor();

    const { body } = await service.operator('GET', '/operator/key-requests?state=pending');
    const [{ id, expected_calls_per_month, plan }] = body.key_requests;
    assert.deepEqual([expected_calls_per_month, plan], [50_000, 'scale']);
    await service.operator('POST', `/operator/key-requests/${id}/approve`, {});
    const subject = 'Your Hookline account is ready';
    await service.observed('mail_sent', subject);
    const [mail] = readOutbox(service.dataDir, subject);
    await page.goto(signInLinkIn(mail));
    await page.getByRole('button', { name: 'Sign in to Hookline' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${service.url}/`);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor();
  },
);

test('a stranger reports a hook, and the operator takes it down from the queue', options, async () => {
  await service.import(hookLine('Ibises balance every ledger', { id: 'ibis' }), 'preset=hookline&format=jsonl');
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
  await shown.close();

  const console = await open('/console', { session: await signInAsOperator(service) });
  await console
    .getByRole('list', { name: 'Pending work' })
    .getByRole('link', { name: /Reports\s*1 waiting/ })
    .click();
  const reports = console.getByRole('list', { name: 'Reports' });
  await reports.getByText('Ibises balance every ledger').waitFor();
  await reports.getByText('This line is about me <script>alert(1)</script>.').waitFor();
  await reports.getByRole('button', { name: 'Take down…' }).click();
  const dialog = console.getByRole('dialog');
  await dialog.getByText('You can’t undo this.').waitFor();
  await dialog.getByLabel('Reason').fill('Request 7');
  await dialog.getByLabel('This video').uncheck();
  await dialog.getByRole('button', { name: 'Take down' }).click();
  await console.getByText('No reports are waiting').waitFor();
  const { body: list } = await service.operator('GET', '/operator/takedowns');
  assert.deepEqual([list.takedowns[0].hook_id, list.takedowns[0].blocks], [id, ['text']]);
  await console.goto(`${service.url}/console/hooks?hook=${id}`);
  await console.getByRole('dialog').getByText('Content deleted for good').waitFor();
  assert.equal(await console.getByRole('button', { name: 'Publish again' }).count(), 0);
  await console.goto(`${service.url}/console/reports?tab=takedowns`);
  await console.getByRole('button', { name: 'Lift block…' }).click();
  await console.getByRole('dialog').getByRole('button', { name: 'Lift block' }).click();
  await console.getByText(/Block lifted/).waitFor();
});

test('a fourth key request is answered with the pending ones', options, async () => {
  const body = { name: 'Bo', email: 'bo@example.com', use_case: 'A course on stories', expected_calls_per_month: 10 };
  for (let n = 0; n < 3; n++)
    assert.equal((await service.send('POST', '/key-requests', undefined, { body })).status, 201);
  const page = await open('/request-a-key', { expected: /status of 409/ });
  await page.getByLabel('Name').fill(body.name);
  await page.getByLabel('Email').fill(body.email);
  await page.getByLabel('What are you building?').fill(body.use_case);
  await page.getByLabel('Expected calls per month').fill('10');
  await page.getByRole('button', { name: 'Request a key' }).click();
  await page.getByRole('heading', { name: 'Requests already pending' }).waitFor();
});

test('the status page shows since when the service is unreachable, and recovers automatically', options, async () => {
  const page = await open('/status', { prepare: ({ clock }) => clock.install(), expected: /ERR_FAILED/ });
  await page.getByText('All systems operational').waitFor();
  assert.equal(
    await page
      .getByRole('table', { name: /Uptime by day/ })
      .getByRole('row')
      .count(),
    91,
  );
  await page.route('**/health/status', (route) => route.abort());
  await page.clock.runFor(31_000);
  await page.getByText('Can’t reach Hookline').waitFor();
  await page.getByText(/Last response/).waitFor();
  await page.unroute('**/health/status');
  await page.clock.runFor(31_000);
  await page.getByText('All systems operational').waitFor();
});

test(
  'the operator sees a failing webhook on top, opens a delivery, replays it and resumes the webhook',
  options,
  async () => {
    const { id: account } = await service.account('enterprise');
    const made = await service.operator('POST', `/operator/accounts/${account}/webhooks`, {
      webhook_url: receiver.url,
    });
    await service.import(
      hookLine('A line that is to be delivered', { views: 900_000 }),
      'preset=hookline&format=jsonl',
    );
    await service.observed('webhook_paused', made.body.webhook_id);
    const page = await open('/console/deliveries?status=failed', { session: await signInAsOperator(service) });
    await page.getByText('1 webhook is paused because it keeps failing').waitFor();
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody [data-opens]');
    await rows.first().click();
    await page.waitForURL(/[?&]delivery=dlv_/);
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    await dialog.getByText('<b>not today</b>').first().waitFor();
    await dialog.getByText('A line that is to be delivered').waitFor();
    const before = page.url();
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await page.waitForURL((url) => url.href !== before);
    await dialog.getByText('1 new hook, replay').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('delivery'));
    await page.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('radio', { name: /^Skip backlog/ }).check();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('1 webhook is paused because it keeps failing').waitFor({ state: 'detached' });
    const { body } = await service.operator('GET', `/operator/webhooks/${made.body.webhook_id}`);
    assert.equal(body.status, 'active');
  },
);

test('the operator deletes an export file after a confirmation that states what is lost', options, async () => {
  const { key, email } = await service.account('enterprise');
  const { body: asked } = await service.send('POST', '/export', key, { body: { format: 'csv' } });
  await service.observed('export_finished', asked.export_id);
  const page = await open('/console/exports?status=complete', { session: await signInAsOperator(service) });
  await page.getByRole('button', { name: `Actions for ${asked.export_id}` }).click();
  await page.getByRole('menuitem', { name: 'Delete file…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete file' });
  await dialog.getByText('its link stops working').waitFor();
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await page.getByText('No exports match these filters').waitFor();
  const owner = await signIn(service, email);
  assert.equal((await owner.send('GET', `/export/${asked.export_id}`)).body.status, 'expired');
});
