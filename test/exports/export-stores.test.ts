// Exports in a bucket: downloads, outages of the store, uploads. Exports with a missing directory.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readSnapshot, storedVersion } from '../../src/catalog/snapshot/stored/snapshot-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDirectoryFiles, StoreUnavailableError } from '../../src/exports/files/files.ts';
import { openExportFiles } from '../../src/exports/files/open-files.ts';
import { openS3Files } from '../../src/exports/files/s3.ts';
import type { OperatorHealth } from '../../src/http/operator/health-schema.ts';
import { startService } from '../../src/runtime/service.ts';
import { snapshotPlaceOf } from '../../src/runtime/snapshot-place.ts';
import { beginDownload, download } from '../setup/download.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { refuse, type S3Server, s3Credentials, startS3 } from './s3-server.ts';

const root = mkdtempSync(join(tmpdir(), 'hookline-stores-'));
// The AWS SDK reads these variables. Settings of this machine must not replace those that a test omits.
Object.assign(process.env, s3Credentials, { HOME: root, AWS_EC2_METADATA_DISABLED: 'true' });
const s3: S3Server = await startS3();

const bucketEnv = { HOOKLINE_EXPORTS: `s3://${s3.bucket}/live/exports`, AWS_ENDPOINT_URL: s3.endpoint };
const prefix = 'live/exports/';
const catalogFile = 'catalog.snapshot';
const filesInStore = () => s3.keys().flatMap((key) => (key.endsWith(catalogFile) ? [] : [key.replace(prefix, '')]));
const openWith = async (env: Record<string, string>) =>
  openExportFiles(readConfig({ HOOKLINE_DATA: root, ...env }), () => {});

type Finished = { export_id: string; download_url: string; sha256: string; size_bytes: number; status: string };

let service: TestService;
let key: string;
let csv: Finished;
let whole: Buffer;

