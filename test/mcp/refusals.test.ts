// What the MCP server refuses, and how: by HTTP before a caller is known, and as tool errors that an agent can act on after it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { estimateTokens } from '../../src/http/mcp/tools/fit.ts';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { callTool, clientKinds, connect } from './clients.ts';

let service: TestService;
let key: string;

const long = '日本語の長い一行'.repeat(60);

before(async () => {
  service = await testService();
  key = (await service.account('scale')).key;
  const lines = Array.from({ length: 100 }, (_, at) =>
    hookLine(`${at} ${long}`.slice(0, 480), { id: `l${at}`, views: 1_000_000 - at }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mcp');
});
after(() => service.close());

const accept = 'application/json, text/event-stream';
const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const post = (body: unknown, as: string | undefined = key, headers: Record<string, string> = {}) =>
  service.send('POST', '/mcp', as, { body, headers: { accept, 'mcp-protocol-version': '2025-06-18', ...headers } });
const call = (name: string, args: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
});

for (const kind of clientKinds)
  test(`client ${kind}: a used up quota and a plan that lacks a feature are tool errors with what to do`, async () => {
    const free = await service.account('free', { per_day: 1 });
    const client = await connect(kind, service.url, free.key);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    assert.ok(names.includes('search_hooks') && !names.includes('get_hook') && !names.includes('get_trends'));
    const { isError, error } = await callTool(client, 'get_trends');
    assert.deepEqual([isError, error.code, error.status, error.required_plan], [true, 'plan_required', 403, 'scale']);
    assert.match(error.what_to_do, /Tell the user/);
    const detailed = await callTool(client, 'search_hooks', { response_format: 'detailed' });
    assert.equal(detailed.error.code, 'plan_required');
    const first = await callTool(client, 'search_hooks', { limit: 1 });
    assert.deepEqual([first.isError, defined(first.quota[0]).remaining], [false, 0]);
    const second = await callTool(client, 'search_hooks', { limit: 1 });
    assert.deepEqual([second.isError, second.error.code], [true, 'quota_exceeded']);
    assert.ok(second.error.retry_after_seconds > 0);
    assert.deepEqual(second.quota[0], first.quota[0]);
    await client.close();
  });

test('invalid arguments are refused as by the API, and take no quota', async () => {
  const client = await connect('2.x, 2026-07-28', service.url, key);
  for (const [name, args, code, detail] of [
    ['search_hooks', { nich: ['food'] }, 'invalid_parameter', /Did you mean niche/],
    ['search_hooks', { niche: ['fod'] }, 'invalid_parameter', /Did you mean food/],
    ['search_hooks', { limit: 1000 }, 'invalid_parameter', /limit/],
    ['search_hooks', { limit: { a: 1 } }, 'invalid_parameter', /limit/],
    ['search_hooks', { output: 'csv' }, 'invalid_parameter', /output/],
    ['search_hooks', { filters: { output: 'csv' } }, 'invalid_body', /output/],
    ['search_hooks', { filters: 'niche=food' }, 'invalid_body', /must be an object/],
    ['search_hooks', { cursor: 'x' }, 'invalid_cursor', /cursor/],
    ['search_hooks', { response_format: 'long' }, 'invalid_parameter', /response_format/],
    ['list_taxonomy', { label: 'colour' }, 'invalid_parameter', /label/],
    ['get_hook', { id: 'hook_999999' }, 'not_found', /hook_999999/],
    ['get_hook', {}, 'not_found', /id/],
    ['similar_hooks', {}, 'invalid_body', /text/],
    ['check_draft', { text: 1 }, 'invalid_body', /text/],
    ['adapt_hook', { template: 'x', id: 'hook_1' }, 'invalid_body', /one of the two/],
  ] as const) {
    const { isError, error } = await callTool(client, name, args);
    assert.deepEqual([isError, error.code], [true, code], JSON.stringify(args));
    assert.match(error.detail, detail);
  }
  await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /Unknown tool/);
  const { body } = await service.get('/usage', key);
  assert.equal(body.data.windows.find(({ window }: { window: string }) => window === 'month').used, 0);
  await client.close();
});

test('a result is shortened by whole hooks to what every client shows, with a cursor that skips none', async () => {
  const client = await connect('2.x, 2026-07-28', service.url, key);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await callTool(client, 'search_hooks', { limit: 100, response_format: 'detailed', cursor });
    assert.ok(estimateTokens(JSON.stringify(page)) < 12_500);
    assert.match(page.truncated ?? 'next_cursor', /next_cursor/);
    seen.push(...page.hooks.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual([seen.length, new Set(seen).size], [100, 100]);
  const drawn = await callTool(client, 'random_hooks', { count: 100 });
  assert.ok(drawn.hooks.length < 100);
  assert.match(drawn.truncated, /Ask for fewer/);
  await client.close();
});

test('without a valid key the answer is 401 with a challenge, whatever the body', async () => {
  for (const as of [undefined, 'hkl_short', `hkl_${'a'.repeat(32)}_000000`]) {
    const { status, headers, body } = await post(listMessage, as ?? '');
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm="hookline"/);
    assert.equal(body.success, false);
  }
});

