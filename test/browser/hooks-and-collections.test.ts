// Hooks in a real browser: search and filters, late responses, lists that Back restores; saving hooks to collections by keyboard, and
// ordering them by keys, menu and mouse.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let session: SignedIn;
/** IDs of the four most viewed hooks. */
let ids: string[];

const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  ({ session } = await customer(service, 'enterprise'));
  const { body } = await session.send('GET', '/hooks?fields=id&sort=-views&limit=4');
  ids = body.data.map(({ id }: { id: string }) => id);
});

const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;
const hooks = (page: Page) => page.getByRole('list', { name: 'Hooks', exact: true });

test(
  'search and filters narrow the list and are kept in the URL, Back undoes them; late responses are ignored',
  options,
  async () => {
    const page = await open('/dashboard/hooks', { session });
    await total(page, '40 hooks');
    await page.keyboard.press('/');
    await page.keyboard.type('tought ');
    await page.waitForURL(/q=tought$/);
    await page.keyboard.type('finance');
    await page.waitForURL(/q=tought(\+|%20)finance$/);
    await total(page, '8 hooks match');
    assert.equal(await page.getByLabel('Sort by').inputValue(), 'relevance');
    const marks = hooks(page).getByRole('listitem').first().locator('mark');
    assert.deepEqual(await marks.allInnerTexts(), ['finance', 'taught'], 'what matches is marked, also with a typo');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await total(page, '40 hooks');
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Search hooks');
    await marks.first().waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: /^Food/ }).check();
    await total(page, '8 hooks match');
    await page.getByRole('checkbox', { name: /^Finance 8/ }).check();
    await total(page, '16 hooks match');
    assert.deepEqual(query(page).getAll('niche'), ['food', 'finance']);
    await page.getByLabel('Min views').fill('1.9M');
    await page.getByLabel('Min views').press('Enter');
    await page.getByRole('button', { name: 'Remove filter: ≥ 1.9M views' }).waitFor();
    await total(page, '5 hooks match');
    await page.goBack();
    await total(page, '16 hooks match');
    await page.getByRole('button', { name: 'Remove filter: Food' }).click();
    await total(page, '8 hooks match');

    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await chip('Exclude Finance').click();
    await total(page, '32 hooks match');
    await chip('not Finance').click();
    await total(page, '8 hooks match');
    await chip('Add filter').click();
    await page.getByRole('option', { name: 'Word count' }).click();
    await page.getByLabel('Max words').fill('five');
    await page.getByLabel('Max words').press('Enter');
    await page.getByText('Enter a number, such as 500k or 1.5M.').waitFor();
    await page.getByLabel('Max words').fill('5');
    await page.getByLabel('Max words').press('Enter');
    await page.waitForURL(/niche=finance&max_word_count=5$/);
    await chip('Done').waitFor({ state: 'detached' });
    await chip('≤ 5 words').click();
    assert.equal(await page.getByLabel('Max words').inputValue(), '5');
    await chip('Remove filter: ≤ 5 words').click();
    await page.waitForURL(/niche=finance$/);

    const since = page.getByRole('textbox', { name: 'Added since' });
    await since.fill('2026-01-02');
    assert.equal(new URL(page.url()).search, '?niche=finance', 'a date is not applied while it is typed');
    await since.press('Enter');
    await page.waitForURL(/added_since=2026-01-02$/);

    await page.goto(`${service.url}/dashboard/hooks`);
    await total(page, '40 hooks');
    const late = Promise.withResolvers<void>();
    const isAsked = page.waitForRequest(/\/hooks\?q=food/);
    await page.route(/\/hooks\?q=food/, async (route) => {
      await late.promise;
      await route.continue().catch(() => {});
    });
    const field = page.getByLabel('Search hooks');
    await field.fill('food');
    await isAsked;
    await field.fill('comedy taught');
    await total(page, '8 hooks match');
    const isAnswered = page.waitForResponse(/\/hooks\?q=food/);
    late.resolve();
    await (await isAnswered).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(
      await hooks(page)
        .getByRole('link', { name: /comedy/ })
        .count(),
      8,
    );
  },
);

