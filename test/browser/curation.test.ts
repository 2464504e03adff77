// Console pages for the catalog in a real browser: imports, review by keyboard, bulk edits, hooks, labels.
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const hostile = '<script>document.title="owned"</script> \u202Eeht ta kooL\u200B lamp';
let service: TestService;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  service = await testService();
  session = await signInAsOperator(service);
});
after(() => service?.close());

const visit = keepPage(() => service);
/** `expected` matches faults that the test causes. */
const open = (path: string, expected?: RegExp) => visit(`/console${path}`, { session, expected });

const load = (source: string, lines: string[]) =>
  service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
/** A record without labels whose guesses are uncertain. */
const unsure = (text: string, creator?: string) =>
  JSON.stringify({ text, views: 300_000, platform: 'TikTok', language: 'en', creator });

async function queue(source: string, texts: string[], creators: string[] = []): Promise<void> {
  const { report } = await load(
    source,
    texts.map((text, n) => unsure(text, creators[n])),
  );
  assert.equal(report.pending, texts.length, JSON.stringify(report));
}

const hooksOf = async (query: string): Promise<{ id: string; text: string; niche: string }[]> =>
  (await service.operator('GET', `/operator/hooks?${query}`)).body.hooks;
const textsOf = async (query: string) => (await hooksOf(query)).map(({ text }) => text);
const become = (query: string, expected: string[]) =>
  until(
    () => textsOf(query),
    (texts) => texts.join('\n') === expected.join('\n'),
  );

async function patch(path: string, body: object): Promise<void> {
  const answer = await service.operator('PATCH', `/operator/hooks${path}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

const reviewed = (page: Page) => page.getByRole('article', { name: 'Hook to review' }).getByRole('heading');

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

// First, since the page counts all decisions of the service.
test('the page Labels shows how often curators agreed, and leads to the hooks that teach most', options, async () => {
  await queue('shown', ['zzqv one', 'zzqv two', 'zzqv three']);
  const [guessed] = await hooksOf('state=pending');
  const niche = guessed?.niche === 'food' ? 'pets' : 'food';
  await patch('', { ids: [guessed?.id], set: { niche }, state: 'published' });
  const page = await open('/labels');
  const agreement = page.getByRole('table', { name: 'Agreement by label and method' });
  await agreement.getByRole('row', { name: 'Niche 0% of 1' }).waitFor();
  await page.getByRole('link', { name: 'Wrong guesses' }).click();
  await page.getByRole('table', { name: 'Most frequent wrong guesses' }).getByRole('row', { name: niche }).waitFor();
  await page.getByRole('img', { name: /^Reliability diagram/ }).waitFor();
  await page.getByLabel('Label', { exact: true }).selectOption('niche');
  await page.getByText('over 1 decision.').waitFor();
  const relabelling = page.getByRole('form', { name: 'Relabel' });
  await relabelling.getByLabel('Hooks').selectOption('pending');
  await relabelling.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(/^Would change \d of 2 hooks\.$/).waitFor();
  await page.getByRole('link', { name: 'Review these 2' }).click();
  await page.getByRole('list', { name: 'Pending hooks' }).getByText('zzqv three').waitFor();
  assert.equal(await page.getByLabel('Sort by').inputValue(), 'teaching');
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
  await page.getByRole('textbox', { name: 'Source' }).fill('editors');
  await page.getByLabel('Preset').selectOption('hookline');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview: Import a file' });
  await preview.getByText('6 records read').waitFor();
  await preview.getByText('Preset: hookline.').waitFor();
  await preview.getByRole('row', { name: 'the text is missing or empty' }).getByText('line 2').waitFor();
  await preview.getByRole('button', { name: 'Import', exact: true }).click();
  const file = page.getByRole('list', { name: 'Your files' });
  const reasons = file.getByRole('region', { name: 'Reasons' });
  await reasons.getByText('the text is missing or empty').waitFor();
  await reasons.getByText('Low confidence').waitFor();
  const downloading = page.waitForEvent('download');
  await file.getByRole('link', { name: 'Download rejects' }).click();
  const download = await downloading;
  const rejects = (await readText(await download.createReadStream())).trim().split('\n');
  assert.deepEqual([download.suggestedFilename(), rejects.length], ['rejects.jsonl', 1]);
  assert.match(rejects[0] ?? '', /"line":2\b/);

  await file.getByRole('link', { name: 'Review 4 pending' }).click();
  await page.getByRole('link', { name: 'One at a time' }).click();
  await page.getByText('1 of 4').waitFor();
  assert.match((await reviewed(page).textContent()) ?? '', /^<script>/, 'hostile text is text');
  assert.doesNotMatch(await page.title(), /owned/);
  await press(page, 'r');
  await reviewed(page).filter({ hasText: 'Look at salt' }).waitFor();
  await press(page, 'u');
  await reviewed(page).filter({ hasText: 'kooL' }).waitFor();
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
  assert.match((await page.getByRole('status').textContent()) ?? '', /Accepted2.*Relabelled1.*Rejected2/);
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

test('dropped files are imported one after the other, once; a preview can be canceled', options, async () => {
  const page = await open('/imports', /ERR_FAILED/);
  await page.getByText('Drop files here').waitFor();
  const lines = ['One dropped line', 'Another dropped line'].map((text) => hookLine(text));
  const drop = async () => {
    const dataTransfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      for (const [n, line] of ${JSON.stringify(lines)}.entries()) data.items.add(new File([line], 'part-' + n + '.jsonl'));
      return data;
    })()`);
    await page.getByRole('region', { name: 'Import files' }).dispatchEvent('drop', { dataTransfer });
    await page.getByRole('textbox', { name: 'Source' }).fill('dropped');
  };
  await drop();
  await page.route('**/operator/import?*', () => {});
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Reading part-0.jsonl and guessing labels. Nothing is imported yet.').waitFor();
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('dry_run'));
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await aborted;
  await page.unroute('**/operator/import?*');

  await page.reload();
  await drop();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Preview of part-0.jsonl').waitFor();
  await page.getByRole('button', { name: 'Import 2 files' }).dblclick();
  // The preview says the same of its file.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('1 record read.').nth(1).waitFor();
  assert.deepEqual(await textsOf('source=dropped'), ['One dropped line', 'Another dropped line']);
});

