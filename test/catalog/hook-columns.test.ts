// A new column of a hook is one entry in src/db/hook-columns.ts: rows, snapshot, records, schema, imports and exports have it then.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import type { Found } from './hook-columns-probe.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const entry = `  saves: {
    type: 'bigint',
    nullable: true,
    record: 'full',
    description: 'How often the video was saved',
    aliases: ['save_count'],
    merge: 'fill',
  },
`;

let copy: string;
let database: TestDatabase;
let found: Found;
let problems: Promise<string>;

/** A copy of the service with the entry before that of `duration_seconds`. Nothing else is changed. */
function copyWithColumn(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-column-'));
  for (const name of ['src', 'package.json']) cpSync(join(root, name), join(directory, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const table = join(directory, 'src/db/hook-columns.ts');
  const text = readFileSync(table, 'utf8');
  const widened = text.replace(/^ {2}duration_seconds: \{/m, `${entry}$&`);
  assert.notEqual(widened, text);
  writeFileSync(table, widened);
  return directory;
}

const types = `import type { FullHook } from './src/catalog/hook.ts';
import type { HookRow } from './src/catalog/record.ts';
import type { HookTable } from './src/db/tables.ts';
import type { IncomingHook } from './src/ingest/formats/record.ts';
import type { Field } from './src/ingest/mapping/fields.ts';
import type { StagedHook } from './src/ingest/publish/store.ts';
type Columns = [FullHook['saves'], HookRow['saves'], HookTable['saves'], IncomingHook['saves'], StagedHook['saves']];
export const columns: Columns = [null, null, null, null, null];
export const field: Field = 'saves';
`;
/** The folders that use the columns, which takes half as long as all. */
const config = {
  compilerOptions: { noUncheckedIndexedAccess: false },
  include: [
    'types.ts',
    'src/catalog',
    'src/exports/formats',
    'src/ingest/mapping',
    'src/ingest/publish',
    'src/webhooks',
  ],
  exclude: ['**/*.test.ts'],
};

/** Resolves to what the compiler reports, empty if nothing. */
async function checkTypes(directory: string): Promise<string> {
  writeFileSync(join(directory, 'types.ts'), types);
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ ...config, extends: join(root, 'tsconfig.json') }));
  const check = run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: directory });
  return check.then(
    () => '',
    ({ stdout, message }) => stdout || message,
  );
}

async function runProbe(directory: string, url: string): Promise<Found> {
  const probe = 'test/catalog/hook-columns-probe.ts';
  cpSync(join(root, probe), join(directory, probe));
  const { stdout } = await run(process.execPath, [probe, url], { cwd: directory });
  return JSON.parse(stdout);
}

before(async () => {
  copy = copyWithColumn();
  problems = checkTypes(copy);
  database = await testDatabase();
  await sql`alter table hooks add column saves bigint`.execute(database.db);
  found = await runProbe(copy, database.url);
});

after(async () => {
  await database?.close();
  rmSync(copy, { recursive: true, force: true });
});

const neighbours = ['shares', 'saves', 'duration_seconds'];
const around = (list: readonly string[]) => list.slice(list.indexOf('saves') - 1, list.indexOf('saves') + 2);

test('the copy type-checks without another change, and its row types have the column', async () => {
  assert.equal(await problems, '');
});

test('the snapshot reads the column', () => {
  assert.deepEqual(around(found.copyList), neighbours);
  assert.deepEqual(around(found.recordFields), neighbours);
});

test('an import reads the column by its name and its alias, stages it and merges it by its policy', () => {
  assert.deepEqual(around(found.fields), neighbours);
  assert.deepEqual(
    found.stagingColumns.find(({ name }) => name === 'saves'),
    { name: 'saves', type: 'bigint' },
  );
  assert.deepEqual(found.imported, [7, 8]);
  assert.deepEqual(found.merged, [9, 8], 'a newer capture sets the value, one without it keeps it');
});

test('the schema of the API has the column with its description', () => {
  assert.deepEqual(around(found.schemaFields), neighbours);
  assert.equal(found.schema?.type, 'integer');
  assert.equal(found.schema?.nullable, true);
  assert.equal(found.schema?.description, 'How often the video was saved');
});

test('exports have the column in every format, and the preset of our exports reads it back', () => {
  assert.deepEqual(around(found.exportColumns), neighbours);
  assert.equal(found.exportType, 'INT64');
  assert.deepEqual(found.exported, { json: [9, 8], jsonl: [9, 8], csv: [9, 8], parquet: [9, 8] });
  assert.deepEqual(found.reimported, [9, 8]);
});
