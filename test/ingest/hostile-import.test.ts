// Files made to break readers, given to the importer: a report whose numbers add up each time, and nothing of them in the catalog.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
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
  const filename = files[0].name;
  const given = { filename, source: 'hostile', mapping: resolveMapping(mapping), format, minViews: 100_000 };
  const { report } = await importHooks(database, { ...given, files }, () => {});
  const { read, added, updated, unchanged, duplicates, rejected, pending } = report;
  assert.equal(read, added + updated + unchanged + duplicates + rejected + pending, filename);
  return report;
}

function inputFile(file: string): InputFile {
  return { name: basename(file), size: undefined, open: () => createReadStream(join(input, file)) };
}

function soundFile(name: string, content: string): InputFile {
  return { name, size: undefined, open: () => Readable.from([Buffer.from(content)]) };
}

const jsonFiles = globSync('json_test_suite/*/*.json', { cwd: input });
const skipJson = !existsSync(join(input, 'json_test_suite')) && `${input}/json_test_suite is absent`;

const record: object = JSON.parse(hookLine('A sound line of csv'));
const sound = {
  json: `[${hookLine('A sound line of json')}]`,
  jsonl: hookLine('A sound line of jsonl'),
  csv: `${Object.keys(record)}\r\n${Object.values(record)}\r\n`,
};

for (const [format, content] of Object.entries(sound) as [keyof typeof sound, string][]) {
  test(`of all files of JSONTestSuite, read as ${format} with a sound one behind them, only that adds a hook`, {
    skip: skipJson,
  }, async () => {
    assert.ok(jsonFiles.length > 300);
    const files = [...jsonFiles.map(inputFile), soundFile('sound', content)];
    const { read, added, rejected } = await reportOf(files, { preset: 'hookline' }, format);
    assert.deepEqual([added, rejected], [1, read - 1]);
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
    const { read } = await reportOf([inputFile(file)], { map: [`text=${lastColumn}`], set: ['views=200000'] });
    assert.equal(read, expected.length, file);
  }
});
