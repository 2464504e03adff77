// Trend alerts on the Trends page: create by keyboard, pause, change from the link of an email, delete, and what plans and viewers see.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { dayBefore, trendCsv, trendLines, trendQuery } from './trend-hooks.ts';

const skip = noBrowser;
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
let service: TestService;

before(async () => {
  if (skip) return;
  service = await testService();
  await service.import(trendCsv(trendLines('question', dayBefore, { food: 40, tech: 40 })), trendQuery);
});

after(async () => {
  await service?.close();
});

async function customer(plan: string) {
  const account = await service.account(plan);
  return { key: account.key, session: await signIn(service, account.email) };
}

async function on(
  path: string,
  session: SignedIn,
  use: (page: Page) => Promise<unknown>,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const context = { bypassCSP: true, colorScheme };
  const shown = await openPage(service, `/dashboard/trends${path}`, { session, context });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog').first();
const alerts = async (key: string) => (await service.get('/trends/alerts', key)).body.data;
const create = async (key: string, body: object) =>
  (await service.send('POST', '/trends/alerts', key, { body })).body.alert_id as string;
const items = (page: Page) => page.getByRole('list', { name: 'Trend alerts' }).getByRole('listitem');

test('an alert watches what the page shows; one without a verdict is refused at the field', { skip }, async () => {
  const { key, session } = await customer('scale');
  await on('?by=niche&window=24h&archetype=question', session, async (page) => {
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
    await items(page).getByText('Nothing told yet').waitFor();
  });
  const [created] = await alerts(key);
  assert.deepEqual(
    [created.by, created.window, created.filters, created.verdicts, created.notify, created.status],
    ['niche', '24h', { archetype: ['question'] }, ['heating', 'cooling'], 'email', 'active'],
  );
});

test('the link of an email opens its alert to change; the list pauses, resumes and deletes', { skip }, async () => {
  const { key, session } = await customer('scale');
  const id = await create(key, { by: 'archetype', filters: { niche: 'food' } });
  await create(key, { name: 'Stays', by: 'platform' });
  await on(`?alerts=${id}&niche=tech`, session, async (page) => {
    await dialog(page).getByRole('heading', { name: 'Archetypes of Food' }).waitFor();
    await dialog(page)
      .getByLabel(/^Watch what the page shows instead/)
      .check();
    await dialog(page).getByLabel('Period').selectOption('30 days');
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    const item = items(page).filter({ hasText: 'Archetypes of Tech' });
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
    await dialog(page).waitFor({ state: 'detached' });
  });
  await on(`?alerts=${id}`, session, async (page) => {
    await dialog(page).getByText('The alert of this link was deleted').waitFor();
  });
});

test('an alert by webhook says that none receives it; plans without trends explain, viewers only read', {
  skip,
}, async () => {
  const { key, session } = await customer('enterprise');
  await create(key, { by: 'niche', name: 'Watched' });
  await on('?alerts=new', session, async (page) => {
    await dialog(page).getByLabel('Notify').selectOption('webhook');
    await dialog(page).getByText('None of your webhooks receives the event trends.changed.').waitFor();
  });
  const viewer = await service.account('free');
  const { body } = await session.send('POST', '/members', { email: viewer.email, role: 'viewer' });
  const joining = await signIn(service, viewer.email);
  await joining.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  await on('', joining, async (page) => {
    await page.getByRole('button', { name: 'Alerts' }).click();
    await items(page).filter({ hasText: 'Watched' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Actions|Alert me|Create alert)/ }).count(), 0);
  });
  const { session: pro } = await customer('pro');
  await on('', pro, async (page) => {
    await page.getByText('Alerts tell you when one turns heating').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Alerts' }).count(), 0);
  });
});

test('the dialogs are clean by axe, light and dark', { skip }, async () => {
  const { key, session } = await customer('scale');
  await create(key, { name: 'Watched' });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const view of ['all', 'new'])
      await on(
        `?alerts=${view}`,
        session,
        async (page) => {
          await dialog(page)
            .getByText(view === 'all' ? 'Watched' : 'Tell me when')
            .waitFor();
          await page.evaluate(axe);
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
          );
          assert.deepEqual(found, []);
        },
        colorScheme,
      );
});
