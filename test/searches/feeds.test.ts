// Feeds: what they show and cost, when they stop, also in a second service, and what their token does not open.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import { type Service, startService } from '../../src/runtime/service.ts';
import { operatorKey, type TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
/** Of the same database. */
let other: Service;

before(async () => {
  service = await sharedService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const config = {
    PORT: '0',
    DATABASE_URL: service.databaseUrl,
    HOOKLINE_DATA: join(service.dataDir, 'feeds'),
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_ROLES: 'api',
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_LOG: 'silent',
  };
  other = await startService(readConfig(config));
});
after(async () => {
  await other.close();
  await client.end();
});

const formats = ['csv', 'json', 'xml', 'md'] as const;

/** `path` is that of the feed, without the format. */
async function newFeed(plan: string, { filters = {}, limits = {} }: { filters?: object; limits?: object } = {}) {
  const account = await service.account(plan, limits);
  const { body } = await service.send('POST', '/searches', account.key, { body: { name: 'A feed', filters } });
  return { ...account, searchId: body.search_id, path: new URL(body.feed_url).pathname };
}

const usedBy = async (key: string) => (await service.get('/usage', key)).body.data.windows[0].used;

test('a feed needs no key and has the newest matching hooks first, up to the limit of the plan, which counts at once', async () => {
  const { path, id } = await newFeed('free', { filters: { niche: ['-finance'] } });
  const before = await service.get(`${path}.json`);
  assert.equal(before.body.items.length, 20);
  assert.deepEqual(Object.keys(before.body.items[0]._hookline), [
    ...['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'],
  ]);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'pro' });
  const etag = { 'if-none-match': before.headers.get('etag') ?? '' };
  const { items } = (await service.get(`${path}.json`, undefined, etag)).body;
  assert.equal(items.length, sharedHooks.filter(({ niche }) => niche !== 'finance').length);
  assert.ok('added_at' in items[0]._hookline);
  const { key } = await service.account('pro');
  const { body: list } = await service.get('/hooks?sort=-added_at&limit=100&niche=-finance', key);
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    list.data.map(({ id }: { id: string }) => id),
  );
});

test('a 200 counts as a call of the account, a 304 and an error do not, in every format, also for HEAD', async ({
  mock,
}) => {
  const { key, path, searchId } = await newFeed('pro');
  const now = Date.now();
  mock.timers.enable({ apis: ['Date'], now });
  assert.equal(
    (await service.get(`${path}.csv`)).headers.get('last-modified'),
    null,
    'it is left out soon after a change',
  );
  mock.timers.setTime(now + 60_000);
  let calls = 1;
  for (const format of formats) {
    const first = await service.get(`${path}.${format}`);
    assert.equal(first.status, 200);
    const head = await fetch(`${service.url}${path}.${format}`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal(head.headers.get('etag'), first.headers.get('etag'));
    calls += 2;
    const etag = first.headers.get('etag') ?? '';
    const since = first.headers.get('last-modified') ?? '';
    const conditions: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-modified-since': since }];
    for (const condition of conditions) {
      const again = await service.get(`${path}.${format}`, undefined, condition);
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], JSON.stringify(condition));
    }
    const earlier = new Date(Date.parse(since) - 1000).toUTCString();
    // If-None-Match wins.
    const other = { 'if-none-match': 'W/"other"', 'if-modified-since': since };
    const failing: Record<string, string>[] = [
      { 'if-modified-since': earlier },
      { 'if-modified-since': 'then' },
      other,
    ];
    for (const condition of failing)
      assert.equal((await service.get(`${path}.${format}`, undefined, condition)).status, 200);
    calls += 3;
  }
  mock.timers.reset();
  assert.equal((await service.get(`${path}.txt`)).status, 404);
  assert.equal(await usedBy(key), calls);
  const { body: history } = await service.get('/usage/history?by=endpoint,key&status=200', key);
  const read = history.data.find(({ endpoint }: { endpoint: string }) => endpoint === '/f/:token.csv');
  assert.deepEqual([read.key_id, read.key_name, read.counted], [searchId, 'A feed', 6]);
});

