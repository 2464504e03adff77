// Every example in the docstrings of the SDK and in the READMEs type-checks, and runs against the real service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createHookline } from '../../sdk/src/index.ts';
import { readOperations } from '../../web/docs/reference/document.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { findExamples, toModule, tsconfig } from './sdk-examples.ts';

const root = join(import.meta.dirname, '../..');
const examples = findExamples().map((example, at) => ({ ...example, name: `example-${at}.ts` }));

let service: TestService;
let receiver: Receiver;
let directory: string;
/** Methods and paths of the requests that the examples sent. */
const requests: string[] = [];

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hookline-examples-'));
  await writeFile(join(directory, 'tsconfig.json'), tsconfig);
  await writeFile(join(directory, 'package.json'), '{"type": "module"}');
  for (const example of examples) await writeFile(join(directory, example.name), toModule(example));
  [service, receiver] = await Promise.all([sharedService(), startReceiver()]);
  const { key } = await service.account('enterprise');
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  await service.send('POST', `/webhooks/${body.webhook_id}/test`, key);
  await service.observed('delivery_attempted', body.webhook_id);
  await service.send('POST', '/export', key, { body: { format: 'json' } });
  // Records that the examples list, read, change and delete.
  const create = async (path: string, body: object) => {
    const answer = await service.send('POST', path, key, { body });
    assert.equal(answer.status, 201, path);
    return answer.body;
  };
  await create('/searches', { name: 'Money', filters: {} });
  await create('/exports/schedules', { format: 'csv', day: 'monday', hour: 6 });
  await create('/trends/alerts', { by: 'niche' });
  for (const name of ['Spring', 'Summer', 'Autumn']) {
    const { collection_id } = await create('/collections', { name });
    await service.send('POST', `/collections/${collection_id}/hooks`, key, { body: { ids: ['hook_1'] } });
  }
  Object.assign(process.env, { HOOKLINE_KEY: key, HOOKLINE_URL: service.url, HOOKLINE_WEBHOOK_SECRET: body.secret });
  const { fetch } = globalThis;
  mock.method(globalThis, 'fetch', (...[url, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    requests.push(`${init?.method ?? 'GET'} ${pathname}`);
    return fetch(url, init);
  });
  // Examples write files to the working directory.
  process.chdir(directory);
});

after(async () => {
  await receiver?.close();
  await rm(directory, { recursive: true, force: true });
});

test('types narrow hooks to the requested fields, and cover filters', async () => {
  const hookline = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl: service.url });
  const page = await hookline.hooks.list({ niche: ['finance'] as const, fields: ['text'] });
  assert.ok(page.data[0]?.text satisfies string | undefined);
  // @ts-expect-error: not among the requested fields.
  assert.equal(page.data[0].views, undefined);
  // @ts-expect-error: unknown filter.
  await assert.rejects(hookline.hooks.list({ niches: 'finance' }).then());
});

test('the examples type-check', { skip: !isEndurance && 'loads a compiler: npm run test:endurance' }, async () => {
  const tsc = join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', directory]).catch(({ stdout }) => assert.fail(stdout));
});

/** Their examples each wait for another export, so they are only type-checked. */
const checkedOnly = ['src/openapi.ts', 'src/download.ts', 'src/errors.ts'];

for (const [file, examplesOfFile] of Map.groupBy(examples, (example) => example.file)) {
  if (checkedOnly.includes(file)) continue;
  test(`the examples of ${join('sdk', file)} run`, async (t) => {
    t.mock.method(console, 'log', () => {});
    for (const { line, name } of examplesOfFile)
      await import(pathToFileURL(join(directory, name)).href).catch((error) => {
        assert.fail(`line ${line}: ${error.stack}`);
      });
  });
}

test('the examples together call every API operation that takes a key', async () => {
  const { body: document } = await service.get('/openapi.json');
  const operations = readOperations(document).filter(({ authentication }) => authentication === 'key');
  const missing = operations.filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !requests.some((request) => pattern.test(request));
  });
  // `collections.remove` sends the ids of several hooks instead.
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    ['DELETE /collections/{id}/hooks/{hook_id}'],
  );
});
