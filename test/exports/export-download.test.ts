// Downloads of export files by signed links: whole files, ranges, compression, refusals.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { limitDownloads } from '../../src/exports/download.ts';
import { beginDownload, download as downloadFrom } from '../setup/download.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

type Finished = { export_id: string; download_url: string; sha256: string; size_bytes: number };

let service: TestService;
let accountId: string;
let key: string;
let csv: Finished;
let parquet: Finished;
let whole: Buffer;

before(async () => {
  service = await sharedService();
  ({ id: accountId, key } = await service.account('enterprise'));
  csv = await exported('csv');
  parquet = await exported('parquet');
  whole = (await download(csv.download_url)).bytes;
});

const download: typeof downloadFrom = (link, headers = {}, method, path) =>
  downloadFrom(link, { 'x-forwarded-for': service.address() ?? '', ...headers }, method, path);

async function exported(format: string): Promise<Finished> {
  const { body } = await service.send('POST', '/export', key, { body: { format } });
  await service.observed('export_finished', body.export_id);
  return (await service.get(`/export/${body.export_id}`, key)).body;
}

/** An export whose file is larger than the buffers of a connection. */
async function large(): Promise<Finished> {
  const one = await exported('json');
  const bytes = Buffer.alloc(16_000_000, 'x');
  const [file = ''] = globSync(join(service.dataDir, 'exports', `${one.export_id}-????????`));
  writeFileSync(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const size = [one.export_id, bytes.length, sha256];
  await query(service, 'update exports set size_bytes = $2, sha256 = $3 where id = $1', size);
  return { ...one, sha256, size_bytes: bytes.length };
}

test('a download has the length, hash and name of the file', async () => {
  const { status, headers, bytes } = await download(csv.download_url);
  assert.equal(status, 200);
  assert.equal(bytes.length, csv.size_bytes);
  assert.equal(headers['content-length'], String(csv.size_bytes));
  assert.equal(headers.etag, `"${csv.sha256}"`);
  assert.equal(headers['accept-ranges'], 'bytes');
  assert.equal(headers['content-disposition'], `attachment; filename="hookline-${csv.export_id}.csv"`);
  assert.match(String(headers['content-type']), /^text\/csv/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['repr-digest'], `sha-256=:${Buffer.from(csv.sha256, 'hex').toString('base64')}:`);
});

test('a range returns exactly its bytes, so an interrupted download resumes', async () => {
  const cases: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    [`bytes=${whole.length - 1}-`, whole.length - 1, whole.length],
    ['bytes=-10', whole.length - 10, whole.length],
    [`bytes=5-${whole.length * 2}`, 5, whole.length],
  ];
  for (const [range, start, end] of cases) {
    const { status, headers, bytes } = await download(csv.download_url, { range, 'accept-encoding': 'gzip' });
    assert.equal(status, 206, range);
    assert.equal(headers['content-range'], `bytes ${start}-${end - 1}/${whole.length}`);
    assert.equal(headers['content-encoding'], undefined);
    assert.ok(bytes.equals(whole.subarray(start, end)), range);
  }
  const first = whole.subarray(0, 1234);
  const rest = await download(csv.download_url, { range: `bytes=${first.length}-`, 'if-range': `"${csv.sha256}"` });
  assert.ok(Buffer.concat([first, rest.bytes]).equals(whole));
});

test('a range outside the file returns 416 with its length; multiple or invalid ranges return the whole file', async () => {
  const { status, headers, bytes } = await download(csv.download_url, { range: `bytes=${whole.length}-` });
  assert.equal(status, 416);
  assert.equal(headers['content-range'], `bytes */${whole.length}`);
  assert.equal(JSON.parse(bytes.toString()).code, 'range_not_satisfiable');
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=b-a', 'bytes']) {
    const answer = await download(csv.download_url, { range });
    assert.deepEqual([answer.status, answer.bytes.length], [200, whole.length], range);
  }
});

