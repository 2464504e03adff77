// Processes and versions side by side on one database: concurrent first starts, a newer schema, and an incompatible one.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/runtime/service.ts';
import { testDatabase } from '../setup/database.ts';
import { hookLine, operatorKey, testService } from '../setup/service.ts';
import { call, startProcess } from '../setup/service-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-upgrade-'));

after(() => rmSync(directory, { recursive: true, force: true }));

test('two processes that start at the same time on an empty server create one schema, one starter set and one demo account', async () => {
  const database = await testDatabase();
  await database.pool.query('drop schema pgboss cascade; drop schema public cascade; create schema public');
  const started = await Promise.all(
    ['a', 'b'].map((name) => {
      const dataDir = join(directory, name);
      mkdirSync(dataDir);
      writeFileSync(join(dataDir, 'operator.key'), operatorKey);
      return startProcess(dataDir, { DATABASE_URL: database.url });
    }),
  );
  try {
    const [key = '', ...others] = started.map(({ key }) => key).filter((shown) => shown !== '');
    assert.deepEqual(others, [], 'one of them shows a demo key');
    for (const running of started) {
      const { body } = await call(running, operatorKey, 'GET', '/operator/accounts');
      assert.equal(body.accounts.length, 1);
      assert.equal((await call(running, key, 'GET', '/hooks?limit=1')).body.total, 5400);
      assert.equal((await call(running, operatorKey, 'GET', '/operator/stats')).body.catalog_version, 1);
    }
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ exit }) => exit));
    await database.close();
  }
});

/** Simulates a migration of a later version: one more column in every table. */
async function migrateFurther(url: string, name: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  // Partitions get the columns of their table.
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const tables = rows.map(({ relname }) => relname).filter((table) => !table.startsWith('kysely'));
  for (const table of tables)
    await client.query(`alter table ${table} add column if not exists later int not null default 0`);
  await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ]);
  await client.end();
}

test('a process keeps running, and starts, on a schema extended by a later version', async () => {
  const service = await testService();
  const again = () =>
    startService(
      readConfig({
        PORT: '0',
        DATABASE_URL: service.databaseUrl,
        HOOKLINE_DATA: join(directory, 'later'),
        HOOKLINE_OPERATOR_KEY: operatorKey,
        HOOKLINE_LOG: 'silent',
      }),
    );
  await service.import(hookLine('From before'), 'preset=hookline');
  await migrateFurther(service.databaseUrl, '9998_later');
  assert.equal((await service.import(hookLine('From after'), 'preset=hookline')).report.added, 1);
  const { key } = await service.account('enterprise');
  const webhook = { webhook_url: 'https://example.com/hooks' };
  for (const [path, body, status] of [
    ['/export', { format: 'jsonl' }, 202],
    ['/webhooks', webhook, 201],
  ] as const)
    assert.equal((await service.send('POST', path, key, { body })).status, status);
  await service.observed('export_finished');
  assert.equal((await service.operator('POST', '/operator/sign-in-links')).status, 201);

  const older = await again();
  const answer = await fetch(`${older.url}/hooks`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(((await answer.json()) as { total: number }).total, 2);
  await older.close();

  await migrateFurther(service.databaseUrl, '9999_breaking_names');
  await assert.rejects(again(), /A later version .* cannot work with it \(9999_breaking_names\)/);
  await service.close();
});
