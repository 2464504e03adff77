// Versions and processes side by side on one database: first starts at once, a schema that is ahead, and one that is too far ahead.
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

test('two processes that start at once on an empty server make one schema, one starter set and one demo account', async () => {
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
    const keys = started.map(({ key }) => key).filter((key) => key !== '');
    assert.equal(keys.length, 1, 'one of them shows a demo key');
    for (const one of started) {
      const { body } = await call(one, operatorKey, 'GET', '/operator/accounts');
      assert.equal(body.accounts.length, 1);
      assert.equal((await call(one, keys[0], 'GET', '/hooks?limit=1')).body.total, 5400);
      assert.equal((await call(one, operatorKey, 'GET', '/operator/stats')).body.catalog_version, 1);
    }
  } finally {
    for (const one of started) one.child.kill('SIGTERM');
    await Promise.all(started.map(({ exit }) => exit));
    await database.close();
  }
});

/** As a later version would: a column more in every table, and its name in the list. */
async function migrateFurther(url: string, name: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  const tables = rows.map(({ tablename }) => tablename).filter((table) => !table.startsWith('kysely'));
  for (const table of tables)
    await client.query(`alter table ${table} add column if not exists later int not null default 0`);
  await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ]);
  await client.end();
}

test('a process goes on, and starts, on a schema that a later version has added to', async () => {
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
