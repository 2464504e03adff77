// Exports: complete files in every format, quotas, idempotency, a process that is killed and a disk that is full.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { createDatabase } from '../setup/database.ts';
import { startKilledProcess } from '../setup/processes/killed-process.ts';
import { hookLine, operatorKey, type RequestOptions, type TestService } from '../setup/service.ts';
import { call, importLines, newKey, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';
import { parquetTypes, readers } from './read-exports.ts';

const hostile = [
  '=1+1',
  '+SUM(A1:A9)|cmd',
  '-2+3',
  '@SUM(1;2)',
  "'=already guarded",
  "''@twice",
  'say "what", then: \\ and \\" and \\u0041',
  'comma, semicolon; tab\there',
  'emoji 😀 👩‍👩‍👧 and مرحبا and 漢字',
  '\u202ereversed and \u200bzero width',
  '\u2028 line separator',
  'null',
  'NULL',
  '"',
  `{"id":"hook_1","text":"no","views":1}`,
];
const naughtyFile = '../shared/input/blns/blns.json';
const naughty: string[] = existsSync(naughtyFile) ? JSON.parse(readFileSync(naughtyFile, 'utf8')) : [];

/** Instead of 10,000. */
const mostOnScale = 40;
const plainLines = 60;
const directory = mkdtempSync(join(tmpdir(), 'hookline-exports-'));
const store = join(directory, 'store');

let service: TestService;
let enterprise: string;
/** Every full hook, as the API gives them. */
const catalog: Record<string, unknown>[] = [];

/** The export that a process had written, but not settled, when it was killed. */
let killed: { key: string; id: string };

before(async () => {
  mock.property(plans.scale, 'recordsPerExport', mostOnScale);
  mkdirSync(store);
  const { running, killAt } = await startKilledProcess({ HOOKLINE_EXPORTS: store });
  const lines = [...hostile, ...naughty].map((text, n) => {
    const line = JSON.parse(hookLine(text, { views: 200_000 + (n % 7) * 1000, niche: n % 2 ? 'finance' : 'food' }));
    const extra =
      n % 3 ? {} : { creator: text, likes: n, duration_seconds: n / 8, published_at: '2026-01-02T03:04:05Z' };
    return JSON.stringify({ ...line, ...extra });
  });
  for (let n = 0; n < plainLines; n++)
    lines.push(hookLine(`Plain line number ${n}`, { views: 100_000 + n, niche: 'travel' }));
  const key = await newKey(running, 'enterprise');
  const headers = { authorization: `Bearer ${operatorKey}` };
  const imported = await fetch(`${running.url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers,
    body: lines.join('\n'),
  });
  assert.match(await imported.text(), /"report"/);
  let id = '';
  service = await killAt('before update on exports', "new.status = 'complete'", async () => {
    id = (await call(running, key, 'POST', '/export', { format: 'csv' })).body.export_id;
  });
  killed = { key, id };
  enterprise = (await service.account('enterprise')).key;
  for (let cursor = ''; cursor !== null; ) {
    const { body } = await service.get(`/hooks/full?limit=100${cursor && `&cursor=${cursor}`}`, enterprise);
    catalog.push(...body.data);
    cursor = body.next_cursor;
  }
  // Two of them have no word.
  assert.ok(catalog.length >= plainLines + hostile.length - 2);
});

after(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});

test('an export whose process is killed before it is settled is completed by the next one', async () => {
  const shown = async () => (await service.get(`/export/${killed.id}`, killed.key)).body;
  const done = await until(shown, ({ status }) => status !== 'processing');
  const file = await download(done.download_url);
  assert.deepEqual([done.status, createHash('sha256').update(file).digest('hex')], ['complete', done.sha256]);
});

const request = (key: string, body: unknown, headers?: RequestOptions['headers']) =>
  service.send('POST', '/export', key, { body, headers });

/** Asks for an export and waits for its end. */
async function exported(key: string, body: unknown) {
  const { status, body: accepted } = await request(key, body);
  assert.equal(status, 202, JSON.stringify(accepted));
  await service.observed('export_finished', accepted.export_id);
  return (await service.get(`/export/${accepted.export_id}`, key)).body;
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

for (const [name, { format, read, skip = false }] of Object.entries(readers)) {
  test(`${name} reads the catalog back, record for record`, { skip }, async () => {
    const done = await exported(enterprise, { format });
    const file = await download(done.download_url);
    assert.equal(file.length, done.size_bytes);
    assert.equal(createHash('sha256').update(file).digest('hex'), done.sha256);
    const hooks = await read(file);
    assert.equal(hooks.length, catalog.length);
    for (const [at, hook] of hooks.entries()) assert.deepEqual(hook, catalog[at]);
    assert.deepEqual([done.records, done.total_matching, done.truncated], [catalog.length, catalog.length, false]);
  });
}

test('an export with fields has these in the order of the record, in every format; unknown ones answer 422', async () => {
  const fields = ['labels', 'views', 'id'];
  const labels = Object.keys(readOne(await columnsOf('csv'))).filter((name) => name.startsWith('labels_'));
  async function columnsOf(format: string) {
    const done = await exported(enterprise, { format, fields, filters: { niche: 'food' } });
    assert.deepEqual(done.fields, ['id', 'views', 'labels']);
    return download(done.download_url);
  }
  assert.deepEqual(Object.keys(parquetTypes(await columnsOf('parquet'))), ['id', 'views', ...labels]);
  for (const format of ['json', 'jsonl']) {
    const text = (await columnsOf(format)).toString();
    const [first] = format === 'json' ? JSON.parse(text) : text.split('\n').map((line) => line && JSON.parse(line));
    const { id, views, labels: origins } = catalog.find((hook) => hook.id === first.id) ?? {};
    assert.deepEqual(first, { id, views, labels: origins }, format);
  }
  const { status, body } = await request(enterprise, { format: 'csv', fields: ['veiws', 'id'] });
  assert.deepEqual([status, body.errors[0].pointer, body.errors[0].did_you_mean], [422, '#/fields', 'views']);
  assert.equal((await request(enterprise, { format: 'csv', fields: [] })).status, 422);
});

/** The first line of a csv file by its header. */
function readOne(file: Buffer): Record<string, string> {
  const [header = '', line = ''] = file.toString().split('\r\n');
  return Object.fromEntries(header.split(',').map((name, at) => [name, line.split(',')[at] ?? '']));
}

test('every column of a parquet export has its type', async () => {
  const { download_url } = await exported(enterprise, { format: 'parquet' });
  const types = parquetTypes(await download(download_url));
  const columnsOf = (type: string) => Object.keys(types).filter((column) => types[column] === type);
  assert.deepEqual(columnsOf('INT64'), ['views', 'likes', 'comments', 'shares']);
  assert.deepEqual(columnsOf('INT32'), ['word_count', 'series_part']);
  const labels = ['', 'archetype_', 'emotional_trigger_', 'niche_', 'format_'].map((of) => `labels_${of}confidence`);
  assert.deepEqual(columnsOf('DOUBLE'), ['duration_seconds', ...labels]);
  assert.deepEqual(columnsOf('BOOLEAN'), ['sample']);
  const times = ['published_at', 'views_captured_at', 'added_at', 'updated_at'];
  assert.deepEqual(columnsOf('INT64 TIMESTAMP_MILLIS'), times);
  assert.equal(columnsOf('BYTE_ARRAY UTF8').length, Object.keys(types).length - 17);
});

test('another installation can import an export without a reject, exactly as it was', async () => {
  const { download_url, records } = await exported(enterprise, { format: 'csv', filters: { niche: ['travel'] } });
  const query = 'preset=hookline&format=csv&source=another&dry_run=1';
  const { preview } = await service.import(await download(download_url), query);
  assert.deepEqual([preview.report.read, preview.report.rejected], [records, 0]);
  const exact = catalog.filter(({ niche }) => niche === 'travel').map(({ text, views }) => [text, views]);
  const shown = preview.records.map(({ text, views }: { text: string; views: number }) => [text, views]);
  assert.deepEqual(shown, exact.slice(0, shown.length));
});

test('filters select as in GET /hooks, and are returned normalized', async () => {
  const filters = { niche: 'Finance', platform: ['tik tok'], min_views: 201_000, q: 'say what' };
  const done = await exported(enterprise, { format: 'json', filters });
  const found = JSON.parse((await download(done.download_url)).toString());
  const { body } = await service.get(
    '/hooks/full?niche=finance&platform=TikTok&min_views=201000&q=say+what&sort=-views&limit=100',
    enterprise,
  );
  assert.deepEqual(found, body.data);
  assert.deepEqual(done.filters, { ...filters, niche: ['finance'], platform: ['TikTok'] });
});

test('POST /export answers 202 with Location and Retry-After', async () => {
  const { status, headers, body } = await request(enterprise, { format: 'csv' });
  assert.equal(status, 202);
  assert.equal(headers.get('location'), `${service.url}/export/${body.export_id}`);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(body.export_id, /^exp_\w{16}$/);
  assert.deepEqual([body.status, body.download_url, body.records], ['processing', null, null]);
  assert.equal(body.estimated_records, catalog.length);
});

test('Scale gets its most viewed hooks up to the limit of the plan, with `truncated`, and one export a day', async () => {
  const { key } = await service.account('scale');
  const done = await exported(key, { format: 'jsonl' });
  assert.deepEqual([done.records, done.total_matching, done.truncated], [mostOnScale, catalog.length, true]);
  const lines = (await download(done.download_url)).toString().trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    catalog.slice(0, mostOnScale).map(({ id }) => id),
  );
  const { status, body, headers } = await request(key, { format: 'csv' });
  assert.deepEqual([status, body.code], [429, 'export_quota_exceeded']);
  const midnight = Math.ceil((new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1000);
  assert.ok(Math.abs(Number(headers.get('retry-after')) - midnight) <= 2);
});

test('an export without hooks does not use up the export of the day, also of two requested at once', async () => {
  const { key } = await service.account('scale');
  const none = { format: 'jsonl', filters: { min_views: 10 ** 12 } };
  const both = await Promise.all([request(key, none), request(key, none)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [202, 429]);
  await until(
    async () => (await service.get('/exports', key)).body.data[0].status,
    (status) => status === 'complete',
  );
  assert.equal((await exported(key, none)).records, 0);
  assert.equal((await exported(key, { format: 'jsonl' })).records, mostOnScale);
  assert.equal((await request(key, none)).status, 429);
});

test('of concurrent requests on Scale exactly one is accepted', async () => {
  const { key } = await service.account('scale');
  const answers = await Promise.all(Array.from({ length: 20 }, () => request(key, { format: 'jsonl' })));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [202, ...Array(19).fill(429)]);
});

test('a canceled export leaves no file, stays canceled and does not count', async () => {
  const { key } = await service.account('scale');
  const { body: accepted } = await request(key, { format: 'parquet' });
  await service.observed('export_started', accepted.export_id);
  const { status, body } = await service.send('DELETE', `/export/${accepted.export_id}`, key);
  assert.deepEqual([status, body.status, body.download_url], [200, 'canceled', null]);
  await service.observed('export_canceled', accepted.export_id);
  const files = readdirSync(store);
  assert.ok(!files.some((name) => name.startsWith(accepted.export_id)));
  const again = await exported(key, { format: 'csv' });
  assert.equal(again.status, 'complete');
  assert.equal((await service.get(`/export/${accepted.export_id}`, key)).body.status, 'canceled');
  // What is complete expires instead, and its day is used up.
  const { body: ended } = await service.send('DELETE', `/export/${again.export_id}`, key);
  assert.equal(ended.status, 'expired');
  assert.equal((await fetch(again.download_url)).status, 410);
  assert.equal((await request(key, { format: 'csv' })).status, 429);
});

test('the same Idempotency-Key returns the same export; with another body it is refused', async () => {
  const { key } = await service.account('scale');
  const headers = { 'idempotency-key': 'my key 1' };
  const answers = await Promise.all(
    ['Food', 'food'].map((niche) => request(key, { format: 'csv', filters: { niche } }, headers)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202],
  );
  const [first, second] = answers.map(({ body }) => body.export_id);
  assert.equal(first, second);
  const other = await request(key, { format: 'csv', filters: { niche: 'travel' } }, headers);
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
  const narrower = await request(key, { format: 'csv', filters: { niche: 'food' }, fields: ['id'] }, headers);
  assert.equal(narrower.body.code, 'idempotency_key_reused');
  const { key: neighbour } = await service.account('scale');
  const theirs = await request(neighbour, { format: 'json' }, headers);
  assert.notEqual(theirs.body.export_id, first);
  assert.equal((await request(key, { format: 'csv' }, { 'idempotency-key': 'x'.repeat(256) })).status, 400);
});

test('plans without exports answer 403, and exports of other accounts 404', async () => {
  for (const plan of ['free', 'pro', 'starter']) {
    const { key } = await service.account(plan);
    const { status, body } = await request(key, { format: 'csv' });
    assert.deepEqual([status, body.code, body.required_plan], [403, 'plan_required', 'scale']);
  }
  const { body: mine } = await request(enterprise, { format: 'csv' });
  const { key: other } = await service.account('enterprise');
  for (const method of ['GET', 'DELETE'])
    assert.equal((await service.send(method, `/export/${mine.export_id}`, other)).status, 404);
  assert.deepEqual((await service.get('/exports', other)).body.data, []);
  assert.equal((await service.get(`/exports?cursor=${mine.export_id}`, other)).status, 400);
});

test('an invalid body answers 422 with every error and its pointer', async () => {
  const cases: [unknown, number, string[]][] = [
    [{ format: 'xlsx' }, 422, ['#/format']],
    [{}, 422, ['#/format']],
    [[], 422, ['#/']],
    [{ format: 'csv', filters: { nich: 'food' } }, 422, ['#/filters/nich']],
    [{ format: 'csv', filters: { niche: 'fod', min_views: 5 }, x: 1 }, 422, ['#/x']],
    [
      { format: 'csv', filters: { niche: ['fod', 'finance'], platform: [] } },
      422,
      ['#/filters/niche', '#/filters/platform'],
    ],
    [{ format: 'csv', filters: { min_views: -1 } }, 422, ['#/filters/min_views']],
    [{ format: 'csv', filters: { min_views: '100' } }, 422, ['#/filters/min_views']],
    [{ format: 'csv', filters: { added_since: 'yesterday' } }, 422, ['#/filters/added_since']],
    [{ format: 'csv', filters: 'niche' }, 422, ['#/filters']],
    [{ format: 'csv', filters: null }, 422, ['#/filters']],
  ];
  const { key } = await service.account('enterprise');
  for (const [body, status, pointers] of cases) {
    const answer = await request(key, body);
    assert.equal(answer.status, status, JSON.stringify(body));
    const given = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([...new Set(given)].sort(), pointers, JSON.stringify(answer.body));
  }
  const misspelt = await request(key, { format: 'csv', filters: { nich: 'food' } });
  assert.equal(misspelt.body.errors[0].did_you_mean, 'niche');
  assert.deepEqual((await service.get('/exports', key)).body.total, 0);
});

test('the list has every export once, the newest first, also across pages', async () => {
  const { key } = await service.account('enterprise');
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await request(key, { format: 'csv' })).body.export_id);
  const seen: string[] = [];
  for (let cursor = ''; cursor !== null; ) {
    const { body, headers } = await service.get(`/exports?limit=2${cursor && `&cursor=${cursor}`}`, key);
    assert.equal(body.total, 5);
    assert.equal(headers.has('link'), body.next_cursor !== null);
    seen.push(...body.data.map((one: { export_id: string }) => one.export_id));
    cursor = body.next_cursor;
  }
  assert.deepEqual(seen, ids);
});

test('the operator sees the link of an export, ends it, and counts them', async () => {
  const { key } = await service.account('enterprise');
  const done = await exported(key, { format: 'json' });
  const { body: shown } = await service.operator('GET', `/operator/exports/${done.export_id}`);
  assert.equal(shown.download_url, done.download_url);
  const { body: ended } = await service.operator('DELETE', `/operator/exports/${done.export_id}`);
  assert.equal(ended.status, 'expired');
  const { body: metrics } = await service.operator('GET', '/metrics');
  assert.match(metrics, /hookline_exports_total\{outcome="complete"\} \d/);
  assert.match(metrics, /hookline_exports_under_way\{state="queued"\} \d/);
  assert.match(metrics, /hookline_export_bytes_total [1-9]/);
  assert.match(metrics, /hookline_export_seconds_count\{format="json"\} \d/);
});

test('an export that the disk has no room for fails with the reason and does not count, and the service keeps running', async () => {
  const { url: DATABASE_URL } = await createDatabase();
  // The system refuses to let a file of this process grow beyond 32 KiB: a real write that really fails.
  const env = { DATABASE_URL, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0' };
  const running = await startProcess(join(directory, 'small'), env, "trap '' XFSZ; ulimit -f 64");
  try {
    const lines = Array.from({ length: 150 }, (_, n) => hookLine(`Line ${n}`, { niche: n === 0 ? 'food' : 'finance' }));
    await importLines(running, lines);
    const key = await newKey(running, 'scale');
    const result = async (body: object) => {
      const { status, body: accepted } = await call(running, key, 'POST', '/export', body);
      assert.equal(status, 202);
      return until(
        async () => (await call(running, key, 'GET', `/export/${accepted.export_id}`)).body,
        (shown) => shown.status !== 'processing',
      );
    };
    const failed = await result({ format: 'jsonl' });
    assert.deepEqual([failed.status, /no space/.test(failed.error)], ['failed', true], failed.error);
    assert.deepEqual(readdirSync(join(directory, 'small', 'exports')), []);
    assert.equal((await result({ format: 'csv', filters: { niche: 'food' } })).status, 'complete');
  } finally {
    running.child.kill('SIGTERM');
    await running.exit;
  }
});
