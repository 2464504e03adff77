// Walks over the endpoint table: who may call an endpoint, whose records it shows, its parameters, rate limits and responses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { newKey } from '../../src/auth/keys/key.ts';
import type { Endpoint } from '../../src/http/pipeline/endpoint.ts';
import { errorTable } from '../../src/lib/errors.ts';
import { endpoints, endpointsOf } from '../setup/endpoints.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

let service: TestService;
let receiver: Receiver;

type Client = { id: string; key: string; email: string; session: SignedIn };
/** Has a record of every kind. */
let owner: Client;
let stranger: Client;

async function newClient(): Promise<Client> {
  const account = await service.account('enterprise');
  return { ...account, session: await signIn(service, account.email) };
}

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_TRUSTED_PROXIES: 'loopback', HOOKLINE_SIGNUP: 'open' };
  service = await testService(env);
  receiver = await startReceiver();
  owner = await newClient();
  stranger = await newClient();
  const { body: webhook } = await service.send('POST', '/webhooks', owner.key, { body: { webhook_url: receiver.url } });
  const pending = JSON.stringify({ text: 'zxqv wvut', views: 500_000, platform: 'TikTok', language: 'en' });
  const lines = ['A line', 'Another line', 'One more'].map((text) => hookLine(text));
  await service.import([...lines, pending, '{'].join('\n'), 'preset=hookline&format=jsonl&source=file');
  await service.observed('delivery_attempted', webhook.webhook_id);
  for (const endpoint of endpointsOf('key', 'session').filter(
    ({ method, path }) => method === 'POST' && !path.includes(':'),
  ))
    if (bodies[nameOf(endpoint)] && endpoint.path !== '/webhooks')
      await owner.session.send('POST', endpoint.path, bodies[nameOf(endpoint)]);
});

after(async () => {
  await receiver.close();
  await service.close();
});

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const sampleUrl = (path: string) => path.replace(/:\w+/g, 'hook_1');
/** From a separate address, so that refused requests of others do not count. */
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
const withoutParams = (path: string) => !path.includes(':');

/** Bodies of requests that need one to be accepted. Others are sent an empty object. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /adapt': { template: 'Stop buying [topic] now', topic: 'coffee' },
  'POST /check': { text: 'Nobody tells you this' },
  'POST /similar': { text: 'Nobody tells you this' },
  'POST /export': { format: 'json' },
  'POST /exports/schedules': { format: 'json', day: 'monday', hour: 6 },
  'PATCH /exports/schedules/:id': { hour: 7 },
  'POST /searches': { name: 'Finance' },
  'PATCH /searches/:id': { name: 'taken' },
  'POST /collections': { name: 'Spring' },
  'PATCH /collections/:id': { name: 'taken' },
  'POST /collections/:id/hooks': { ids: ['hook_1'] },
  'POST /collections/:id/hooks/remove': { ids: ['hook_1'] },
  'POST /trends/alerts': { by: 'niche' },
  'PATCH /trends/alerts/:id': { name: 'taken' },
  'PATCH /webhooks/:id': { description: 'taken' },
  'POST /webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /webhooks/:id/resume': { backlog: 'skip' },
  'POST /account/keys': { name: 'walk' },
  'PATCH /account/keys/:id': { name: 'taken' },
  'POST /members': { email: 'invited@example.com', role: 'viewer' },
  'PATCH /members/:id': { role: 'billing' },
  'POST /account/requests': { plan: 'scale' },
  'POST /keys/revoke': { key: newKey() },
  'POST /demo/check': { text: 'Nobody tells you this' },
  'POST /report': { hook_id: 'hook_1', reason: 'other', email: 'rae@example.com', details: 'It is mine.' },
  'POST /sign-ups': { email: 'newcomer@example.com' },
  'POST /operator/operators': { email: 'ops@example.com', role: 'curator' },
  'POST /operator/accounts': { name: 'Bo', email: 'bo@example.com', plan: 'free' },
  'POST /operator/announcements': { kind: 'incident', title: 'Slow', message: 'We look into it.' },
  'POST /operator/announcements/:id/updates': { state: 'resolved', message: 'It is over.' },
  'PATCH /operator/hooks': { ids: ['hook_2'], set: { niche: 'food' } },
  'POST /operator/hooks/:id/takedown': { reason: 'Request 7' },
  'PUT /operator/secrets/:name': { value: 'value' },
};
const bodyOf = (endpoint: Endpoint) => bodies[nameOf(endpoint)] ?? (endpoint.body ? {} : undefined);

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;
type Row = Record<string, unknown>;

/** Replaces each path parameter by the id of the first record in the list of the path before it, if there is one. */
function createResolver(ask: Ask) {
  const lists = new Map<string, Promise<Row | undefined>>();
  async function firstOf(list: string): Promise<Row | undefined> {
    const { status, body } = await ask('GET', list === '/export' ? '/exports' : list);
    return status === 200 ? Object.values<Row[]>(body).find(Array.isArray)?.[0] : undefined;
  }
  async function firstId(name: string, list: string): Promise<unknown> {
    if (name === 'hook_id') return 'hook_1';
    if (!lists.has(list)) lists.set(list, firstOf(list));
    const record = (await lists.get(list)) ?? {};
    return record[name] ?? record[Object.keys(record).find((field) => /(^|_)id$/.test(field)) ?? ''];
  }
  return async (path: string): Promise<string | undefined> => {
    let url = '';
    for (const segment of path.split('/').slice(1)) {
      const part = segment.startsWith(':') ? await firstId(segment.slice(1), url) : segment;
      if (part === undefined) return undefined;
      url += `/${part}`;
    }
    return url;
  };
}

