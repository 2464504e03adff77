// The pages of collections: create, order by keys, menu and mouse, notes and tags, share, remove, delete, and what a viewer sees.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signIn } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';
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

/** An account with a collection of the four hooks. */
async function staged() {
  const account = await service.account('pro');
  const { body } = await service.send('POST', '/collections', account.key, { body: { name: 'Spring' } });
  const path = `/collections/${body.collection_id}`;
  await service.send('POST', `${path}/hooks`, account.key, { body: { ids } });
  return { account, path, session: await signIn(service, account.email) };
}

type Options = { expected?: RegExp; colorScheme?: 'light' | 'dark' };

async function on(
  path: string,
  session: SignedIn,
  use: (page: Page) => Promise<unknown>,
  { expected = /^$/, colorScheme = 'light' }: Options = {},
): Promise<void> {
  const context = { colorScheme, bypassCSP: true };
  const shown = await openPage(service, `/dashboard${path}`, { session, expected, context });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('list', { name: 'Hooks of the collection' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const shownOrder = async (page: Page) => (await rows(page).allTextContents()).map((text) => /^\w+/.exec(text)?.[0]);
/** What the service has, once it is what is expected. */
const isSaved = (key: string, path: string, expected: readonly string[]) =>
  until(
    async () => (await service.get(path, key)).body.data.map(({ hook }: { hook: { text: string } }) => hook.text),
    (texts: string[]) => texts.every((text, at) => text.startsWith(expected[at] ?? '-')),
  );

test('a collection is created with the keyboard alone, edited, and deleted after its name was typed', {
  skip,
}, async () => {
  const { account, session } = await staged();
  await on('/collections', session, async (page) => {
    await page.getByText('1 of 50 collections').waitFor();
    await page.getByRole('button', { name: 'Create collection' }).press('Enter');
    await dialog(page).getByLabel('Name').fill('Openers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Openers', level: 1 }).waitFor();
    await page.getByText('No hooks in this collection yet').waitFor();
    await page.getByRole('button', { name: 'Actions for Openers' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog(page).getByLabel('Description').fill('For the agency');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('paragraph').filter({ hasText: 'For the agency' }).waitFor();
    await page.goto(`${service.url}/dashboard/collections`);
    await page
      .getByRole('row', { name: /Spring/ })
      .getByRole('button')
      .click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog(page).getByText('The order, notes and tags of its 4 hooks are lost').waitFor();
    await dialog(page).getByRole('textbox').fill('Spring');
    await dialog(page).getByRole('button', { name: 'Delete collection' }).click();
    await page.getByRole('row', { name: /Spring/ }).waitFor({ state: 'detached' });
  });
  const { body } = await service.get('/collections', account.key);
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Openers'],
  );
});

test('hooks are ordered by Alt and arrow keys, which keep the focus and are announced, by menu and by mouse', {
  skip,
}, async () => {
  const { account, path, session } = await staged();
  await on(path, session, async (page) => {
    await row(page, 'Charlie')
      .getByRole('button', { name: /^Move Charlie/ })
      .focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Charlie opens the video: 1 of 4').waitFor({ state: 'attached' });
    assert.deepEqual(await shownOrder(page), ['Charlie', 'Alpha', 'Bravo', 'Delta']);
    assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /^Move Charlie/);
    await page.keyboard.press('Alt+ArrowDown');
    assert.deepEqual(await shownOrder(page), ['Alpha', 'Charlie', 'Bravo', 'Delta']);
    assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /^Move Charlie/);
    await isSaved(account.key, path, ['Alpha', 'Charlie', 'Bravo', 'Delta']);

    await row(page, 'Delta')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Move to the top' }).click();
    assert.deepEqual(await shownOrder(page), ['Delta', 'Alpha', 'Charlie', 'Bravo']);

    const handle = row(page, 'Delta').getByRole('button', { name: /^Move Delta/ });
    await handle.hover();
    await page.mouse.down();
    for (const over of ['Alpha', 'Charlie', 'Bravo']) {
      const box = await row(page, over).boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 20, box.y + box.height * 0.9, { steps: 4 });
    }
    await page.mouse.up();
    assert.deepEqual(await shownOrder(page), ['Alpha', 'Charlie', 'Bravo', 'Delta']);
    await isSaved(account.key, path, ['Alpha', 'Charlie', 'Bravo', 'Delta']);
    await page.reload();
    await row(page, 'Alpha').waitFor();
    assert.deepEqual(await shownOrder(page), ['Alpha', 'Charlie', 'Bravo', 'Delta']);
  });
});

test('a row that is held at the edge of the window scrolls the list, down to its end', { skip }, async () => {
  const { account, path, session } = await staged();
  await on(path, session, async (page) => {
    await page.setViewportSize({ width: 1280, height: 360 });
    await row(page, 'Alpha')
      .getByRole('button', { name: /^Move Alpha/ })
      .hover();
    await page.mouse.down();
    await page.mouse.move(400, 355, { steps: 4 });
    await until(
      () => shownOrder(page),
      (order) => order.at(-1) === 'Alpha',
    );
    await page.mouse.up();
    await isSaved(account.key, path, ['Bravo', 'Charlie', 'Delta', 'Alpha']);
  });
});

test('a move that is refused says so, and the list shows the order that is saved', { skip }, async () => {
  const { session, path } = await staged();
  await on(
    path,
    session,
    async (page) => {
      await row(page, 'Bravo').waitFor();
      const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', detail: 'Try again.' };
      await page.route(/\/hooks\/hook_/, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: problem }) : route.continue(),
      );
      await page.getByRole('button', { name: /^Move Bravo/ }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await page.getByText('Try again.').waitFor();
      await row(page, 'Alpha').first().waitFor();
      await until(
        () => shownOrder(page),
        ([first]) => first === 'Alpha',
      );
    },
    { expected: / 409 / },
  );
});

