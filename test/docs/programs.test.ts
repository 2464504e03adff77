// Programs of the docs against a real service: those in guides print the output shown there, and the samples of the reference work.
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { readSample } from '../../src/catalog/sample/sample.ts';
import { type OpenApi, readOperations } from '../../web/docs/reference/document.ts';
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
  'spreadsheet.md',
  'zapier.md',
  'make.md',
  'feeds.md',
  'collections.md',
  'digests.md',
];
let service: TestService;
let document: OpenApi;
/** Receives the posts of programs to Slack, Zapier and Make. */
let receiver: Receiver;

/** Programs may use files of earlier steps. */
let directory: string;
let env: Record<string, string>;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver = await startReceiver((res) => res.end('ok'));
  // The guides show results of the sample data, nearly all about finance.
  const lines = readSample().filter(({ niche }) => niche === 'finance');
  await service.import(lines.map((line) => JSON.stringify(line)).join('\n'), 'preset=hookline&format=jsonl');
  ({ body: document } = await service.get('/openapi.json'));
  directory = await mkdtemp(join(tmpdir(), 'hookline-docs-'));
  const { key } = await service.account('enterprise');
  env = { HOOKLINE_KEY: key, SLACK_WEBHOOK_URL: receiver.url, CATCH_URL: receiver.url };
});

after(async () => {
  await receiver?.close();
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

const run = (program: Program) => runProgram(program, { url: service.url, env, directory });

for (const page of guides)
  test(`the programs of docs/${page} print the output shown there`, async (t) => {
    const steps = readSteps(page);
    assert.ok(steps.length > 0);
    for (const { programs, expected } of steps)
      for (const program of programs) {
        const reason = missing(program);
        if (reason) t.diagnostic(`${program.lang} is skipped, since ${reason}`);
        else assertSame(await run(program), expected, `${page}, ${program.lang}`);
      }
  });

function assertSame(printed: string, { lang, text }: Program, message: string): void {
  const comparable = (output: string) =>
    lang === 'json'
      ? JSON.parse(output, (name, value) => (['id', 'timestamp', 'next_cursor'].includes(name) ? '' : value))
      : output.replaceAll('\r\n', '\n');
  assert.deepEqual(comparable(printed), comparable(text), message);
}

test('the Google Sheets script fills the rows that docs/spreadsheet.md shows, with one call and then from its cache', async () => {
  const [script = '', shown = ''] = readBlocks('spreadsheet.md', 'js', 'text');
  // The parts of Google's runtime that the script uses. Its fetch is synchronous, so the responses are loaded before.
  const load = async (path: string) => {
    const { status, body } = await service.get(path, env.HOOKLINE_KEY);
    return [path, { getContentText: () => JSON.stringify(body), getResponseCode: () => status }] as const;
  };
  const responses = new Map(await Promise.all(['/hooks?niche=finance&limit=3', '/hooks?niche=financ'].map(load)));
  const cache = new Map<string, string>();
  const fetched: string[] = [];
  const fetch = (url: string) => {
    fetched.push(url);
    return responses.get(url.replace(/^http:..[^/]+/, ''));
  };
  const get = (name: string) => cache.get(name) ?? null;
  const context = createContext({
    CacheService: { getScriptCache: () => ({ get, put: (name: string, value: string) => cache.set(name, value) }) },
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => env.HOOKLINE_KEY }) },
    UrlFetchApp: { fetch },
    Utilities: { DigestAlgorithm: {}, computeDigest: (_: unknown, text: string) => text, base64Encode: String },
  });
  runInContext(script, context);
  for (const _ of [1, 2]) {
    const rows: unknown[][] = runInContext('HOOKLINE("niche=finance", 3)', context);
    assert.equal(rows.map((row) => row.join('  ')).join('\n'), shown);
  }
  assert.equal(fetched.length, 1);
  assert.match(runInContext('HOOKLINE("niche=financ")', context), /^Hookline: financ is not a known niche/);
});

