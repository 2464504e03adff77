// Feeds as readers read them: a strict CSV parser, an RSS reader, an XML parser, the schema of JSON Feed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import Parser from 'rss-parser';
import { SaxesParser } from 'saxes';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { jsonFeed } from './json-feed-schema.ts';

/** In the order of their import. Cleaning leaves all of this in texts. */
const texts = [
  '=HYPERLINK("http://evil.example","Click") and 2+2',
  '@SUM(1+1)*cmd|"/C calc"!A0 is how it starts',
  '+1 tip that nobody, really nobody, tells you',
  '-5 kg in a week; "how" he said',
  '<script>alert(1)</script> & <b>bold</b> ]]> claims',
  '[Click](javascript:alert(1)) **now** `code` _it_ # no | heading',
  'شاهد هذا الفيديو قبل أن تنام',
  '👩‍👩‍👧‍👦 Family 🇩🇪 trick é and e\u0301',
];
let service: TestService;
let path: string;
let hooks: Record<string, unknown>[];

before(async () => {
  service = await testService();
  await service.import(texts.map((text) => hookLine(text)).join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('pro');
  const body = { name: 'Über <b>"all"</b> ]]> &amp; \u0007\u{1f600}', filters: { q: '-"zebra & <]]>"' } };
  const { body: created } = await service.send('POST', '/searches', key, { body });
  path = new URL(created.feed_url).pathname;
  hooks = (await service.get('/hooks/full?sort=-added_at&limit=100', key)).body.data;
  assert.deepEqual(hooks.map(({ text }) => text).sort(), texts.map((text) => text.normalize('NFC')).sort());
});
after(() => service.close());

const read = async (format: string) => {
  const response = await fetch(`${service.url}${path}.${format}`);
  assert.equal(response.status, 200);
  return { type: response.headers.get('content-type'), text: await response.text() };
};

test('CSV has one record a hook for a strict parser, and no cell that a spreadsheet runs', async () => {
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
  assert.deepEqual([feed.title, feed.feedUrl], ['Über <b>"all"</b> ]]> &amp; 😀', `${service.url}${path}.xml`]);
  assert.deepEqual(
    feed.items.map(({ title, guid, isoDate }) => [title, guid, isoDate?.slice(0, 19)]),
    hooks.map(({ text, id, added_at }) => [text, id, String(added_at).slice(0, 19)]),
  );
  assert.deepEqual(feed.items[0]?.categories, ['TikTok', 'Question', 'Curiosity', 'Finance']);
  for (const { link, content = '' } of feed.items) {
    assert.match(link ?? '', new RegExp(`^${service.url}/dashboard/hooks/hook_`));
    assert.doesNotMatch(content, /<(script|b)>/, 'a description is HTML');
  }
});

test('JSON Feed follows the schema of version 1.1, and has each hook', async () => {
  const { type, text } = await read('json');
  assert.equal(type, 'application/feed+json; charset=utf-8');
  const feed = jsonFeed.parse(JSON.parse(text));
  assert.equal(feed.feed_url, `${service.url}${path}.json`);
  assert.deepEqual(
    feed.items.map((item) => item._hookline),
    hooks,
  );
  assert.equal(new Set(feed.items.map(({ id }) => id)).size, hooks.length);
});

test('Markdown is one line a hook, whose text makes no link, heading or code', async () => {
  const { type, text } = await read('md');
  assert.equal(type, 'text/markdown; charset=utf-8');
  const [heading, , summary, , ...lines] = text.trimEnd().split('\n');
  assert.equal(heading, '# Über \\<b\\>"all"\\</b\\> \\]\\]\\> \\&amp; 😀');
  assert.match(summary ?? '', /^8 hooks, updated \d{4}-/);
  assert.equal(lines.length, texts.length);
  const hostile = lines.find((line) => line.includes('javascript')) ?? '';
  assert.ok(
    hostile.startsWith('- [\\[Click\\](javascript:alert(1)) \\*\\*now\\*\\* \\`code\\` \\_it\\_ # no \\| heading]('),
  );
  // Reading the escapes back gives the exact words.
  const read_ = lines.map((line) =>
    line.slice(3, line.indexOf(`](${service.url}`)).replace(/\\(?=[\\`*_[\]<>|~&])/g, ''),
  );
  assert.deepEqual(
    read_,
    hooks.map(({ text }) => text),
  );
});
