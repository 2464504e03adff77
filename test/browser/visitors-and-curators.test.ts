// From a visitor's live search and sign-up to the console, on a separate catalog: importing a file, review and bulk edits by keyboard.
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const hostile = '<script>document.title="owned"</script> \u202Eeht ta kooL\u200B lamp';
const salaries = [
  `<script>document.title='owned'</script> salary`,
  `<img src=x onerror="document.title='owned'"> salary`,
  `\u202Esalary reversed\u202C`,
  `sal\u200Bary with nothing in it salary`,
  `salary ${'x'.repeat(490)}`,
];
let service: TestService;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  service = await testService({ HOOKLINE_SIGNUP: 'open' });
  session = await signInAsOperator(service);
});
after(() => service?.close());

const visit = keepPage(() => service);
/** `expected` matches faults that the test causes. */
const open = (path: string, expected?: RegExp) => visit(`/console${path}`, { session, expected });

const load = (source: string, lines: string[]) =>
  service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
/** A record without labels and with uncertain guesses. */
const unsure = (text: string, creator?: string) =>
  JSON.stringify({ text, views: 300_000, platform: 'TikTok', language: 'en', creator });

const hooksOf = async (query: string): Promise<{ id: string; text: string; niche: string }[]> =>
  (await service.operator('GET', `/operator/hooks?${query}`)).body.hooks;
const textsOf = async (query: string) => (await hooksOf(query)).map(({ text }) => text);
const become = (query: string, expected: string[]) =>
  until(
    () => textsOf(query),
    (texts) => texts.join('\n') === expected.join('\n'),
  );

const reviewed = (page: Page) => page.getByRole('article', { name: 'Hook to review' }).getByRole('heading');

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('the live search shows hostile texts as text, and the API call', options, async () => {
  await load(
    'salaries',
    salaries.map((text, n) => hookLine(text, { views: 300_000 + n })),
  );
  const page = await visit('/');
  await page.getByRole('searchbox').fill('salary');
  await page.getByText(/^\d of 5 hooks, most viewed first/).waitFor();
  const found = page.getByRole('list', { name: 'Hooks found' });
  const stored: { text: string }[] = (await service.get('/demo/hooks?q=salary')).body.data;
  const shown = await found.locator('[dir=auto]').allTextContents();
  const texts = stored.map(({ text }) => text);
  assert.deepEqual([shown.length, shown], [5, texts]);
  assert.equal(await found.locator('script, img').count(), 0);
  assert.match(await page.title(), /^Hookline/);
  await page.getByRole('region', { name: 'curl example' }).getByText('/hooks?q=salary&limit=5').waitFor();
  await page.getByRole('region', { name: 'JSON response' }).getByText('"total": 5').waitFor();
  assert.match(page.url(), /\?q=salary$/);
});

