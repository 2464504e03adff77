// Filters behind More filters, similar hooks, and the check of a line in the dashboard and on the home page, in a real browser.
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
let key: string;
const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  const account = await service.account('enterprise');
  key = account.key;
  session = await signIn(service, account.email);
});

const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;

test('filters behind More filters are chips and in the URL, and Back undoes them', options, async () => {
  const page = await open('/dashboard/hooks', { session });
  await total(page, '40 hooks');
  await page.getByRole('button', { name: 'More filters' }).click();
  const panel = page.getByRole('dialog', { name: 'More filters' });
  await panel.getByLabel('Min likes').fill('10k');
  await panel.getByLabel('Min likes').press('Enter');
  await page.waitForURL(/min_likes=10000/);
  await panel.getByLabel('Duration', { exact: true }).check();
  await page.waitForURL(/has=duration_seconds/);
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove filter: has duration' }).waitFor();
  await page.getByRole('button', { name: 'More filters · 2' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove filter: has duration' }).waitFor({ state: 'detached' });
  assert.equal(query(page).get('min_likes'), '10000');
  await page.getByRole('button', { name: 'Remove filter: ≥ 10K likes' }).click();
  await total(page, '40 hooks');
});

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

test('a link with any filter of the API opens; unknown parameters are ignored', options, async () => {
  const { body } = await service.get('/hooks?niche=food&fields=id', key);
  const ids = body.data.map(({ id }: { id: string }) => id);
  const filters = `ids=${ids.join(',')}&sample=false&max_word_count=9&platform=-TikTok&nonsense=1&q="food+taught"`;
  const page = await open(`/dashboard/hooks?${filters}`, { session });
  for (const chip of ['“food taught”', '8 hook IDs', 'no sample data', '≤ 9 words', 'not TikTok'])
    await page.getByRole('button', { name: `Remove filter: ${chip}` }).waitFor();
  await page.getByRole('button', { name: 'Show API call' }).click();
  await page.getByText("-X POST '").waitFor();
  await page.getByText('/hooks/query').waitFor();
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

test('a published line is shown with its labels, leads to its hook, and can be varied', options, async () => {
  const page = await open('/dashboard/check?text=what+finance+taught+me+in+lesson+1', { session });
  await page.getByText('Already published').waitFor();
  assert.equal(await page.getByText('As published').count(), 4);
  const hook = page.getByRole('link', { name: /^hook_\d+$/ });
  await hook.first().click();
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  const similar = page.getByRole('list', { name: 'Similar hooks' });
  const reason = similar.getByText(/Same template/);
  await reason.first().waitFor();
  await page.getByRole('link', { name: 'Check a variation' }).click();
  await page.getByText('No line checked yet').waitFor();
  const field = page.getByLabel('Line', { exact: true });
  assert.equal(await field.inputValue(), 'What finance taught me in lesson 1');
  await page.goBack();
  await page.getByRole('link', { name: 'Hooks with this template' }).click();
  await page.getByRole('button', { name: /^Remove filter: template “What/ }).waitFor();
});

test('the home page checks a few lines without a key, and then says when to go on', options, async () => {
  const page = await open('/', { expected: /status of 429/ });
  const field = page.getByRole('textbox', { name: 'Your line' });
  await field.fill(line);
  await field.press('Enter');
  await page.getByRole('list', { name: 'Nearest proven hooks' }).getByRole('listitem').nth(2).waitFor();
  assert.equal(query(page).get('check'), line);
  for (let n = 0; n < 5; n++) await service.send('POST', '/demo/check', undefined, { body: { text: `Line ${n}` } });
  await field.fill('One more');
  await page.getByRole('form', { name: 'Check a line' }).getByRole('button', { name: 'Check' }).click();
  await page.getByText('Check limit reached').waitFor();
  await page.getByText(/You can check the next line in \d+ (s|min)/).waitFor();
});
