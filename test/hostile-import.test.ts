// Files made to break readers, sent to the import as an operator would: a report or a 4xx problem each time, and the service goes on.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from './service.ts';

const input = '../shared/input';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  await service.import(hookLine('Here before and after'), 'preset=hookline&format=jsonl');
  key = (await service.account('enterprise')).key;
});

after(() => service.close());

/** What the import says of a file, once it is known to be an answer of the kind that operators can act upon. */
async function answerTo(content: string | Buffer, query: string) {
  const { report, error, ...problem } = await service.import(content, query);
  if (!report) {
    const { status, detail } = error ?? problem;
    assert.ok(status >= 400 && status < 500, `${status} ${detail}`);
    assert.ok(detail.length > 10, 'a problem says what to do');
    return { read: 0, added: 0 };
  }
  const { read, added, updated, unchanged, duplicates, rejected, pending } = report;
  assert.equal(read, added + updated + unchanged + duplicates + rejected + pending);
  return { read, added };
}

async function assertServes(): Promise<void> {
  const { status, body } = await service.get('/hooks?q=before%20and%20after', key);
  assert.deepEqual([status, body.total], [200, 1]);
  assert.equal((await service.get('/health/ready')).status, 200);
}

const jsonFiles = globSync('json_test_suite/*/*.json', { cwd: input });
const skipJson = !existsSync(join(input, 'json_test_suite')) && `${input}/json_test_suite is absent`;

for (const format of ['json', 'jsonl', 'csv']) {
  test(`every file of JSONTestSuite read as ${format} gets a report or a 4xx problem`, { skip: skipJson }, async () => {
    assert.ok(jsonFiles.length > 300);
    for (const file of jsonFiles) {
      const query = `preset=hookline&format=${format}&filename=${encodeURIComponent(basename(file))}`;
      const { added } = await answerTo(readFileSync(join(input, file)), query).catch((error) => {
        throw new Error(`${file}: ${error.message}`);
      });
      assert.equal(added, 0, `${file} holds no hook`);
    }
    await assertServes();
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
    const lastColumn = encodeURIComponent(`text=${Object.keys(expected[0]).at(-1)}`);
    const query = `filename=${basename(file)}&map=${lastColumn}&set=views%3D200000`;
    const { read } = await answerTo(readFileSync(join(input, file)), query);
    assert.equal(read, expected.length, file);
  }
  await assertServes();
});
