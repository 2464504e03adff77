// What docs/mcp.md and docs/connect.md say is what the server has.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { defined } from '../setup/defined.ts';
import { type TestService, testService } from '../setup/service.ts';
import { connect } from './clients.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const blocks = (text: string, lang: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${lang}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);

let service: TestService;
let key: string;
let client: Awaited<ReturnType<typeof connect>>;

before(async () => {
  service = await testService({ HOOKLINE_SAMPLE: '1' });
  key = (await service.account('enterprise')).key;
  client = await connect('2.x, 2026-07-28', service.url, key);
});
after(async () => {
  await client.close();
  await service.close();
});

test('docs/mcp.md lists every tool and prompt, and no other', async () => {
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const cells = [...read('mcp.md').matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
  const results = ['note', 'catalog_version', 'quota', 'truncated', 'error'];
  assert.deepEqual(cells, [...tools, ...prompts].map(({ name }) => name).toSpliced(tools.length, 0, ...results));
});

test('tools take less than 8,000 tokens of an agent, list the values of labels, and have no pattern, which not every client can read', async () => {
  const { tools } = await client.listTools();
  const shown = JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })));
  assert.ok(shown.length / 3 < 8_000, `${shown.length} characters`);
  assert.doesNotMatch(JSON.stringify(tools), /"pattern":/);
  for (const { name, inputSchema } of tools)
    for (const label of ['niche', 'platform', 'archetype', 'format'])
      if (inputSchema.properties?.[label]) assert.match(JSON.stringify(inputSchema.properties[label]), /"enum"/, name);
});

test('the settings of docs/connect.md are valid, and its program and the command of docs/mcp.md run', async () => {
  const connectGuide = read('connect.md');
  const settings = blocks(connectGuide, 'json').map((code) => JSON.parse(code));
  assert.equal(settings.length, 3);
  const bin = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'));
  assert.deepEqual(settings[0].mcpServers.hookline.args, [
    '-y',
    '-p',
    'http://127.0.0.1:8787/sdk.tgz',
    Object.keys(bin.bin)[0],
  ]);
  const env = { ...process.env, HOOKLINE_KEY: key };
  const here = (code: string) => code.replaceAll('http://127.0.0.1:8787', service.url);
  const [program = ''] = blocks(connectGuide, 'ts');
  const [output] = blocks(connectGuide, 'output');
  const args = ['--input-type=module', '--eval', here(program)];
  assert.equal((await run(process.execPath, args, { cwd: root, env })).stdout, output);
  const { stdout } = await run('sh', ['-c', here(defined(blocks(read('mcp.md'), 'sh')[0]))], { env });
  assert.equal(JSON.parse(stdout).result.structuredContent.hooks.length, 1);
});
