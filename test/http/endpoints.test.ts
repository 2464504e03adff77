// Walks over every endpoint of the API: who may call it, unknown parameters, rate limits, and the schema of its response.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Endpoint } from '../../src/http/pipeline/endpoint.ts';
import { endpoints, endpointsOf } from '../setup/endpoints.ts';
import { startReceiver } from '../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let session: SignedIn;
let key: string;
/** Ids by the path and the name of the parameter they stand for. */
let ids: Record<string, string>;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  receiver = await startReceiver((res) => res.writeHead(200).end());
  const account = await service.account('enterprise');
  key = account.key;
  session = await signIn(service, account.email);
});

after(async () => {
  await receiver.close();
  await service.close();
});

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const sampleUrl = (path: string) => path.replace(/:\w+/g, 'hook_1');
const bodyOf = ({ body }: Endpoint) => (body ? { body: {} } : {});
const isStrict = (endpoint: Endpoint) => endpoint.query !== undefined || !endpoint.ignoresQuery;

/** From an address of its own, so that refused requests of others do not count. */
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });

test('endpoints of keys answer 401 without a key and 403 to a lesser plan', async () => {
  const { key: free } = await service.account('free');
  for (const [n, endpoint] of endpointsOf('key').entries()) {
    const { method, path } = endpoint;
    const sent = { ...bodyOf(endpoint), headers: from(n) };
    assert.equal((await service.send(method, sampleUrl(path), undefined, sent)).status, 401, nameOf(endpoint));
    if (!('feature' in endpoint) || endpoint.feature === 'read') continue;
    const lesser = await service.send(method, sampleUrl(path), free, sent);
    assert.deepEqual([lesser.status, lesser.body.code], [403, 'plan_required'], nameOf(endpoint));
  }
});

test('endpoints of sessions answer 403 to a key', async () => {
  for (const endpoint of endpointsOf('session')) {
    const { status, body } = await service.send(endpoint.method, sampleUrl(endpoint.path), key, bodyOf(endpoint));
    assert.deepEqual([status, body.code], [403, 'session_required'], nameOf(endpoint));
  }
});

test('endpoints of the operator answer 401 without the operator key and 403 to a session of an account', async () => {
  for (const [n, endpoint] of endpointsOf('operator').entries()) {
    const { method, path } = endpoint;
    const anonymous = await service.send(method, sampleUrl(path), undefined, { ...bodyOf(endpoint), headers: from(n) });
    const holder = await session.send(method, sampleUrl(path), bodyOf(endpoint).body, from(n));
    const codes = [anonymous, holder].map(({ status, body }) => `${status} ${body.code}`);
    assert.deepEqual(codes, ['401 missing_key', '403 operator_required'], nameOf(endpoint));
  }
});

test('an unknown parameter is a 400 that names it', async () => {
  const send: Record<Endpoint['audience'], (endpoint: Endpoint, url: string) => Promise<Answer>> = {
    key: async (endpoint, url) => service.send(endpoint.method, url, await freshKey(), bodyOf(endpoint)),
    session: (endpoint, url) => session.send(endpoint.method, url, bodyOf(endpoint).body),
    operator: (endpoint, url) => service.operator(endpoint.method, url, bodyOf(endpoint).body),
    public: (endpoint, url) => service.send(endpoint.method, url, undefined, bodyOf(endpoint)),
  };
  const strict = endpoints.filter(isStrict);
  assert.ok(strict.length >= 75, `${strict.length} endpoints`);
  for (const endpoint of strict) {
    const { status, body } = await send[endpoint.audience](endpoint, `${sampleUrl(endpoint.path)}?nonsense=1`);
    assert.deepEqual([status, body.errors?.[0].parameter], [400, 'nonsense'], nameOf(endpoint));
  }
});

let calls = 0;
let enterprise = '';
/** A new key now and then: refused requests are limited per key. */
async function freshKey(): Promise<string> {
  if (calls++ % 50 === 0) enterprise = (await service.account('enterprise')).key;
  return enterprise;
}

test('after 60 refused requests every endpoint of keys and of the operator answers 429', async () => {
  const { key: refused } = await service.account('enterprise');
  for (let n = 0; n < 61; n++) await service.get('/hooks?limit=x', refused);
  for (const endpoint of endpointsOf('key')) {
    const { status, headers } = await service.send(endpoint.method, sampleUrl(endpoint.path), refused);
    assert.equal(status, 429, nameOf(endpoint));
    assert.ok(Number(headers.get('retry-after')) > 0, nameOf(endpoint));
  }
  const stranger = { headers: from(250) };
  for (let n = 0; n < 61; n++) await service.send('GET', '/operator/stats', undefined, stranger);
  for (const endpoint of endpointsOf('operator')) {
    const { status } = await service.send(endpoint.method, sampleUrl(endpoint.path), undefined, stranger);
    assert.equal(status, 429, nameOf(endpoint));
  }
});

/** Bodies of calls that succeed, by endpoint. */
const bodies = (): Record<string, unknown> => ({
  'POST /export': { format: 'json' },
  'POST /webhooks': { webhook_url: receiver.url },
  'POST /webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /account/keys': { name: 'walk' },
  'POST /key-requests': {
    name: 'Ann',
    email: 'ann@example.com',
    use_case: 'A script generator for shorts',
    expected_calls_per_month: 5000,
  },
  'POST /sign-in-links': { email: 'nobody@example.com' },
  'POST /operator/accounts': { name: 'Bo', email: 'bo@example.com', plan: 'free' },
  'PATCH /operator/accounts/:id': { name: 'Bo Ek' },
  'PATCH /operator/hooks/:id': { state: 'published' },
  'POST /operator/sources': { name: 'walk', location: `${receiver.url}/a.jsonl`, enabled: false },
  'POST /operator/accounts/:id/webhooks': { webhook_url: receiver.url },
  'POST /operator/webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
});
