// Saved searches by key: the API and limits of plans. Their feeds: content and cost, when they stop, and what their token gives no access
// to.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createEncryption } from '../../src/lib/encryption.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;

before(async () => {
  service = await sharedService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
});
after(() => client.end());

const formats = ['csv', 'json', 'xml', 'md'] as const;

/** `path` is the path of the feed, without the format. */
async function newFeed(plan: string, { filters = {}, limits = {} }: { filters?: object; limits?: object } = {}) {
  const account = await service.account(plan, limits);
  const { body } = await service.send('POST', '/searches', account.key, { body: { name: 'A feed', filters } });
  return { ...account, searchId: body.search_id, path: new URL(body.feed_url).pathname };
}

const usedBy = async (key: string) => (await service.get('/usage', key)).body.data.windows[0].used;

test("a feed needs no key and lists the newest matching hooks first, up to the plan's limit, which applies at once", async () => {
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
  const { headers } = await service.get(`${path}.csv`);
  assert.equal(headers.get('last-modified'), null, 'it is left out soon after a change');
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
    // If-None-Match takes precedence.
    const other = { 'if-none-match': 'W/"other"', 'if-modified-since': since };
    const failing: Record<string, string>[] = [{ 'if-modified-since': earlier }, other];
    for (const condition of failing)
      assert.equal((await service.get(`${path}.${format}`, undefined, condition)).status, 200);
    calls += 2;
  }
  mock.timers.reset();
  assert.equal((await service.get(`${path}.txt`)).status, 404);
  assert.equal(await usedBy(key), calls);
  const { body: history } = await service.get('/usage/history?by=endpoint,key&status=200', key);
  const read = history.data.find(({ endpoint }: { endpoint: string }) => endpoint === '/f/:token.csv');
  assert.deepEqual([read.key_id, read.key_name, read.counted], [searchId, 'A feed', 5]);
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

test('above the quota a feed returns 429 with Retry-After; a suspended account gets 403', async () => {
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

test('after a change of the operator key a feed still works, its URL is hidden, and a rotated one is shown', async () => {
  const { key, path, searchId } = await newFeed('pro');
  const sealed = createEncryption('the former operator key').encrypt(path.slice('/f/'.length));
  await client.query('update searches set sealed_token = $1 where id = $2', [sealed, searchId]);
  const { status, body } = await service.get('/searches', key);
  assert.deepEqual([status, body.data[0].feed_url], [200, `${service.url}/f/hidden`]);
  assert.equal((await service.get(`${path}.json`)).status, 200);
  const rotated = await service.send('POST', `/searches/${searchId}/rotate`, key);
  assert.equal((await service.get(`${new URL(rotated.body.feed_url).pathname}.json`)).status, 200);
});

test('the token gives no more: no endpoint as a key, no other search, no other path', async () => {
  const { path, searchId } = await newFeed('pro');
  const other = await newFeed('pro');
  const token = path.slice('/f/'.length);
  for (const at of ['/hooks', '/searches', `/searches/${searchId}`, '/usage'])
    assert.equal((await service.get(at, token)).status, 401, at);
  assert.equal((await service.send('POST', '/mcp', token, { body: {} })).status, 401);
  for (const at of [`/searches/${token}`, `/hooks/${token}`, `/f/${token}`, `/f/${token}.csv.csv`, `/f/${token}/csv`])
    assert.ok((await service.get(at)).status >= 401, at);
  // An additional key or cookie changes nothing: the token decides the feed.
  await service.get(`${path}.json`, other.key);
  assert.equal(await usedBy(other.key), 0);
});

test('pages of other sites can read feeds, and nothing else', async () => {
  const { path, key } = await newFeed('pro');
  const origin = { origin: 'https://example.com' };
  const allowed = async (at: string, headers = {}) =>
    (await service.get(at, undefined, { ...origin, ...headers })).headers.get('access-control-allow-origin');
  for (const format of formats) assert.equal(await allowed(`${path}.${format}`), '*');
  assert.equal(await allowed(`${path.slice(0, -1)}_.csv`), '*', 'a page can tell that there is no feed');
  const asks = (at: string) =>
    service.send('OPTIONS', at, undefined, {
      headers: { ...origin, 'access-control-request-headers': 'if-none-match' },
    });
  const preflight = await asks(`${path}.json`);
  assert.deepEqual(
    [
      preflight.status,
      ...['origin', 'methods', 'headers'].map((n) => preflight.headers.get(`access-control-allow-${n}`)),
    ],
    [204, '*', 'GET, HEAD', '*'],
  );
  assert.equal((await asks('/hooks')).headers.get('access-control-allow-origin'), null);
  for (const at of ['/hooks', '/searches', '/plans', '/', '/f/x', '/dashboard'])
    assert.equal(await allowed(at, { authorization: `Bearer ${key}` }), null, at);
});

test('the token is in no request log and no metric', async () => {
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

test('an IP that guesses tokens is refused after 60 attempts, while known feeds are served', async () => {
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
  await read('Reader A');
  await read('Reader A');
  await read('Reader B');
  await read('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 41 subscribers)');
  await read('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 42 subscribers)');
  const { last_user_agent, last_used_at } = await shown(44);
  assert.match(last_user_agent, /^Feedly.* 42 subscribers/);
  assert.ok(Date.now() - Date.parse(last_used_at) < 60_000);
  const { rows } = await client.query('select reader from feed_readers where search_id = $1', [searchId]);
  assert.ok(rows.length === 3 && rows.every(({ reader }) => /^[\w-]{43}$/.test(reader)), JSON.stringify(rows));
  await client.query(`update feed_readers set seen_at = now() - interval '8 days' where search_id = $1`, [searchId]);
  assert.equal((await service.get(`/searches/${searchId}`, key)).body.readers, 0);
});

const finance = { name: 'Finance', filters: { niche: ['Finance'] } };

async function create(key: string, body: object = finance) {
  const answer = await service.send('POST', '/searches', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

test('a saved search is created, listed, changed and deleted by key, outside the quota', async () => {
  const { key } = await service.account('pro');
  const created = await create(key, { ...finance, sort: '-likes' });
  assert.match(created.search_id, /^srch_[0-9A-Za-z]{16}$/);
  assert.match(created.feed_url, new RegExp(`^${service.url}/f/[0-9A-Za-z]{26}$`));
  assert.deepEqual([created.filters, created.sort, created.readers], [{ niche: ['finance'] }, '-likes', 0]);
  const path = `/searches/${created.search_id}`;
  assert.deepEqual((await service.get(path, key)).body, created);
  assert.deepEqual((await service.get('/searches', key)).body.data, [created]);
  const change = { name: 'Food', filters: { niche: 'food', q: 'line' }, sort: 'relevance' };
  const { body: changed } = await service.send('PATCH', path, key, { body: change });
  assert.deepEqual(
    [changed.name, changed.filters, changed.sort, changed.feed_url],
    ['Food', { niche: ['food'], q: 'line' }, 'relevance', created.feed_url],
  );
  assert.equal((await service.send('DELETE', path, key)).body.name, 'Food');
  assert.equal((await service.get(path, key)).status, 404);
  const { body: usage } = await service.get('/usage', key);
  assert.equal(usage.data.windows[0].used, 0);
});

test('any filter can be saved; an invalid one is named in the error', async () => {
  const { key } = await service.account('pro');
  const filters = {
    ...{ niche: ['finance', '-food'], min_views: 5, has: ['likes'], q: '"line 1"', added_since: '2026-01-01' },
    ...{ min_confidence: 0.5, sample: false, creator: ['@a'], ids: ['hook_1'] },
  };
  assert.deepEqual((await create(key, { name: 'All', filters })).filters, filters);
  assert.deepEqual((await create(key, { name: 'None' })).filters, {});
  const refused = async (body: object) => {
    const answer = await service.send('POST', '/searches', key, { body });
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  assert.deepEqual(await refused({ name: 'X', filters: { niche: ['finanse'], ids: ['7'] } }), [
    '#/filters/niche',
    '#/filters/ids',
  ]);
  assert.deepEqual(await refused({ name: 'X', sort: 'relevance' }), ['#/sort']);
  // The database cannot store such characters.
  for (const text of ['a\0', '\ud800'])
    for (const body of [{ name: text }, { name: 'X', filters: { creator: [text] } }]) {
      const answer = await service.send('POST', '/searches', key, { body });
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], JSON.stringify(body));
    }
});

test('names are unique per account, also in races', async () => {
  const { key } = await service.account('pro');
  const answers = await Promise.all([1, 2, 3].map(() => service.send('POST', '/searches', key, { body: finance })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  const { search_id } = await create(key, { name: 'Second' });
  const taken = await service.send('PATCH', `/searches/${search_id}`, key, { body: { name: 'Finance' } });
  assert.deepEqual([taken.status, taken.body.errors[0].pointer], [409, '#/name']);
});

test('Free has 3 saved searches, also with concurrent requests, and paid plans 50', async () => {
  const { key, id } = await service.account('free');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(
    names.map((name) => service.send('POST', '/searches', key, { body: { name, filters: {} } })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 2);
  assert.match(refused[0]?.body.detail, /Free plan includes 3 saved searches\. Delete one, or/);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'pro' });
  await Promise.all(Array.from({ length: 47 }, (_, n) => create(key, { name: `n${n}` })));
  assert.equal((await service.send('POST', '/searches', key, { body: { name: 'one more' } })).status, 409);
});

test('first pages with fewer than three hooks are recorded for the operator, without the account', async () => {
  const [one, two] = [await service.account('enterprise'), await service.account('free')];
  const word = `unfindable${Date.now()}`;
  const query = (body: object) => service.send('POST', '/hooks/full/query', one.key, { body });
  const { headers } = await service.get(`/hooks?q=${word}&niche=Finance`, one.key);
  await service.get(`/hooks?q=${word}&niche=finance`, two.key);
  await service.get(`/hooks/full?q=${word}&niche=finance&output=csv`, one.key);
  await query({ filters: { q: word, niche: 'finance' } });
  // These requests do not count: unchanged, refused, a count, by ids, a page of a list with more results.
  await service.get(`/hooks?q=${word}&niche=Finance`, one.key, { 'if-none-match': headers.get('etag') ?? '' });
  await service.get(`/hooks/full?q=${word}`, two.key);
  await service.get(`/hooks?q=${word}&fields=id&limit=1`, one.key);
  await query({ filters: { q: word, ids: ['hook_1'] } });
  const { body: page } = await service.get('/hooks?limit=1', one.key);
  await service.get(`/hooks?limit=1&cursor=${page.next_cursor}`, one.key);
  const { status, body } = await service.operator('GET', '/operator/searches/empty?limit=200');
  assert.equal(status, 200, JSON.stringify(body));
  const noted = body.data.filter(({ q }: { q: string | null }) => q?.includes(word));
  assert.equal(noted.length, 1, JSON.stringify(noted));
  const { last_at, ...search } = noted[0];
  assert.deepEqual(search, { q: word, filters: { niche: ['finance'] }, count: 4, accounts: 2 });
  assert.ok(Date.parse(last_at) <= Date.now());
  assert.deepEqual((await service.operator('GET', '/operator/searches/empty?week=2020-01-01')).body.data, []);
});