test('Back and breadcrumbs restore the pages, scroll and focus of a list without reloading', options, async () => {
  const page = await open('/dashboard/hooks?min_views=1000000&sort=views', { session });
  await total(page, '40 hooks match');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('40 of 40').waitFor();
  const { text } = defined(sharedHooks[5]);
  const line = hooks(page).getByRole('link', { name: text, exact: true });
  const isFocused = () => line.and(page.locator(':focus')).waitFor();
  const scrollTop = async () => Number(await page.evaluate('scrollY'));
  const hookPage = async () => {
    await page.waitForURL(/hooks\/hook_/);
    await page.getByRole('heading', { name: 'Labels' }).waitFor();
  };
  await line.scrollIntoViewIfNeeded();
  await line.focus();
  const top = await scrollTop();
  assert.ok(top > 500, `${top}`);
  await page.keyboard.press('Enter');
  await hookPage();
  assert.equal(await scrollTop(), 0, 'a new page starts at its top');

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goBack();
  await isFocused();
  await page.getByText('40 of 40').waitFor();
  assert.equal(await scrollTop(), top);
  assert.deepEqual(
    requests.filter((url) => /\/hooks\?.*cursor/.test(url)),
    [],
  );
  await page.goForward();
  await hookPage();
  assert.equal(await scrollTop(), 0);
  await page.getByRole('main').getByRole('link', { name: 'Hooks', exact: true }).click();
  await isFocused();
  assert.equal(new URL(page.url()).search, '?min_views=1000000&sort=views');
  await line.click();
  await hookPage();
  await page.getByRole('link', { name: 'Hooks', exact: true }).first().click();
  await total(page, '40 hooks');
  assert.equal(new URL(page.url()).search, '', 'the navigation opens the list anew');
});

const texts = sharedHooks.slice(0, 4).map(({ text }) => text);

/** An account whose collection "Spring" contains the four hooks. */
async function collection() {
  const owner = await customer(service, 'pro');
  const { body } = await service.send('POST', '/collections', owner.key, { body: { name: 'Spring' } });
  const path = `/collections/${body.collection_id}`;
  await service.send('POST', `${path}/hooks`, owner.key, { body: { ids } });
  const order = async (): Promise<number[]> =>
    (await service.get(path, owner.key)).body.data.map(({ hook }: { hook: { id: string } }) => ids.indexOf(hook.id));
  return {
    openBoard: (expected?: RegExp) => open(`/dashboard${path}`, { session: owner.session, expected }),
    /** Resolves when the service has the hooks in this order. */
    savedOrder: (expected: readonly number[]) => until(order, (saved) => saved.join() === expected.join()),
  };
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, n: number) => page.locator(`[data-row="${ids[n]}"]`);
const handle = (page: Page, n: number) => page.getByRole('button', { name: `Move ${texts[n]}` });

async function order(page: Page): Promise<number[]> {
  const shown = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-row]')].map((one) => one.getAttribute('data-row'))`,
  );
  return shown.map((id) => ids.indexOf(id));
}
const becomes = (page: Page, expected: readonly number[]) =>
  until(
    () => order(page),
    (shown) => shown.join() === expected.join(),
  );
const focusedRow = (page: Page) => page.locator('[data-row]:focus-within').getAttribute('data-row');

test('s, letters and Enter save the focused hook, and focus returns to its row', options, async () => {
  const { key, session } = await customer(service, 'pro');
  for (const name of ['Spring', 'Summer openers']) await service.send('POST', '/collections', key, { body: { name } });
  const page = await open('/dashboard/hooks', { session });
  // The shortcuts are a separate script, which the button waits for.
  await row(page, 1).getByRole('button', { name: 'Save (s)' }).click();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  assert.equal(await focusedRow(page), ids[1]);
  await page.keyboard.press('s');
  await dialog(page)
    .getByText(texts[1] ?? '')
    .waitFor();
  await page.keyboard.type('umm');
  await dialog(page).getByText('Saves to Summer openers.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Summer openers.').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(await focusedRow(page), ids[1]);
  await page.keyboard.press('s');
  await dialog(page).getByLabel('Find or create a collection').waitFor();
  await page.keyboard.type('Autumn');
  await dialog(page).getByText('Creates the collection “Autumn”.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Autumn.').waitFor();
  // Collections that contain the hook are ticked; arrow keys and Space change them.
  await page.keyboard.press('s');
  await dialog(page).getByRole('checkbox', { name: 'Autumn', checked: true }).waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Spring', checked: false }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Spring.').waitFor();
  const { body } = await service.get('/collections', key);
  assert.deepEqual(body.data.map(({ name, hooks }: { name: string; hooks: number }) => `${name} ${hooks}`).sort(), [
    'Autumn 1',
    'Spring 1',
    'Summer openers 1',
  ]);
});