test('a change of the search or of the catalog changes the ETag', async () => {
  const { key, path, searchId } = await newFeed('pro');
  const etagOf = async () => (await service.get(`${path}.xml`)).headers.get('etag');
  const etags = [await etagOf()];
  await service.send('PATCH', `/searches/${searchId}`, key, { body: { name: 'Renamed' } });
  etags.push(await etagOf());
  await client.query('update catalog set version = version + 1, updated_at = clock_timestamp()');
  await client.query('notify hookline_catalog');
  await until(etagOf, (etag) => !etags.includes(etag));
  etags.push(await etagOf(), await etagOf());
  assert.equal(new Set(etags).size, 3);
  assert.match((await service.get(`${path}.xml`)).body, /<title>Renamed<\/title>/);
});

test('beyond the quota a feed answers 429 with Retry-After, and a suspended account 403', async () => {
  const { path, id } = await newFeed('free', { limits: { per_day: 2 } });
  const { headers } = await service.get(`${path}.csv`);
  assert.match(headers.get('ratelimit') ?? '', /r=1/);
  assert.equal((await service.get(`${path}.csv`)).status, 200);
  const over = await service.get(`${path}.csv`);
  assert.deepEqual([over.status, over.body.code], [429, 'quota_exceeded']);
  assert.ok(Number(over.headers.get('retry-after')) > 0);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.equal((await service.get(`${path}.csv`)).body.code, 'account_suspended');
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: false, limits: { per_day: 10 } });
  assert.equal((await service.get(`${path}.csv`)).status, 200);
});

test('after a change of the operator key a feed works on, its address is hidden, and a rotated one is shown', async () => {
  const { key, path, searchId } = await newFeed('pro');
  const sealed = createEncryption('the former operator key').encrypt(path.slice('/f/'.length));
  await client.query('update searches set sealed_token = $1 where id = $2', [sealed, searchId]);
  const { status, body } = await service.get('/searches', key);
  assert.deepEqual([status, body.data[0].feed_url], [200, `${service.url}/f/hidden`]);
  assert.equal((await service.get(`${path}.json`)).status, 200);
  const rotated = await service.send('POST', `/searches/${searchId}/rotate`, key);
  assert.equal((await service.get(`${new URL(rotated.body.feed_url).pathname}.json`)).status, 200);
});

test('the token opens nothing else: no endpoint as a key, no other search, no other path', async () => {
  const { path, searchId } = await newFeed('pro');
  const other = await newFeed('pro');
  const token = path.slice('/f/'.length);
  for (const at of ['/hooks', '/searches', `/searches/${searchId}`, '/usage', '/mcp'])
    assert.equal((await service.get(at, token)).status, 401, at);
  for (const at of [`/searches/${token}`, `/hooks/${token}`, `/f/${token}`, `/f/${token}.csv.csv`, `/f/${token}/csv`])
    assert.ok((await service.get(at)).status >= 401, at);
  // A key or a cookie beside it changes nothing: the feed is that of the token.
  await service.get(`${path}.json`, other.key);
  assert.equal(await usedBy(other.key), 0);
});