test('a client that accepts gzip gets gzip with its own ETag, except for parquet', async () => {
  const { headers, bytes } = await download(csv.download_url, { 'accept-encoding': 'br, gzip' });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(headers.etag, `"${csv.sha256}-gzip"`);
  assert.equal(headers.vary, 'accept-encoding');
  assert.ok(bytes.length < whole.length / 2);
  assert.ok(gunzipSync(bytes).equals(whole));
  // The file was compressed once, when it was written, so a download takes no CPU for it.
  const [stored = ''] = globSync(join(service.dataDir, 'exports', `${csv.export_id}-*.gz`));
  assert.ok(readFileSync(stored).equals(bytes));
  const head = await download(csv.download_url, { 'accept-encoding': 'gzip' }, 'HEAD');
  assert.deepEqual([headers['content-length'], head.headers['content-length']], Array(2).fill(`${bytes.length}`));
  const packed = await download(parquet.download_url, { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], undefined);
  assert.equal(packed.bytes.length, parquet.size_bytes);
});

test('a changed link, a link of another export and a path outside the store are refused', async () => {
  const url = new URL(csv.download_url);
  const token = url.searchParams.get('token') ?? '';
  const [expires = '', signature] = token.split('.');
  const path = (id: string, query: string) => `/export/${id}/download${query}`;
  const later = (Number.parseInt(expires, 36) + 1000).toString(36);
  const other = parquet.export_id;
  const refused: [string, number[]][] = [
    [path(csv.export_id, ''), [403]],
    [path(csv.export_id, '?token='), [403]],
    [path(csv.export_id, `?token=${token.slice(0, -1)}`), [403]],
    [path(csv.export_id, `?token=${token}x`), [403]],
    [path(csv.export_id, `?token=${later}.${signature}`), [403]],
    [path(csv.export_id, `?token=${expires}.${'A'.repeat(43)}`), [403]],
    [path(csv.export_id, `?token=${'9'.repeat(5000)}`), [400, 414]],
    [path(csv.export_id, `?token=${token}&token=${token}`), [400]],
    [path(csv.export_id, `?token=${token}&x=1`), [400]],
    [path(other, `?token=${token}`), [403]],
    [path('exp_0000000000000000', `?token=${token}`), [403]],
    [path(csv.export_id.toLowerCase(), `?token=${token}`), [403]],
    [path(`${csv.export_id}%00`, `?token=${token}`), [404]],
  ];
  const leading = ['../..', '..%2f..%2f', '%2e%2e%2f', '..%5c', '.%00.', '%2fetc%2fpasswd'];
  for (const way of leading) {
    refused.push([path(way, `?token=${token}`), [400, 403, 404]]);
    refused.push([`/export/${csv.export_id}/${way}?token=${token}`, [400, 403, 404]]);
    refused.push([`/export/${csv.export_id}/download/${way}?token=${token}`, [400, 403, 404]]);
    refused.push([`/export/${csv.export_id}/${way}/operator.key?token=${token}`, [400, 403, 404]]);
  }
  for (const [target, statuses] of refused) {
    const { status, headers, bytes } = await download(service.url, {}, 'GET', target);
    assert.ok(statuses.includes(status), `${target}: ${status}`);
    assert.match(String(headers['content-type']), /^application\/problem\+json/, target);
    assert.ok(!bytes.includes('taught me in lesson'), target);
    assert.ok(!bytes.includes(service.dataDir), target);
  }
});

