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
  api = await testService({ DATABASE_URL: database.url, HOOKLINE_ROLES: 'api' });
  await api.import(hookLine('A line'), 'preset=hookline');
});

after(async () => {
  await worker?.close();
  await api.close();
  await database.close();
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
