// Previews of imports and of sources, which change nothing.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '../../src/db/database.ts';
import type { Preview } from '../../src/ingest/imports/preview-record.ts';
import type { SourcePreview } from '../../src/ingest/sources/preview.ts';
import type { JsonApi } from '../setup/json-api.ts';
import { hookLine } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { type Body, type IngestService, ingestService, linesOf } from './ingest-service.ts';

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

/**
 * Tables that the service writes in the background: uptime, usage counted after a response, operator alerts, and webhooks of earlier
 * imports.
 */
const ofTime =
  /^(?:usage|webhook|operator)_|^(?:announced_versions|keys|request_log|session_reads|daily_changes|signals|uptime_minutes)$/;

/** Number and hash of the rows of each table. */
async function fingerprint(databaseUrl: string): Promise<Record<string, string>> {
  const { pool, close } = openDatabase(databaseUrl, () => {});
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { table_name: name } of rows.filter(({ table_name }) => !ofTime.test(table_name))) {
    const content = `count(*) || ' ' || md5(coalesce(string_agg(r::text, '' order by r::text), ''))`;
    found[name] = (await pool.query(`select ${content} as text from "${name}" r`)).rows[0].text;
  }
  await close();
  return found;
}

async function previewSource(body: object): Promise<SourcePreview> {
  const answer = await service.operator('POST', '/operator/sources/preview', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const guessed = 'Did you know that your savings account loses money every year?';

test('a preview matches the result of the import, and changes nothing', async () => {
  await service.import(
    [hookLine('Known and unchanged', { id: 'k1' }), hookLine('Known with fewer views', { id: 'k2' })].join('\n'),
    'preset=hookline&format=jsonl&source=mix',
  );
  const known = (await service.hooksOf('mix')).find(({ text }) => text === 'Known and unchanged');
  const lines = [
    hookLine('Known and unchanged', { id: 'k1' }),
    hookLine('Known with fewer views', { id: 'k2', views: 400_000 }),
    hookLine('Seen by nobody', { views: 7 }),
    JSON.stringify({ text: 'Look at salt', views: 300_000, platform: 'TikTok', language: 'en', source_id: 'n1' }),
    JSON.stringify({ text: guessed, views: 300_000, platform: 'TikTok', language: 'en', source_id: 'n2' }),
    ...Array.from({ length: 30 }, (_, n) => hookLine(`What nobody says about rent number ${n}`, { id: `r${n}` })),
    'not JSON at all',
  ].join('\n');
  const query = 'preset=hookline&format=jsonl&source=mix&filename=mix.jsonl';
  // Sources of other tests may run meanwhile, but not always.
  const { seen } = await until(
    async () => {
      const before = await fingerprint(service.databaseUrl);
      const seen = await preview(lines, query);
      return { seen, isUnchanged: isDeepStrictEqual(await fingerprint(service.databaseUrl), before) };
    },
    ({ isUnchanged }) => isUnchanged,
  );
  const { report, import_id } = await service.import(lines, query);
  assert.deepEqual(seen.report, report);
  assert.deepEqual(
    [report.added, report.pending, report.updated, report.unchanged, report.duplicates, report.rejected],
    [31, 1, 1, 1, 0, 2],
  );
  assert.equal(seen.records.length, 20);
  // The rejected record of line 3 is among the reasons, with its beginning.
  const records = seen.records.slice(0, 4).map(({ line, result, reason }) => `${line} ${result} ${reason}`);
  assert.deepEqual(records, ['1 unchanged null', '2 updated null', '4 pending low_confidence', '5 added null']);
  const tooFew = seen.reasons.find(({ reason }) => /minimum of 100,000/.test(reason));
  assert.deepEqual([tooFew?.result, tooFew?.count, tooFew?.examples[0]?.line], ['rejected', 1, 3]);
  const { labels } = (await service.hooksOf('mix')).find(({ text }) => text === guessed) ?? assert.fail();
  const mean = (labels.archetype.confidence + labels.emotional_trigger.confidence + labels.niche.confidence) / 3;
  assert.deepEqual(report.guessed, { published: 1, right: Math.round(mean * 100) / 100 });
  // The 30 lines about rent differ only in their number.
  assert.equal(seen.near_duplicates, 29);
  assert.deepEqual([seen.records[1]?.views, seen.records[0]?.hook_id], [400_000, known.id]);
  const { body: imported } = await service.operator('GET', `/operator/imports/${import_id}`);
  const counts = (reasons: Body[]) => reasons.map(({ reason, count }) => `${count} ${reason}`);
  assert.deepEqual(counts(imported.reasons), counts(seen.reasons));
});

test('a long file is previewed in part, up to its last complete record', async () => {
  const noise = (n: number) => createHash('sha512').update(`${n}`).digest('base64');
  const records = Array.from({ length: 500 }, (_, n) => hookLine(`Line ${n} ${noise(n)}`, { id: `p${n}` }));
  const content = gzipSync(records.join('\n'));
  const { read_bytes, report } = await preview(content, 'filename=long.jsonl.gz&source=long&snapshot=1');
  assert.equal(read_bytes, 30_000);
  assert.ok(report.read > 100 && report.read < 500, `${report.read}`);
  assert.deepEqual([report.rejected, report.retired], [0, 0]);
});

test('only the beginning of a long file is downloaded, and the first files of a directory are read', async () => {
  const line = `${hookLine(`A long line ${'x'.repeat(200)}`)}\n`;
  const closed = Promise.withResolvers<void>();
  // The response never ends.
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
  const several = { name: 'several', location: path, preset: 'hookline', snapshot: true };
  const { parts, preview } = await previewSource(several);
  assert.deepEqual([parts, preview?.report.added, preview?.report.retired], [{ read: 5, total: 7 }, 5, 0]);
});

test('a session may not preview files of the server', async () => {
  const session = await signInAsOperator(service);
  const { status, body } = await session.send('POST', '/operator/sources/preview', { location: tmpdir() });
  assert.deepEqual([status, body.code], [403, 'operator_key_required']);
});

test('a missing secret is named, and nothing is requested without it', async () => {
  const location = upstream.url('/secret.json');
  const request = { headers: { Authorization: 'Bearer $secret:unknown' } };
  const found = await previewSource({ location, request });
  assert.deepEqual([found.missing_secrets, found.preview], [['unknown'], null]);
  assert.deepEqual(upstream.requests('/secret.json'), []);
  assert.deepEqual((await previewSource({ location: 'youtube:@handle' })).missing_secrets, ['youtube']);
});

test('a preview of a collector shows ten records, counts of the rest and the units used, and stores no records', async () => {
  const videos = Array.from({ length: 12 }, (_, n) => ({
    ...{ id: `${7_300_000_000_000_000_000n + BigInt(n)}`, title: `The lamp ${n} that nobody told you about` },
    views: n < 2 ? 5 : 250_000,
  }));
  service.fake.set({ videos });
  const { api_usage: unused, ...before } = await fingerprint(service.databaseUrl);
  const location = 'yt-dlp:https://www.tiktok.com/@one yt-dlp:https://www.tiktok.com/@two';
  const found = await previewSource({ location });
  assert.equal(found.preview?.records.length, 10);
  assert.equal(found.preview.preset, 'yt-dlp');
  assert.deepEqual([found.parts, found.notices], [{ read: 1, total: 2 }, []]);
  assert.ok((found.found?.imported ?? 0) >= 10 && found.found?.watched === 2, JSON.stringify(found.found));
  assert.ok((found.usage['yt-dlp'] ?? 0) >= 10);
  const { api_usage: counted, ...after } = await fingerprint(service.databaseUrl);
  assert.deepEqual(after, before);
  assert.notEqual(counted, unused);
});

test('the encoding and the header row can be set', async () => {
  const rows = [...'units,n\ntext,views\n'].map((letter) => letter.charCodeAt(0));
  const bytes = Buffer.from([
    ...rows,
    0xcf,
    0xee,
    0xf7,
    0xe5,
    0xec,
    0xf3,
    0x3f,
    ...[...',500000\n'].map((letter) => letter.charCodeAt(0)),
  ]);
  const query = 'format=csv&source=named&header_row=2&encoding=windows-1251';
  const { records, report } = await preview(bytes, query);
  assert.deepEqual([report.read, records[0]?.text], [1, 'Почему?']);
  for (const wrong of ['header_row=0', 'encoding=ebcdic', 'on_duplicate=ignore']) {
    const { code } = await service.import(bytes, `format=csv&${wrong}`);
    assert.equal(code, 'invalid_parameter', wrong);
  }
});
