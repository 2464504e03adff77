// GET /requests and its operator version, through the service.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
});

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
async function requestsOf(key: string, query = ''): Promise<any[]> {
  const { status, body } = await service.get(`/requests?${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const lineOf = ({ method, path, status }: { method: string; path: string; status: number }) =>
  `${method} ${path} ${status}`;

test('every call of a key is listed with path, parameters, status, size and request id, newest first', async () => {
  const { key } = await service.account('pro');
  const ids: (string | null)[] = [];
  for (const path of ['/hooks?limit=5&niche=finance', '/hooks/hook_1', '/hooks/hook_999', '/hooks?limit=x', '/trends'])
    ids.unshift((await service.get(path, key)).headers.get('x-request-id'));
  await service.send('POST', '/check', key, { body: { text: 'Nobody tells you this secret line' } });
  const found = await requestsOf(key);
  assert.deepEqual(found.map(lineOf), [
    'POST /check 200',
    'GET /trends 403',
    'GET /hooks?limit=x 400',
    'GET /hooks/hook_999 404',
    'GET /hooks/hook_1 200',
    'GET /hooks?limit=5&niche=finance 200',
  ]);
  assert.deepEqual(
    found.slice(1).map(({ request_id }) => request_id),
    ids,
  );
  const [{ key_id, endpoint, ms, bytes, sample_rate, via, at }] = found.slice(4);
  assert.deepEqual([endpoint, sample_rate, via], ['/hooks/:id', 1, null]);
  assert.ok(ms > 0 && bytes > 100 && Date.now() - Date.parse(at) < 60_000);
  assert.match(key_id, /^key_/);
  assert.ok(!JSON.stringify(found).includes('secret line'), 'bodies are not logged');
});

test('a logged call shows the problem returned, to its account only', async () => {
  const [{ key }, other] = [await service.account('pro'), await service.account('pro')];
  const { headers, body: answered } = await service.get('/hooks?nich=finance', key);
  const url = `/requests/${headers.get('x-request-id')}`;
  const { body } = await service.get(url, key);
  assert.equal(body.data.problem.code, 'invalid_parameter');
  assert.deepEqual(body.data.problem.errors, answered.errors);
  const days = (Date.parse(body.data.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 7 && days <= 8, `${days} days`);
  assert.equal((await service.get(url, other.key)).status, 404);
  assert.deepEqual(await requestsOf(other.key), []);
});

test('calls are filtered by status, status class, endpoint, key and time', async () => {
  const { id, key } = await service.account('pro');
  const second = (await service.operator('POST', `/operator/accounts/${id}/keys`, { name: 'second' })).body.key;
  await service.get('/hooks', key);
  await service.get('/hooks?limit=x', key);
  const middle = new Date(Date.now() + 1).toISOString();
  while (Date.now() <= Date.parse(middle)) await nextTurn();
  await service.get('/hooks/hook_999', second);
  await service.get('/meta', second);
  const linesOf = async (query: string) => (await requestsOf(key, query)).map(lineOf);
  assert.deepEqual(await linesOf('status=4xx'), ['GET /hooks/hook_999 404', 'GET /hooks?limit=x 400']);
  assert.deepEqual(await linesOf('status=404,2xx&endpoint=/hooks,/hooks/:id'), [
    'GET /hooks/hook_999 404',
    'GET /hooks 200',
  ]);
  const [{ key_id, key_name }] = await requestsOf(key, 'limit=1');
  assert.equal(key_name, 'second');
  assert.deepEqual(await linesOf(`key=${key_id}`), ['GET /meta 200', 'GET /hooks/hook_999 404']);
  assert.deepEqual(await linesOf(`since=${middle}&status=2xx`), ['GET /meta 200']);
  assert.deepEqual(await linesOf(`until=${middle}&status=2xx`), ['GET /hooks 200']);
  const { body, headers } = await service.get('/requests?status=4xx&limit=1', key);
  const next = new URL(defined(/<(.+)>/.exec(headers.get('link') ?? '')?.[1]));
  assert.equal(next.searchParams.get('cursor'), body.next_cursor);
  assert.deepEqual(await linesOf(next.search.slice(1)), ['GET /hooks?limit=x 400']);
  const refused = await service.get('/requests?status=abc', key);
  assert.deepEqual([refused.status, refused.body.errors[0].parameter], [400, 'status']);
  assert.equal((await service.get('/requests?cursor=abc', key)).body.code, 'invalid_cursor');
});

test('session requests and keys sent as parameters are not in the log', async () => {
  const { key, email } = await service.account('pro');
  const session = await signIn(service, email);
  await session.send('GET', '/hooks?limit=3');
  await service.get(`/hooks?api_key=${key}&q=${key}`, key);
  const { body } = await session.send('GET', '/requests');
  assert.deepEqual(body.data.map(lineOf), ['GET /hooks?api_key=[redacted]&q=hkl_[redacted] 400']);
  const detail = await service.get(`/requests/${body.data[0].request_id}`, key);
  assert.ok(!JSON.stringify(detail.body).includes(key));
});

test('an MCP tool call is logged as the endpoint that it called', async () => {
  const { key } = await service.account('pro');
  const callTool = (name: string, args: object) =>
    service.send('POST', '/mcp', key, {
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  await callTool('search_hooks', { q: 'lesson 7', limit: 3 });
  await callTool('get_hook', { id: 'hook_1' });
  await callTool('search_hooks', { nonsense: 1 });
  const found = await requestsOf(key);
  assert.deepEqual(found.map(lineOf), [
    'GET /hooks 400',
    'GET /hooks/hook_1 200',
    'GET /hooks?q=lesson%207&limit=3&match=both 200',
  ]);
  assert.deepEqual(new Set(found.map(({ via }) => via)), new Set(['mcp']));
});

test('the GET with which an MCP client opens a stream is not a failed call; other GETs of /mcp are logged as GET', async () => {
  const { key } = await service.account('pro');
  const { status } = await service.get('/mcp', key, { accept: 'text/event-stream' });
  assert.equal(status, 405);
  assert.deepEqual(await requestsOf(key), []);
  await service.get('/mcp', key, { accept: 'application/json' });
  assert.deepEqual((await requestsOf(key, 'status=405')).map(lineOf), ['GET /mcp 405']);
  const { body } = await service.get('/usage/history?by=endpoint,status', key);
  assert.ok(body.data.every((record: { status: number }) => record.status < 400));
});

test('calls that no endpoint serves are logged too: unknown paths, methods, and bodies that are not JSON', async () => {
  const { key } = await service.account('enterprise');
  await service.get('/hookss?niche=finance', key);
  await service.send('DELETE', '/hooks', key);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { headers: answered } = await fetch(`${service.url}/export`, { method: 'POST', headers, body: '{' });
  const found = await requestsOf(key);
  assert.deepEqual(found.map(lineOf), ['POST /export 400', 'DELETE /hooks 405', 'GET /hookss?niche=finance 404']);
  const unknown = await service.get('/requests?endpoint=unknown', key);
  assert.deepEqual(unknown.body.data.map(lineOf), ['DELETE /hooks 405', 'GET /hookss?niche=finance 404']);
  const { body } = await service.get(`/requests/${answered.get('x-request-id')}`, key);
  assert.equal(body.data.problem.code, 'invalid_request');
});
