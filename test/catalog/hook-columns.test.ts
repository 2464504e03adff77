// A column of a hook is one entry in src/db/hook-columns.ts: the database, imports, the snapshot, its records, the schema of the API
// and exports have each column that the table says they have.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fullHookSchema } from '../../src/catalog/hook.ts';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { copyHooksAfter } from '../../src/catalog/snapshot/store.ts';
import { fullRecord } from '../../src/catalog/summary.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { hookColumn, hookColumns, importColumns, recordColumns, stagedColumns } from '../../src/db/hook-columns.ts';
import { databaseOn } from '../../src/db/one-connection.ts';
import { columns } from '../../src/exports/formats/columns.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { createStaging } from '../../src/ingest/publish/store.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const pathOf = (name: (typeof recordColumns)[number]) => hookColumn(name).path ?? [name];
/** Counts, which no other part of an import interprets. */
const counts = importColumns.filter((name) => hookColumn(name).type === 'bigint' && name !== 'views');

test('the database, the staging table, the snapshot, the schema and exports have the columns of the table', async () => {
  const client = await database.pool.connect();
  await createStaging(databaseOn(client));
  const typesIn = async (table: string) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
    );
    const names: Record<string, string> = { 'timestamp with time zone': 'timestamptz', integer: 'int' };
    return new Map(rows.map(({ name, type }) => [name, names[type] ?? type]));
  };
  const [hooks, incoming] = [await typesIn('hooks'), await typesIn('incoming')];
  client.release(true);
  for (const [name, { type }] of Object.entries(hookColumns)) assert.equal(hooks.get(name), type, name);
  for (const name of stagedColumns) assert.equal(incoming.get(name), hookColumn(name).type, name);
  for (const name of recordColumns) {
    assert.match(copyHooksAfter(0), new RegExp(`\\bh\\.${name}\\b`));
    assert.ok((pathOf(name)[0] ?? '') in fullHookSchema.shape, name);
  }
  assert.deepEqual(
    columns.map(({ name }) => name),
    recordColumns.map((name) => pathOf(name).join('_')),
  );
});

test('an import reads each count by its name and its aliases, a newer one replaces it, and records have it', async () => {
  assert.ok(counts.length > 2);
  const importRecord = async (views: number, values: object) => {
    const content = Buffer.from(JSON.stringify({ text: 'This is the first line', views, ...values }));
    const open = async function* () {
      yield content;
    };
    const input = {
      files: [{ name: 'a.jsonl', size: content.length, open }],
      filename: 'a.jsonl',
      source: 'columns',
      mapping: resolveMapping(),
      minViews: 0,
      labelFloor: 0,
      limits: defaultLimits,
    };
    await importHooks(database, input, () => {});
    await database.db.updateTable('hooks').set({ state: 'published', added_version: 1 }).execute();
    const catalog = await openLiveCatalog(database.url, database.db, () => {});
    const record = fullRecord(catalog.current().snapshot, 0);
    await catalog.close();
    return counts.map((name) => record[name as keyof typeof record]);
  };
  const valuesBy = (nameOf: (name: (typeof counts)[number]) => string, add: number) =>
    Object.fromEntries(counts.map((name, at) => [nameOf(name), at + add]));
  const expected = (add: number) => counts.map((_, at) => at + add);
  assert.deepEqual(
    await importRecord(
      200,
      valuesBy((name) => name, 7),
    ),
    expected(7),
  );
  const byAlias = valuesBy((name) => hookColumn(name).aliases?.[0] ?? name, 20);
  assert.deepEqual(await importRecord(300, byAlias), expected(20));
  assert.deepEqual(await importRecord(400, {}), expected(20), 'a record without them keeps them');
});
