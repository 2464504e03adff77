// Previews of imports: what an import would do, without doing it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runCommand } from '../../src/cli/run.ts';
import type { Preview, PreviewRecord } from '../../src/ingest/imports/preview-record.ts';
import type { ImportReason } from '../../src/ingest/imports/reason.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { fingerprint } from './fingerprint.ts';

let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_LIMIT_PREVIEW_BYTES: '30000' });
});
after(() => service.close());

async function preview(content: string | Buffer, query: string): Promise<Preview> {
  const line = await service.import(content, `dry_run=1&${query}`);
  assert.ok(line.preview, JSON.stringify(line));
  return line.preview;
}

const tiktok = (text: string, n: number, views = 500_000) => ({
  id: `70000000000000000${n}`,
  text,
  playCount: views,
  diggCount: 10,
  authorMeta: { name: 'ana' },
  webVideoUrl: `https://www.tiktok.com/@ana/video/70000000000000000${n}`,
});

test('a preview says what the import then does, and changes nothing', async () => {
  await service.import(
    [hookLine('Known and unchanged', { id: 'k1' }), hookLine('Known with fewer views', { id: 'k2' })].join('\n'),
    'preset=hookline&format=jsonl&source=mix',
  );
  const fewViews = hookLine('Seen by nobody', { views: 7 });
  const excerpt = 'Seen by nobody · 7 · TikTok · question · curiosity · finance · vlog · en';
  const lines = [
    hookLine('Known and unchanged', { id: 'k1' }),
    hookLine('Known with fewer views', { id: 'k2', views: 400_000 }),
    fewViews,
    JSON.stringify({ text: 'Look at salt', views: 300_000, platform: 'TikTok', language: 'en', source_id: 'n1' }),
    ...Array.from({ length: 30 }, (_, n) => hookLine(`What nobody says about rent number ${n}`, { id: `r${n}` })),
    'not JSON at all',
  ].join('\n');
  const query = 'preset=hookline&format=jsonl&source=mix&filename=mix.jsonl';
  const before = await fingerprint(service.databaseUrl);
  const seen = await preview(lines, query);
  assert.deepEqual(await fingerprint(service.databaseUrl), before);
  const { report, import_id } = await service.import(lines, query);
  assert.deepEqual(seen.report, report);
  assert.deepEqual(
    [report.added, report.pending, report.updated, report.unchanged, report.duplicates, report.rejected],
    [30, 1, 1, 1, 0, 2],
  );
  assert.equal(seen.records.length, 20);
  const short = ({ line, result, state, reason, text }: PreviewRecord) => [line, result, state, reason, text];
  assert.deepEqual(seen.records.slice(0, 5).map(short), [
    [1, 'unchanged', 'published', null, 'Known and unchanged'],
    [2, 'updated', 'published', null, 'Known with fewer views'],
    [3, 'rejected', null, '7 views are below the minimum of 100,000 (HOOKLINE_MIN_VIEWS)', excerpt],
    [4, 'pending', 'pending', 'low_confidence', 'Look at salt'],
    [5, 'added', 'published', null, 'What nobody says about rent number 0'],
  ]);
  // The 30 lines about rent differ by their number alone.
  assert.equal(seen.near_duplicates, 29);
  assert.deepEqual([seen.records[1]?.views, seen.records[0]?.hook_id], [400_000, 'hook_1']);
  assert.deepEqual(seen.records[4]?.labels, { method: 'given', confidence: 1 });
  assert.deepEqual([seen.preset, seen.is_detected, seen.read_bytes], ['hookline', false, null]);
  assert.deepEqual(seen.reasons, [
    { result: 'pending', reason: 'low_confidence', count: 1, examples: [{ line: 4, text: 'Look at salt' }] },
    { result: 'rejected', reason: 'not valid JSON', count: 1, examples: [{ line: 35, text: 'not JSON at all' }] },
    {
      result: 'rejected',
      reason: 'views are below the minimum of 100,000 (HOOKLINE_MIN_VIEWS)',
      count: 1,
      examples: [{ line: 3, text: excerpt }],
    },
  ]);
  const { body: imported } = await service.operator('GET', `/operator/imports/${import_id}`);
  assert.deepEqual(
    imported.reasons.map(({ reason, count }: ImportReason) => [reason, count]),
    seen.reasons.map(({ reason, count }) => [reason, count]),
  );
});

