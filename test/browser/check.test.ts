// Browser tests: filters behind More filters, similar hooks, and the check of a line in the dashboard and on the home page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const options = { skip: noBrowser };
const line = 'Nobody tells you this about your first salary';
const records = [
  ...['rent', 'budget', 'mortgage', 'portfolio'].map((noun, n) =>
    hookLine(`Nobody tells you this about your first ${noun}`, { views: 900_000 + n }),
  ),
  ...[300, 500, 900].map((amount) => hookLine(`I lost $${amount} in ${amount / 100} days`, { niche: 'career' })),
  ...Array.from({ length: 6 }, (_, n) =>
    hookLine(`A kitchen trick number ${n}`, { niche: 'food', platform: 'YouTube' }),
  ),
];

let service: TestService;
let session: SignedIn;
let key: string;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  const rich = { text: 'The liked one', views: 300_000, likes: 50_000, duration_seconds: 20, platform: 'TikTok' };
  const labels = { archetype: 'story', emotional_trigger: 'curiosity', niche: 'career', language: 'en' };
  await service.import([...records, JSON.stringify({ ...rich, ...labels })].join('\n'), 'preset=hookline&format=jsonl');
  const account = await service.account('enterprise');
  key = account.key;
  session = await signIn(service, account.email);
});

after(async () => {
  await service?.close();
});

const open = (path: string, expected?: RegExp): Promise<OpenPage> => openPage(service, path, { session, expected });
const total = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;

test('filters behind More filters are chips and in the URL, and Back undoes them', options, async () => {
  const { page, close } = await open('/dashboard/hooks');
  await total(page, '14 hooks');
  await page.getByRole('button', { name: 'More filters' }).click();
  const panel = page.getByRole('dialog', { name: 'More filters' });
  await panel.getByLabel('Min likes').fill('10k');
  await panel.getByLabel('Min likes').press('Enter');
  await total(page, '1 hook matches');
  await panel.getByLabel('Duration', { exact: true }).check();
  await page.waitForURL(/has=duration_seconds/);
  await panel.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove filter: has duration' }).waitFor();
  await page.getByRole('button', { name: 'More filters · 2' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove filter: has duration' }).waitFor({ state: 'detached' });
  assert.equal(query(page).get('min_likes'), '10000');
  await page.getByRole('button', { name: 'Remove filter: ≥ 10K likes' }).click();
  await total(page, '14 hooks');
  await page.getByLabel('Sort by').selectOption('Most liked');
  await page.waitForURL(/sort=-likes/);
  await page.getByRole('list', { name: 'Hooks' }).getByRole('link').first().getByText('The liked one').waitFor();
  await close();
});

test(
  'a value is excluded by keyboard, and excluded filters carry over to exports and the API call',
  options,
  async () => {
    const { page, close } = await open('/dashboard/hooks');
    await total(page, '14 hooks');
    await page.getByRole('button', { name: 'More filters' }).press('Enter');
    const niches = page.getByRole('button', { name: 'Not niche' });
    await niches.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const food = page.getByRole('listbox', { name: 'Not niche' }).getByRole('option', { name: 'Food' });
    await food.waitFor();
    await page.keyboard.type('food');
    await page.keyboard.press('Enter');
    await page.waitForURL(/niche=-food/);
    await page.keyboard.press('Escape');
    await niches.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters · 1' }).and(page.locator(':focus')).waitFor();
    await total(page, '8 hooks match');
    await page.getByRole('button', { name: 'Remove filter: not Food' }).waitFor();
    const exported = await page.getByRole('link', { name: 'Export results' }).getAttribute('href');
    assert.equal(exported, '/dashboard/exports?new=1&niche=-food');
    await page.getByRole('button', { name: 'Show API call' }).click();
    await page.getByText('/hooks?niche=-food').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: /Food 6/ }).check();
    await total(page, '6 hooks match');
    assert.deepEqual(query(page).getAll('niche'), ['food'], 'included in place of excluded');
    await close();
  },
);

