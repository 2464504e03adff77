// The samples of the API reference work as they are: in every language, and for every operation that a key can call.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Tokens } from 'marked';
import { type OpenApi, type Operation, readOperations } from '../../web/docs/reference/document.ts';
import { exampleOf } from '../../web/docs/reference/examples.ts';
import { samplesOf } from '../../web/docs/reference/samples.ts';
import { type TestService, testService } from '../setup/service.ts';
import { createDirectory, missing, runProgram } from './examples.ts';

let service: TestService;
let document: OpenApi;

before(async () => {
  service = await testService({ HOOKLINE_SAMPLE: '1' });
  ({ body: document } = await service.get('/openapi.json'));
});

after(() => service.close());

const example = (operation: Operation) => exampleOf(operation, document.components.schemas);

test('the samples of a read and of a change run in five languages', async (t) => {
  const { key } = await service.account('enterprise');
  const directory = await createDirectory();
  t.after(directory.close);
  for (const id of ['listHooks', 'checkDraft']) {
    const operation = readOperations(document).find((one) => one.id === id);
    assert.ok(operation);
    const runs = samplesOf(operation, example(operation)).map(async ({ lang, text }) => {
      const program = { type: 'code', raw: '', lang, text } satisfies Tokens.Code;
      const reason = missing(program);
      if (reason) return t.diagnostic(`${lang} is skipped, since ${reason}`);
      const target = { url: service.url, env: { HOOKLINE_KEY: key }, directory: directory.path };
      const printed = await runProgram(
        { ...program, text: text.replaceAll('https://hookline.invalid', service.url) },
        target,
      );
      assert.match(printed, /How to read a payslip in sixty seconds/, `${id}, ${lang}`);
    });
    await Promise.all(runs);
  }
});

test('what the samples send is accepted by every operation without ids that only exist later', async () => {
  const { key } = await service.account('enterprise');
  const skipped = /^\/(export|webhooks)\/\{id\}|^\/hooks\/\{id\}$|^\/report$/;
  let called = 0;
  for (const operation of readOperations(document)) {
    const { path, method, authentication } = operation;
    if (authentication === 'operatorKey' || skipped.test(path) || operation.tag === 'Health') continue;
    const { params = {}, query, body, headers } = example(operation);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const search = new URLSearchParams(query).toString();
    const answer = await service.send(method, `${filled}?${search}`, authentication ? key : undefined, {
      body,
      headers,
    });
    // A key as the reference shows it is no key, and webhooks need a public address.
    const expected = path === '/keys/revoke' ? [422] : [200, 201, 202, 308];
    assert.ok(expected.includes(answer.status), `${method} ${path}: ${JSON.stringify(answer.body)}`);
    called++;
  }
  assert.ok(called > 20, `${called} operations`);
});
