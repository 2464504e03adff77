// The programs of the docs against a real service with the sample data: those of guides print what the guide shows, the samples of
// the reference work as they are.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { type OpenApi, type Operation, readOperations, type Schema } from '../../web/docs/reference/document.ts';
import { exampleOf } from '../../web/docs/reference/examples.ts';
import { resolve } from '../../web/docs/reference/fields.ts';
import { createResponses } from '../../web/docs/reference/responses.ts';
import { samplesOf } from '../../web/docs/reference/samples.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { type TestService, testService } from '../setup/service.ts';
import { missing, type Program, readBlocks, readSteps, runProgram } from './examples.ts';

const guides = [
  'quick-start.md',
  'pagination.md',
  'slack.md',
  'github-action.md',
  'pandas.md',
  'duckdb.md',
  'spreadsheet.md',
  'zapier.md',
  'feeds.md',
  'collections.md',
  'digests.md',
];
/** Languages of guides that are not about one tool. */
const allLanguages = ['sh', 'ts', 'python', 'go', 'php'];

let service: TestService;
let document: OpenApi;
/** Receives what programs post to Slack and Zapier. */
let receiver: Receiver;

before(async () => {
  service = await testService({ HOOKLINE_SAMPLE: '1', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver = await startReceiver((res) => res.end('ok'));
  ({ body: document } = await service.get('/openapi.json'));
});

after(async () => {
  await receiver?.close();
  await service?.close();
});

/** Runs programs for an account of their own, in one directory: steps of a guide may use files of those before. */
async function createRunner(t: TestContext): Promise<(program: Program) => Promise<string | undefined>> {
  const { key } = await service.account('enterprise');
  const directory = await mkdtemp(join(tmpdir(), 'hookline-docs-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const env = { HOOKLINE_KEY: key, SLACK_WEBHOOK_URL: receiver.url, CATCH_URL: receiver.url };
  return async (program) => {
    const reason = missing(program);
    if (!reason) return runProgram(program, { url: service.url, env, directory });
    t.diagnostic(`${program.lang} is skipped, since ${reason}`);
    return undefined;
  };
}

for (const page of guides)
  test(`the programs of docs/${page} print what it shows`, async (t) => {
    const steps = readSteps(page);
    assert.ok(steps.length > 0);
    const run = await createRunner(t);
    for (const { programs, expected } of steps)
      for (const program of programs) {
        const printed = await run(program);
        if (printed !== undefined) assertSame(printed, expected, `${page}, ${program.lang}`);
      }
  });

function assertSame(printed: string, { lang, text }: Program, message: string): void {
  const comparable = (output: string) =>
    lang === 'json' ? { ...JSON.parse(output), timestamp: '', next_cursor: '' } : output.replaceAll('\r\n', '\n');
  assert.deepEqual(comparable(printed), comparable(text), message);
}

test('the quick start and recipes that are programs are there in five languages', () => {
  for (const page of ['quick-start.md', 'pagination.md', 'slack.md']) {
    const [most] = readSteps(page).sort((a, b) => b.programs.length - a.programs.length);
    assert.deepEqual(
      most?.programs.map(({ lang }) => lang),
      allLanguages,
      page,
    );
  }
});

test('the script of Google Sheets fills the rows that docs/spreadsheet.md shows', async () => {
  const { key } = await service.account('free');
  const [script = '', shown = ''] = readBlocks('spreadsheet.md', 'js', 'text');
  // What the script uses of Google's runtime. Its fetch is synchronous, so the response is loaded before.
  const { body } = await service.get('/hooks?niche=finance&limit=3', key);
  const asked: unknown[] = [];
  const context = createContext({
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => key }) },
    UrlFetchApp: {
      fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
        asked.push([url, headers.Authorization]);
        return { getContentText: () => JSON.stringify(body), getResponseCode: () => 200 };
      },
    },
  });
  const rows: unknown[][] = runInContext(`${script}; HOOKS('niche=finance&limit=3')`, context);
  assert.deepEqual(asked, [['http://127.0.0.1:8787/hooks?niche=finance&limit=3', `Bearer ${key}`]]);
  assert.equal(rows.map((row) => row.join('  ')).join('\n'), shown);
});

