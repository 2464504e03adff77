// Several services on one database: concurrent first starts, one catalog, exact counts, a rolling restart, roles, and a later schema.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import zlib from 'node:zlib';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/runtime/service.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { startLoadBalancer } from '../setup/network/load-balancer.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-services-'));
let database: TestDatabase;
let api: TestService;
let other: TestService;
let worker: TestService | undefined;

/** The real sample has 5,400 hooks, which take seconds; test/runtime/starts.test.ts uses it. */
const sampleHooks = 40;

function shortenSample(): { restore: () => void } {
  const { gunzipSync } = zlib;
  const { mock: shortened } = mock.method(zlib, 'gunzipSync', (bytes: Buffer) =>
    Buffer.from(gunzipSync(bytes).toString().split('\n').slice(0, sampleHooks).join('\n')),
  );
  syncBuiltinESMExports();
  return {
    restore: () => {
      shortened.restore();
      syncBuiltinESMExports();
    },
  };
}

before(async () => {
  database = await testDatabase();
  await database.pool.query('drop schema pgboss cascade; drop schema public cascade; create schema public');
  const env = {
    DATABASE_URL: database.url,
    HOOKLINE_ROLES: 'api',
    HOOKLINE_SAMPLE: '1',
    HOOKLINE_EXPORTS: directory,
    HOOKLINE_LIMIT_EXPORT_FILES_PER_ACCOUNT: '6',
    HOOKLINE_LIMIT_EXPORT_BYTES_PER_ACCOUNT: '4000',
  };
  const shortened = shortenSample();
  [api, other] = await Promise.all([testService(env), testService(env)]);
  shortened.restore();
});

