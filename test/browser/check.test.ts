// Values excluded and lines checked by keyboard in a real browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const line = 'What finance taught me in lesson 99';
const nearestText = 'What finance taught me in lesson';

let service: TestService;
let session: SignedIn;
const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  session = await signIn(service, (await service.account('enterprise')).email);
});

const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;

test('a value is excluded by keyboard; exports and the API call take it over', options, async () => {
  const page = await open('/dashboard/hooks', { session });
  await total(page, '40 hooks');
  await page.getByRole('button', { name: 'More filters' }).press('Enter');
  const niches = page.getByRole('button', { name: 'Not niche' });
  await niches.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Not niche' }).getByRole('option', { name: 'Food' }).waitFor();
  await page.keyboard.type('food');
  await page.keyboard.press('Enter');
  await page.waitForURL(/niche=-food/);
  await page.keyboard.press('Escape');
  await niches.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters · 1' }).and(page.locator(':focus')).waitFor();
  await total(page, '32 hooks match');
  await page.getByRole('button', { name: 'Remove filter: not Food' }).waitFor();
  const exported = await page.getByRole('link', { name: 'Export results' }).getAttribute('href');
  assert.equal(exported, '/dashboard/exports?new=1&niche=-food');
  await page.getByRole('button', { name: 'Show API call' }).click();
  await page.getByText('/hooks?niche=-food').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /Food 8/ }).check();
  await total(page, '8 hooks match');
  assert.deepEqual(query(page).getAll('niche'), ['food'], 'included in place of excluded');
});

test(
  'a line is checked by keyboard; the result is in the URL, and Back returns to the line before',
  options,
  async () => {
    const page = await open('/dashboard/check', { session, expected: /status of 422/ });
    await page.getByText('No line checked yet').waitFor();
    const field = page.getByLabel('Line', { exact: true });
    await field.press('Control+Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await field.fill(line);
    await field.press('Control+Enter');
    await page.waitForURL((url) => url.searchParams.get('text') === line);
    await page.getByRole('heading', { name: 'What it is' }).waitFor();
    const nearest = page.getByRole('list', { name: 'Nearest proven hooks' });
    await nearest.getByText(nearestText).first().waitFor();
    await field.fill('What food taught me in lesson 98');
    await page.getByLabel('Niche').selectOption('food');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await nearest.getByText('What food taught me').first().waitFor();
    assert.equal(query(page).get('niche'), 'food');
    await page.goBack();
    await nearest.getByText(nearestText).first().waitFor();
    assert.equal(await field.inputValue(), line);
    await page.goto(`${service.url}/dashboard/check?text=Zebra&niche=finnance`);
    await page.getByText('Did you mean finance?').waitFor();
  },
);