test('a hook is saved without a choice: to a first collection, then to the last used one', options, async () => {
  const { key, session } = await customer(service, 'free');
  const page = await open('/dashboard/hooks', { session });
  const save = async (n: number, name = 'Save (s)') => {
    await row(page, n).getByRole('button', { name }).click();
    await dialog(page).getByLabel('Find or create a collection').waitFor();
  };
  await save(0);
  await dialog(page).getByText('Creates the collection “Saved hooks”.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Saved to Saved hooks.').waitFor();
  await save(1);
  await dialog(page).getByRole('checkbox', { name: 'Saved hooks', checked: true }).click();
  await dialog(page).getByText('Choose a collection, or name a new one.').waitFor();
  assert.equal(await dialog(page).getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
  await page.keyboard.press('Escape');
  await save(1);
  await dialog(page).getByRole('checkbox', { name: 'Saved hooks', checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  // The change persists after a reload.
  await page.reload();
  await save(1, 'Saved (s)');
  await dialog(page).getByRole('checkbox', { name: 'Saved hooks', checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Nothing changed.').waitFor();
  const { body } = await service.get('/collections', key);
  assert.deepEqual(
    body.data.map(({ name, hooks }: { name: string; hooks: number }) => `${name} ${hooks}`),
    ['Saved hooks 2'],
  );
});

test(
  'on Free the page of a hook has its text, similar hooks and its template to adapt; the rest is locked',
  options,
  async () => {
    const { session } = await customer(service, 'free');
    const page = await open(`/dashboard/hooks/${ids[0]}`, { session });
    await page.getByRole('heading', { level: 1, name: texts[0] }).waitFor();
    assert.equal(await page.title(), `${texts[0]} · Hookline`);
    await page.getByText('adds the template, format, creator').waitFor();
    await page
      .getByRole('list', { name: 'Similar hooks' })
      .getByRole('link', { name: /taught me in lesson/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Adapt to my topic' }).click();
    const form = page.getByRole('form', { name: 'Fill the template' });
    await form.getByLabel(/^Instead of “\D/).fill('gardening');
    const word = (text: string) => page.getByRole('button', { name: text, exact: true, pressed: false });
    await word('me').click();
    await form.getByLabel('Instead of “me”').fill('showed us');
    // A value stays when its words get longer, but a result stays only while its values are the same.
    await word('taught').click();
    await form.getByLabel('Instead of “taught me”').and(page.locator('[value="showed us"]')).waitFor();
    await form.getByRole('button', { name: 'Fill' }).click();
    await page.getByText('What gardening showed us in lesson 1').waitFor();
    await word('What').click();
    await page.getByText('What gardening showed us in lesson 1').waitFor({ state: 'detached' });
    await page.goto(`${service.url}/dashboard/hooks`);
    await hooks(page).getByRole('listitem').first().waitFor();
    await page.getByRole('button', { name: 'Save search' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^(Export results|Notify me)/ }).count(), 0);
  },
);

test('hooks are ordered by menu, mouse and keys, which keep the focus and are announced', options, async () => {
  const { openBoard, savedOrder } = await collection();
  const page = await openBoard(/ 409 /);
  const isFocused = (n: number) => handle(page, n).and(page.locator(':focus')).waitFor();
  await handle(page, 2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText(`${texts[2]}: 1 of 4`).waitFor({ state: 'attached' });
  assert.deepEqual(await order(page), [2, 0, 1, 3]);
  await isFocused(2);
  await page.keyboard.press('Alt+ArrowDown');
  assert.deepEqual(await order(page), [0, 2, 1, 3]);
  await isFocused(2);
  await savedOrder([0, 2, 1, 3]);

  await row(page, 3)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  assert.deepEqual(await order(page), [3, 0, 2, 1]);
  await handle(page, 3).hover();
  await page.mouse.down();
  for (const over of [0, 2, 1]) {
    const box = await row(page, over).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 20, box.y + box.height * 0.9, { steps: 4 });
  }
  await page.mouse.up();
  await savedOrder([0, 2, 1, 3]);

  const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', detail: 'Try again.' };
  await page.route(/\/hooks\/hook_/, (route) => route.fulfill({ status: 409, json: problem }));
  await handle(page, 1).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('Try again.').waitFor();
  await becomes(page, [0, 2, 1, 3]);
});
