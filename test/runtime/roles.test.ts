// An api process and a worker process on one database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let database: TestDatabase;
let api: TestService;
let worker: TestService;

before(async () => {
  database = await testDatabase();
  api = await testService({
    DATABASE_URL: database.url,
    HOOKLINE_ROLES: 'api',
    HOOKLINE_LIMIT_EXPORT_FILES_PER_ACCOUNT: '6',
    HOOKLINE_LIMIT_EXPORT_BYTES_PER_ACCOUNT: '4000',
  });
  await api.import(hookLine('A line'), 'preset=hookline');
});

after(async () => {
  await worker?.close();
  await api.close();
  await database.close();
});

test('an account has a limited number of export files and bytes, also by requests at once that wait for a worker', async () => {
  const requestAtOnce = async (filters: object) => {
    const { key } = await api.account('enterprise');
    const request = () => api.send('POST', '/export', key, { body: { format: 'csv', filters } });
    const answers = await Promise.all(Array.from({ length: 8 }, request));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.find(({ status }) => status !== 202);
    assert.deepEqual([refused?.status, refused?.body.code], [429, 'export_quota_exceeded']);
    assert.ok(Number(refused?.headers.get('retry-after')) > 0);
    const { body: canceled } = await api.send('DELETE', `/export/${accepted[0]?.body.export_id}`, key);
    assert.equal(canceled.status, 'canceled');
    assert.equal((await request()).status, 202, 'after one was canceled');
    return { count: accepted.length, detail: refused?.body.detail };
  };
  const empty = await requestAtOnce({ min_views: 10 ** 12 });
  assert.equal(empty.count, 6);
  assert.match(empty.detail, /may have 6 exports that have not expired\. Delete one with DELETE/);
  // A hook is expected to take 1,000 bytes.
  const whole = await requestAtOnce({});
  assert.equal(whole.count, 4);
  assert.match(whole.detail, /may have 4000 bytes\. Delete one with DELETE/);
});

test('a worker process writes the export that an api process accepted', async () => {
  const { key } = await api.account('enterprise');
  const { body: accepted } = await api.send('POST', '/export', key, { body: { format: 'csv' } });
  assert.equal(accepted.status, 'processing');
  worker = await testService({
    DATABASE_URL: database.url,
    HOOKLINE_ROLES: 'worker',
    HOOKLINE_EXPORTS: `${api.dataDir}/exports`,
  });
  const { body } = await until(
    () => api.get(`/export/${accepted.export_id}`, key),
    ({ body: { status } }) => status === 'complete',
  );
  const file = await fetch(body.download_url);
  assert.match(await file.text(), /A line/);
});

test('a process without the api role serves health, metrics for the operator, and nothing else', async () => {
  assert.equal((await worker.get('/health/live')).status, 200);
  assert.deepEqual((await worker.get('/health/ready')).body.hooks, 1);
  assert.equal((await worker.get('/metrics')).status, 401);
  const metrics = await worker.operator('GET', '/metrics');
  assert.match(metrics.body, /hookline_exports_total\{outcome="complete"\} 1/);
  for (const path of ['/hooks', '/operator/stats', '/dashboard', '/docs'])
    assert.equal((await worker.get(path)).status, 404, path);
});