test('from the home page to the first call: an email, its link, one click; the link works once', options, async () => {
  const page = await visit('/', { expected: /status of 4(01|22)/ });
  await page.getByRole('link', { name: 'Get a Free key' }).click();
  await page.getByText('100 calls a day, up to 3,000 a month. No password, no card.').waitFor();
  await page.getByRole('link', { name: 'Request another plan' }).click();
  await page.getByRole('link', { name: 'Get a free key now' }).click();
  await page.getByLabel('Email').fill('ada@mailinator.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByText('Disposable emails cannot sign up.').waitFor();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const subject = 'Your Hookline API key is one click away';
  await service.observed('mail_sent', subject);
  const link = signInLinkIn(readOutbox(service.dataDir, subject).at(-1));
  await page.goto(link);
  const create = page.getByRole('button', { name: 'Create account and key' });
  await create.click();
  const key = (await page.getByRole('region', { name: 'API key' }).locator('code').textContent()) ?? '';
  assert.equal((await service.get('/hooks', key)).status, 200);
  await page.getByRole('region', { name: 'curl example' }).getByText(key).waitFor();
  await page.getByRole('button', { name: 'Python' }).click();
  await page.getByRole('region', { name: 'Python example' }).getByText(key).waitFor();
  const withoutCode = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Explore hooks in the dashboard' }).click();
  await (await withoutCode).waitForURL(`${service.url}/dashboard/hooks`);
  assert.doesNotMatch(page.url(), /token/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.waitForURL(`${service.url}/dashboard`);

  const { pathname, hash } = new URL(link);
  await visit(pathname + hash);
  await page.getByRole('heading', { name: 'This link was used' }).waitFor();
  assert.equal(await create.count(), 0, 'no form that creates another account');
});

test('a file is previewed and imported, its rejects downloaded, its hooks reviewed by keyboard', options, async () => {
  const page = await open('/imports');
  const long = `Look at ${'a'.repeat(480)}`;
  const lines = [hookLine('A line that needs no review'), '{"text": "", "views": 500000}'];
  lines.push(...[hostile, 'Look at salt', 'Look at paper', long].map((text) => unsure(text)));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const buffer = Buffer.from(lines.join('\n'));
  await (await chooser).setFiles({ name: 'week.jsonl', mimeType: 'application/jsonl', buffer });
  const preview = page.getByRole('dialog', { name: 'Import week.jsonl' });
  await preview.getByText('6 records read').waitFor();
  await preview.getByRole('listitem').filter({ hasText: '300000' }).getByText('Views', { exact: true }).waitFor();
  await preview.getByRole('button', { name: 'Options…' }).click();
  await preview.getByRole('textbox', { name: 'Source' }).fill('editors');
  await preview.getByLabel('Preset').selectOption('hookline');
  await preview.getByRole('button', { name: 'Preview' }).click();
  await preview.getByText('Preset: Hookline.').waitFor();
  const refused = preview.getByRole('region', { name: 'Rejected' });
  await refused.getByRole('listitem').filter({ hasText: 'The text is missing or empty' }).getByText('line 2').waitFor();
  await preview.getByRole('button', { name: 'Import', exact: true }).click();
  const file = page.getByRole('list', { name: 'Your files' });
  await file.getByRole('region', { name: 'Rejected' }).getByText('the text is missing or empty').waitFor();
  await file.getByRole('region', { name: 'To review' }).getByText('Unsure label').waitFor();
  const downloading = page.waitForEvent('download');
  await file.getByRole('link', { name: 'Download rejects' }).click();
  const download = await downloading;
  const rejects = (await readText(await download.createReadStream())).trim().split('\n');
  assert.deepEqual([download.suggestedFilename(), rejects.length], ['rejects.jsonl', 1]);
  assert.match(rejects[0] ?? '', /"line":2\b/);

  await file.getByRole('link', { name: '4 to review, about 1 minute' }).click();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('oldest');
  await page.getByRole('link', { name: 'One at a time' }).click();
  await page.getByText('1 of 4').waitFor();
  assert.match((await reviewed(page).textContent()) ?? '', /^<script>/, 'hostile text is text');
  assert.doesNotMatch(await page.title(), /owned/);
  await press(page, 'r');
  await reviewed(page).filter({ hasText: 'Look at salt' }).waitFor();
  await until(
    () => textsOf('source=editors&state=rejected'),
    ({ length }) => length === 1,
  );
  await press(page, 'u');
  await reviewed(page).filter({ hasText: 'kooL' }).waitFor();
  await page.getByText('Undone: Rejected 1 hook').waitFor();
  await press(page, 'r', 't');
  const other = page.getByRole('group', { name: 'Archetype' }).getByRole('radio').nth(1);
  await other.waitFor({ state: 'attached' });
  assert.equal(await other.isChecked(), false);
  await press(page, '2');
  assert.equal(await other.isChecked(), true);
  await page.getByRole('combobox', { name: 'Niche: other values' }).selectOption('food');
  await press(page, 'a');
  await reviewed(page).filter({ hasText: 'Look at paper' }).waitFor();
  await press(page, 'j');
  await page.getByText('4 of 4').waitFor();
  await press(page, 'k');
  await page.getByText('3 of 4').waitFor();
  await press(page, 'a');
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, 'long texts wrap');
  await press(page, 'r');
  await page.getByText('All caught up').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /Accepted2.*Relabelled1.*Rejected2/ })
    .waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Imports' }).click();
  await page
    .getByRole('list', { name: 'Your files' })
    .getByText('4 sent to review: 2 published, 2 rejected.')
    .waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Hooks' }).click();
  await page.getByLabel('State').selectOption('published');
  await page.getByRole('list', { name: 'Hooks' }).getByText('Look at paper').waitFor();
  await become('source=editors&state=published&niche=food', ['Look at salt']);
  const rejected = await until(
    () => textsOf('source=editors&state=rejected'),
    ({ length }) => length === 2,
  );
  assert.deepEqual([rejected[0]?.startsWith('<script>'), rejected[1]], [true, long]);
});

test('an unknown niche becomes a niche of its own, which can be removed while no hook has it', options, async () => {
  const labels = { archetype: 'how_to', emotional_trigger: 'joy', niche: 'Pottery' };
  await service.import(
    JSON.stringify({ text: 'The clay that never cracks', views: 300_000, ...labels }),
    'format=jsonl',
  );
  const page = await open('/imports');
  const unknown = page.getByRole('region', { name: 'Unknown values' });
  await unknown.getByRole('button', { name: /^Meaning of Pottery/ }).click();
  await page.getByRole('option', { name: 'Add as a new niche' }).click();
  await unknown.getByRole('button', { name: 'Apply to all records' }).click();
  const own = page.getByRole('listitem').filter({ hasText: 'niche, 1 hook' });
  await own.getByText('Pottery').waitFor();
  assert.equal(await own.getByRole('button', { name: 'Remove' }).count(), 0);
  const [hook] = await hooksOf('niche=pottery&state=published');
  await service.operator('PATCH', `/operator/hooks/${hook?.id}`, { niche: 'home' });
  await page.reload();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Values of your own').waitFor({ state: 'detached' });
  const { body } = await service.operator('GET', '/operator/taxonomy');
  assert.deepEqual(body.values, []);
});

