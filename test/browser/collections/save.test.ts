// Saving hooks to collections: `s` on rows and on the page of a hook, the dialog by keyboard alone, several at once, and failures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { importNamed } from './named-hooks.ts';

const skip = noBrowser;
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const names = ['Alpha', 'Bravo', 'Charlie', 'Delta'];
let service: TestService;
/** Of the hooks, in the order of `names`. */
let ids: string[];

before(async () => {
  if (skip) return;
  service = await testService();
  ids = await importNamed(service, names);
});

after(async () => {
  await service?.close();
});

/** An account with the collections; the first holds the first hook. */
async function staged(plan: string, ...collections: string[]) {
  const account = await service.account(plan);
  const created: string[] = [];
  for (const name of collections) {
    const { body } = await service.send('POST', '/collections', account.key, { body: { name } });
    created.push(body.collection_id);
  }
  if (created[0]) await service.send('PUT', `/collections/${created[0]}/hooks/${ids[0]}`, account.key, { body: {} });
  return { key: account.key, created, session: await signIn(service, account.email) };
}

async function on(
  path: string,
  session: SignedIn,
  use: (page: Page) => Promise<unknown>,
  expected = /^$/,
): Promise<void> {
  const context = { bypassCSP: true, permissions: ['clipboard-read', 'clipboard-write'] };
  const shown = await openPage(service, `/dashboard${path}`, { session, expected, context });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
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

test('s, a few letters and Enter save the focused hook, and the focus returns to its row', { skip }, async () => {
  const { key, session } = await staged('pro', 'Spring', 'Summer openers');
  await on('/hooks', session, async (page) => {
    await row(page, 'Bravo').getByRole('button', { name: 'Save (s)' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    assert.equal(await focusedRow(page), ids[1]);
    await page.keyboard.press('s');
    await dialog(page).getByText('Bravo opens the video').waitFor();
    await page.keyboard.type('umm');
    await dialog(page).getByText('Enter saves to Summer openers.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Saved to Summer openers.').waitFor();
    await closed(page);
    assert.equal(await focusedRow(page), ids[1]);
    // A name that no collection has makes a new one.
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
  });
  const [first = '', second = ''] = ids;
  assert.deepEqual(await held(key), { Spring: [first, second], 'Summer openers': [second], Autumn: [second] });
});

test('unticking says what is lost, and removes the hook; Escape changes nothing', { skip }, async () => {
  const { key, session } = await staged('pro', 'Spring');
  await on(`/hooks/${ids[0]}`, session, async (page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const box = dialog(page).getByRole('checkbox', { name: 'Spring' });
    await box.uncheck();
    await page.keyboard.press('Escape');
    await closed(page);
    assert.deepEqual((await held(key)).Spring, [ids[0]]);
    await page.keyboard.press('s');
    await box.waitFor();
    assert.equal(await box.isChecked(), true);
    await box.uncheck();
    await dialog(page).getByText('The hook’s note and tags in Spring are deleted.').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Removed from Spring.').waitFor();
  });
  assert.deepEqual((await held(key)).Spring, []);
});

test('x and Shift select several, which are saved, copied and cleared', { skip }, async () => {
  const { key, session } = await staged('pro', 'Spring');
  await on('/hooks', session, async (page) => {
    await row(page, 'Alpha').getByRole('checkbox').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 hook selected').waitFor();
    await row(page, 'Charlie')
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
  });
  assert.deepEqual((await held(key)).Spring, ids.slice(0, 3));
});

test('the filter by collection is chosen by name, and its chip has the name', { skip }, async () => {
  const { session, created } = await staged('pro', 'Spring');
  await on('/hooks', session, async (page) => {
    await page.getByRole('button', { name: 'More filters' }).click();
    await dialog(page).getByLabel('Collection').selectOption('Spring');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByText('1 hook matches').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('collection'), created[0]);
    await page.getByRole('button', { name: 'Remove filter: in Spring' }).click();
    await page.getByText('4 hooks', { exact: true }).waitFor();
  });
  const filters = { collection: created };
  await session.send('POST', '/searches', { name: 'Board', filters });
  await on('/searches', session, (page) => page.getByText('In Spring', { exact: true }).waitFor());
});

test('what is refused is told in the dialog, which keeps what was ticked', { skip }, async () => {
  const { key, session } = await staged('free', 'One', 'Two', 'Three');
  await on(
    '/hooks',
    session,
    async (page) => {
      await row(page, 'Delta').getByRole('button', { name: 'Save (s)' }).click();
      await dialog(page).getByRole('checkbox', { name: 'Two' }).check();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.type('A fourth');
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('alert').waitFor();
      assert.match((await dialog(page).getByRole('alert').textContent()) ?? '', /3 collections/);
      await dialog(page).getByLabel('Find or create a collection').fill('');
      await dialog(page).getByRole('checkbox', { name: 'Two', checked: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Saved to Two.').waitFor();
    },
    / (403|409|422) /,
  );
  assert.deepEqual(await held(key), { One: [ids[0]], Two: [ids[3]], Three: [] });
});

test('every list of hooks saves; viewers find no way to', { skip }, async () => {
  const { session } = await staged('enterprise', 'Spring');
  for (const path of [`/hooks/${ids[0]}?similar=all`, '/hooks?seed=abc', '/check?text=Alpha+opens+a+video'])
    await on(path, session, async (page) => {
      await page.locator('[data-row]').first().getByRole('button', { name: 'Save (s)' }).click();
      await dialog(page).getByRole('checkbox', { name: 'Spring' }).waitFor();
      await page.evaluate(axe);
      const found = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
      assert.deepEqual(found, []);
    });
  const viewer = await service.account('free');
  const { body } = await session.send('POST', '/members', { email: viewer.email, role: 'viewer' });
  const joining = await signIn(service, viewer.email);
  await joining.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  await on('/hooks', joining, async (page) => {
    await row(page, 'Alpha')
      .getByRole('button', { name: /^Actions/ })
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save (s)' }).count(), 0);
    assert.equal(await row(page, 'Alpha').getByRole('checkbox').count(), 0);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    assert.equal(await dialog(page).count(), 0);
  });
});