test('a suspended account and a key without the scope are refused', async () => {
  const suspended = await service.account('free');
  await service.operator('PATCH', `/operator/accounts/${suspended.id}`, { suspended: true });
  assert.equal((await post(listMessage, suspended.key)).body.code, 'account_suspended');
  const { body } = await post(call('search_hooks', {}), suspended.key);
  assert.equal(body.result.structuredContent.error.code, 'account_suspended');
  const { id } = await service.account('scale');
  const issued = await service.operator('POST', `/operator/accounts/${id}/keys`, { scopes: ['export'] });
  const unscoped = await post(call('search_hooks', {}), issued.body.key);
  assert.equal(unscoped.body.result.structuredContent.error.required_scope, 'read');
});

test('other methods, pages of other sites, batches, and bodies that are too large or no JSON are refused', async () => {
  for (const method of ['GET', 'DELETE'])
    assert.equal((await service.send(method, '/mcp', key, { headers: { accept } })).status, 405, method);
  const elsewhere = await post(listMessage, key, { origin: 'https://elsewhere.example' });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'cross_site']);
  assert.equal((await post(listMessage, key, { origin: service.url })).status, 200);
  assert.equal((await post([listMessage, listMessage])).status, 400);
  assert.equal((await post({ ...listMessage, padding: 'x'.repeat(300_000) })).status, 413);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept };
  const broken = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: '{' });
  assert.equal(broken.status, 400);
  const untyped = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: JSON.stringify(call('search_hooks', {})),
  });
  assert.equal(untyped.status, 415);
});

test('a call that is served without the library has the result that the library gives', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const modern = call('search_hooks', { limit: 2 });
  const body = { ...modern, params: { ...modern.params, _meta: meta } };
  const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
  const direct = await post(body, key, { ...modernHeaders, 'mcp-name': 'search_hooks' });
  const encoded = `=?base64?${Buffer.from('search_hooks').toString('base64')}?=`;
  const byLibrary = await post(body, key, { ...modernHeaders, 'mcp-name': encoded });
  const comparable = ({ body: { result } }: typeof direct) => ({
    ...result,
    content: undefined,
    structuredContent: { ...result.structuredContent, quota: undefined },
  });
  assert.deepEqual(comparable(direct), comparable(byLibrary));
  assert.deepEqual([direct.body.jsonrpc, direct.body.id], ['2.0', 1]);
  const mismatch = await post(body, key, { ...modernHeaders, 'mcp-name': 'get_hook' });
  assert.deepEqual([mismatch.status, mismatch.body.error.code], [400, -32020]);
});

test('lists, prompts and resources are limited to 240 a minute', async () => {
  const { key: own } = await service.account('scale');
  const statuses = new Map<number, number>();
  for (let at = 0; at < 250; at++) {
    const { status } = await post({ ...listMessage, method: 'ping' }, own);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.equal(statuses.get(200), 240);
  assert.equal(statuses.get(429), 10);
});

test('a full collection is a tool error that says not to retry, and an unknown one names list_collections', async () => {
  const { key: own } = await service.account('free');
  const { body: page } = await service.get('/hooks?limit=100&fields=id', own);
  const ids = page.data.map(({ id }: { id: string }) => id);
  const { body: board } = await service.send('POST', '/collections', own, { body: { name: 'Full' } });
  const { collection_id } = board;
  await service.send('POST', `/collections/${collection_id}/hooks`, own, { body: { ids } });
  const more = hookLine('Stop buying rye bread before you read this', { id: 'more' });
  await service.import(more, 'preset=hookline&format=jsonl&source=more');
  const { body: last } = await service.get('/hooks?limit=1&sort=views&fields=id', own);
  const hook_id = last.data[0].id;
  const errorOf = async (args: object) =>
    (await post(call('save_hook', args), own)).body.result.structuredContent.error;
  const full = await errorOf({ collection_id, hook_id });
  assert.deepEqual([full.code, full.what_to_do], ['conflict', 'Do not retry. Tell the user what the detail says.']);
  const unknown = await errorOf({ collection_id: `col_${'0'.repeat(16)}`, hook_id });
  assert.equal(unknown.code, 'not_found');
  assert.match(unknown.what_to_do, /list_collections/);
});