test('a link with any filter of the API opens; unknown parameters are ignored', options, async () => {
  const { body } = await service.get('/hooks?niche=food&fields=id', key);
  const ids = body.data.map(({ id }: { id: string }) => id);
  const { page, close } = await open(
    `/dashboard/hooks?ids=${ids.join(',')}&sample=false&max_word_count=9&platform=-TikTok&nonsense=1&q="kitchen+trick"`,
  );
  await total(page, '6 hooks match');
  for (const chip of ['“kitchen trick”', '6 hook IDs', 'no sample data', '≤ 9 words', 'not TikTok'])
    await page.getByRole('button', { name: `Remove filter: ${chip}` }).waitFor();
  await page.getByRole('button', { name: 'Show API call' }).click();
  await page.getByText("-X POST '").waitFor();
  await page.getByText('/hooks/query').waitFor();
  await close();
});

test(
  'a line is checked by keyboard; the result is in the URL, and Back returns to the line before',
  options,
  async () => {
    const { page, close } = await open('/dashboard/check', /status of 422/);
    await page.getByText('No line checked yet').waitFor();
    const field = page.getByLabel('Line', { exact: true });
    await field.press('Control+Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await field.fill(line);
    await field.press('Control+Enter');
    await page.waitForURL((url) => url.searchParams.get('text') === line);
    await page.getByRole('heading', { name: 'What it is' }).waitFor();
    await page.getByText(/^Not enough hooks: \d+, at least 30 are needed$/).waitFor();
    const nearest = page.getByRole('list', { name: 'Nearest proven hooks' });
    await nearest.getByText('Nobody tells you this about your first rent').waitFor();
    await nearest
      .getByText(/^Shares “/)
      .first()
      .waitFor();
    await field.fill('A kitchen trick number 9');
    await page.getByLabel('Niche').selectOption('food');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await nearest.getByText('A kitchen trick number 1').waitFor();
    assert.equal(query(page).get('niche'), 'food');
    await page.goBack();
    await nearest.getByText('Nobody tells you this about your first rent').waitFor();
    assert.equal(await field.inputValue(), line);
    await page.goto(`${service.url}/dashboard/check?text=Zebra&niche=finnance`);
    await page.getByText('Did you mean finance?').waitFor();
    await close();
  },
);

test('a hook shows similar ones with why, and its text can be varied in the check', options, async () => {
  const { body } = await service.get('/hooks?q=$500&fields=id', key);
  const { page, close } = await open(`/dashboard/hooks/${body.data[0].id}`);
  const similar = page.getByRole('list', { name: 'Similar hooks' });
  await similar.getByText('I lost $900 in 9 days').waitFor();
  await similar
    .getByText(/Same template/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Check a variation' }).click();
  await page.getByText('No line checked yet').waitFor();
  assert.equal(await page.getByLabel('Line', { exact: true }).inputValue(), 'I lost $500 in 5 days');
  await page.goBack();
  await page.getByRole('link', { name: 'Hooks with this template' }).click();
  await total(page, '3 hooks match');
  await page.getByRole('button', { name: /^Remove filter: template “I lost/ }).waitFor();
  await close();
});

test('the home page checks a few lines without a key, and then says when to go on', options, async () => {
  const { page, close } = await openPage(service, '/', { expected: /status of 429/ });
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
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  await close();
});

test('the line of a published hook is shown with its labels, and leads to it', options, async () => {
  const { page, close } = await open(`/dashboard/check?text=${encodeURIComponent('i lost $500 in 5 days')}`);
  await page.getByText('Already published').waitFor();
  assert.equal(await page.getByText('As published').count(), 4);
  await page.getByText('Checks on this page are not counted').waitFor();
  await page
    .getByRole('link', { name: /^hook_\d+$/ })
    .first()
    .click();
  await page.waitForURL(/\/dashboard\/hooks\/hook_\d+$/);
  await close();
});