test('the preset of a file is detected from its columns, by a preview and by an import', async () => {
  const file = JSON.stringify([1, 2, 3].map((n) => tiktok(`Why your first ${n} videos never get any views`, n)));
  const seen = await preview(file, 'filename=tiktok.json&set=niche=business');
  assert.deepEqual([seen.preset, seen.is_detected], ['tiktok-scraper', true]);
  assert.deepEqual(seen.mapping.slice(0, 4), [
    { field: 'text', columns: ['text'], constant: null },
    { field: 'views', columns: ['playCount'], constant: null },
    { field: 'platform', columns: [], constant: 'TikTok' },
    { field: 'niche', columns: [], constant: 'business' },
  ]);
  assert.deepEqual(seen.columns, ['id', 'text', 'playCount', 'diggCount', 'authorMeta', 'webVideoUrl']);
  await service.import(file, 'filename=tiktok.json&set=niche=business');
  const { body } = await service.operator('GET', '/operator/hooks?source=tiktok.json');
  const [{ creator, platform, niche, source_id: id }] = body.hooks;
  assert.deepEqual([creator, platform, niche, id.slice(0, 5)], ['ana', 'TikTok', 'business', '70000']);

  // A mapping that is given is used as it is.
  const none = await preview(file, 'filename=tiktok.json&preset=none');
  assert.deepEqual([none.preset, none.records[0]?.platform], [null, 'TikTok']);
  const mapped = await preview(file, 'filename=tiktok.json&map=text=webVideoUrl&map=views=diggCount');
  assert.deepEqual([mapped.preset, mapped.report.rejected], [null, 3]);
});

test('a file without a column for the text is previewed with its columns', async () => {
  const seen = await preview('Post body,Watched\nA line,200000\n', 'filename=posts.csv');
  assert.deepEqual(seen.columns, ['Post body', 'Watched']);
  assert.match(seen.reasons[0]?.reason ?? '', /^no column for text/);
  // The other columns are found nevertheless.
  const found = await preview('Post body,Views\nA line,200000\n', 'filename=posts.csv');
  assert.deepEqual(found.mapping, [{ field: 'views', columns: ['Views'], constant: null }]);
});

test('a long file is previewed in part, up to its last whole record', async () => {
  const noise = (n: number) => createHash('sha512').update(`${n}`).digest('base64');
  const records = Array.from({ length: 500 }, (_, n) => hookLine(`Line ${n} ${noise(n)}`, { id: `p${n}` }));
  const csv = ['text,views', ...records.map((_, n) => `Line ${n} ${noise(n)},200000`)].join('\n');
  const files = { 'long.jsonl.gz': gzipSync(records.join('\n')), 'long.csv': csv };
  for (const [name, content] of Object.entries(files)) {
    const { read_bytes, report } = await preview(content, `filename=${name}&source=long&snapshot=1`);
    assert.equal(read_bytes, 30_000, name);
    assert.ok(report.read > 100 && report.read < 500, `${name}: ${report.read}`);
    assert.deepEqual([report.rejected, report.retired], [0, 0], name);
  }
});

test('a file that cannot be read is previewed with the reason, and a wrong mapping is an error', async () => {
  const line = await service.import('', 'dry_run=1&filename=empty.jsonl');
  assert.deepEqual([line.preview.report.read, line.preview.reasons[0].reason], [1, 'the file is empty']);
  const bad = await service.import('{}', 'dry_run=1&preset=unheard-of');
  assert.equal(bad.code, 'invalid_parameter');
});

test('hookline admin import --dry-run prints the preview, and hookline admin import the reasons and what to do next', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-preview-'));
  const file = join(directory, 'week.jsonl');
  const record = { text: 'Look at pepper', views: 300_000, platform: 'TikTok', language: 'en' };
  await writeFile(
    file,
    [JSON.stringify(record), hookLine('What rent hides from you'), hookLine('Few', { views: 3 })].join('\n'),
  );
  const { mock } = context.mock.method(console, 'log', () => {});
  const command = async (...words: string[]) => {
    mock.resetCalls();
    const code = await runCommand([...words, '--url', service.url, '--key', operatorKey]);
    return { code, output: mock.calls.map((call) => call.arguments.join(' ')).join('\n') };
  };
  const run = (...flags: string[]) => command('import', file, ...flags);
  const dry = await run('--dry-run');
  assert.equal(dry.code, 0);
  assert.match(dry.output, /^week\.jsonl: 3 records, columns matched by name\nNothing was imported\./);
  assert.match(dry.output, /1 published, 1 pending review, 1 rejected/);
  assert.match(dry.output, /\n {2}text +← text\n/);
  assert.match(dry.output, /1 pending: labels of low confidence\n {6}line 1: Look at pepper/);
  assert.match(
    dry.output,
    /line 2: published\n {6}What rent hides from you\n {6}150,000 · TikTok · en · question · curiosity · finance · given 100 %/,
  );
  const [{ report, records }] = JSON.parse((await run('--dry-run', '--json')).output);
  assert.deepEqual([report.added, records.length], [1, 3]);
  const { output } = await run();
  assert.match(output, /1 pending: labels of low confidence\n {6}Look at pepper/);
  assert.match(output, /\nSave rejected records: /);
  const [, words = ''] = /Review them: hookline admin (.*)/.exec(output) ?? [];
  assert.match((await command(...words.split(' '))).output, /pending .* Look at pepper$/);
  await rm(directory, { recursive: true });
});