test('hooks are edited in bulk by keyboard, each time by one request, and edits are undone', options, async () => {
  const texts = ['salt', 'paper', 'nine', 'a lamp', 'the stairs', 'my aunt'].map((word) => `Now look at ${word}`);
  const creators = ['ada', 'ada', 'ada', 'bo', 'bo', 'cy'];
  const lines = texts.map((text, n) => unsure(text, creators[n]));
  assert.equal((await load('bulk', lines)).report.pending, texts.length);
  const page = await open('/review?source=bulk&sort=oldest');
  let edits = 0;
  const countEdits = (request: { method: () => string }) => {
    if (request.method() === 'PATCH') edits++;
  };
  page.on('request', countEdits);
  const bar = page.getByRole('status');
  await page.getByRole('list', { name: 'Pending hooks' }).getByText('my aunt').waitFor();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByTitle(/pending/)
    .waitFor();
  await press(page, 'x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+K', 'n');
  const picker = page.getByRole('dialog', { name: 'Set niche of 3 hooks' });
  await picker.getByRole('combobox').fill('food');
  await picker.getByRole('option', { name: 'Food' }).waitFor();
  await press(page, 'Enter');
  await bar.getByText('Niche set to Food for 3 hooks').waitFor();
  await press(page, 'a');
  await become('source=bulk&state=published&niche=food', texts.slice(0, 3));
  await press(page, 'u');
  await bar.getByText('Undone: Accepted 3 hooks').waitFor();
  await become('source=bulk&state=pending&niche=food', texts.slice(0, 3));
  await press(page, 'c');
  await bar.getByText('Rejected 2 hooks').waitFor();
  await become('source=bulk&state=rejected', texts.slice(3, 5));
  await press(page, 'e', 'End', '!', 'Enter');
  await bar.getByText('Edited 1 hook').waitFor();
  await become('source=bulk&state=pending', [...texts.slice(0, 3), `${texts[5]}!`]);
  const [first] = await hooksOf('source=bulk&state=pending');
  await service.operator('PATCH', `/operator/hooks/${first?.id}`, { state: 'rejected' });
  await press(page, 'Shift+A');
  await bar.getByText('Accepted 3 hooks. 1 skipped: ').waitFor();
  page.off('request', countEdits);
  assert.equal(edits, 5);

  await page.goto(`${service.url}/console/hooks?source=bulk&state=published&sort=oldest`);
  const boxes = page.getByRole('list', { name: 'Hooks' }).getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Retire' }).click();
  await become('source=bulk&state=retired', texts.slice(1, 3));
  await page.getByRole('button', { name: 'Undo' }).click();
  await become('source=bulk&state=published', [...texts.slice(1, 3), `${texts[5]}!`]);
});

test(
  'a report takes down one hook, or optionally all of its creator, counted and confirmed by name',
  options,
  async () => {
    await load(
      'wrens',
      ['one', 'two', 'three'].map((word) => unsure(`Wrens of ${word}`, 'wren')),
    );
    const [{ id } = { id: '' }] = await hooksOf('source=wrens');
    const report = { hook_id: id, reason: 'privacy', email: 'me@example.com', details: 'This is about me.' };
    assert.equal((await service.send('POST', '/report', undefined, { body: report })).status, 202);
    const page = await open('/reports');
    await page.getByRole('button', { name: 'Take down…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take hook down' });
    await dialog.getByText('Removes 1 hook', { exact: true }).waitFor();
    const all = dialog.getByRole('checkbox', { name: 'Everything by wren' });
    await all.waitFor();
    assert.deepEqual([await dialog.getByRole('checkbox').count(), await all.isChecked()], [1, false]);
    await all.check();
    await dialog.getByText('Removes 3 hooks by this creator').waitFor();
    await dialog.getByLabel('Reason').fill('Request 7');
    const take = dialog.getByRole('button', { name: 'Take down 3 hooks' });
    assert.equal(await take.isDisabled(), true);
    await dialog.getByLabel('Type “wren” to confirm').fill('wren');
    await take.click();
    await page.getByText('3 hooks taken down.').waitFor();
    assert.deepEqual(await textsOf('source=wrens&state=pending'), []);
  },
);