test('notes and tags are edited in place; one that is not saved stays typed; a tag filters, also after a reload', {
  skip,
}, async () => {
  const { account, session, path } = await staged();
  await on(
    path,
    session,
    async (page) => {
      await page.getByRole('button', { name: 'Add note to Alpha opens the video' }).click();
      await page.keyboard.type('The turn is good');
      await page.route(/\/hooks\/hook_/, (route) => route.abort());
      await page.keyboard.press('Enter');
      const field = row(page, 'Alpha').getByLabel('Note on Alpha opens the video');
      await row(page, 'Alpha').getByRole('alert').waitFor();
      assert.equal(await field.inputValue(), 'The turn is good');
      await page.unroute(/\/hooks\/hook_/);
      await field.press('Enter');
      await row(page, 'Alpha').getByRole('button', { name: 'The turn is good' }).waitFor();

      await page.getByRole('button', { name: 'Add tag to Alpha opens the video' }).click();
      await page.keyboard.type('agency');
      await page.keyboard.press('Enter');
      await page.keyboard.type('numbers');
      await page.keyboard.press('Enter');
      await row(page, 'Alpha').getByRole('button', { name: 'numbers', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await row(page, 'Bravo').getByRole('checkbox').check();
      await row(page, 'Delta')
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      await page.getByText('3 hooks selected').waitFor();
      await page.getByRole('button', { name: 'Add tag', exact: true }).click();
      await dialog(page).getByRole('textbox', { name: 'Tag' }).fill('later');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'later 3' }).click();
      assert.deepEqual(await shownOrder(page), ['Bravo', 'Charlie', 'Delta']);
      await page.reload();
      await row(page, 'Bravo').waitFor();
      assert.deepEqual(await shownOrder(page), ['Bravo', 'Charlie', 'Delta']);
    },
    { expected: /ERR_FAILED/ },
  );
  const { body } = await service.get(path, account.key);
  assert.deepEqual(
    body.data.map(({ note, tags }: { note: string | null; tags: string[] }) => [note, tags]),
    [['The turn is good', ['agency', 'numbers']], ...Array.from({ length: 3 }, () => [null, ['later']])],
  );
});

test('hooks are removed after a question, a retired one says that it is', { skip }, async () => {
  const { account, session, path } = await staged();
  const line = hookLine('Echo opens and is retired', { views: 200_000 });
  await service.import(line, 'preset=hookline&format=jsonl');
  const { body } = await service.get('/hooks?q=echo&fields=id', account.key);
  const retired = body.data[0].id;
  await service.send('PUT', `${path}/hooks/${retired}`, account.key, { body: {} });
  await service.operator('PATCH', `/operator/hooks/${retired}`, { state: 'retired' });
  await on(path, session, async (page) => {
    await rows(page).filter({ hasText: 'Retired from the catalog' }).waitFor();
    await row(page, 'Alpha').getByRole('checkbox').check();
    await row(page, 'Bravo').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog(page)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await row(page, 'Alpha').waitFor({ state: 'detached' });
    assert.equal(await rows(page).count(), 3);
  });
  assert.equal((await service.get(path, account.key)).body.data.length, 3);
});

test('sharing gives an address to copy, another one, and none any more', { skip }, async () => {
  const { session, path } = await staged();
  const isServed = async (url: string) => (await fetch(url)).status;
  await on(path, session, async (page) => {
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog(page).getByRole('button', { name: 'Create share page' }).click();
    const address = dialog(page).getByLabel('Address of the share page');
    await address.waitFor();
    const first = await address.inputValue();
    assert.equal(await isServed(first), 200);
    assert.match(await (await fetch(first)).text(), /noindex/);
    await dialog(page).getByLabel('Search engines may list it').check();
    await until(
      async () => (await fetch(first)).text(),
      (text) => !text.includes('noindex'),
    );
    await dialog(page).getByRole('button', { name: 'New address' }).click();
    await dialog(page).getByText('Press again to confirm').waitFor();
    await dialog(page).getByRole('button', { name: 'New address' }).click();
    await dialog(page).getByRole('alert').waitFor({ state: 'detached' });
    const second = await address.inputValue();
    assert.notEqual(second, first);
    assert.deepEqual([await isServed(first), await isServed(second)], [404, 200]);
    await dialog(page).getByRole('button', { name: 'Stop sharing' }).click();
    await dialog(page).getByRole('button', { name: 'Stop sharing' }).click();
    await dialog(page).getByRole('button', { name: 'Create share page' }).waitFor();
    assert.equal(await isServed(second), 404);
  });
});

test('a viewer reads a collection and finds nothing to change; pages are clean by axe, light and dark', {
  skip,
}, async () => {
  const { session, path } = await staged();
  const viewer = await service.account('free');
  const { body } = await session.send('POST', '/members', { email: viewer.email, role: 'viewer' });
  await session.send('PATCH', `${path}`, { description: 'Read them' });
  const joining = await signIn(service, viewer.email);
  const accepted = await joining.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [reader, isViewer] of [
      [session, false],
      [joining, true],
    ] as const)
      await on(
        path,
        reader,
        async (page) => {
          await row(page, 'Delta').waitFor();
          assert.equal(await page.getByRole('button', { name: /^Move/ }).count(), isViewer ? 0 : 4);
          assert.equal(await page.getByRole('button', { name: 'Share' }).count(), isViewer ? 0 : 1);
          await page.evaluate(axe);
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
          );
          assert.deepEqual(found, []);
        },
        { colorScheme },
      );
});