test('endpoints of keys answer 401 without a key and 403 to a lesser plan', async () => {
  const { key: free } = await service.account('free');
  for (const [n, endpoint] of endpointsOf('key').entries()) {
    const { method, path } = endpoint;
    const sent = { body: bodyOf(endpoint), headers: from(n) };
    assert.equal((await service.send(method, sampleUrl(path), undefined, sent)).status, 401, nameOf(endpoint));
    if (!('feature' in endpoint) || endpoint.feature === 'read') continue;
    const lesser = await service.send(method, sampleUrl(path), free, sent);
    assert.deepEqual([lesser.status, lesser.body.code], [403, 'plan_required'], nameOf(endpoint));
  }
});

test('endpoints of sessions answer 403 to a key', async () => {
  for (const endpoint of endpointsOf('session')) {
    const sent = { body: bodyOf(endpoint) };
    const { status, body } = await service.send(endpoint.method, sampleUrl(endpoint.path), owner.key, sent);
    assert.deepEqual([status, body.code], [403, 'session_required'], nameOf(endpoint));
  }
});

test('endpoints of the operator answer 401 without the operator key or with one of an account, and 403 to a session of an account', async () => {
  for (const [n, endpoint] of endpointsOf('operator').entries()) {
    const { method, path } = endpoint;
    const sent = { body: bodyOf(endpoint), headers: from(n) };
    const answers = [
      await service.send(method, sampleUrl(path), undefined, sent),
      await service.send(method, sampleUrl(path), owner.key, sent),
      await owner.session.send(method, sampleUrl(path), bodyOf(endpoint), from(n)),
    ];
    const codes = answers.map(({ status, body }) => `${status} ${body.code}`);
    assert.deepEqual(codes, ['401 missing_key', '401 invalid_key', '403 operator_required'], nameOf(endpoint));
  }
});

test('a method that a path does not support is a 405 that lists the supported ones', async () => {
  const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  for (const [n, url] of [...new Set(endpoints.map(({ path }) => sampleUrl(path)))].entries()) {
    if (n % 5 !== 0) continue;
    const supported: string[] = endpoints.filter(({ path }) => patternOf(path).test(url)).map(({ method }) => method);
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].findLast((name) => !supported.includes(name));
    if (method === undefined) continue;
    const { status, headers } = await service.send(method, url, undefined, { headers: from(n) });
    assert.equal(status, 405, `${method} ${url}`);
    for (const name of supported) assert.ok(headers.get('allow')?.split(', ').includes(name), `${method} ${url}`);
  }
});

test('an unknown parameter is a 400 that names it', async () => {
  // A download checks its token first.
  const strict = endpoints.filter(({ ignoresQuery, path }) => !ignoresQuery && !path.endsWith('/download'));
  let key = '';
  for (const [n, endpoint] of strict.entries()) {
    // Refused requests are limited per key.
    if (n % 50 === 0) key = (await service.account('enterprise')).key;
    const { method, path, audience } = endpoint;
    const url = `${sampleUrl(path)}?nonsense=1`;
    const { status, body } =
      audience === 'operator'
        ? await service.operator(method, url, bodyOf(endpoint))
        : audience === 'session'
          ? await stranger.session.send(method, url, bodyOf(endpoint))
          : await service.send(method, url, audience === 'key' ? key : undefined, {
              body: bodyOf(endpoint),
              headers: from(n),
            });
    assert.deepEqual([status, body.errors?.[0].parameter], [400, 'nonsense'], nameOf(endpoint));
  }
});

test('after 60 refused requests endpoints of keys and of the operator answer 429', async () => {
  const { key } = await service.account('enterprise');
  const headers = from(250);
  for (let n = 0; n < 61; n++) {
    await service.get('/hooks?limit=x', key);
    await service.get('/operator/stats', undefined, headers);
  }
  for (const endpoint of endpointsOf('key', 'operator').filter((_, n) => n % 5 === 0)) {
    const refused = endpoint.audience === 'key' ? key : undefined;
    const answer = await service.send(endpoint.method, sampleUrl(endpoint.path), refused, { headers });
    assert.equal(answer.status, 429, nameOf(endpoint));
    assert.ok(Number(answer.headers.get('retry-after')) > 0, nameOf(endpoint));
  }
});

