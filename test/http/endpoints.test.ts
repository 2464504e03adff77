// Walks over every endpoint of the API: who may call it, unknown parameters, rate limits, and the schema of its response.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { newKey } from '../../src/auth/keys/key.ts';
import type { Endpoint } from '../../src/http/pipeline/endpoint.ts';
import { endpoints, endpointsOf } from '../setup/endpoints.ts';
import { startReceiver } from '../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let session: SignedIn;
let key: string;
let accountId: string;
let accountEmail: string;

before(async () => {
  service = await testService({
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_TRUSTED_PROXIES: 'loopback',
    HOOKLINE_SIGNUP: 'open',
  });
  receiver = await startReceiver((res) => res.writeHead(200).end());
  const account = await service.account('enterprise');
  key = account.key;
  accountId = account.id;
  accountEmail = account.email;
  session = await signIn(service, account.email);
});

after(async () => {
  await receiver.close();
  await service.close();
});

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const sampleUrl = (path: string) => path.replace(/:\w+/g, 'hook_1');
const bodyOf = ({ body }: Endpoint) => (body ? { body: {} } : {});
const isStrict = ({ ignoresQuery = false }: Endpoint) => !ignoresQuery;

/** From a separate address, so that refused requests of others do not count. */
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

test('a method that a path does not support is a 405 that lists the supported ones', async () => {
  const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  for (const [n, url] of [...new Set(endpoints.map(({ path }) => sampleUrl(path)))].entries()) {
    const matching = endpoints.filter(({ path }) => patternOf(path).test(url));
    const supported: readonly string[] = matching.map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !supported.includes(name))) {
      const { status, headers } = await service.send(method, url, undefined, { headers: from(n) });
      const isPage = status === 200 && headers.get('content-type')?.startsWith('text/html');
      if (isPage) continue;
      assert.equal(status, 405, `${method} ${url}`);
      for (const name of supported) assert.ok(headers.get('allow')?.split(', ').includes(name), `${method} ${url}`);
    }
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
    feed: (endpoint, url) => service.send(endpoint.method, url),
    public: (endpoint, url) => service.send(endpoint.method, url, undefined, bodyOf(endpoint)),
  };
  // A download checks its token first.
  const strict = endpoints.filter((endpoint) => isStrict(endpoint) && !endpoint.path.endsWith('/download'));
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
  const unauthenticated = { headers: from(250) };
  for (let n = 0; n < 61; n++) await service.send('GET', '/operator/stats', undefined, unauthenticated);
  for (const endpoint of endpointsOf('operator')) {
    const { status } = await service.send(endpoint.method, sampleUrl(endpoint.path), undefined, unauthenticated);
    assert.equal(status, 429, nameOf(endpoint));
  }
});

/** Covered by the tests of signing in and up, members, passkeys, downloads and imports: they need a token or https, or do not answer JSON. */
const notJson = [
  'POST /session',
  'DELETE /session',
  'PATCH /session',
  'GET /session/invitations',
  'POST /session/invitations/:id/accept',
  'DELETE /session/invitations/:id',
  'GET /session/passkeys',
  'POST /session/passkeys',
  'POST /session/passkeys/options',
  'DELETE /session/passkeys/:id',
  'POST /session/passkey-options',
  'POST /sign-ups/confirm',
  'POST /status/subscriptions/confirm',
  'POST /status/unsubscribe',
  'GET /digests/link',
  'POST /digests/unsubscribe',
  'GET /status/feed.xml',
  'GET /export/:id/download',
  'GET /metrics',
  'GET /c/:token',
  'GET /account-data/:token',
  ...endpointsOf('feed').map(nameOf),
  'DELETE /operator/accounts/:id',
  // Need the session of an operator.
  'POST /operator/accounts/:id/view',
  'DELETE /operator/view',
  // The walk's own request replaces the one that it would withdraw.
  'DELETE /account/requests/:id',
  'POST /operator/import',
];

