// Previews of imports and of sources: what they would do, without doing it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runCommand } from '../../src/cli/run.ts';
import type { Preview, PreviewRecord } from '../../src/ingest/imports/preview-record.ts';
import type { SourcePreview } from '../../src/ingest/sources/preview.ts';
import type { JsonApi } from '../setup/json-api.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';
import { fingerprint } from './fingerprint.ts';
import { type Body, fixtures, type IngestService, ingestService, linesOf } from './ingest-service.ts';

let service: IngestService;
let upstream: JsonApi;
let directory: string;

before(async () => {
  service = await ingestService();
  ({ upstream } = service);
  directory = mkdtempSync(join(tmpdir(), 'hookline-preview-'));
});
after(() => rmSync(directory, { recursive: true }));

async function preview(content: string | Buffer, query: string): Promise<Preview> {
  const line = await service.import(content, `dry_run=1&${query}`);
  assert.ok(line.preview, JSON.stringify(line));
  return line.preview;
}

const send = (body: object) => service.operator('POST', '/operator/sources/preview', body);

async function previewSource(body: object): Promise<SourcePreview> {
  const answer = await send(body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

test('a preview says what the import then does, and changes nothing', async () => {
  await service.import(
    [hookLine('Known and unchanged', { id: 'k1' }), hookLine('Known with fewer views', { id: 'k2' })].join('\n'),
    'preset=hookline&format=jsonl&source=mix',
  );
  const [known] = await service
    .hooksOf('mix')
    .then((hooks) => hooks.filter(({ text }) => text === 'Known and unchanged'));
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
  assert.deepEqual([seen.records[1]?.views, seen.records[0]?.hook_id], [400_000, known.id]);
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
    imported.reasons.map(({ reason, count }: Body) => [reason, count]),
    seen.reasons.map(({ reason, count }) => [reason, count]),
  );
});

test('the preset of a file is detected from its columns, by a preview and by an import', async () => {
  const file = readFileSync(join(fixtures, 'tools/tiktok-scraper.json'));
  const seen = await preview(file, 'filename=tiktok.json&set=niche=business');
  assert.deepEqual([seen.preset, seen.is_detected], ['tiktok-scraper', true]);
  assert.deepEqual(seen.mapping.slice(0, 4), [
    { field: 'text', columns: ['text'], constant: null },
    { field: 'views', columns: ['playCount'], constant: null },
    { field: 'platform', columns: [], constant: 'TikTok' },
    { field: 'niche', columns: [], constant: 'business' },
  ]);
  await service.import(file, 'filename=tiktok.json&set=niche=business');
  const [{ creator, platform, niche }] = await service.hooksOf('tiktok.json');
  assert.deepEqual([creator, platform, niche], ['invented.runner', 'TikTok', 'business']);
  // A mapping that is given is used as it is.
  const none = await preview(file, 'filename=tiktok.json&preset=none');
  assert.deepEqual([none.preset, none.records[0]?.platform], [null, 'TikTok']);
});

test('a file that cannot be used is previewed with its columns and the reason; a wrong mapping is an error', async () => {
  const unmapped = await preview('Post body,Watched\nA line,200000\n', 'filename=posts.csv');
  assert.deepEqual(unmapped.columns, ['Post body', 'Watched']);
  assert.match(unmapped.reasons[0]?.reason ?? '', /^no column for text/);
  // The other columns are found nevertheless.
  const found = await preview('Post body,Views\nA line,200000\n', 'filename=posts.csv');
  assert.deepEqual(found.mapping, [{ field: 'views', columns: ['Views'], constant: null }]);
  const empty = await preview('', 'filename=empty.jsonl');
  assert.deepEqual([empty.report.read, empty.reasons[0]?.reason], [1, 'the file is empty']);
  assert.equal((await service.import('{}', 'dry_run=1&preset=unheard-of')).code, 'invalid_parameter');
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

test('hookline admin import --dry-run prints the preview, and hookline admin import the reasons and what to do next', async (context) => {
  const file = join(directory, 'week.jsonl');
  const record = { text: 'Look at pepper', views: 300_000, platform: 'TikTok', language: 'en' };
  writeFileSync(
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
});

test('a preview of a source shows what would be published and what waits, and writes nothing', async () => {
  const lines = [
    hookLine('A line that would be published'),
    JSON.stringify({ text: 'Look at cumin', views: 300_000, platform: 'TikTok', language: 'en' }),
    hookLine('Seen by nobody', { views: 7 }),
  ];
  upstream.put('/lines', lines.join('\n'));
  const before = await fingerprint(service.databaseUrl);
  const found = await previewSource({ location: upstream.url('/lines'), preset: 'hookline' });
  assert.deepEqual(
    found.preview?.records.map(({ result }) => result),
    ['added', 'pending', 'rejected'],
  );
  assert.deepEqual(
    [found.preview?.reasons.length, found.preview?.preset, found.parts, found.usage, found.notices, found.found],
    [2, 'hookline', { read: 1, total: 1 }, {}, [], null],
  );
  assert.deepEqual(await fingerprint(service.databaseUrl), before);
});

test('of a long file only the beginning is downloaded, of a directory the first files are read', async () => {
  const line = `${hookLine(`A long line ${'x'.repeat(200)}`)}\n`;
  const closed = Promise.withResolvers<void>();
  // It never ends by itself.
  upstream.put('/endless-file', (res) => {
    res.on('close', closed.resolve).write(line.repeat(200));
  });
  const long = await previewSource({ location: upstream.url('/endless-file'), preset: 'hookline' });
  assert.equal(long.preview?.read_bytes, 30_000);
  assert.ok(long.preview.report.read > 10);
  await closed.promise;
  const path = join(directory, 'several');
  mkdirSync(path);
  for (const [n, text] of linesOf(7, 'Several').entries()) writeFileSync(join(path, `${n}.jsonl`), text);
  await service.import(hookLine('Known before', { id: 'k' }), 'preset=hookline&format=jsonl&source=several');
  const { parts, preview } = await previewSource({
    name: 'several',
    location: path,
    preset: 'hookline',
    snapshot: true,
  });
  assert.deepEqual([parts, preview?.report.added, preview?.report.retired], [{ read: 5, total: 7 }, 5, 0]);
});

test('what is wrong with a source is said as when it is created, and a URL that fails at the location', async () => {
  for (const body of [
    { location: 'notes.txt' },
    { location: 'youtube:@a youtube:@a' },
    { location: 'youtube:@a', snapshot: true },
    { location: upstream.url('/lines'), preset: 'hooklin' },
    { location: upstream.url('/lines'), every: 'often' },
  ]) {
    const [previewed, created] = [
      await send(body),
      await service.operator('POST', '/operator/sources', { name: 'bad', ...body }),
    ];
    assert.deepEqual([previewed.status, previewed.body.errors], [422, created.body.errors], JSON.stringify(body));
  }
  const { status, body } = await send({ location: upstream.url('/none') });
  assert.deepEqual([status, body.errors[0].pointer], [422, '#/location']);
  assert.match(body.detail, /404/);
});

test('a session may not preview files of the server', async () => {
  const session = await signInAsOperator(service);
  const { status, body } = await session.send('POST', '/operator/sources/preview', { location: tmpdir() });
  assert.deepEqual([status, body.code], [403, 'operator_key_required']);
});

test('a missing secret is named, and nothing is asked without it', async () => {
  const location = upstream.url('/secret.json');
  const request = { headers: { Authorization: 'Bearer $secret:unknown' } };
  const found = await previewSource({ location, request });
  assert.deepEqual([found.missing_secrets, found.preview], [['unknown'], null]);
  assert.deepEqual(upstream.requests('/secret.json'), []);
  assert.deepEqual((await previewSource({ location: 'youtube:@handle' })).missing_secrets, ['youtube']);
});

test('a client that leaves ends the download', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  upstream.put('/slow', (res) => {
    closed = once(res, 'close');
    res.write(`${hookLine('The first line')}\n`);
  });
  const leaving = new AbortController();
  const asked = fetch(`${service.url}/operator/sources/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location: upstream.url('/slow'), preset: 'hookline' }),
    signal: leaving.signal,
  });
  await upstream.received('/slow', 1);
  leaving.abort();
  await assert.rejects(asked);
  await closed;
});

test('a preview of a collector shows ten records, what the rest is and the units used, and stores none of them', async () => {
  const videos = Array.from({ length: 15 }, (_, n) => {
    const views = n < 2 ? 5 : 250_000;
    return {
      id: `${7_300_000_000_000_000_000n + BigInt(n)}`,
      title: `The lamp ${n} that nobody told you about`,
      views,
    };
  });
  service.fake.set({ videos });
  const { api_usage: unused, ...before } = await fingerprint(service.databaseUrl);
  const location = 'yt-dlp:https://www.tiktok.com/@one yt-dlp:https://www.tiktok.com/@two';
  const found = await previewSource({ location });
  assert.equal(found.preview?.records.length, 10);
  assert.equal(found.preview.preset, 'yt-dlp');
  assert.deepEqual([found.parts, found.notices], [{ read: 1, total: 2 }, []]);
  assert.ok((found.found?.imported ?? 0) >= 10 && found.found?.watched === 2, JSON.stringify(found.found));
  const used = found.usage['yt-dlp'] ?? 0;
  assert.ok(used >= 10 && used <= 15, `${used}`);
  const { usage } = (await service.operator('GET', '/operator/sources')).body;
  assert.deepEqual(
    usage.map(({ api, used, limit }: Body) => [api, used, limit]),
    [
      ['youtube', 0, 10_000],
      ['youtube-search', 0, 100],
      ['yt-dlp', used, 25],
    ],
  );
  for (const { resets_at } of usage) assert.ok(Date.parse(resets_at) > Date.now());
  const { api_usage: counted, ...after } = await fingerprint(service.databaseUrl);
  assert.deepEqual(after, before);
  assert.notEqual(counted, unused);
  service.fake.set({ videos: [] });
  const empty = await previewSource({ location });
  assert.deepEqual([empty.preview, empty.parts.read], [null, 2]);
});