test('a running import of any client is shown, also after a reload', options, async () => {
  const end = Promise.withResolvers<void>();
  async function* slowly() {
    yield Buffer.from(`${hookLine('A line that comes slowly')}\n`);
    await end.promise;
  }
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' };
  const url = `${service.url}/operator/import?preset=hookline&filename=slow.jsonl&source=slow`;
  const body = ReadableStream.from(slowly());
  const importing = fetch(url, { method: 'POST', headers, body, duplex: 'half' }).then((answer) => answer.text());
  await until(
    () => service.operator('GET', '/operator/imports?state=running'),
    (answer) => answer.body.total > 0,
  );
  const page = await open('/imports');
  const running = page.getByRole('list', { name: 'Running imports' });
  await running.getByText('slow.jsonl').waitFor();
  await page.reload();
  await running.getByText('slow.jsonl').waitFor();
  end.resolve();
  assert.match(await importing, /"added":1/);
  await running.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: 'slow.jsonl' }).getByText('done').waitFor();
});

test('later decisions push out earlier ones; one that fails returns with the reason', options, async () => {
  const texts = ['salt', 'paper', 'nine', 'a lamp', 'the stairs'].map((word) => `So look at ${word}`);
  await queue('refused', texts);
  const page = await open('/review?view=single&source=refused', /status of 503/);
  const json = { title: 'Unavailable', status: 503, code: 'unavailable', detail: 'The disk is full.' };
  await page.route('**/operator/hooks/hook_*', (route) => route.fulfill({ status: 503, json }), { times: 1 });
  for (const [n, text] of texts.entries()) {
    await reviewed(page).filter({ hasText: text }).waitFor();
    if (n < 4) await press(page, 'a');
  }
  await page.getByText('couldn’t be accepted: The disk is full.').waitFor();
  await press(page, 'k');
  await page.getByText('Decision not saved: The disk is full.').waitFor();
  await reviewed(page).filter({ hasText: texts[0] }).waitFor();
  await press(page, 'r');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Imports' }).click();
  await become('source=refused&state=published', texts.slice(1, 4));
  await become('source=refused&state=rejected', texts.slice(0, 1));
  await become('source=refused&state=pending', texts.slice(4));
});

