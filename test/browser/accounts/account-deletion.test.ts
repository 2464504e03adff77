// Deleting, restoring and viewing an account from the console, in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../setup/browser.ts';
import { openPage } from '../../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../../setup/session.ts';

const skip = noBrowser;
let service: TestService;
let operator: SignedIn;

before(async () => {
  if (skip) return;
  service = await testService();
  await service.import(hookLine('Money is louder than advice'), 'preset=hookline&format=jsonl');
  operator = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

async function on(path: string, use: (page: Page) => Promise<unknown>, expected?: RegExp): Promise<void> {
  const shown = await openPage(service, path, { session: operator, expected });
  await use(shown.page);
  await shown.close();
}

const dialog = (page: Page) => page.getByRole('dialog');
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('deleting asks for the name and stops the keys; a deleted account is found, restored and erased', {
  skip,
}, async () => {
  const { id, key } = await service.account('pro');
  const { name } = (await service.operator('GET', `/operator/accounts/${id}`)).body;
  await on(`/console/accounts/${id}`, async (page) => {
    await choose(page, 'Delete account…');
    const confirm = dialog(page).getByRole('button', { name: 'Delete account' });
    assert.ok(await confirm.isDisabled());
    await dialog(page).getByLabel('Message').fill('As you wished.');
    await dialog(page).getByLabel(`Type “${name}” to confirm`).fill(name);
    await confirm.click();
    await page.getByText('This account is deleted').waitFor();
    assert.equal((await service.get('/hooks', key)).status, 401);
    await page.getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByLabel('Status').selectOption('deleted');
    await page.getByRole('row', { name }).getByRole('link').click();
    const download = page.waitForEvent('download');
    await choose(page, 'Download data');
    assert.equal((await download).suggestedFilename(), `hookline-${id}.json`);
    await page.getByRole('button', { name: 'Restore…' }).first().click();
    await dialog(page).getByRole('button', { name: 'Restore account' }).click();
    await page.getByRole('button', { name: 'Suspend…' }).waitFor();
    assert.equal((await service.get('/hooks', key)).status, 200);
    await choose(page, 'Delete account…');
    await dialog(page).getByLabel(`Type “${name}” to confirm`).fill(name);
    await confirm.click();
    await page.getByText('This account is deleted').waitFor();
    await choose(page, 'Erase now…');
    await dialog(page).getByLabel(`Type “${name}” to confirm`).fill(name);
    await dialog(page).getByRole('button', { name: 'Erase account' }).click();
    await page.waitForURL('**/console/accounts?status=deleted');
  });
});

test('viewing as a customer shows a banner on every page, offers and takes no changes, until exit', {
  skip,
}, async () => {
  const { id, key } = await service.account('scale');
  const { name } = (await service.operator('GET', `/operator/accounts/${id}`)).body;
  await on(
    `/console/accounts/${id}`,
    async (page) => {
      await choose(page, 'View as customer');
      await page.waitForURL('**/dashboard');
      const banner = page.getByText(`Viewing as ${name}, read-only`);
      await banner.waitFor();
      for (const path of ['keys', 'usage', 'plan', 'hooks', 'activity', 'sessions']) {
        await page.goto(`${service.url}/dashboard/${path}`);
        await banner.waitFor();
      }
      await page.goto(`${service.url}/dashboard/keys`);
      // What would be refused is not offered.
      await page.getByRole('table', { name: 'Active keys' }).waitFor();
      for (const name of [/^Create/, /^Actions for/]) assert.equal(await page.getByRole('button', { name }).count(), 0);
      await page.goto(`${service.url}/dashboard/hooks`);
      await page.getByRole('heading', { name: 'Hooks', exact: true }).waitFor();
      assert.equal(await page.getByRole('link', { name: /^Export results|^Notify me/ }).count(), 0);
      await page.goto(`${service.url}/dashboard`);
      await page.getByRole('heading', { name: 'Your first call' }).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Create/ }).count(), 0);
      assert.equal(
        await page.evaluate(() => fetch('/account/keys', { method: 'POST' }).then(({ status }) => status)),
        403,
      );
      await page.goto(`${service.url}/dashboard/plan`);
      await page.getByRole('button', { name: 'Exit' }).click();
      await page.waitForURL(`**/console/accounts/${id}`);
      await page.goto(`${service.url}/dashboard/keys`);
      await page.waitForURL('**/console');
    },
    /status of 403/,
  );
  assert.equal((await service.get('/hooks', key)).status, 200);
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  assert.equal(body.keys.length, 1);
});