/** The endpoints of one record, with the URL of one of the owner. */
async function urlsOfRecords(): Promise<[Endpoint, string][]> {
  const byKey = createResolver((method, path) => service.send(method, path, owner.key));
  const bySession = createResolver(owner.session.send);
  const urls: [Endpoint, string][] = [];
  for (const endpoint of endpointsOf('key', 'session').filter(
    ({ path }) => path.includes(':') && !path.startsWith('/hooks/'),
  )) {
    const url = await (endpoint.audience === 'key' ? byKey : bySession)(endpoint.path);
    if (url) urls.push([endpoint, url]);
  }
  return urls;
}

test('an id of another account gets 404, by key and by session, and changes nothing', async () => {
  const attacked = await urlsOfRecords();
  assert.ok(attacked.length >= 40, `${attacked.length} endpoints`);
  const byKey: Ask = (method, path, body) => service.send(method, path, stranger.key, { body });
  for (const [endpoint, url] of attacked)
    for (const ask of endpoint.audience === 'session' ? [stranger.session.send] : [byKey, stranger.session.send]) {
      const { status, body } = await ask(endpoint.method, url, bodyOf(endpoint));
      assert.equal(status, 404, `${endpoint.method} ${url}: ${JSON.stringify(body)}`);
    }
  // The log of requests has those of this test.
  const records = (urls: typeof attacked) => urls.flatMap(([, url]) => (url.startsWith('/requests/') ? [] : [url]));
  assert.deepEqual(records(await urlsOfRecords()), records(attacked));
  for (const [{ method }, url] of attacked)
    if (method === 'GET')
      assert.doesNotMatch(JSON.stringify((await owner.session.send('GET', url)).body), /"(taken|paused)"/);
});

test('no list shows records of another account', async () => {
  const ids = (await urlsOfRecords()).flatMap(([, url]) => url.match(/\w+_\w{8,}/g) ?? []);
  assert.ok(new Set(ids).size >= 9, ids.join());
  // The log of requests has the paths that the test before tried.
  const lists = endpointsOf('key', 'session').filter(
    ({ method, path }) => method === 'GET' && withoutParams(path) && path !== '/requests',
  );
  for (const { path, audience } of lists) {
    const answers = [await stranger.session.send('GET', path)];
    if (audience === 'key') answers.push(await service.get(path, stranger.key));
    for (const { body } of answers)
      for (const id of ids) assert.ok(!JSON.stringify(body).includes(id), `GET ${path} shows ${id}`);
  }
});

test('every endpoint answers as its entry says, with nothing that its schema does not have, or with a problem document', async () => {
  const asks: Record<Endpoint['audience'], Ask> = {
    key: (method, path, body) => service.send(method, path, owner.key, { body }),
    session: owner.session.send,
    operator: service.operator,
    public: (method, path, body) => service.send(method, path, undefined, { body, headers: from(251) }),
    feed: (method, path) => service.send(method, path, undefined, { headers: from(252) }),
  };
  // What creates records comes first, what deletes them last, and the operator's changes after all of the account.
  const orderOf = ({ method, path, audience }: Endpoint) =>
    (audience === 'operator' ? 3 : 0) + (method === 'DELETE' ? 2 : method !== 'GET' && withoutParams(path) ? 0 : 1);
  const resolve = {
    key: createResolver(asks.key),
    session: createResolver(asks.session),
    operator: createResolver(asks.operator),
    public: async () => undefined,
    feed: async () => undefined,
  };
  let conforming = 0;
  for (const endpoint of endpoints.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const { method, path, audience, status: expected = 200, response } = endpoint;
    const name = nameOf(endpoint);
    // They take seconds; test/labels has their responses.
    if (/^POST \/operator\/labels\/(run|train)$/.test(name)) continue;
    const ask = asks[audience];
    const url = await resolve[audience](path);
    const { status, headers, body } = await ask(method, url ?? sampleUrl(path), bodyOf(endpoint));
    if (method === 'GET' && url !== undefined) assert.equal(status, expected, `${name}: ${JSON.stringify(body)}`);
    if (status >= 400) {
      assert.equal(
        errorTable[body.code as keyof typeof errorTable]?.status,
        status,
        `${name}: ${JSON.stringify(body)}`,
      );
      continue;
    }
    assert.equal(status, expected, name);
    if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) continue;
    const parsed = response.safeParse(body);
    assert.ok(parsed.success, `${name}: ${parsed.error && z.prettifyError(parsed.error)}`);
    assert.deepEqual(parsed.data, body, name);
    conforming += 1;
  }
  assert.ok(conforming >= 100, `${conforming} endpoints`);
});
