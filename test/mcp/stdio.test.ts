// hookline-mcp, which desktop clients start: both official clients over stdin and stdout.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { callTool, clientKinds } from './clients.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await sharedService();
  key = (await service.account('scale')).key;
});

const main = join(import.meta.dirname, '../../sdk/src/mcp/main.ts');
const command = process.execPath;
const args = ['--experimental-strip-types', main];
const info = { name: 'test', version: '1.0.0' };

async function connectBy(kind: (typeof clientKinds)[number], env: Record<string, string>): Promise<Client> {
  const program = { command, args, env, stderr: 'inherit' as const };
  if (kind === '1.x, 2025') {
    const client = new OldClient(info);
    await client.connect(new OldTransport(program));
    return client as unknown as Client;
  }
  const mode = kind === '2.x, 2025' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(program));
  return client;
}

for (const kind of clientKinds)
  test(`client ${kind}: tools, prompts and resources answer over stdin and stdout`, async () => {
    const client = await connectBy(kind, { HOOKLINE_KEY: key, HOOKLINE_URL: service.url });
    assert.ok((await client.listTools()).tools.length >= 9);
    const found = await Promise.all([1, 2, 3].map(() => callTool(client, 'search_hooks', { q: 'lesson 40' })));
    assert.deepEqual(
      found.map(({ hooks }) => hooks[0].text),
      Array(3).fill('What comedy taught me in lesson 40'),
    );
    const { messages } = await client.getPrompt({ name: 'explain_line', arguments: { line: 'Größe zählt' } });
    assert.match(JSON.stringify(messages), /Größe/);
    const { contents } = await client.readResource({ uri: 'hookline://plans' });
    assert.equal(contents.length, 1);
    await client.close();
  });

test('a wrong key, and a service that cannot be reached, are errors that say what to do', async () => {
  const unknown = `hkl_${'a'.repeat(32)}_000000`;
  for (const [env, message] of [
    [{ HOOKLINE_KEY: unknown, HOOKLINE_URL: service.url }, /invalid_key: .*Copy it again/],
    [{ HOOKLINE_KEY: key, HOOKLINE_URL: 'http://127.0.0.1:1' }, /Check HOOKLINE_URL/],
  ] as const)
    await assert.rejects(connectBy('1.x, 2025', env), message);
});

test('without a key or a URL the program says what to set', () => {
  for (const [env, message] of [
    [{ HOOKLINE_URL: service.url }, /HOOKLINE_KEY/],
    [{ HOOKLINE_KEY: key }, /HOOKLINE_URL/],
    [{ HOOKLINE_KEY: `${key}\nx`, HOOKLINE_URL: service.url }, /HOOKLINE_KEY is no API key/],
  ] as const) {
    const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, message);
    assert.ok(!stderr.includes(key));
  }
  assert.match(spawnSync(command, [...args, '--help'], { encoding: 'utf8' }).stdout, /HOOKLINE_KEY/);
});
