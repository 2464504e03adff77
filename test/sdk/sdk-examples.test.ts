// Type-checks every example in the docstrings of the SDK and in the READMEs, and runs it against the real service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { exported, findExamples, toModule, tsconfig } from './sdk-examples.ts';

const root = join(import.meta.dirname, '../..');
const examples = findExamples().map((example, at) => ({ ...example, name: `example-${at}.ts` }));
const cwd = process.cwd();

let service: TestService;
let receiver: Receiver;
let directory: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hookline-examples-'));
  await writeFile(join(directory, 'tsconfig.json'), tsconfig);
  await writeFile(join(directory, 'package.json'), '{"type": "module"}');
  for (const example of examples) await writeFile(join(directory, example.name), toModule(example));
  receiver = await startReceiver();
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  const lines = Array.from({ length: 130 }, (_, n) => hookLine(`An index fund for an example, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('enterprise');
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  await service.send('POST', `/webhooks/${body.webhook_id}/test`, key);
  await service.observed('delivery_attempted', body.webhook_id);
  await service.send('POST', '/export', key, { body: { format: 'json' } });
  Object.assign(process.env, { HOOKLINE_KEY: key, HOOKLINE_URL: service.url, HOOKLINE_WEBHOOK_SECRET: body.secret });
  // Examples write files to the working directory.
  process.chdir(directory);
});

after(async () => {
  process.chdir(cwd);
  await service?.close();
  await receiver?.close();
  await rm(directory, { recursive: true, force: true });
});

test('the examples type-check', async () => {
  const tsc = join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', directory]).catch(({ stdout }) => assert.fail(stdout));
});

for (const { file, line, name } of examples) {
  test(`the example of ${join('sdk', file)}:${line} runs`, async (t) => {
    t.mock.method(console, 'log', () => {});
    await import(pathToFileURL(join(directory, name)).href);
  });
}

test('every export and every method of the SDK has an example', () => {
  const sources = globSync('sdk/src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const text = sources.join('\n');
  const documented = (pattern: string) => new RegExp(`@example(?:(?!\\*/)[^])*\\*/\\n *${pattern}`).test(text);
  for (const name of Object.values(exported).flat())
    assert.ok(documented(`export (?:async function|function|class|type) ${name}\\b`), `${name} has no example`);
  for (const [, api, members = ''] of text.matchAll(/^export type (\w+Api) = \{\n(.*?)^\};/gms))
    for (const [, method = ''] of members.matchAll(/^ {2}(\w+): /gm))
      assert.match(
        members,
        new RegExp(`@example(?:(?!\\*/)[^])*\\*/\\n {2}${method}: `),
        `${api}.${method} has no example`,
      );
});
