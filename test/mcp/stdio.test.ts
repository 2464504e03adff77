// hookline-mcp, which desktop clients start: the official client over stdin and stdout.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { callTool } from './clients.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await sharedService();
  key = (await service.account('scale')).key;
});

const main = join(import.meta.dirname, '../../sdk/src/mcp/main.ts');
const command = process.execPath;
const args = ['--experimental-strip-types', main];
/** The compile cache is passed explicitly, since nothing else of this environment is. */
const { NODE_COMPILE_CACHE = '' } = process.env;
const info = { name: 'test', version: '1.0.0' };

async function connectBy(
  env: Record<string, string>,
  mode: 'legacy' | { pin: '2026-07-28' } = { pin: '2026-07-28' },
): Promise<Client> {
  const client = new Client(info, { versionNegotiation: { mode } });
  const given = { NODE_COMPILE_CACHE, ...env };
  await client.connect(new StdioClientTransport({ command, args, env: given, stderr: 'inherit' }));
  return client;
}

test('tools, prompts and resources work over stdin and stdout, also with concurrent calls', async () => {
  const client = await connectBy({ HOOKLINE_KEY: key, HOOKLINE_URL: service.url });
  assert.ok((await client.listTools()).tools.length >= 9);
  const found = await Promise.all([38, 39, 40].map((n) => callTool(client, 'search_hooks', { q: `lesson ${n}` })));
  for (const [n, { hooks }] of found.entries()) assert.match(hooks[0].text, new RegExp(`lesson ${38 + n}$`));
  const { messages } = await client.getPrompt({ name: 'explain_line', arguments: { line: 'Größe zählt' } });
  assert.match(JSON.stringify(messages), /Größe/);
  await client.close();
});

test('a wrong key is an error with a remedy, and a malformed key is not repeated in it', async () => {
  const wrong = { HOOKLINE_KEY: `hkl_${'a'.repeat(32)}_000000`, HOOKLINE_URL: service.url };
  await assert.rejects(connectBy(wrong, 'legacy'), /invalid_key: .*Copy it again/);
  const env = { NODE_COMPILE_CACHE, HOOKLINE_KEY: `${key}\nx`, HOOKLINE_URL: service.url };
  const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /HOOKLINE_KEY is malformed/);
  assert.ok(!stderr.includes(key));
});
