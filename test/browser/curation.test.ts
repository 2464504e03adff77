// Console pages for the catalog in a real browser: imports, review by keyboard, hooks.
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import { type OpenPage, openPage } from '../setup/open-page.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const skip = noBrowser;
let service: TestService;
let session: SignedIn;

before(async () => {
  if (skip) return;
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  session = await signInAsOperator(service);
});

after(async () => {
  await service?.close();
});

/** `expected` matches console errors the test provokes. */
const open = (path: string, expected?: RegExp): Promise<OpenPage> => openPage(service, path, { session, expected });

/** A record without labels whose guesses are uncertain. */
const unsure = (text: string, creator?: string) =>
  JSON.stringify({ text, views: 300_000, platform: 'TikTok', language: 'en', creator });
const hostile = '<script>document.title="owned"</script> \u202Eeht ta kooL\u200B lamp';

async function queue(source: string, texts: string[], creators: string[] = []): Promise<void> {
  const { report } = await service.import(
    texts.map((text, n) => unsure(text, creators[n])).join('\n'),
    `preset=hookline&format=jsonl&source=${source}`,
  );
  assert.equal(report.pending, texts.length, JSON.stringify(report));
}

const textsOf = async (query: string): Promise<string[]> =>
  (await service.operator('GET', `/operator/hooks?${query}`)).body.hooks.map(({ text }: { text: string }) => text);

async function becomes(query: string, expected: string[]): Promise<void> {
  await until(
    () => textsOf(query),
    (texts) => texts.join('\n') === expected.join('\n'),
  );
}

const reviewed = (page: Page) => page.getByRole('article', { name: 'Hook to review' }).getByRole('heading');

test('a chosen file is imported, its rejects are downloaded, and pending hooks are reviewed by keyboard', {
  skip,
}, async () => {
  const { page, close } = await open('/console/imports');
  const long = `Look at ${'a'.repeat(480)}`;
  const lines = [
    hookLine('A line that needs no review'),
    '{"text": "", "views": 500000}',
    ...[hostile, 'Look at salt', 'Look at paper', long].map((text) => unsure(text)),
  ];
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const buffer = Buffer.from(lines.join('\n'));
  await (await chooser).setFiles({ name: 'week.jsonl', mimeType: 'application/jsonl', buffer });
  await page.getByRole('textbox', { name: 'Source' }).fill('editors');
  await page.getByRole('button', { name: 'Preview' }).click();

  const preview = page.getByRole('dialog', { name: 'Preview: Import a file' });
  await preview.getByText('6 records read. Columns are matched by name.').waitFor();
  await preview.getByRole('region', { name: 'Reasons' }).getByText('Low confidence').waitFor();
  const records = preview.getByRole('table', { name: 'First records' });
  await records.getByRole('row', { name: 'the text is missing or empty' }).getByText('line 2').waitFor();
  // A field that is read from another column makes another preview.
  const readFrom = async (column: string) => {
    await preview.getByRole('button', { name: /^Column for text/ }).click();
    await page.getByRole('option', { name: column, exact: true }).click();
  };
  await readFrom('platform');
  const line = records.getByText('A line that needs no review', { exact: true });
  await line.waitFor({ state: 'detached' });
  await readFrom('text');
  await line.waitFor();
  await preview.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Preset').selectOption('hookline');
  await page.getByRole('button', { name: 'Preview' }).click();
  await preview.getByText('Preset: hookline.').waitFor();
  await preview.getByRole('button', { name: 'Import', exact: true }).click();

  const file = page.getByRole('list', { name: 'Your files' });
  await file.getByText('6 records read.').waitFor();
  const reasons = file.getByRole('region', { name: 'Reasons' });
  await reasons.getByText('the text is missing or empty').waitFor();
  await reasons.getByText('Low confidence').waitFor();
  const downloading = page.waitForEvent('download');
  await file.getByRole('link', { name: 'Download rejects' }).click();
  const download = await downloading;
  const rejects = (await readText(await download.createReadStream())).trim().split('\n');
  assert.deepEqual([download.suggestedFilename(), rejects.length], ['rejects.jsonl', 1]);
  assert.equal(JSON.parse(defined(rejects[0])).line, 2);

  await file.getByRole('link', { name: 'Review 4 pending' }).click();
  await page.getByRole('link', { name: 'One at a time' }).click();
  await page.getByText('1 of 4').waitFor();
  const title = await reviewed(page).textContent();
  assert.ok(title?.startsWith('<script>') && !(await page.title()).includes('owned'), 'hostile text is text');
  await page.keyboard.press('r');
  await reviewed(page).filter({ hasText: 'Look at salt' }).waitFor();
  await page.keyboard.press('u');
  await reviewed(page).filter({ hasText: 'kooL' }).waitFor();
  await page.keyboard.press('r');

  await page.keyboard.press('t');
  const other = page.getByRole('group', { name: 'Archetype' }).getByRole('radio').nth(1);
  await other.waitFor({ state: 'attached' });
  assert.equal(await other.isChecked(), false);
  await page.keyboard.press('2');
  assert.equal(await other.isChecked(), true);
  await page.getByRole('combobox', { name: 'Niche: other values' }).selectOption('food');
  await page.keyboard.press('a');
  await reviewed(page).filter({ hasText: 'Look at paper' }).waitFor();
  await page.keyboard.press('j');
  await page.getByText('4 of 4').waitFor();
  await page.keyboard.press('k');
  await page.getByText('3 of 4').waitFor();
  await page.keyboard.press('a');
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, 'long texts wrap');
  await page.keyboard.press('r');
  await page.getByText('All caught up').waitFor();
  const tally = await page.getByRole('status').textContent();
  assert.match(tally ?? '', /Accepted2.*Relabelled1.*Rejected2/);

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Hooks' }).click();
  await page.getByLabel('State').selectOption('published');
  const list = page.getByRole('list', { name: 'Hooks' });
  await list.getByText('Look at paper').waitFor();
  await becomes('source=editors&state=published&niche=food', ['Look at salt']);
  const rejected = await textsOf('source=editors&state=rejected');
  assert.deepEqual([rejected.length, rejected[0]?.startsWith('<script>'), rejected[1]], [2, true, long]);
  await close();
});

