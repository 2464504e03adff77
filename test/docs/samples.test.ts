// The samples of the API reference work as they are: in every language, and for every operation that a key can call.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Tokens } from 'marked';
import { type OpenApi, type Operation, readOperations, type Schema } from '../../web/docs/reference/document.ts';
import { exampleOf } from '../../web/docs/reference/examples.ts';
import { resolve } from '../../web/docs/reference/fields.ts';
import { createResponses } from '../../web/docs/reference/responses.ts';
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
  const skipped =
    /^\/(export|exports\/schedules|requests|searches|collections|trends\/alerts|webhooks)\/\{id\}|^\/f\/|^\/hooks\/\{id\}$|^\/report$/;
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
