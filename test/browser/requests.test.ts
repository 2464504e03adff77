// The request log of a customer in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (!noBrowser) service = await sharedService();
});

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
