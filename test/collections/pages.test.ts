// Public pages of an account: share pages, and what they stop showing when hooks and plans change; feeds, checked by a strict CSV parser,
// an RSS reader, an XML parser and the schema of JSON Feed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import pg from 'pg';
import Parser from 'rss-parser';
import { SaxesParser } from 'saxes';
import { z } from 'zod';
import { faultPoint } from '../setup/fault-point.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
/** The path of a feed with `hooks`. */
let feedPath: string;
let hooks: Record<string, unknown>[];

/** Listed in the order of their import. Cleaning leaves all of this in texts. */
const feedTexts = [
  '=HYPERLINK("http://evil.example","Click") and 2+2',
  '@SUM(1+1)*cmd|"/C calc"!A0 is how it starts',
  '+1 tip that nobody, really nobody, tells you',
  '-5 kg in a week; "how" he said',
  '<script>alert(1)</script> & <b>bold</b> ]]> claims',
  '[Click](javascript:alert(1)) **now** `code` _it_ # no | heading',
  'شاهد هذا الفيديو قبل أن تنام',
  '👩‍👩‍👧‍👦 Family 🇩🇪 trick é and e\u0301',
];

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const lines = groups.flatMap((texts, group) => texts.map((text, n) => lineOf(text, group, n)));
  lines.push(...feedTexts.map((text) => hookLine(text, { niche: 'art' })));
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=pages');
  assert.equal(report.added, lines.length);
  const { key } = await service.account('pro');
  const body = { name: 'Über <b>"all"</b> ]]> &amp; \u0007\u{1f600}', filters: { niche: 'art', q: '-"zebra & <]]>"' } };
  const { body: created } = await service.send('POST', '/searches', key, { body });
  feedPath = new URL(created.feed_url).pathname;
  hooks = (await service.get('/hooks/full?sort=-added_at&limit=100&niche=art', key)).body.data;
  assert.deepEqual(hooks.map(({ text }) => text).sort(), feedTexts.map((text) => text.normalize('NFC')).sort());
});
after(async () => {
  await client.end();
  await service.close();
});

/** Hooks of the collections: one test each uses `many` and `escaped`, others take the next group in order. */
const many = Array.from({ length: 108 }, (_, n) => `line${n}`);
const escaped = ['<b>bold</b> "line"', 'two'];
const groups = [many, escaped, ...Array.from({ length: 10 }, () => ['one', 'two', 'three'])];
let used = 2;
/** Each hook of the group contains this word, and no other hook does. */
const wordOf = (group: number) => `zz${String.fromCharCode(97 + group).repeat(8)}`;

function lineOf(text: string, group: number, n: number): string {
  const line = hookLine(`${text} ${wordOf(group)}`, { views: 900_000 - n, id: `${group}-${n}` });
  return JSON.stringify({ ...JSON.parse(line), source_url: `https://www.tiktok.com/@ann/video/${group}000${n}` });
}