const makeVideo: Program = { lang: 'python', text: readBlocks('moneyprinterturbo.md', 'python')[0] ?? '' };
test('the script of docs/moneyprinterturbo.md requests a video that opens with an adapted line', {
  skip: missing(makeVideo),
}, async () => {
  // One body has the members of all three responses of MoneyPrinterTurbo.
  const data = { video_script: 'They cost little.', task_id: 't1', state: 1, videos: ['/tasks/t1/final-1.mp4'] };
  const mpt = await startReceiver((res) => res.end(JSON.stringify({ status: 200, message: 'success', data })));
  const { origin } = new URL(mpt.url);
  const printed = await runProgram(makeVideo, { url: service.url, env: { ...env, MPT_URL: origin }, directory });
  await mpt.close();
  assert.deepEqual(
    mpt.requests.map(({ path }) => path),
    ['/api/v1/scripts', '/api/v1/videos', '/api/v1/tasks/t1'],
  );
  const { video_script: spoken } = JSON.parse(mpt.requests[1]?.body ?? '');
  const opening = /^Opening: (.*index funds.*)$/im.exec(printed)?.[1];
  assert.ok(opening && spoken.startsWith(opening) && spoken.endsWith('They cost little.'), `${printed}: ${spoken}`);
  assert.ok(printed.endsWith(`${origin}/tasks/t1/final-1.mp4`), printed);
});

test('the agent of docs/connect.md and the request of docs/mcp.md find hooks', async () => {
  const [agent = '', printed] = readBlocks('connect.md', 'ts', 'output');
  await symlink(join(import.meta.dirname, '../../node_modules'), join(directory, 'node_modules'));
  assert.equal(await run({ lang: 'ts', text: agent }), printed);
  const [request = ''] = readBlocks('mcp.md', 'sh');
  assert.equal(JSON.parse(await run({ lang: 'sh', text: request })).result.structuredContent.hooks.length, 1);
});

test('the Slack recipe posts five hooks as plain text in every language', () => {
  const messages = receiver.requests.map(({ body }) => body).filter((body) => body.includes('Top hooks of the week'));
  assert.ok(messages.length >= 2);
  const [first, ...others] = messages.map((body) => JSON.parse(body));
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual([first.text, first.blocks.length], ['Top hooks of the week', 5]);
  for (const block of first.blocks) assert.equal(block.text.type, 'plain_text');
});

test('the samples of a change run in every language', async () => {
  const [operation] = readOperations(document).filter(({ id }) => id === 'checkDraft');
  assert.ok(operation);
  for (const { lang, text } of samplesOf(operation, exampleOf(operation, document.components.schemas))) {
    const program = { lang, text: text.replaceAll('https://hookline.invalid', service.url) };
    if (!missing(program)) assert.match(await run(program), /How to read a payslip in sixty seconds/, lang);
  }
});

test('every operation accepts the sample requests, except those that need ids created later', async () => {
  const skipped =
    /^\/(export|exports\/schedules|requests|searches|collections|trends\/alerts|webhooks)\/\{id\}|^\/f\/|^\/hooks\/\{id\}$|^\/report$/;
  const operations = readOperations(document).filter(
    ({ authentication, path, tag }) => authentication !== 'operatorKey' && !skipped.test(path) && tag !== 'Health',
  );
  assert.ok(operations.length > 20, `${operations.length} operations`);
  for (const operation of operations) {
    const { path, method, authentication } = operation;
    const { params = {}, query, body, headers } = exampleOf(operation, document.components.schemas);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const url = `${filled}?${new URLSearchParams(query)}`;
    const answer = await service.send(method, url, authentication ? env.HOOKLINE_KEY : undefined, { body, headers });
    // The key in the reference is not a valid key.
    const expected = path === '/keys/revoke' ? [422] : [200, 201, 202, 308];
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
});

test('every operation that returns JSON shows a response with the required fields, without keys or local paths', () => {
  const { schemas } = document.components;
  const operations = readOperations(document);
  const responseOf = createResponses(operations, schemas);
  for (const operation of operations) {
    const { id, success } = operation;
    if (success.types[0] !== 'application/json' || !success.schema) continue;
    // A recorded list is cut, and a line states how many rows are left out.
    const text = (responseOf(operation) ?? '').replace(/,?\s*… \d+ more/g, '');
    assert.doesNotMatch(text, /127\.0\.0\.1:|\/(tmp|root|home|work)\/|hkl_[0-9A-Za-z]/, id);
    const shown = JSON.parse(text);
    for (const name of resolve(success.schema, schemas).required ?? [])
      assert.ok(name in shown, `${id} lacks ${name}. Run scripts/record-responses.ts.`);
  }
});