test('a held key decides once, decisions of others stay, closing the page sends held ones', options, async () => {
  const texts = ['salt', 'paper', 'nine'].map((word) => `Let us look at ${word}`);
  await queue('held', texts);
  const page = await open('/review?view=single&source=held', /status of 409/);
  const [first] = await hooksOf('source=held&state=pending');
  for (const [n, key] of ['a', 'r'].entries()) {
    await reviewed(page).filter({ hasText: texts[n] }).waitFor();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  }
  await reviewed(page).filter({ hasText: texts[2] }).waitFor();
  await patch(`/${first?.id}`, { state: 'rejected' });
  await page.getByText(`Someone else already reviewed ${first?.id}. It is rejected.`).waitFor();
  await become('source=held&state=rejected', texts.slice(0, 2));
  assert.deepEqual(await textsOf('source=held&state=pending'), texts.slice(2));
  await press(page, 'a');
  await page.getByText('All caught up').waitFor();
  assert.deepEqual(await textsOf('source=held&state=published'), []);
  await page.goto('about:blank');
  await become('source=held&state=published', texts.slice(2));
});

test('hooks are edited in bulk by keyboard, each time by one request, and edits are undone', options, async () => {
  const texts = ['salt', 'paper', 'nine', 'a lamp', 'the stairs', 'my aunt'].map((word) => `Now look at ${word}`);
  await queue('bulk', texts, ['ada', 'ada', 'ada', 'bo', 'bo', 'cy']);
  const page = await open('/review?source=bulk');
  let edits = 0;
  const countEdits = (request: { method: () => string }) => {
    if (request.method() === 'PATCH') edits++;
  };
  page.on('request', countEdits);
  const bar = page.getByRole('status');
  await page.getByRole('list', { name: 'Pending hooks' }).getByText('my aunt').waitFor();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByTitle(/waiting/)
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
  await patch(`/${first?.id}`, { state: 'rejected' });
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

test('a hook is found, edited and retired, and pages of customers say so from then on', options, async () => {
  await load('changes', [hookLine('One line to change')]);
  const [{ id } = { id: '' }] = await hooksOf('source=changes');
  const { key, session: holder } = await customer(service, 'pro');
  const { body: collection } = await service.send('POST', '/collections', key, { body: { name: 'Spring' } });
  await service.send('PUT', `/collections/${collection.collection_id}/hooks/${id}`, key, { body: {} });
  const page = await open('/hooks', /status of (404|410|422)/);
  await page.getByLabel('Find by text or id').fill('line to CHANGE');
  await page.getByRole('list', { name: 'Hooks' }).getByText('One line to change').click();
  const dialog = page.getByRole('dialog', { name: 'Hook', exact: true });
  await dialog.getByLabel('Niche').selectOption('travel');
  await dialog.getByLabel('Language').fill('no such language');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('must be a BCP 47 tag').waitFor();
  await dialog.getByLabel('Language').fill('pt-BR');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved and published.').waitFor();
  const { body } = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([body.data.niche, body.data.language], ['travel', 'pt-BR']);
  await dialog.getByRole('button', { name: 'Retire…' }).click();
  await page.getByRole('dialog', { name: 'Retire hook' }).getByRole('button', { name: 'Retire hook' }).click();
  await dialog.getByText('Clients get 410.').waitFor();
  assert.match(page.url(), new RegExp(`hook=${id}`));

  const retired = await visit(`/dashboard/hooks/${id}`, { session: holder });
  await retired.getByRole('heading', { name: 'Hook retired' }).waitFor();
  await page.goto(`${service.url}/dashboard/hooks/hook_999999`);
  await page.getByRole('heading', { name: 'Hook not found' }).waitFor();
  await page.goto(`${service.url}/dashboard/collections/${collection.collection_id}`);
  await page.getByText('Retired from the catalog').waitFor();
});

test('a view count that waits is listed, and shown to clients once it is accepted', options, async () => {
  const { key } = await service.account('pro');
  const text = 'A line with a view count to decide';
  await load('careful', [hookLine(text)]);
  await load('bold', [hookLine(text, { views: 3e9 })]);
  const page = await open('/hooks');
  await page.getByRole('region', { name: '1 hook has a view count to decide' }).getByRole('button').click();
  await page.getByRole('list', { name: 'Hooks' }).getByText(text).click();
  const claim = page.getByRole('region', { name: 'bold says 3,000,000,000 views' });
  await claim.getByRole('button', { name: 'Accept views' }).click();
  await claim.waitFor({ state: 'detached' });
  assert.equal((await service.get('/hooks?q=view%20count%20decide', key)).body.data[0].views, 3e9);
});
