// Saving hooks to collections: `s` on rows and on the page of a hook, the dialog by keyboard alone, and several at once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import type { TestService } from '../../setup/service.ts';
import { sharedHooks, sharedService } from '../../setup/shared-service.ts';
import { customer } from '../customers.ts';
import { keepPage } from '../keep-page.ts';

const options = { skip: noBrowser };
const texts = sharedHooks.map(({ text }) => text);
let service: TestService;
/** IDs of the hooks, the most viewed first, as the explorer lists them. */
let ids: string[];

const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  const { key } = await service.account('pro');
  const { body } = await service.get('/hooks?fields=id&sort=-views&limit=4', key);
  ids = body.data.map(({ id }: { id: string }) => id);
});

/** An account with the collections; the first holds the most viewed hook. */
async function withCollections(plan: string, ...names: string[]) {
  const owner = await customer(service, plan);
  const created: string[] = [];
  for (const name of names) {
    const { body } = await service.send('POST', '/collections', owner.key, { body: { name } });
    created.push(body.collection_id);
  }
  await service.send('PUT', `/collections/${created[0]}/hooks/${ids[0]}`, owner.key, { body: {} });
  return { ...owner, created };
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, n: number) => page.locator(`[data-row="${ids[n]}"]`);
const focusedRow = (page: Page) => page.locator('[data-row]:focus-within').getAttribute('data-row');
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });

/** By name, the ids that each collection of the account holds. */
async function held(key: string): Promise<Record<string, string[]>> {
  const { body } = await service.get('/collections', key);
  const entries = body.data.map(async ({ name, collection_id }: { name: string; collection_id: string }) => {
    const page = await service.get(`/collections/${collection_id}`, key);
    return [name, page.body.data.map(({ hook }: { hook: { id: string } }) => hook.id)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

test('s, letters and Enter save the focused hook, and the focus returns to its row', options, async () => {
  const { key, session } = await withCollections('pro', 'Spring', 'Summer openers');
  const page = await open('/dashboard/hooks', { session });
  await row(page, 1).getByRole('button', { name: 'Save (s)' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.equal(await focusedRow(page), ids[1]);
  await page.keyboard.press('s');
  await dialog(page)
    .getByText(texts[1] ?? '')
    .waitFor();
  await page.keyboard.type('umm');
  await dialog(page).getByText('Enter saves to Summer openers.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Summer openers.').waitFor();
  await closed(page);
  assert.equal(await focusedRow(page), ids[1]);
  await page.keyboard.press('s');
  await dialog(page).getByLabel('Find or create a collection').waitFor();
  await page.keyboard.type('Autumn');
  await dialog(page).getByText('Enter creates “Autumn” and saves to it.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Autumn.').waitFor();
  // What it is in is ticked; arrow keys and Space change it.
  await page.keyboard.press('s');
  await dialog(page).getByRole('checkbox', { name: 'Autumn', checked: true }).waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Spring', checked: false }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Spring.').waitFor();
  const [first = '', second = ''] = ids;
  assert.deepEqual(await held(key), { Spring: [first, second], 'Summer openers': [second], Autumn: [second] });
});

test('x and Shift select several, which are saved, copied and cleared', options, async () => {
  const { key, session } = await withCollections('pro', 'Spring');
  const page = await open('/dashboard/hooks', { session });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row(page, 0).getByRole('checkbox').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 hook selected').waitFor();
  await row(page, 2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByText('3 hooks selected').waitFor();
  await page.getByRole('button', { name: 'Copy IDs' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), ids.slice(0, 3).join('\n'));
  await page.keyboard.press('s');
  await dialog(page).getByRole('heading', { name: 'Save 3 hooks' }).waitFor();
  await page.keyboard.type('spring');
  await page.keyboard.press('Enter');
  await page.getByText('Saved 3 hooks to Spring. 1 of them was in Spring already.').waitFor();
  await page.getByText('3 hooks selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 hooks selected').waitFor({ state: 'detached' });
  assert.deepEqual((await held(key)).Spring, ids.slice(0, 3));
});