test('the fifth concurrent download of a link returns 429; those started before the expiry finish, then the link returns 410', async () => {
  const json = await large();
  // The heads have arrived, but the bodies are unread: most of these megabytes are still in the file.
  const [first, second, ...slow] = await Promise.all(Array.from({ length: 4 }, () => beginDownload(json.download_url)));
  const refused = await download(json.download_url);
  assert.deepEqual([refused.status, JSON.parse(refused.bytes.toString()).code], [429, 'rate_limited']);
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal((await download(csv.download_url)).status, 200, 'another link');
  second?.destroy();
  await until(
    () => download(json.download_url, { range: 'bytes=0-0' }),
    ({ status }) => status === 206,
  );
  for (const response of slow) response.destroy();

  await service.send('DELETE', `/export/${json.export_id}`, key);
  const hash = createHash('sha256');
  for await (const chunk of first ?? []) hash.update(chunk);
  assert.equal(hash.digest('hex'), json.sha256);
  const { status, bytes } = await download(json.download_url);
  assert.deepEqual([status, JSON.parse(bytes.toString()).code], [410, 'gone']);
  assert.equal((await download(json.download_url, {}, 'HEAD')).status, 410);
});

test('downloads are limited by link, by account and in total, and finished ones no longer count', () => {
  const begin = limitDownloads({ downloadsPerLink: 2, downloadsPerAccount: 3, downloadsAtOnce: 4 });
  const of = (link: string, account: string) => {
    const download = begin(link);
    try {
      download.addTo(account);
    } catch (error) {
      download.end();
      throw error;
    }
    return download.end;
  };
  const refusal = (what: string) => ({
    code: 'rate_limited',
    message: new RegExp(`^Download limit reached: ${what}\\.`),
  });
  const [end] = [of('exp_1', 'acc_1'), of('exp_1', 'acc_1'), of('exp_2', 'acc_1')];
  assert.throws(() => of('exp_1', 'acc_1'), refusal('2 at once for this link'));
  assert.throws(() => of('exp_3', 'acc_1'), refusal('3 at once for this account'));
  of('exp_4', 'acc_2');
  assert.throws(() => of('exp_5', 'acc_3'), refusal('4 at once for the service'));
  end();
  of('exp_1', 'acc_1');
});

test('links of a suspended account, and of one whose plan has no exports, return 403', async () => {
  const change = (body: object) => service.operator('PATCH', `/operator/accounts/${accountId}`, body);
  const answer = async (method = 'GET') => {
    // Refusals count per address, and the requests above were refused often.
    const { status, bytes } = await download(csv.download_url, { 'x-forwarded-for': '192.0.2.7' }, method);
    return [status, status === 403 && method === 'GET' ? JSON.parse(bytes.toString()).code : undefined];
  };
  await change({ suspended: true });
  assert.deepEqual(await answer(), [403, 'account_suspended']);
  assert.deepEqual(await answer('HEAD'), [403, undefined]);
  await change({ suspended: false, plan: 'starter' });
  assert.deepEqual(await answer(), [403, 'plan_required']);
  await change({ plan: 'enterprise' });
  assert.deepEqual(await answer(), [200, undefined]);
});

test('a download is in the audit log once, however many ranges are requested', async () => {
  const { export_id, download_url } = await exported('jsonl');
  const log = `/operator/audit?subject=${export_id}&action=export.downloaded`;
  await download(download_url, {}, 'HEAD');
  assert.deepEqual((await service.operator('GET', log)).body.records, []);
  const ranges = ['bytes=0-9', 'bytes=10-19', 'bytes=20-'];
  for (const range of ranges) assert.equal((await download(download_url, { range })).status, 206);
  await download(download_url);
  // The owner of an IPv6 network has an unlimited number of addresses.
  for (const address of ['2001:db8::1', '2001:db8::2'])
    await download(download_url, { 'x-forwarded-for': address, range: 'bytes=0-9' });
  const { records: all } = (await service.operator('GET', log)).body;
  const records = all.filter((record: { address: string }) => !record.address.startsWith('2001:'));
  assert.equal(all.length, 2);
  assert.equal(records.length, 1);
  const [{ actor, account_id, address, details, request_id }] = records;
  assert.deepEqual([actor, account_id, address, details], ['link', accountId, service.address(), { format: 'jsonl' }]);
  assert.match(request_id, /^req_/);
});
