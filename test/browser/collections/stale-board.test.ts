// A board after its hooks were changed elsewhere: by the save dialog, or by another person, whose tags and notes are kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { type TestService, testService } from '../../setup/service.ts';
import { signIn } from '../../setup/session.ts';
import { until } from '../../setup/until.ts';
import { importNamed } from './named-hooks.ts';

const skip = noBrowser;
let service: TestService;
/** Of Alpha and Bravo. */
let ids: string[];

before(async () => {
  if (skip) return;
  service = await testService();
  ids = await importNamed(service, ['Alpha', 'Bravo']);
});

after(async () => {
  await service?.close();
});

/** Opens the board of a collection of both hooks. */
async function openBoard() {
  const { key, email } = await service.account('pro');
  const created = await service.send('POST', '/collections', key, { body: { name: 'Spring' } });
  const path = `/collections/${created.body.collection_id}`;
  await service.send('POST', `${path}/hooks`, key, { body: { ids } });
  const session = await signIn(service, email);
  const { page, close } = await openPage(service, `/dashboard${path}`, { session });
  await row(page, 'Bravo').waitFor();
  return {
    page,
    close,
    /** Saves the first hook as another person does. */
    saveElsewhere: (body: { note?: string; tags?: string[] }) =>
      service.send('PUT', `${path}/hooks/${ids[0]}`, key, { body }),
    saved: async (): Promise<{ note: string | null; tags: string[] }> => (await service.get(path, key)).body.data[0],
  };
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });

async function removeFromSpring(page: Page): Promise<void> {
  await dialog(page).getByRole('checkbox', { name: 'Spring', checked: true }).uncheck();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

test('a hook that the save dialog removes leaves the board, at once and after Back', { skip }, async () => {
  const { page, close } = await openBoard();
  await row(page, 'Alpha').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Save to…' }).click();
  await removeFromSpring(page);
  await row(page, 'Alpha').waitFor({ state: 'detached' });
  await row(page, 'Bravo').getByRole('link').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await removeFromSpring(page);
  await page.goBack();
  await page.getByText('No hooks in this collection yet').waitFor();
  await close();
});

test('a tag that is added or removed leaves the tags that another person added', { skip }, async () => {
  const { page, close, saveElsewhere, saved } = await openBoard();
  await saveElsewhere({ tags: ['theirs'] });
  await page.getByRole('button', { name: 'Add tag to Alpha opens the video' }).click();
  await page.keyboard.type('mine');
  await page.keyboard.press('Enter');
  await until(saved, ({ tags }) => tags.length === 2);
  await saveElsewhere({ tags: ['theirs', 'mine', 'later'] });
  await row(page, 'Alpha').getByRole('button', { name: 'Remove tag mine' }).click();
  await row(page, 'Alpha').getByRole('button', { name: 'later', exact: true }).waitFor();
  await until(saved, ({ tags }) => tags.join() === 'theirs,later');
  await close();
});

test('a note that another person changed meanwhile is shown before it is replaced', { skip }, async () => {
  const { page, close, saveElsewhere, saved } = await openBoard();
  await saveElsewhere({ note: 'Theirs' });
  await page.getByRole('button', { name: 'Add note to Alpha opens the video' }).click();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await row(page, 'Alpha').getByText('The note was changed to “Theirs” meanwhile. Save again to replace it.').waitFor();
  assert.equal((await saved()).note, 'Theirs');
  await page.keyboard.press('Enter');
  await row(page, 'Alpha').getByRole('button', { name: 'Mine' }).waitFor();
  assert.equal((await saved()).note, 'Mine');
  await close();
});
