// Isolation of accounts: every endpoint is called with the key and the session of another account, and every operator
// endpoint with both.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpointsOf } from '../setup/endpoints.ts';
import { startReceiver } from '../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let other: { id: string; key: string; session: SignedIn };
/** Ids of the attacked account, by the name of their path parameter. */
let theirs: Record<string, string>;
let theirKey: string;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  receiver = await startReceiver((res) => res.writeHead(200).end());
  const own = await service.account('enterprise');
  const another = await service.account('enterprise');
  other = { ...another, session: await signIn(service, another.email) };
  theirKey = own.key;
  const asked = await service.send('POST', '/export', own.key, { body: { format: 'json' } });
  const search = await service.send('POST', '/searches', own.key, { body: { name: 'Theirs' } });
  const collection = await service.send('POST', '/collections', own.key, { body: { name: 'Theirs' } });
  const webhook = await service.send('POST', '/webhooks', own.key, { body: { webhook_url: receiver.url } });
  const alert = await service.send('POST', '/trends/alerts', own.key, { body: {} });
  const { webhook_id } = webhook.body;
  await service.import(hookLine('A line that is delivered'), 'preset=hookline&format=jsonl');
  await service.observed('delivery_attempted', webhook_id);
  const log = await service.get(`/webhooks/${webhook_id}/deliveries`, own.key);
  const holder = await signIn(service, own.email);
  const { body: planRequest } = await holder.send('POST', '/account/requests', { plan: 'scale' });
  const { body: invitation } = await holder.send('POST', '/members', { email: 'theirs@example.com', role: 'viewer' });
  const { body: keys } = await service.operator('GET', `/operator/accounts/${own.id}/keys`);
  theirs = {
    account: own.id,
    export: asked.body.export_id,
    search: search.body.search_id,
    collection: collection.body.collection_id,
    trend: alert.body.alert_id,
    webhook: webhook_id,
    delivery: log.body.data[0].delivery_id,
    key: keys.keys[0].id,
    request: log.headers.get('x-request-id') ?? '',
    plan_request: planRequest.data.id,
    member: invitation.data.member_id,
  };
});

after(async () => {
  await receiver.close();
  await service.close();
});

const otherClients = (): [string, Ask][] => [
  ['key', (method, path, body) => service.send(method, path, other.key, { body })],
  ['session', other.session.send],
];

const routes = endpointsOf('key', 'session');

/** The path with ids of the attacked account; undefined if it has none. */
function aimed(path: string): string | undefined {
  if (!path.includes(':') || path.startsWith('/hooks/')) return undefined;
  const [, noun = '', part = ''] = path.split('/');
  const ofAccount = part === 'requests' ? 'plan_request' : 'key';
  const kind = noun === 'account' ? ofAccount : noun.replace(/(?<=ch)es$|s$/, '');
  const idOf = (name: string) => theirs[name === 'id' || name === `${kind}_id` ? kind : name.replace(/_id$/, '')];
  return path.replace(':hook_id', 'hook_1').replace(/:(\w+)/g, (_, name) => String(idOf(name)));
}

const bodies: Record<string, unknown> = {
  'POST /webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /webhooks/:id/resume': { backlog: 'skip' },
  'PATCH /account/keys/:id': { name: 'mine now' },
  'PATCH /members/:id': { role: 'owner' },
  'PATCH /searches/:id': { name: 'mine now' },
  'PATCH /collections/:id': { name: 'mine now' },
  'POST /collections/:id/hooks': { ids: ['hook_1'] },
  'POST /collections/:id/hooks/remove': { ids: ['hook_1'] },
  'PATCH /trends/alerts/:id': { name: 'mine now' },
  'PATCH /webhooks/:id': { description: 'mine now' },
};

test('an id of another account gets 404, by key and by session', async () => {
  const tried = routes.filter(({ path }) => aimed(path));
  assert.ok(tried.length >= 14, `${tried.length} routes have an id`);
  for (const [by, ask] of otherClients()) {
    for (const route of tried) {
      const path = aimed(route.path) ?? '';
      assert.doesNotMatch(path, /undefined/, route.path);
      const { status, body } = await ask(route.method, path, bodies[`${route.method} ${route.path}`]);
      const isRefused = status === 404 || (by === 'key' && body.code === 'session_required');
      assert.ok(isRefused, `${route.method} ${path} by ${by}: ${status} ${JSON.stringify(body)}`);
    }
  }
});

test('… and the attempts changed nothing', async () => {
  assert.equal((await service.get('/hooks', theirKey)).status, 200);
  const { body: webhook } = await service.get(`/webhooks/${theirs.webhook}`, theirKey);
  assert.deepEqual([webhook.status, webhook.description], ['active', null]);
  assert.equal((await service.get(`/export/${theirs.export}`, theirKey)).status, 200);
});

test('no list shows records of another account', async () => {
  // The request log has the paths that were tried above; test/request-log/ holds it to its account.
  const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':') && path !== '/requests');
  for (const [by, ask] of otherClients()) {
    for (const { path } of lists) {
      const text = JSON.stringify((await ask('GET', path)).body);
      for (const id of Object.values(theirs)) assert.ok(!text.includes(id), `GET ${path} by ${by} shows ${id}`);
    }
  }
});

test('operator endpoints refuse every key and every session of an account', async () => {
  const all = endpointsOf('operator');
  assert.ok(all.length >= 40, `${all.length} routes`);
  const { key, session } = other;
  for (const [n, { method, path }] of all.entries()) {
    const at = path.replace(/:\w+/g, 'x');
    // From separate addresses, so that none is rate limited.
    const headers = { 'x-forwarded-for': `203.0.113.${n}` };
    const answers = [
      await service.send(method, at, key, { headers }),
      await session.send(method, at, undefined, headers),
    ];
    const codes = answers.map(({ body }) => body.code);
    assert.deepEqual(codes, ['invalid_key', 'operator_required'], `${method} ${path}`);
  }
});
