// Imports of malformed files: the report adds up each time, and nothing of them is published.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { defaultLimits } from '../../src/config/limits.ts';
import type { FileFormat } from '../../src/ingest/formats/detect.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import type { InputFile } from '../../src/ingest/imports/input-files.ts';
import type { MappingInput } from '../../src/ingest/mapping/mapping.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';

const input = '../shared/input';

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
});

after(() => database.close());

async function reportOf(files: InputFile[], mapping: MappingInput, format?: FileFormat) {
  const filename = files
    .map(({ name }) => name)
    .join()
    .slice(0, 100);
  const limits = defaultLimits;
  const options = {
    filename,
    source: 'hostile',
    mapping: resolveMapping(mapping),
    format,
    minViews: 100_000,
    labelFloor: 0.8,
    limits,
  };
  const { report } = await importHooks(database, { ...options, files }, () => {});
  const { read, added, updated, unchanged, duplicates, rejected, pending } = report;
  assert.equal(read, added + updated + unchanged + duplicates + rejected + pending, filename);
  return report;
}

function inputFile(file: string): InputFile {
  return { name: basename(file), size: undefined, open: () => createReadStream(join(input, file)) };
}

function validFile(name: string, content: string): InputFile {
  return { name, size: undefined, open: () => Readable.from([Buffer.from(content)]) };
}

const jsonFiles = globSync('json_test_suite/*/*.json', { cwd: input });
const skipJson = !existsSync(join(input, 'json_test_suite')) && `${input}/json_test_suite is absent`;

const record: object = JSON.parse(hookLine('A valid line of csv'));
const valid = {
  json: `[${hookLine('A valid line of json')}]`,
  jsonl: hookLine('A valid line of jsonl'),
  csv: `${Object.keys(record)}\r\n${Object.values(record)}\r\n`,
};

for (const format of ['json', 'jsonl', 'csv'] as const) {
  test(`of all files of JSONTestSuite, read as ${format} before a valid one, only the valid one adds a hook`, {
    skip: skipJson,
  }, async () => {
    assert.ok(jsonFiles.length > 300);
    const files = [...jsonFiles.map(inputFile), validFile('valid', valid[format])];
    const { read, added, rejected } = await reportOf(files, { preset: 'hookline' }, format);
    assert.deepEqual([added, rejected], [1, read - 1]);
  });
}

const csvFiles = globSync('csv_spectrum/csvs/*.csv', { cwd: input });
const skipCsv = !existsSync(join(input, 'csv_spectrum')) && `${input}/csv_spectrum is absent`;

test('the report of every file of csv-spectrum counts all of its records', { skip: skipCsv }, async () => {
  assert.ok(csvFiles.length > 10);
  for (const file of csvFiles) {
    const content = readFileSync(join(input, 'csv_spectrum/json', `${basename(file, '.csv')}.json`), 'utf8');
    // A single record is not in an array.
    const expected: object[] = [JSON.parse(content)].flat();
    const lastColumn = Object.keys(expected[0] ?? {}).at(-1);
    const { read } = await reportOf([inputFile(file)], { map: [`text=${lastColumn}`], set: ['views=200000'] });
    assert.equal(read, expected.length, file);
  }
});