/** Bodies of calls that succeed. */
const bodies = (): Record<string, unknown> => ({
  'POST /adapt': { template: 'Stop buying [topic] now', topic: 'coffee' },
  'POST /check': { text: 'Nobody tells you this' },
  'POST /demo/check': { text: 'Nobody tells you this' },
  'POST /similar': { text: 'Nobody tells you this' },
  'POST /export': { format: 'json' },
  'POST /exports/schedules': { format: 'json', day: 'monday', hour: 6 },
  'PATCH /exports/schedules/:id': { hour: 7 },
  'POST /searches': { name: 'Finance' },
  'PATCH /searches/:id': { name: 'Money', digest: 'weekly' },
  'POST /collections': { name: 'Spring' },
  'PATCH /collections/:id': { name: 'Summer' },
  'POST /collections/:id/hooks': { ids: ['hook_1'] },
  'POST /collections/:id/hooks/remove': { ids: ['hook_1'] },
  'POST /trends/alerts': { by: 'niche' },
  'PATCH /trends/alerts/:id': { status: 'paused' },
  'POST /webhooks': { webhook_url: receiver.url },
  'POST /webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'PATCH /account': { timezone: 'Europe/Berlin' },
  'POST /account/keys': { name: 'walk' },
  'POST /members': { email: 'new-member@example.com', role: 'viewer' },
  'PATCH /members/:id': { role: 'billing' },
  'POST /account/requests': { plan: 'scale' },
  'POST /keys/revoke': { key: newKey() },
  'POST /key-requests': keyRequest('cy'),
  'POST /report': report,
  'POST /page-errors': { path: '/dashboard', message: 'x is undefined' },
  'POST /operator/hooks/:id/takedown': { reason: 'Request 7' },
  'POST /sign-ups': { email: 'newcomer@example.com' },
  'POST /sign-in-links': { email: 'nobody@example.com' },
  'POST /operator/operators': { email: 'ops@example.com', role: 'curator' },
  'POST /operator/accounts': { name: 'Bo', email: 'bo@example.com', plan: 'free' },
  'PATCH /operator/accounts/:id': { name: 'Bo Ek' },
  'PATCH /operator/hooks/:id': { state: 'published' },
  'PATCH /operator/hooks': { ids: ['hook_1'], set: { niche: 'food' } },
  'POST /operator/hooks/:id/merge': { into: 'hook_1' },
  'POST /operator/hooks/:id/claims': { source: 'claiming', decision: 'reject' },
  'POST /operator/platforms': { name: 'Vimeo' },
  'POST /operator/trust': { source: 'file', trust: 7 },
  'POST /operator/sources': { name: 'walk', location: receiver.url, format: 'json', enabled: false },
  'POST /operator/sources/preview': { location: receiver.url, format: 'json' },
  'PUT /operator/secrets/:name': { value: 'value' },
  'POST /operator/accounts/:id/webhooks': { webhook_url: receiver.url },
  'POST /operator/webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /status/subscriptions': { email: 'reader@example.com' },
  'POST /operator/announcements': { kind: 'incident', title: 'Slow', message: 'We look into it.' },
  'PATCH /operator/announcements/:id': { title: 'Slow exports' },
  'POST /operator/announcements/:id/updates': { state: 'resolved', message: 'It is over.' },
  'PATCH /operator/setup': { hidden: true },
  'POST /operator/deliveries/replay': { since: '2026-01-01T00:00:00Z' },
});

const report = { hook_id: 'hook_1', reason: 'other', email: 'rae@example.com', details: 'It is mine.' };

const keyRequest = (name: string) => ({
  name,
  email: `${name}@example.com`,
  use_case: 'A script generator for shorts',
  expected_calls_per_month: 5000,
});

