// Trend alerts in a real browser: created by keyboard from what the page shows.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (!noBrowser) service = await sharedService();
});

const dialog = (page: Page) => page.getByRole('dialog').first();
const items = (page: Page) => page.getByRole('list', { name: 'Trend alerts' }).getByRole('listitem');
const alerts = async (key: string) => (await service.get('/trends/alerts', key)).body.data;
test('an alert watches what the page shows; one without a verdict is refused at the field', options, async () => {
  const { key, session } = await customer(service, 'scale');
  const page = await open('/dashboard/trends?by=niche&window=24h&archetype=question', { session });
  await page.getByRole('button', { name: 'Alert me' }).press('Enter');
  await dialog(page).getByText('Question.').waitFor();
  await dialog(page).getByLabel('It turns heating').uncheck();
  await dialog(page).getByLabel('Name').fill('My niche');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Choose at least one.').waitFor();
  await dialog(page).getByLabel('It turns heating').check();
  await dialog(page).getByLabel('It turns cooling').check();
  await dialog(page).getByLabel('Name').press('Enter');
  await items(page).filter({ hasText: 'My niche' }).waitFor();
  await items(page).getByText('Niches of Question. Heating or cooling, 24 hours, by email.').waitFor();
  const [created] = await alerts(key);
  assert.deepEqual(
    [created.by, created.window, created.filters, created.verdicts, created.notify, created.status],
    ['niche', '24h', { archetype: ['question'] }, ['heating', 'cooling'], 'email', 'active'],
  );
});
