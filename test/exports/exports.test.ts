// Exports: formats, fields, quotas, idempotency, cancelling and lists. Encoding: src/exports/formats; kill and full disk: test/webhooks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { query } from '../setup/refresh.ts';
import type { RequestOptions, TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { parquetTypes, readers } from './read-exports.ts';

/** The real limit is 10,000. */
const mostOnScale = 30;
let service: TestService;
let enterprise: string;
/** All full hooks, as the API returns them. */
let catalog: Record<string, unknown>[];

before(async () => {
  mock.property(plans.scale, 'recordsPerExport', mostOnScale);
  service = await sharedService();
  enterprise = (await service.account('enterprise')).key;
  catalog = (await service.get('/hooks/full?limit=100', enterprise)).body.data;
});

after(() => mock.restoreAll());

const request = (key: string, body: unknown, headers?: RequestOptions['headers']) =>
  service.send('POST', '/export', key, { body, headers });

async function finished(key: string, id: string) {
  await service.observed('export_finished', id);
  return (await service.get(`/export/${id}`, key)).body;
}

async function exported(key: string, body: unknown) {
  const { status, body: accepted } = await request(key, body);
  assert.equal(status, 202, JSON.stringify(accepted));
  return finished(key, accepted.export_id);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

test('every format has the whole catalog with its size and hash; another installation can import it', async () => {
  for (const [format, read] of Object.entries(readers)) {
    const done = await exported(enterprise, { format });
    const file = await download(done.download_url);
    const sha256 = createHash('sha256').update(file).digest('hex');
    assert.deepEqual([file.length, sha256], [done.size_bytes, done.sha256], format);
    assert.deepEqual([done.records, done.total_matching, done.truncated], [catalog.length, catalog.length, false]);
    assert.deepEqual(await read(file), catalog, format);
    if (format !== 'csv') continue;
    const { preview } = await service.import(file, 'preset=hookline&format=csv&source=another&dry_run=1');
    assert.deepEqual([preview.report.read, preview.report.rejected], [catalog.length, 0]);
  }
});

test('an export with filters and fields has the fields in the order of the record, in every format; unknown ones return 422', async () => {
  const fields = ['labels', 'views', 'id'];
  const filters = { niche: 'Food', platform: ['tik tok'], min_views: 1_900_000 };
  const found = catalog.filter(
    ({ niche, views, platform }) => niche === 'food' && Number(views) >= 1_900_000 && platform === 'TikTok',
  );
  assert.ok(found.length > 0);
  async function fileOf(format: string) {
    const done = await exported(enterprise, { format, fields, filters });
    assert.deepEqual(done.fields, ['id', 'views', 'labels']);
    assert.deepEqual(done.filters, { ...filters, niche: ['food'], platform: ['TikTok'] });
    return download(done.download_url);
  }
  const names = Object.keys(parquetTypes(await fileOf('parquet')));
  assert.deepEqual(names.slice(0, 3), ['id', 'views', 'labels_method']);
  assert.equal((await fileOf('csv')).toString().split('\r\n', 1)[0], names.join());
  const records = found.map(({ id, views, labels }) => ({ id, views, labels }));
  assert.deepEqual(await readers.jsonl?.(await fileOf('jsonl')), records);
  const { status, body } = await request(enterprise, { format: 'csv', fields: ['veiws', 'id'] });
  assert.deepEqual([status, body.errors[0].pointer, body.errors[0].did_you_mean], [422, '#/fields', 'views']);
  assert.equal((await request(enterprise, { format: 'csv', fields: [] })).status, 422);
});

test('Scale gets its most viewed hooks up to the plan limit, by one of twenty concurrent exports; an empty one does not count', async () => {
  const { key } = await service.account('scale');
  assert.equal((await exported(key, { format: 'jsonl', filters: { min_views: 10 ** 12 } })).records, 0);
  const all = await Promise.all(Array.from({ length: 20 }, () => request(key, { format: 'jsonl' })));
  const [accepted, ...others] = all.sort((a, b) => a.status - b.status);
  assert.deepEqual([accepted?.status, new Set(others.map(({ status }) => status))], [202, new Set([429])]);
  const { status, body, headers } = await request(key, { format: 'csv' });
  assert.deepEqual([status, body.code], [429, 'export_quota_exceeded']);
  const midnight = Math.ceil((new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1000);
  assert.ok(Math.abs(Number(headers.get('retry-after')) - midnight) <= 2);
  const done = await finished(key, accepted?.body.export_id);
  assert.deepEqual([done.records, done.total_matching, done.truncated], [mostOnScale, catalog.length, true]);
  assert.deepEqual(await readers.jsonl?.(await download(done.download_url)), catalog.slice(0, mostOnScale));
});

test('a canceled export leaves no file, stays canceled and does not count', async () => {
  const { key } = await service.account('scale');
  const { body: accepted } = await request(key, { format: 'parquet' });
  await service.observed('export_started', accepted.export_id);
  const { status, body } = await service.send('DELETE', `/export/${accepted.export_id}`, key);
  assert.deepEqual([status, body.status, body.download_url], [200, 'canceled', null]);
  await service.observed('export_canceled', accepted.export_id);
  const files = readdirSync(join(service.dataDir, 'exports'));
  assert.ok(!files.some((name) => name.startsWith(accepted.export_id)));
  const again = await exported(key, { format: 'csv' });
  assert.equal(again.status, 'complete');
  assert.equal((await service.get(`/export/${accepted.export_id}`, key)).body.status, 'canceled');
  // A complete export expires instead, and its day is used up.
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
  const [first, second] = answers.map(({ status, body }) => (status === 202 ? body.export_id : status));
  assert.match(first, /^exp_/);
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

test('POST /export returns 202 with Location and Retry-After; plans without exports get 403, and exports of other accounts 404', async () => {
  const { key: starter } = await service.account('starter');
  const refused = await request(starter, { format: 'csv' });
  assert.deepEqual([refused.status, refused.body.code, refused.body.required_plan], [403, 'plan_required', 'scale']);
  const { status, headers, body: mine } = await request(enterprise, { format: 'csv' });
  assert.deepEqual([status, mine.status, mine.download_url, mine.records], [202, 'processing', null, null]);
  assert.equal(headers.get('location'), `${service.url}/export/${mine.export_id}`);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(mine.estimated_records, catalog.length);
  const { key: other } = await service.account('enterprise');
  for (const method of ['GET', 'DELETE'])
    assert.equal((await service.send(method, `/export/${mine.export_id}`, other)).status, 404);
  assert.deepEqual((await service.get('/exports', other)).body.data, []);
  assert.equal((await service.get(`/exports?cursor=${mine.export_id}`, other)).status, 400);
});

test('an invalid body returns 422 with every error and its pointer', async () => {
  const cases: [unknown, string[]][] = [
    [{}, ['#/format']],
    [[], ['#/']],
    [{ format: 'csv', filters: { niche: 'fod', min_views: 5 }, x: 1 }, ['#/x']],
    [{ format: 'csv', filters: { niche: ['fod'], platform: [] } }, ['#/filters/niche', '#/filters/platform']],
    [{ format: 'csv', filters: { added_since: 'yesterday' } }, ['#/filters/added_since']],
    [{ format: 'csv', filters: null }, ['#/filters']],
  ];
  const { key } = await service.account('enterprise');
  for (const [body, pointers] of cases) {
    const answer = await request(key, body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    const given = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([...new Set(given)].sort(), pointers, JSON.stringify(answer.body));
  }
  const misspelt = await request(key, { format: 'csv', filters: { nich: 'food' } });
  assert.equal(misspelt.body.errors[0].did_you_mean, 'niche');
  assert.deepEqual((await service.get('/exports', key)).body.total, 0);
});

test('the list has every export once, the newest first, also across pages', async () => {
  const { id: account, key } = await service.account('enterprise');
  const ids = [5, 4, 3, 2, 1].map((n) => `exp_${account.slice(4)}${n}`);
  await query(
    service,
    `insert into exports (id, account_id, format, filters, status, estimated_records, total_matching, created_at)
      select id, $1, 'csv', '{}', 'canceled', 0, 0, now() - n * interval '1 minute' from unnest($2::text[]) with ordinality as one (id, n)`,
    [account, ids],
  );
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

test('the operator sees the link of an export, ends it, and gets export metrics', async () => {
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