/** Sample values of path parameters, by the first matching prefix of the path. */
async function createRecords(): Promise<[string, Record<string, string>][]> {
  const newWebhook = async () =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } })).body.webhook_id;
  const newExport = async () =>
    (await service.send('POST', '/export', key, { body: { format: 'json' } })).body.export_id;
  const newSchedule = async () =>
    (await service.send('POST', '/exports/schedules', key, { body: { format: 'json', day: 'friday', hour: 0 } })).body
      .schedule_id;
  const newSearch = async () =>
    (await service.send('POST', '/searches', key, { body: { name: 'Food' } })).body.search_id;
  const newCollection = async (name: string) =>
    (await service.send('POST', '/collections', key, { body: { name } })).body.collection_id;
  const newAlert = async () => (await service.send('POST', '/trends/alerts', key, { body: {} })).body.alert_id;
  const newKey = async () => (await session.send('POST', '/account/keys', {})).body.data.id;
  const newInvitation = async () =>
    (await session.send('POST', '/members', { email: 'invited@example.com', role: 'viewer' })).body.data.member_id;
  const newRequest = async (name: string) =>
    (await service.send('POST', '/key-requests', undefined, { body: keyRequest(name), headers: from(251) })).body.data
      .id;
  const [webhook, operatorWebhook] = [await newWebhook(), await newWebhook()];
  const pending = JSON.stringify({ text: 'zxqv wvut', views: 500_000, platform: 'TikTok', language: 'en' });
  // The last two are near duplicates, so a search for them finds what `createNearDuplicates` inserts.
  const alike = 'A line with as many words as the next one has';
  const others = ['A line to take down', 'Another one', 'A line to merge', alike, `${alike} too`].map((text) =>
    hookLine(text, { views: 100_000 }),
  );
  const { import_id } = await service.import(
    [hookLine('A line that is delivered', { id: '1' }), ...others, pending, '{'].join('\n'),
    'preset=hookline&format=jsonl&source=file',
  );
  await service.import(hookLine('A line that is delivered', { views: 9e15 }), 'preset=hookline&source=claiming');
  const { import_id: undone } = await service.import(hookLine('A line to undo'), 'preset=hookline&source=undone');
  const deliveryOf = async (id: string) => {
    await service.observed('delivery_attempted', id);
    return (await service.get(`/webhooks/${id}/deliveries`, key)).body.data[0].delivery_id;
  };
  const { body: queue } = await service.operator('GET', '/operator/hooks?state=pending');
  const { body: published } = await service.get('/hooks', key);
  const idOf = async (text: string) => (await service.operator('GET', `/operator/hooks?text=${text}`)).body.hooks[0].id;
  const takedownPath = `/operator/hooks/${await idOf('Another')}/takedown`;
  const { body: takedown } = await service.operator('POST', takedownPath, { reason: 'Request 6' });
  const { body: reported } = await service.send('POST', '/report', undefined, { body: report, headers: from(252) });
  const otherSession = async () => {
    await signIn(service, accountEmail, 2);
    return (await session.send('GET', '/account/sessions')).body.data[0].id;
  };
  const newDeleted = async () => {
    const { id } = await service.account('free');
    await service.operator('DELETE', `/operator/accounts/${id}`, {});
    return id;
  };
  const named = { email: 'named@example.com', role: 'support' };
  const { body: operator } = await service.operator('POST', '/operator/operators', named);
  await signInAsOperator(service);
  const [operatorSession] = (await service.operator('GET', '/operator/sessions')).body.sessions;
  const incident = { kind: 'incident', title: 'Exports fail', message: 'We look into it.' };
  const { body: announced } = await service.operator('POST', '/operator/announcements', incident);
  const source = { name: 'records', location: receiver.url, format: 'json', enabled: false };
  const { body: created } = await service.operator('POST', '/operator/sources', source);
  const { body: edited } = await service.operator('PATCH', '/operator/hooks', {
    ids: ['hook_1'],
    set: { niche: 'business' },
  });
  return [
    ['/hooks/', { id: published.data[0].id }],
    ['/export/', { id: await newExport() }],
    ['/exports/schedules/', { id: await newSchedule() }],
    ['/searches/', { id: await newSearch() }],
    ['/collections/:id/', { id: await newCollection('Autumn'), hook_id: 'hook_1' }],
    ['/collections/', { id: await newCollection('Winter') }],
    ['/trends/alerts/', { id: await newAlert() }],
    ['/webhooks/', { id: webhook, delivery_id: await deliveryOf(webhook) }],
    ['/requests/', { id: await loggedRequest(key) }],
    ['/account/keys/', { id: await newKey() }],
    ['/members/', { id: await newInvitation() }],
    ['/account/sessions/', { id: await otherSession() }],
    ['/operator/operators/', { id: operator.id }],
    ['/operator/sessions/', { id: operatorSession.id }],
    ['/operator/accounts/:id/requests/', { id: accountId, request_id: await loggedRequest(key) }],
    ['/operator/accounts/:id/restore', { id: await newDeleted() }],
    ['/operator/accounts/:id/erase', { id: await newDeleted() }],
    ['/operator/accounts/', { id: accountId, key: await newKey() }],
    ['/operator/key-requests/:id/approve', { id: await newRequest('ann') }],
    ['/operator/key-requests/', { id: await newRequest('bea') }],
    ['/operator/exports/', { id: await newExport() }],
    ['/operator/hooks/:id/claims', { id: await idOf('delivered') }],
    ['/operator/platforms/', { name: 'Vimeo' }],
    ['/operator/hooks/:id/merge', { id: await idOf('merge') }],
    [
      '/operator/hooks/:id/near-duplicates/:other',
      await createNearDuplicates(await idOf('many'), await idOf('has%20too')),
    ],
    ['/operator/hooks/:id/takedown', { id: await idOf('take') }],
    ['/operator/takedowns/', { id: takedown.id }],
    ['/operator/reports/', { id: reported.data.report_id }],
    ['/operator/hooks/', { id: queue.hooks[0].id }],
    ['/operator/edits/', { id: edited.edit_id }],
    ['/operator/imports/:id/undo', { id: undone }],
    ['/operator/imports/', { id: import_id }],
    ['/operator/secrets/', { name: 'walk' }],
    ['/operator/sources/', { id: created.id }],
    ['/operator/webhooks/', { id: operatorWebhook, delivery: await deliveryOf(operatorWebhook) }],
    ['/operator/announcements/', { id: announced.id }],
    ['/operator/deliveries/', { id: await deliveryOf(operatorWebhook) }],
  ];
}

