// What all pages share, in a real browser: drop-downs with values, and dialogs that ask before they lose what was entered.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
let service: TestService;
let session: SignedIn;
let key: string;

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  const account = await service.account('scale');
  key = account.key;
  session = await signIn(service, account.email);
});

const open = keepPage(() => service);

const isFocused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();
const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Create export' });
const discard = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const exportsOf = async () => (await service.get('/exports', key)).body.data;

/** A point on the backdrop of a dialog in the middle of the page. */
const backdrop = { x: 20, y: 400 };

async function pointOn(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = defined((await locator.boundingBox()) ?? undefined);
  return { x: x + width / 2, y: y + height / 2 };
}

test(
  'Enter in a drop-down chooses its value and never sends the form; a dialog asks before it loses what was entered',
  options,
  async () => {
    const page = await open('/dashboard/exports?new=1', { session });
    const form = page.getByRole('form', { name: 'Create export' });
    await form.getByRole('button', { name: /^Niche/ }).press('Enter');
    const list = page.getByRole('listbox', { name: 'Niche' });
    await isFocused(list);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await form.getByText('The file will contain 8 hooks').waitFor();
    // Letters move to the value that begins with them.
    await page.keyboard.type('trav');
    await page.keyboard.press('Enter');
    await list.getByRole('option', { name: 'Travel', selected: true }).waitFor();
    await form.getByText('The file will contain 16 hooks').waitFor();
    await page.keyboard.press('Escape');
    await isFocused(form.getByRole('button', { name: 'Niche 2' }));
    await form.getByRole('button', { name: 'Platform' }).press('ArrowDown');
    const platforms = page.getByRole('listbox', { name: 'Platform' });
    await isFocused(platforms);
    await page.keyboard.press('Tab');
    await platforms.waitFor({ state: 'hidden' });
    assert.deepEqual(await exportsOf(), [], 'the export of the day is not spent');

    // A value chosen in a drop-down counts as entered.
    await page.keyboard.press('Escape');
    await discard(page).getByRole('button', { name: 'Keep editing' }).click();
    const text = form.getByLabel('Search text');
    await text.fill('a long thought');
    const closings = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(backdrop.x, backdrop.y),
      () => exportDialog(page).getByRole('button', { name: 'Close' }).first().click(),
    ];
    for (const closeIt of closings) {
      await text.focus();
      await closeIt();
      await isFocused(discard(page).getByRole('button', { name: 'Keep editing' }));
      await page.keyboard.press('Enter');
      await discard(page).waitFor({ state: 'hidden' });
      assert.equal(await text.inputValue(), 'a long thought');
    }
    await page.keyboard.press('Escape');
    await discard(page).waitFor();
    await page.keyboard.press('Escape');
    await discard(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await discard(page).getByRole('button', { name: 'Discard' }).click();
    await exportDialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create export' }).first().click();
    await form.waitFor();
    await page.keyboard.press('Escape');
    await exportDialog(page).waitFor({ state: 'hidden' });
  },
);

test(
  'a dialog closes on its backdrop only if the press began there; Back asks before it loses what was entered',
  options,
  async () => {
    const page = await open('/dashboard/usage', { session });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Create/ });
    const inside = await pointOn(dialog.getByRole('heading'));
    await page.mouse.move(inside.x, inside.y);
    await page.mouse.down();
    await page.mouse.move(backdrop.x, backdrop.y, { steps: 4 });
    await page.mouse.up();
    await dialog.waitFor();
    await page.mouse.down();
    await page.mouse.move(inside.x, inside.y, { steps: 4 });
    await page.mouse.up();
    await dialog.waitFor();
    await page.mouse.click(backdrop.x, backdrop.y);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const name = page.getByRole('dialog', { name: 'Create key' }).getByLabel('Name');
    await name.pressSequentially('half a na');
    // The chunk that asks, loaded with the first letter.
    await page.locator('dialog[open] dialog').waitFor({ state: 'attached' });
    // Settles only if the page is left.
    const goBack = () => void page.goBack({ timeout: 5000 }).catch(() => {});
    goBack();
    await discard(page).getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await name.inputValue(), 'half a na');
    assert.equal(page.url(), `${service.url}/dashboard/keys`);
    goBack();
    await discard(page).getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(`${service.url}/dashboard/usage`);
    await page.goForward();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  },
);