/** A collection with its own hooks, most viewed first. */
async function newCollection(plan = 'pro', group = used++, name = 'Spring') {
  const account = await service.account(plan);
  const { rows } = await client.query('select id from hooks where text like $1 order by views desc', [
    `% ${wordOf(group)}`,
  ]);
  const ids = rows.map(({ id }) => `hook_${id}`);
  assert.ok(ids.length > 1);
  const { body } = await service.send('POST', '/collections', account.key, { body: { name } });
  await service.send('POST', `/collections/${body.collection_id}/hooks`, account.key, {
    body: { ids: ids.slice(0, 100) },
  });
  const { body: shared } = await service.send('POST', `/collections/${body.collection_id}/share`, account.key);
  return { ...account, collection: body.collection_id as string, ids, page: new URL(shared.share_url).pathname };
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('the share page shows title, hooks, sources, notes and tags, escaped, and is not indexed unless allowed', async () => {
  const name = '<img src=x onerror=alert(1)> & "friends"';
  const { key, collection, ids, page } = await newCollection('pro', 1, name);
  await service.send('PUT', `/collections/${collection}/hooks/${ids[0]}`, key, {
    body: { note: '</p><script>alert(1)</script>', tags: ['<i>'] },
  });
  const { status, headers, text } = await open(page);
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.doesNotMatch(text, /<script|<img src=x|<b>|<i>/);
  assert.match(text, /<h1>&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;friends&quot;<\/h1>/);
  assert.match(text, /&lt;b&gt;bold&lt;\/b&gt; &quot;line&quot;/);
  assert.match(text, /<p class="note">&lt;\/p&gt;&lt;script&gt;/);
  assert.match(text, /<a href="https:\/\/www\.tiktok\.com\/@ann\/video\/\d+" rel="noopener nofollow">/);
  assert.match(text, /<meta name="robots" content="noindex" \/>/);
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const etag = headers.get('etag') ?? '';
  assert.equal((await open(page, { 'if-none-match': etag })).status, 304);
  await service.send('DELETE', `/collections/${collection}/hooks/${ids[1]}`, key);
  assert.equal((await open(page, { 'if-none-match': etag })).status, 200);
  const { body } = await service.send('POST', `/collections/${collection}/share`, key, { body: { indexable: true } });
  const indexed = await open(new URL(body.share_url).pathname);
  assert.equal(indexed.headers.get('x-robots-tag'), null);
  assert.doesNotMatch(indexed.text, /noindex/);
  await service.send('PATCH', `/collections/${collection}`, key, { body: { indexable: false } });
  const hidden = await open(new URL(body.share_url).pathname, { 'if-none-match': indexed.headers.get('etag') ?? '' });
  assert.deepEqual([hidden.status, hidden.headers.get('x-robots-tag')], [200, 'noindex']);
});

test('a plan without full hooks shares no sources', async () => {
  const { page } = await newCollection('free');
  const { text } = await open(page);
  assert.match(text, /one [a-z]+</);
  assert.doesNotMatch(text, /tiktok\.com/);
});

test('a hook that is taken down disappears from collections and share pages at once; a retired one stays as a line', async () => {
  const { key, collection, ids, page } = await newCollection();
  const [taken = '', retired = '', kept = ''] = ids;
  await service.operator('POST', `/operator/hooks/${taken}/takedown`, { reason: 'Request 7' });
  assert.doesNotMatch((await open(page)).text, /one [a-z]+</);
  await service.operator('PATCH', `/operator/hooks/${retired}`, { state: 'retired' });
  const { body } = await service.get(`/collections/${collection}`, key);
  const states = body.data.map(({ hook, state }: { hook: { id: string }; state: string }) => `${hook.id} ${state}`);
  assert.deepEqual(states, [`${retired} retired`, `${kept} published`]);
  assert.deepEqual(Object.keys(body.data[0].hook), ['id', 'text']);
  const { text } = await open(page);
  assert.match(text, new RegExp(`<li id="${retired}"><p class="retired">This hook was retired from the catalog`));
  assert.doesNotMatch(text, /two [a-z]+</);
  const again = await service.send('PUT', `/collections/${collection}/hooks/${retired}`, key, {
    body: { note: 'why' },
  });
  assert.equal(again.body.note, 'why');
  await service.send('DELETE', `/collections/${collection}/hooks/${retired}`, key);
  const gone = await service.send('PUT', `/collections/${collection}/hooks/${retired}`, key);
  assert.equal(gone.status, 410);
  assert.equal((await service.send('PUT', `/collections/${collection}/hooks/${taken}`, key)).status, 410);
});

test('a plan limits the hooks of a collection, also for concurrent saves; after a downgrade it keeps its hooks and loses its sources', async () => {
  const { id, key, collection, ids, page } = await newCollection('pro', 0);
  const save = (from: number, to: number) =>
    service.send('POST', `/collections/${collection}/hooks`, key, { body: { ids: ids.slice(from, to) } });
  assert.equal((await save(100, 102)).body.hooks, 102);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'free' });
  await until(
    () => open(page),
    ({ text }) => text.includes('102 hooks') && !text.includes('tiktok.com'),
  );
  const refused = await save(102, 103);
  assert.deepEqual([refused.status, /103 hooks\. Free includes 100/.test(refused.body.detail)], [409, true]);
  await service.send('POST', `/collections/${collection}/hooks/remove`, key, { body: { ids: ids.slice(95, 102) } });
  const batches = await Promise.all([save(96, 99), save(99, 102), save(102, 105)]);
  assert.deepEqual(batches.map(({ status }) => status).sort(), [200, 409, 409]);
  const { body } = await service.get(`/collections/${collection}?limit=1`, key);
  assert.equal(body.total, 98);
  const known = await service.send('PUT', `/collections/${collection}/hooks/${ids[0]}`, key, {
    body: { note: 'still' },
  });
  assert.equal(known.status, 200);
});

test('a hook that is taken down while it is being saved does not stay in the collection', async () => {
  const { key, collection, ids } = await newCollection();
  const [id = ''] = ids;
  await service.send('DELETE', `/collections/${collection}/hooks/${id}`, key);
  const point = await faultPoint(service.databaseUrl, 'before insert on collection_hooks');
  const saving = service.send('PUT', `/collections/${collection}/hooks/${id}`, key);
  await point.reached();
  const taking = service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'x' });
  const waits = `select from pg_locks where not granted and locktype <> 'advisory'
    and pid in (select pid from pg_stat_activity where datname = current_database())`;
  await Promise.race([
    taking,
    until(
      async () => (await client.query(waits)).rows.length,
      (locks) => locks > 0,
    ),
  ]);
  await point.release();
  assert.equal((await taking).status, 200);
  await saving;
  const { rows } = await client.query('select from collection_hooks where hook_id = $1', [id.slice(5)]);
  assert.equal(rows.length, 0);
});