after(async () => {
  await worker?.close();
  await api.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const publish = async (text: string, ...more: string[]): Promise<number> => {
  const lines = [text, ...more].map((line, n) => hookLine(line, { views: 200_000 + n }));
  return (await api.import(lines.join('\n'), 'preset=hookline')).report.catalog_version;
};
const serves = (service: TestService, version: number) =>
  until(
    () => service.get('/health/ready'),
    ({ body }) => body.catalog_version >= version,
  );

test('two services that start concurrently on an empty server create one schema, one sample and one demo account', async () => {
  const [key, ...others] = [api, other].flatMap(({ demoKey }) => demoKey ?? []);
  assert.ok(key);
  assert.deepEqual(others, [], 'one of them shows a demo key');
  for (const service of [api, other]) {
    assert.equal((await service.operator('GET', '/operator/accounts')).body.accounts.length, 1);
    assert.equal((await service.get('/hooks?limit=1', key)).body.total, sampleHooks);
    assert.equal((await service.operator('GET', '/operator/stats')).body.catalog_version, 1);
  }
});

test('cursor pagination over services with different catalog versions neither repeats nor skips hooks', async () => {
  const { key } = await api.account('enterprise');
  const [line = '', ...lines] = Array.from({ length: 30 }, (_, n) => `Line before the walk, number ${n}`);
  const version = await publish(line, ...lines);
  for (const service of [api, other]) await serves(service, version);
  const seen: string[] = [];
  let publishing: Promise<unknown> = Promise.resolve();
  for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
    // The service that does not serve the page publishes, and the other may load the new version before or after.
    publishing = publishing.then(() => publish(`Line during the walk, at page ${page}`));
    const path: string = `/hooks?limit=10&q=line+walk&sort=-views${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await (page % 2 ? api : other).get(path, key);
    assert.equal(status, 200);
    seen.push(...body.data.map(({ text }: { text: string }) => text));
    cursor = body.next_cursor;
  }
  await publishing;
  assert.equal(new Set(seen).size, seen.length, 'no repeats');
  assert.deepEqual(new Set(seen).intersection(new Set([line, ...lines])).size, 30, 'no gaps');
});

test('an account has a limited number of export files and bytes, also with concurrent requests in the queue', async () => {
  await publish('The only one of its kind');
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
  // The service that does not serve the page publishes, and the other may load the new version before or after.
  const filled = await requestAtOnce({ q: '"only one of its kind"' });
  assert.equal(filled.count, 4);
  assert.match(filled.detail, /may have 4000 bytes\. Delete one with DELETE/);
});

test('stopping a service behind a load balancer fails no request and loses no call counts of either', async () => {
  const { key } = await api.account('scale', { per_day: 40 });
  const served = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? api : other).get('/hooks?limit=1', key)),
  );
  assert.deepEqual(new Set(served.map(({ status }) => status)), new Set([200]));

  const balancer = await startLoadBalancer([api.url, other.url]);
  await balancer.ready(2);
  const { key: unlimited } = await api.account('enterprise');
  const statuses: number[] = [];
  let isOver = false;
  const clients = [1, 2].map(async () => {
    while (!isOver) {
      const response = await fetch(`${balancer.url}/hooks?limit=1`, {
        headers: { authorization: `Bearer ${unlimited}` },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  });
  await other.drain();
  await other.close();
  await balancer.ready(1);
  const before = statuses.length;
  await until(
    async () => statuses.length,
    (count) => count > before + 5,
  );
  isOver = true;
  await Promise.all(clients);
  await balancer.close();
  assert.deepEqual(new Set(statuses), new Set([200]));

  const { body: history } = await api.get('/usage/history?by=endpoint&endpoint=/hooks', key);
  assert.deepEqual(history.data, [{ endpoint: '/hooks', calls: 30, counted: 30 }]);
  assert.equal((await api.get('/requests?endpoint=/hooks&limit=100', key)).body.data.length, 30);
  const rest = await Promise.all(Array.from({ length: 15 }, () => api.get('/hooks?limit=1', key)));
  assert.equal(rest.filter(({ status }) => status === 200).length, 10, 'of 40 calls over both');
});

/** Simulates a migration of a later version: one more column in every table. */
async function migrateFurther(name: string): Promise<void> {
  // Partitions get the columns of their table.
  const { rows } = await database.pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^kysely'",
  );
  for (const { relname } of rows)
    await database.pool.query(`alter table ${relname} add column if not exists later int not null default 0`);
  const row = [name, new Date().toISOString()];
  await database.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', row);
}

test('a service keeps running, and another starts, on a schema extended by a later version; the worker writes an export accepted by the api', async () => {
  const { key } = await api.account('enterprise');
  await migrateFurther('9998_later');
  const version = await publish('From after');
  const filters = { q: '"From after"' };
  const { body: accepted } = await api.send('POST', '/export', key, { body: { format: 'csv', filters } });
  assert.equal(accepted.status, 'processing');
  const webhook = { webhook_url: 'https://example.com/hooks' };
  assert.equal((await api.send('POST', '/webhooks', key, { body: webhook })).status, 201);
  assert.equal((await api.operator('POST', '/operator/sign-in-links')).status, 201);

  // The jobs that the sample starts would cost seconds of CPU.
  await database.pool.query("update pgboss.job set start_after = now() + interval '1 day' where name ~ 'near_|train_'");
  worker = await testService({ DATABASE_URL: database.url, HOOKLINE_ROLES: 'worker', HOOKLINE_EXPORTS: directory });
  await worker.observed('export_finished', accepted.export_id);
  const { body } = await api.get(`/export/${accepted.export_id}`, key);
  assert.match(await (await fetch(body.download_url)).text(), /From after/);

  assert.equal((await worker.get('/health/live')).status, 200);
  assert.ok((await worker.get('/health/ready')).body.catalog_version >= version);
  assert.equal((await worker.get('/metrics')).status, 401);
  assert.match((await worker.operator('GET', '/metrics')).body, /hookline_exports_total\{outcome="complete"\} \d/);
  for (const path of ['/hooks', '/operator/stats', '/dashboard', '/docs'])
    assert.equal((await worker.get(path)).status, 404, path);

  await migrateFurther('9999_breaking_names');
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    HOOKLINE_DATA: directory,
    HOOKLINE_LOG: 'silent',
  });
  await assert.rejects(startService(config), /A later version .* cannot work with it \(9999_breaking_names\)/);
});