async function loggedRequest(of: string): Promise<string> {
  return (await service.get('/hooks', of)).headers.get('x-request-id') ?? '';
}

async function createNearDuplicates(id: string, other: string) {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query('insert into near_duplicates values ($1, $2, 0.9) on conflict do nothing', [
    id.slice(5),
    other.slice(5),
  ]);
  await client.end();
  return { id, other };
}

test('documented endpoints have a summary of their own', () => {
  const summaries = endpoints.flatMap(({ tag, summary }) => (tag ? [summary] : []));
  assert.deepEqual([...new Set(summaries)], summaries);
});

test('every endpoint answers as its entry says, and nothing that its schema does not have', async () => {
  const records = await createRecords();
  const walked = endpoints.filter((endpoint) => !notJson.includes(nameOf(endpoint)));
  // What deletes comes last.
  const inOrder = [...walked].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  for (const endpoint of inOrder) {
    const { method, path, audience, status = 200, response } = endpoint;
    const params = records.find(([start]) => path.startsWith(start))?.[1] ?? {};
    const url = path.replace(/:(\w+)/g, (_, name) => params[name] ?? assert.fail(`${path} needs ${name}`));
    const body = bodies()[nameOf(endpoint)] ?? bodyOf(endpoint).body;
    // Without a page it is a file.
    const query = path.endsWith('/rejects') ? '?limit=10' : '';
    const answer =
      audience === 'session'
        ? await session.send(method, url + query, body)
        : audience === 'operator'
          ? await service.operator(method, url + query, body)
          : await service.send(method, url + query, audience === 'key' ? key : undefined, { body, headers: from(252) });
    assert.equal(answer.status, status, `${nameOf(endpoint)}: ${JSON.stringify(answer.body)}`);
    const parsed = response.safeParse(answer.body);
    assert.ok(parsed.success, `${nameOf(endpoint)}: ${parsed.error && z.prettifyError(parsed.error)}`);
    assert.deepEqual(parsed.data, answer.body, nameOf(endpoint));
  }
});