before(async () => {
  service = await testService(bucketEnv);
  await fetch(`${s3.endpoint}/${s3.bucket}/${prefix}notes.txt`, { method: 'PUT', body: 'x' });
  const lines = Array.from({ length: 300 }, (_, n) => hookLine(`A line to share, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  key = (await service.account('enterprise')).key;
  csv = await exported('csv');
  whole = (await download(csv.download_url)).bytes;
});

after(async () => {
  await service.close();
  await s3.close();
  rmSync(root, { recursive: true });
});

async function request(format: string, filters = {}): Promise<string> {
  const { status, body } = await service.send('POST', '/export', key, { body: { format, filters } });
  assert.equal(status, 202);
  return body.export_id;
}

async function finished(id: string): Promise<Finished> {
  await service.observed('export_finished', id);
  return (await service.get(`/export/${id}`, key)).body;
}

const exported = async (...args: Parameters<typeof request>) => finished(await request(...args));
const isThere = (id: string) => filesInStore().some((file) => file.startsWith(id));
/** Files on the disk of the process. */
const drafts = () => globSync(join(service.dataDir, 'exports', 'exp_*'));

test('files are downloaded from the bucket, also compressed, to HEAD and by range', async () => {
  assert.deepEqual(drafts(), []);
  const { status, headers, bytes } = await download(csv.download_url);
  assert.deepEqual([status, headers.etag, bytes.length], [200, `"${csv.sha256}"`, csv.size_bytes]);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), csv.sha256);
  const packed = await download(csv.download_url, { 'accept-encoding': 'gzip' });
  assert.ok(packed.bytes.length < whole.length / 2 && gunzipSync(packed.bytes).equals(whole));
  const head = await download(csv.download_url, {}, 'HEAD');
  assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, headers.etag]);
  assert.equal((await download(csv.download_url, { 'if-none-match': String(headers.etag) })).status, 304);
  const half = whole.length >> 1;
  const rest = await download(csv.download_url, { range: `bytes=${half}-`, 'if-range': `"${csv.sha256}"` });
  assert.deepEqual([rest.status, rest.bytes.equals(whole.subarray(half))], [206, true]);
  assert.equal(rest.headers['content-range'], `bytes ${half}-${whole.length - 1}/${whole.length}`);
});

test('another machine fetches the stored catalog from the bucket', async () => {
  await until(
    async () => s3.keys(),
    (keys) => keys.includes(prefix + catalogFile),
  );
  const config = readConfig({ ...bucketEnv, HOOKLINE_DATA: join(root, 'other') });
  mkdirSync(config.dataDir);
  const files = await openExportFiles(config, () => {});
  const { path, copy } = snapshotPlaceOf(config, files);
  await copy?.fetch(path);
  const { snapshot } = readSnapshot(path);
  assert.equal(snapshot.version, storedVersion(join(service.dataDir, catalogFile)));
  await copy?.remove();
  await rm(path);
  await copy?.fetch(path);
  assert.equal(existsSync(path), false, 'without a copy there is nothing to fetch');
  files.close();
});

test('an expired file is deleted while a download of it finishes; other files are not touched', async () => {
  const json = await exported('json');
  const response = await beginDownload(json.download_url);
  await service.send('DELETE', `/export/${json.export_id}`, key);
  while (isThere(json.export_id)) await new Promise(setImmediate);
  const hash = createHash('sha256');
  for await (const chunk of response) hash.update(chunk);
  assert.equal(hash.digest('hex'), json.sha256);
  assert.equal((await download(json.download_url)).status, 410);
  assert.ok(filesInStore().includes('notes.txt') && isThere(csv.export_id));
});

test('during an outage of the store downloads return 503, exports wait and the operator sees it; then they continue', async () => {
  s3.intercept((req) => {
    req.socket.destroy();
    return true;
  });
  const id = await request('csv');
  await service.observed('export_postponed', id);
  const { status, headers } = await download(csv.download_url);
  assert.deepEqual([status, headers['retry-after']], [503, '10']);
  assert.equal((await download(csv.download_url, {}, 'HEAD')).status, 503);
  const { body } = (await service.operator('GET', '/operator/health')) as { body: OperatorHealth };
  assert.equal(body.export_files.reachable, false);
  assert.ok(body.problems.some(({ what }) => what.startsWith('The export store is unreachable')));
  assert.equal((await service.get(`/export/${id}`, key)).body.status, 'processing');
  s3.intercept(() => false);
  const done = await finished(id);
  const { bytes } = await download(done.download_url);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), done.sha256);
  assert.equal((await download(csv.download_url)).status, 200);
});

test('an unusable store fails the start and reports what to configure', async () => {
  const given = { DATABASE_URL: service.databaseUrl, HOOKLINE_DATA: root, HOOKLINE_LOG: 'silent', PORT: '0' };
  const absent = { HOOKLINE_EXPORTS: join(root, 'absent') };
  await assert.rejects(
    startService(readConfig({ ...given, ...absent })),
    /HOOKLINE_EXPORTS=.+absent cannot be used\. The directory does not exist.+/,
  );
  for (const [env, message] of [
    [{ HOOKLINE_EXPORTS: 'gs://bucket/x' }, /HOOKLINE_EXPORTS must be a directory or s3:.+, not "gs:/],
    [
      { ...bucketEnv, HOOKLINE_EXPORTS: 's3://absent/live' },
      /HOOKLINE_EXPORTS=s3:..absent.live. cannot.+bucket does not exist/,
    ],
    [{ ...bucketEnv, AWS_ENDPOINT_URL: 'minio' }, /AWS_ENDPOINT_URL must be an http.+, not "minio"/],
    [{ ...bucketEnv, AWS_ENDPOINT_URL: '' }, /No region. Set AWS_REGION/],
  ] as const)
    await assert.rejects(() => openWith(env), message);
  const start = () => openWith(bucketEnv);
  process.env.AWS_ACCESS_KEY_ID = 'unknown';
  await assert.rejects(start, /Unknown credentials\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  delete process.env.AWS_ACCESS_KEY_ID;
  await assert.rejects(start, /No credentials\. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  Object.assign(process.env, s3Credentials);
});

test('a directory that is not mounted counts as an outage, a file missing in it does not', async () => {
  const directory = join(root, 'shared');
  mkdirSync(directory);
  const files = openDirectoryFiles(directory);
  assert.equal(await files.has('exp_1-1'), false);
  renameSync(directory, `${directory}-away`);
  await assert.rejects(files.has('exp_1-1'), StoreUnavailableError);
  await assert.rejects(files.open('exp_1-1'), StoreUnavailableError);
});

test('an upload has its length and hash, and stops when the export is canceled', async () => {
  const uploads = s3.uploads.filter(({ url }) => url?.includes(csv.export_id));
  assert.deepEqual(uploads.map(({ url }) => url?.includes('.gz')).sort(), [false, true]);
  const { headers } = uploads.find(({ url }) => !url?.includes('.gz')) ?? {};
  assert.equal(headers?.['x-amz-content-sha256'], csv.sha256);
  assert.equal(headers?.['content-length'], String(csv.size_bytes));

  const held = Promise.withResolvers<IncomingMessage>();
  s3.intercept((req) => {
    if (req.method === 'PUT') held.resolve(req.resume());
    return req.method === 'PUT';
  });
  const id = await request('jsonl');
  const upload = await held.promise;
  await service.send('DELETE', `/export/${id}`, key);
  await service.observed('export_canceled', id);
  if (!upload.destroyed) await new Promise((resolve) => upload.on('close', resolve));
  s3.intercept(() => false);
  assert.deepEqual([isThere(id), drafts()], [false, []]);
});

test('a bucket with several pages of files is listed completely', async () => {
  const names = ['exp_0000000000000001-00000001', 'exp_0000000000000001-00000001.gz'];
  s3.intercept((req, res) => {
    const token = new URL(req.url ?? '', s3.endpoint).searchParams.get('continuation-token');
    const file = `<Contents><Key>p/${names[token ? 1 : 0]}</Key><Size>7</Size></Contents>`;
    const more = token ? '' : '<NextContinuationToken>more</NextContinuationToken>';
    res.end(`<ListBucketResult><IsTruncated>${token === null}</IsTruncated>${file}${more}</ListBucketResult>`);
    return true;
  });
  const customEndpoint = { endpoint: s3.endpoint, region: 'us-east-1' };
  const files = openS3Files({ kind: 's3', bucket: s3.bucket, prefix: 'p/', customEndpoint }, root);
  assert.deepEqual([await files.list(), await files.size()], [names.slice(0, 1), { files: 1, bytes: 14 }]);
  files.close();
  s3.intercept(() => false);
});

test('a refused upload fails the export with the reason, and it does not count', async () => {
  for (const [code, status, message] of [
    ['AccessDenied', 403, /could not be written.+not count/],
    ['EntityTooLarge', 400, /larger than the service can keep.+not count/],
  ] as const) {
    s3.intercept(refuse(code, status));
    const id = await request('csv');
    await service.observed('export_failed', id);
    const { body } = await service.get(`/export/${id}`, key);
    assert.equal(body.status, 'failed');
    assert.match(body.error, message);
  }
  s3.intercept(() => false);
});
