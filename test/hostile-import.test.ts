// Files made to break readers, given to the importer: a report whose numbers add up each time, and nothing of them in the catalog.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FileFormat } from '../src/ingest/detect.ts';
import { importHooks } from '../src/ingest/import.ts';
import { type MappingInput, resolveMapping } from '../src/ingest/mapping.ts';
import { type TestDatabase, testDatabase } from './database.ts';

const input = '../shared/input';

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
});

after(() => database.close());

async function reportOf(file: string, mapping: MappingInput, format?: FileFormat) {
  const given = {
    filename: basename(file),
    source: 'hostile',
    mapping: resolveMapping(mapping),
    format,
    minViews: 100_000,
  };
  const open = () => createReadStream(join(input, file));
  const files = [{ name: given.filename, size: undefined, open }];
  const { report } = await importHooks(database, { ...given, files }, () => {});
  const { read, added, updated, unchanged, duplicates, rejected, pending } = report;
  assert.equal(read, added + updated + unchanged + duplicates + rejected + pending, file);
  return report;
}

const jsonFiles = globSync('json_test_suite/*/*.json', { cwd: input });
const skipJson = !existsSync(join(input, 'json_test_suite')) && `${input}/json_test_suite is absent`;

for (const format of ['json', 'jsonl', 'csv'] as const) {
  test(`every file of JSONTestSuite read as ${format} gets a report and adds nothing`, { skip: skipJson }, async () => {
    assert.ok(jsonFiles.length > 300);
    for (const file of jsonFiles) {
      const { added, pending } = await reportOf(file, { preset: 'hookline' }, format);
      assert.equal(added + pending, 0, `${file} holds no hook`);
    }
  });
}

const csvFiles = globSync('csv_spectrum/csvs/*.csv', { cwd: input });
const skipCsv = !existsSync(join(input, 'csv_spectrum')) && `${input}/csv_spectrum is absent`;

test('every file of csv-spectrum gets a report that counts as many records as it has', { skip: skipCsv }, async () => {
  assert.ok(csvFiles.length > 10);
  for (const file of csvFiles) {
    const content = readFileSync(join(input, 'csv_spectrum/json', `${basename(file, '.csv')}.json`), 'utf8');
    // Where there is one record, the file holds it bare.
    const expected: object[] = [JSON.parse(content)].flat();
    const lastColumn = Object.keys(expected[0]).at(-1);
    const { read } = await reportOf(file, { map: [`text=${lastColumn}`], set: ['views=200000'] });
    assert.equal(read, expected.length, file);
  }
});
