// Matching of records to hooks, and their values: ids that number rows, existing hooks, and two spellings of one text.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
before(async () => {
  service = await ingestService();
});

const labels = { platform: 'TikTok', language: 'en', niche: 'food', archetype: 'how_to', emotional_trigger: 'joy' };
const importRows = async (source: string, rows: object[], more = ''): Promise<Body> => {
  const lines = rows.map((row) => JSON.stringify({ views: 500_000, ...labels, ...row })).join('\n');
  const line = await service.import(lines, `format=jsonl&source=${source}${more}`);
  assert.ok(line.report ?? line.preview, JSON.stringify(line));
  return line.report ?? line.preview;
};
const textsOf = async (source: string) => (await service.hooksOf(source)).map(({ text }) => text).sort();

const [lid, tray, oven] = [
  'Why this lid never rusts in the rain',
  'I left one tray outside for a month',
  'Nobody cleans an oven like my aunt',
];

test('without a video, records with the same id and different texts are separate hooks, and the preview counts them', async () => {
  const rows = [lid, tray, oven].map((text) => ({ id: '7', text }));
  const preview = await importRows('one-id', rows, '&dry_run=1');
  assert.deepEqual([preview.report.added, preview.report.shared_ids], [3, 3]);
  assert.equal((await importRows('one-id', rows)).added, 3);
  assert.deepEqual(await textsOf('one-id'), [lid, tray, oven].sort());
  assert.equal((await importRows('one-id', rows)).unchanged, 3);
  const twice = [
    { id: '8', text: 'Three spoons of salt changed my soup' },
    { id: '8', text: 'Three spoons of salt changed my soups', views: 600_000 },
  ];
  assert.equal((await importRows('one-id', twice)).added, 1, 'a corrected text is that of the same hook');
});

test('row numbers as ids in a second file add hooks, and a corrected text updates its own hook', async () => {
  await importRows(
    'rows',
    [lid, tray].map((text, at) => ({ id: at + 1, text })),
  );
  const second = ['Every baker hides this drawer', 'I left one tray outside for a whole month'].map((text, at) => ({
    id: at + 1,
    text,
  }));
  const report = await importRows('rows', second);
  assert.deepEqual([report.added, report.updated], [1, 1]);
  assert.deepEqual(
    await textsOf('rows'),
    ['Every baker hides this drawer', 'I left one tray outside for a whole month', lid].sort(),
  );
  assert.equal((await importRows('rows', second)).unchanged, 2);
});

test('on_duplicate=skip leaves existing hooks unchanged, and insert adds another one unless the video is the same', async () => {
  const url = 'https://www.youtube.com/watch?v=duplicates1';
  const rows = [
    { id: 'a', text: 'A jar of honey outlives its owner' },
    { id: 'b', text: 'A loaf of rye keeps for nine days', source_url: url, published_at: 'last week' },
  ];
  const { unread_dates } = await importRows('repeats', rows);
  assert.deepEqual(unread_dates, { count: 1, first: 'last week' });
  const grown = rows.map((row) => ({ ...row, views: 900_000 }));
  const skipped = await importRows('repeats', grown, '&on_duplicate=skip');
  assert.deepEqual([skipped.added, skipped.updated, skipped.unchanged], [0, 0, 2]);
  const inserted = await importRows('repeats', grown, '&on_duplicate=insert');
  assert.deepEqual([inserted.added, inserted.updated], [1, 1]);
  const views = (await service.hooksOf('repeats')).map((hook) => hook.views);
  assert.deepEqual(views, [900_000, 900_000, 500_000]);
});

test('of two spellings of one text in a file, the one in capitals is dropped', async () => {
  const loud = [{ text: 'NEVER WASH RICE IN A SIEVE', views: 900_000 }, { text: 'Never wash rice in a sieve' }];
  await importRows('loud', loud);
  assert.deepEqual(await textsOf('loud'), ['Never wash rice in a sieve']);
});