test('pages of other sites may read feeds, and nothing else', async () => {
  const { path, key } = await newFeed('pro');
  const origin = { origin: 'https://example.com' };
  const allowed = async (at: string, headers = {}) =>
    (await service.get(at, undefined, { ...origin, ...headers })).headers.get('access-control-allow-origin');
  for (const format of formats) assert.equal(await allowed(`${path}.${format}`), '*');
  assert.equal(await allowed(`${path.slice(0, -1)}_.csv`), '*', 'a page can tell that there is no feed');
  for (const at of ['/hooks', '/searches', '/plans', '/', '/f/x', '/dashboard'])
    assert.equal(await allowed(at, { authorization: `Bearer ${key}` }), null, at);
  for (const at of ['/hooks', `${path}.csv`]) {
    const preflight = await fetch(service.url + at, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    assert.equal(preflight.headers.get('access-control-allow-origin'), null, at);
  }
});

test('the token is in no log of requests and in no metric', async () => {
  const { key, path, searchId } = await newFeed('pro');
  const token = path.slice('/f/'.length);
  await service.get(`${path}.csv?x=1`);
  await service.get(`/hooks?q=${encodeURIComponent(`${service.url}${path}.csv`)}`, key);
  await service.send('POST', `${path}.csv`, key);
  await service.get(`${path}.exe`, key);
  const { body: log } = await service.get('/requests', key);
  const read = log.data.find(({ key_id }: { key_id: string }) => key_id === searchId);
  assert.deepEqual([read.endpoint, read.path, read.key_name], ['/f/:token.csv', '/f/[redacted].csv?x=1', 'A feed']);
  const { body: metrics } = await service.operator('GET', '/metrics');
  const { rows } = await client.query('select to_jsonb(r)::text as text from request_log r');
  assert.ok(rows.length >= 4);
  for (const text of [metrics, JSON.stringify(log), ...rows.map((row) => row.text)])
    assert.ok(!text.includes(token), text);
});

test('whoever guesses tokens is refused by address after 60 times, while known feeds are served', async () => {
  const { path } = await newFeed('pro');
  const guesser = { 'x-forwarded-for': '192.0.2.1' };
  const statuses = new Set<number>();
  for (let n = 0; n < 70; n++)
    statuses.add((await service.get(`/f/${'a'.repeat(24)}${10 + n}.csv`, undefined, guesser)).status);
  assert.deepEqual([...statuses], [404, 429]);
  assert.equal((await service.get(`${path}.csv`, undefined, guesser)).status, 200);
});

test('the last use, its user agent and the distinct readers of 7 days are shown', async () => {
  const { key, path, searchId } = await newFeed('pro');
  const read = (agent: string) => service.get(`${path}.csv`, undefined, { 'user-agent': agent });
  const shown = async (readers: number) =>
    until(
      async () => (await service.get(`/searches/${searchId}`, key)).body,
      (search) => search.readers === readers,
    );
  assert.equal((await shown(0)).last_used_at, null);
  await read('Reader A');
  await read('Reader A');
  await read('Reader B');
  const two = await shown(2);
  assert.equal(two.last_user_agent, 'Reader B');
  assert.ok(Date.now() - Date.parse(two.last_used_at) < 60_000);
  await read('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 41 subscribers)');
  await read('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 42 subscribers)');
  await shown(44);
  const { rows } = await client.query('select reader from feed_readers where search_id = $1', [searchId]);
  assert.ok(rows.length === 3 && rows.every(({ reader }) => /^[\w-]{43}$/.test(reader)), JSON.stringify(rows));
  await client.query(`update feed_readers set seen_at = now() - interval '8 days' where search_id = $1`, [searchId]);
  await shown(0);
});

/** Of this feed in both processes. */
const statusesOf = (path: string) =>
  Promise.all([service.url, other.url].map(async (url) => (await fetch(`${url}${path}.csv`)).status));

const settled = (path: string, status: number) =>
  until(
    () => statusesOf(path),
    (statuses) => statuses.every((one) => one === status),
  );

test('a new feed is served by every process; its rotation, its deletion and a suspension reach each', async () => {
  const { path, key, searchId, id } = await newFeed('pro');
  assert.deepEqual(await statusesOf(path), [200, 200]);
  const { body } = await service.send('POST', `/searches/${searchId}/rotate`, key);
  assert.equal((await service.get(`${path}.csv`)).status, 404, 'the process that rotated has the new token first');
  await settled(path, 404);
  const next = new URL(body.feed_url).pathname;
  await settled(next, 200);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  await settled(next, 403);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: false });
  await settled(next, 200);
  await fetch(`${other.url}/searches/${searchId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  await settled(next, 404);
});

test('reads of a feed over several processes never take more than the quota of its account', async () => {
  const { path, key } = await newFeed('pro', { limits: { per_day: 25 } });
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => statusesOf(path)))).flat();
  assert.equal(statuses.filter((status) => status === 200).length, 25);
  assert.ok(statuses.every((status) => status === 200 || status === 429));
  assert.equal((await service.get('/usage', key)).body.data.windows[0].remaining, 0);
});