test('several dropped files are imported one after the other', { skip }, async () => {
  const { page, close } = await open('/console/imports');
  await page.getByText('Drop files here').waitFor();
  const lines = ['One dropped line', 'Another dropped line'].map((text) => hookLine(text));
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const [n, line] of ${JSON.stringify(lines)}.entries()) data.items.add(new File([line], 'part-' + n + '.jsonl'));
    return data;
  })()`);
  await page.getByRole('region', { name: 'Import files' }).dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByRole('textbox', { name: 'Source' }).fill('dropped');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Preview of part-0.jsonl').waitFor();
  await page.getByRole('button', { name: 'Import 2 files' }).dblclick();
  // The preview says the same of its file.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('1 record read.').nth(1).waitFor();
  assert.deepEqual(await textsOf('source=dropped'), ['One dropped line', 'Another dropped line']);
  await close();
});

test('a running import of any client is shown, also after a reload', { skip }, async () => {
  let end = () => {};
  const body = new ReadableStream({
    start: (stream) => {
      stream.enqueue(Buffer.from(`${hookLine('A line that comes slowly')}\n`));
      end = () => stream.close();
    },
  });
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' };
  const url = `${service.url}/operator/import?preset=hookline&filename=slow.jsonl&source=slow`;
  const importing = fetch(url, { method: 'POST', headers, body, duplex: 'half' }).then((answer) => answer.text());
  await until(
    () => service.operator('GET', '/operator/imports?state=running'),
    ({ body }) => body.total > 0,
  );
  const { page, close } = await open('/console/imports');
  const running = page.getByRole('list', { name: 'Running imports' });
  await running.getByText('slow.jsonl').waitFor();
  await page.reload();
  await running.getByText('slow.jsonl').waitFor();
  end();
  assert.match(await importing, /"added":1/);
  await running.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: 'slow.jsonl' }).getByText('done').waitFor();
  await close();
});

test('a held decision is sent when the page is closed', { skip }, async () => {
  await queue('closed', ['Look at nine']);
  const { page, close } = await open('/console/review?view=single&source=closed');
  await reviewed(page).waitFor();
  await page.keyboard.press('a');
  await page.getByText('All caught up').waitFor();
  assert.deepEqual(await textsOf('source=closed&state=published'), []);
  await page.goto('about:blank');
  await becomes('source=closed&state=published', ['Look at nine']);
  await close();
});

test('later decisions push out earlier ones; a decision that fails returns to the queue with the reason', {
  skip,
}, async () => {
  const texts = ['salt', 'paper', 'nine', 'a lamp', 'the stairs'].map((word) => `So look at ${word}`);
  await queue('refused', texts);
  const { page, close } = await open('/console/review?view=single&source=refused', /status of 503/);
  let isRefusing = true;
  await page.route('**/operator/hooks/hook_*', (route) => {
    if (!isRefusing || route.request().method() !== 'PATCH') return route.continue();
    isRefusing = false;
    const problem = { title: 'Unavailable', status: 503, code: 'unavailable', detail: 'The disk is full.' };
    return route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  for (const [n, text] of texts.entries()) {
    await reviewed(page).filter({ hasText: text }).waitFor();
    if (n < 4) await page.keyboard.press('a');
  }
  await page.getByText('couldn’t be accepted: The disk is full.').waitFor();
  await page.keyboard.press('k');
  await page.getByText('Decision not saved: The disk is full.').waitFor();
  await reviewed(page).filter({ hasText: texts[0] }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Imports' }).click();
  await becomes('source=refused&state=published', texts.slice(1, 4));
  await becomes('source=refused&state=rejected', texts.slice(0, 1));
  await becomes('source=refused&state=pending', texts.slice(4));
  await close();
});

test('a held key decides one hook, and a decision made by someone else stays', { skip }, async () => {
  const texts = ['salt', 'paper', 'nine'].map((word) => `Let us look at ${word}`);
  await queue('held', texts);
  const { page, close } = await open('/console/review?view=single&source=held', /status of 409/);
  const [{ id }] = (await service.operator('GET', '/operator/hooks?source=held&state=pending')).body.hooks;
  for (const [n, key] of ['a', 'r'].entries()) {
    await reviewed(page).filter({ hasText: texts[n] }).waitFor();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.down(key);
    await page.keyboard.up(key);
  }
  await reviewed(page).filter({ hasText: texts[2] }).waitFor();
  assert.equal((await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'rejected' })).status, 200);
  await page.getByText(`Someone else already reviewed ${id}. It is rejected.`).waitFor();
  await becomes('source=held&state=rejected', texts.slice(0, 2));
  assert.deepEqual(await textsOf('source=held&state=pending'), texts.slice(2));
  await close();
});

test('hooks are relabelled, accepted, rejected by creator and edited in bulk, each by one request, and undone', {
  skip,
}, async () => {
  const texts = ['salt', 'paper', 'nine', 'a lamp', 'the stairs', 'my aunt'].map((word) => `Now look at ${word}`);
  await queue('bulk', texts, ['ada', 'ada', 'ada', 'bo', 'bo', 'cy']);
  const { page, close } = await open('/console/review?source=bulk');
  let edits = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') edits++;
  });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const list = page.getByRole('list', { name: 'Pending hooks' });
  const bar = page.getByRole('status');
  await list.getByText('my aunt').waitFor();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByTitle(/waiting/)
    .waitFor();

  await press('x', 'Shift+J', 'Shift+J', 'Shift+J', 'Shift+K', 'n');
  const picker = page.getByRole('dialog', { name: 'Set niche of 3 hooks' });
  await picker.getByRole('combobox').fill('food');
  await picker.getByRole('option', { name: 'Food' }).waitFor();
  await press('Enter');
  await bar.getByText('Niche set to Food for 3 hooks').waitFor();
  await press('a');
  await becomes('source=bulk&state=published&niche=food', texts.slice(0, 3));
  await press('u');
  await bar.getByText('Undone: Accepted 3 hooks').waitFor();
  await becomes('source=bulk&state=pending&niche=food', texts.slice(0, 3));

  await press('c');
  await bar.getByText('Rejected 2 hooks').waitFor();
  await becomes('source=bulk&state=rejected', texts.slice(3, 5));
  await press('e', 'End', '!', 'Enter');
  await bar.getByText('Edited 1 hook').waitFor();
  await becomes('source=bulk&state=pending', [...texts.slice(0, 3), `${texts[5]}!`]);
  const [{ id }] = (await service.operator('GET', '/operator/hooks?source=bulk&state=pending')).body.hooks;
  assert.equal((await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'rejected' })).status, 200);
  await press('Shift+A');
  await bar.getByText('Accepted 3 hooks. 1 skipped: ').waitFor();
  assert.equal(edits, 5);

  await page.goto(`${service.url}/console/hooks?source=bulk&state=published&sort=oldest`);
  const boxes = page.getByRole('list', { name: 'Hooks' }).getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Retire' }).click();
  await becomes('source=bulk&state=retired', texts.slice(1, 3));
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes('source=bulk&state=published', [...texts.slice(1, 3), `${texts[5]}!`]);
  await close();
});

test('a hook is found, edited and retired, and clients get 410 from then on', { skip }, async () => {
  await service.import(hookLine('One line to change'), 'preset=hookline&format=jsonl&source=changes');
  const [{ id }] = (await service.operator('GET', '/operator/hooks?source=changes')).body.hooks;
  const { key } = await service.account('pro');
  const { page, close } = await open('/console/hooks', /status of 422/);
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
  assert.equal((await service.get(`/hooks/${id}`, key)).status, 410);
  assert.match(page.url(), new RegExp(`hook=${id}`));
  await close();
});

test('a view count that waits is listed, and shown to clients once it is accepted', { skip }, async () => {
  const { key } = await service.account('pro');
  const text = 'A line with a view count to decide';
  await service.import(hookLine(text), 'preset=hookline&format=jsonl&source=careful');
  await service.import(hookLine(text, { views: 3e9 }), 'preset=hookline&format=jsonl&source=bold');
  const { page, close } = await open('/console/hooks');
  await page.getByRole('region', { name: '1 hook has a view count to decide' }).getByRole('button').click();
  await page.getByRole('list', { name: 'Hooks' }).getByText(text).click();
  const claim = page.getByRole('region', { name: 'bold says 3,000,000,000 views' });
  await claim.getByRole('button', { name: 'Accept views' }).click();
  await claim.waitFor({ state: 'detached' });
  assert.equal((await service.get('/hooks?q=view%20count%20decide', key)).body.data[0].views, 3e9);
  await close();
});