test('a webhook is notified of retired hooks of its collection only', async () => {
  const { key, collection, ids } = await newCollection('enterprise');
  const [kept = '', retired = ''] = ids;
  await service.send('DELETE', `/collections/${collection}/hooks/${kept}`, key);
  const { body: webhook } = await service.send('POST', '/webhooks', key, {
    body: { webhook_url: 'http://127.0.0.1:1/in', filters: { collection: [collection] }, events: ['hooks.retired'] },
  });
  for (const id of [kept, retired]) await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  await service.observed('delivery_attempted', webhook.webhook_id);
  const { body: log } = await service.get(`/webhooks/${webhook.webhook_id}/deliveries`, key);
  const sent = await service.get(`/webhooks/${webhook.webhook_id}/deliveries/${log.data[0].delivery_id}`, key);
  const { hooks } = JSON.parse(sent.body.request_body).data;
  assert.deepEqual([log.total, hooks.map((hook: { id: string }) => hook.id)], [1, [retired]]);
});

const read = async (format: string) => {
  const response = await fetch(`${service.url}${feedPath}.${format}`);
  assert.equal(response.status, 200);
  return { type: response.headers.get('content-type'), text: await response.text() };
};

test('CSV has one record per hook for a strict parser, and no cell that a spreadsheet runs', async () => {
  const { type, text } = await read('csv');
  assert.equal(type, 'text/csv; charset=utf-8; header=present');
  const rows = parseCsv(text, { columns: true, record_delimiter: '\r\n', relax_quotes: false }) as Record<
    string,
    string
  >[];
  assert.deepEqual(
    rows.map((row) => row.text?.replace(/^'(?=[=+\-@])/, '')),
    hooks.map(({ text }) => text),
  );
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
});

test('RSS is well-formed, and a reader gets every text, link, date and label', async () => {
  const { type, text } = await read('xml');
  assert.equal(type, 'application/rss+xml; charset=utf-8');
  const checker = new SaxesParser({ xmlns: true });
  checker.on('error', (error) => assert.fail(error));
  checker.write(text).close();
  const feed = await new Parser().parseString(text);
  assert.deepEqual([feed.title, feed.feedUrl], ['Über <b>"all"</b> ]]> &amp; 😀', `${service.url}${feedPath}.xml`]);
  assert.deepEqual(
    feed.items.map(({ title, guid, isoDate }) => [title, guid, isoDate?.slice(0, 19)]),
    hooks.map(({ text, id, added_at }) => [text, id, String(added_at).slice(0, 19)]),
  );
  assert.deepEqual(feed.items[0]?.categories, ['TikTok', 'Question', 'Curiosity', 'Art']);
  for (const { link, content = '' } of feed.items) {
    assert.match(link ?? '', new RegExp(`^${service.url}/dashboard/hooks/hook_`));
    assert.doesNotMatch(content, /<(script|b)>/, 'a description is HTML');
  }
});

/** Schema of https://www.jsonfeed.org/version/1.1/: the members that feeds of the service have, and one extension. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  description: z.string(),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: z.url(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime({ offset: true }),
      authors: z.array(z.strictObject({ name: z.string() })).optional(),
      tags: z.array(z.string()),
      language: z.string().optional(),
      _hookline: z.looseObject({}),
    }),
  ),
});

test('JSON Feed follows the schema of version 1.1 and has every hook', async () => {
  const { type, text } = await read('json');
  assert.equal(type, 'application/feed+json; charset=utf-8');
  const feed = jsonFeed.parse(JSON.parse(text));
  assert.equal(feed.feed_url, `${service.url}${feedPath}.json`);
  assert.deepEqual(
    feed.items.map((item) => item._hookline),
    hooks,
  );
  assert.equal(new Set(feed.items.map(({ id }) => id)).size, hooks.length);
});

test('Markdown has one line per hook, whose text makes no link, heading or code', async () => {
  const { type, text } = await read('md');
  assert.equal(type, 'text/markdown; charset=utf-8');
  const [heading, , summary, , ...lines] = text.trimEnd().split('\n');
  assert.equal(heading, '# Über \\<b\\>"all"\\</b\\> \\]\\]\\> \\&amp; 😀');
  assert.match(summary ?? '', /^8 hooks, updated \d{4}-/);
  assert.equal(lines.length, feedTexts.length);
  const hostile = lines.find((line) => line.includes('javascript')) ?? '';
  assert.ok(
    hostile.startsWith('- [\\[Click\\](javascript:alert(1)) \\*\\*now\\*\\* \\`code\\` \\_it\\_ # no \\| heading]('),
  );
  // Unescaping gives the exact words.
  const read_ = lines.map((line) =>
    line.slice(3, line.indexOf(`](${service.url}`)).replace(/\\(?=[\\`*_[\]<>|~&])/g, ''),
  );
  assert.deepEqual(
    read_,
    hooks.map(({ text }) => text),
  );
});

// This test is the last, since it blocks the address of all tests.
test('an unknown URL returns a page to browsers and a problem document to programs, and 429 after many guesses', async () => {
  const unknown = `/c/${'x'.repeat(26)}`;
  const { status, text } = await open(unknown);
  assert.deepEqual([status, /Page not found/.test(text)], [404, true]);
  const problem = await open(unknown, { accept: 'application/json' });
  assert.deepEqual([problem.status, JSON.parse(problem.text).code], [404, 'not_found']);
  let last = 0;
  for (let n = 0; n < 70; n++) last = (await open(`/c/${String(n).padStart(26, 'y')}`)).status;
  assert.equal(last, 429);
});
