// Trends and their alerts in a real browser: reasons of verdicts, alerts by keyboard, from the link of an email, and for viewers.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { customer, viewerOf } from './customers.ts';
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
const create = async (key: string, body: object): Promise<string> =>
  (await service.send('POST', '/trends/alerts', key, { body })).body.alert_id;

test('a trend opens the reason for its verdict; period and order are in the URL', options, async () => {
  const { session } = await customer(service, 'enterprise');
  const page = await open('/dashboard/trends?by=niche', { session });
  await page.getByRole('button', { name: 'Finance', exact: true }).click();
  const finance = page.getByRole('dialog', { name: 'Finance' });
  await finance.getByText(/Only 8 hooks in both periods\. A verdict needs at least 30/).waitFor();
  await finance.getByRole('slider', { name: /Hooks added/ }).waitFor();
  assert.equal(await finance.getByRole('list', { name: 'Top hooks' }).getByRole('listitem').count(), 3);
  assert.equal(new URL(page.url()).searchParams.get('value'), 'finance');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '30 days' }).click();
  await page.waitForURL(/window=30d/);
  await page.getByRole('button', { name: 'Value' }).click();
  await page.waitForURL(/sort=-value/);
});

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

test('the link of an email opens its alert to change; the list pauses, resumes and deletes', options, async () => {
  const { key, session } = await customer(service, 'scale');
  const id = await create(key, { by: 'archetype', filters: { niche: 'food' } });
  await create(key, { name: 'Stays', by: 'platform' });
  const page = await open(`/dashboard/trends?alerts=${id}&niche=travel`, { session });
  await dialog(page).getByRole('heading', { name: 'Archetypes of Food' }).waitFor();
  await dialog(page)
    .getByLabel(/^Watch what the page shows instead/)
    .check();
  await dialog(page).getByLabel('Period').selectOption('30 days');
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  const item = items(page).filter({ hasText: 'Archetypes of Travel' });
  await item.getByText('Heating, 30 days, by email.').waitFor();
  const choose = async (action: string) => {
    await item.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Pause');
  await item.getByText('Paused', { exact: true }).waitFor();
  assert.equal((await alerts(key)).find(({ alert_id }: { alert_id: string }) => alert_id === id).status, 'paused');
  await choose('Resume');
  await item.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  await choose('Delete…');
  await page.getByRole('button', { name: 'Delete alert' }).click();
  await item.waitFor({ state: 'detached' });
  await items(page).filter({ hasText: 'Stays' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('alerts'));
  await page.goto(`${service.url}/dashboard/trends?alerts=${id}`);
  await dialog(page).getByText('The alert of this link was deleted').waitFor();
});

test('an alert by webhook says that none receives it; viewers only read', options, async () => {
  const { key, session } = await customer(service, 'enterprise');
  await create(key, { by: 'niche', name: 'Watched' });
  const page = await open('/dashboard/trends?alerts=new', { session });
  await dialog(page).getByLabel('Notify').selectOption('webhook');
  await dialog(page).getByText('None of your webhooks receives the event trends.changed.').waitFor();

  const viewer = await open('/dashboard/trends', { session: await viewerOf(service, session) });
  await viewer.getByRole('button', { name: 'Alerts' }).click();
  await items(viewer).filter({ hasText: 'Watched' }).waitFor();
  assert.equal(await viewer.getByRole('button', { name: /^(Actions|Alert me|Create alert)/ }).count(), 0);
});