test('the Slack recipe posts five hooks as plain text in every language', () => {
  const messages = receiver.requests.map(({ body }) => body).filter((body) => body.includes('Top hooks of the week'));
  assert.ok(messages.length >= 2);
  const [first, ...others] = messages.map((body) => JSON.parse(body));
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual([first.text, first.blocks.length], ['Top hooks of the week', 5]);
  for (const block of first.blocks) assert.equal(block.text.type, 'plain_text');
});

const example = (operation: Operation) => exampleOf(operation, document.components.schemas);

test('the samples of a read and of a change run in five languages', async (t) => {
  const run = await createRunner(t);
  for (const operation of readOperations(document).filter(({ id }) => ['listHooks', 'checkDraft'].includes(id)))
    for (const { lang, text } of samplesOf(operation, example(operation))) {
      const printed = await run({ lang, text: text.replaceAll('https://hookline.invalid', service.url) });
      if (printed !== undefined) assert.match(printed, /How to read a payslip in sixty seconds/, operation.id);
    }
});

test('what the samples send is accepted by every operation without ids that only exist later', async () => {
  const { key } = await service.account('enterprise');
  const skipped =
    /^\/(export|exports\/schedules|requests|searches|collections|trends\/alerts|webhooks)\/\{id\}|^\/f\/|^\/hooks\/\{id\}$|^\/report$/;
  const operations = readOperations(document).filter(
    ({ authentication, path, tag }) => authentication !== 'operatorKey' && !skipped.test(path) && tag !== 'Health',
  );
  assert.ok(operations.length > 20, `${operations.length} operations`);
  for (const operation of operations) {
    const { path, method, authentication } = operation;
    const { params = {}, query, body, headers } = example(operation);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const url = `${filled}?${new URLSearchParams(query)}`;
    const answer = await service.send(method, url, authentication ? key : undefined, { body, headers });
    // A key as the reference shows it is no key.
    const expected = path === '/keys/revoke' ? [422] : [200, 201, 202, 308];
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
});

test('every operation that answers JSON shows a response with the fields of its schema', () => {
  const { schemas } = document.components;
  const operations = readOperations(document);
  const responseOf = createResponses(operations, schemas);
  /** Paths of fields that are missing, or not in the schema. */
  const differences = (value: unknown, schema: Schema, path: string): string[] => {
    if (Array.isArray(value))
      return value.flatMap((one) => differences(one, resolve(schema, schemas).items ?? {}, path));
    if (typeof value !== 'object' || value === null) return [];
    const { properties, required = [], anyOf } = resolve(schema, schemas);
    if (anyOf) {
      const found = anyOf.map((variant) => differences(value, variant, path)).sort((a, b) => a.length - b.length);
      return found[0] ?? [];
    }
    if (!properties || Object.keys(properties).length === 0) return [];
    return [
      ...required.filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
      ...Object.entries(value).flatMap(([name, one]) => {
        const property = properties[name];
        return property ? differences(one, property, `${path}.${name}`) : [`${path}.${name} is unknown`];
      }),
    ];
  };
  for (const operation of operations) {
    const { id, success } = operation;
    if (success.types[0] !== 'application/json' || !success.schema) continue;
    // A recorded list is cut, with a line that says so.
    const text = (responseOf(operation) ?? '').replace(/,?\s*… \d+ more/g, '');
    assert.doesNotMatch(text, /127\.0\.0\.1:|\/(tmp|root|home|work)\/|hkl_[0-9A-Za-z]/, id);
    assert.deepEqual(differences(JSON.parse(text), success.schema, id), [], 'Run scripts/record-responses.ts.');
  }
});
