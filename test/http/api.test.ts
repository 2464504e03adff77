// Behaviour of the customers' API, through the real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fullHookFields, fullHookSchema, hookFields } from '../../src/catalog/hook.ts';
import { requiredLabels } from '../../src/labels/label.ts';
import { defined } from '../setup/defined.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let scale: string;

const niches = ['finance', 'food', 'travel'];

before(async () => {
  service = await testService();
  const lines = Array.from({ length: 250 }, (_, n) =>
    hookLine(`Opening line number ${n} about entrepreneurs ${n % 2 ? 'saving' : 'spending'} money`, {
      views: 100_000 + (n % 50) * 1000,
      niche: niches[n % 3],
    }),
  );
  lines.push(
    hookLine('Nobody beats this many views', {
      views: Number.MAX_SAFE_INTEGER,
      platform: 'YouTube',
      archetype: 'bold_claim',
    }),
  );
  lines.push(hookLine('Café au lait, "quoted" \u2028 and 😀', { views: 2_454_917_057, niche: 'food' }));
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&filename=a.jsonl');
  assert.equal(report.added, 252);
  scale = (await service.account('scale')).key;
});

after(() => service.close());

async function walk(path: string, between: (page: number) => Promise<void> = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = '', page = 0; ; page++) {
    const { status, body } = await service.get(`${path}${cursor && `&cursor=${cursor}`}`, scale);
    assert.equal(status, 200, JSON.stringify(body));
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.next_cursor) return ids;
    cursor = body.next_cursor;
    await between(page);
  }
}

test('GET /hooks returns the envelope and the seven fields in order', async () => {
  const { status, body, headers } = await service.get('/hooks', scale);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['success', 'data', 'count', 'timestamp', 'total', 'next_cursor']);
  assert.deepEqual([body.success, body.count, body.data.length, body.total], [true, 20, 20, 252]);
  assert.deepEqual(Object.keys(body.data[0]), hookFields);
  assert.equal(body.data[0].views, Number.MAX_SAFE_INTEGER);
  assert.match(headers.get('x-request-id') ?? '', /^req_/);
  assert.match(headers.get('link') ?? '', /rel="next"/);
});

test('a full hook has every field of the schema', async () => {
  const { body } = await service.get('/hooks/full?limit=100', scale);
  assert.deepEqual(Object.keys(body.data[0]), fullHookFields);
  for (const hook of body.data) fullHookSchema.parse(hook);
  const one = await service.get(`/hooks/${body.data[1].id}`, scale);
  const { why, ...hook } = one.body.data;
  assert.deepEqual(hook, body.data[1]);
  assert.deepEqual(Object.keys(why), requiredLabels);
});

test('text and views are returned exactly', async () => {
  const { body } = await service.get('/hooks?q=cafe', scale);
  assert.equal(body.data[0].text, 'Café au lait, "quoted" and 😀');
  assert.equal(body.data[0].views, 2_454_917_057);
});

for (const sort of ['-views', 'views', '-added_at', 'added_at']) {
  test(`paging by ${sort} returns every hook once`, async () => {
    const ids = await walk(`/hooks?sort=${sort}&limit=7`);
    assert.equal(ids.length, new Set(ids).size);
    assert.ok(ids.length >= 252);
  });
}

test('paging by relevance returns every match once', async () => {
  const ids = await walk('/hooks?q=entrepeneurs%20mon&limit=9');
  assert.equal(ids.length, 250);
  assert.equal(new Set(ids).size, 250);
});

test('paging neither repeats nor skips hooks while imports publish new versions', async () => {
  const before = await walk('/hooks?limit=100');
  const ids = await walk('/hooks?limit=13', async (page) => {
    if (page < 4)
      await service.import(
        hookLine(`Added in mid-walk ${page}`, { views: 100_000 + page * 15_000 }),
        'preset=hookline&format=jsonl',
      );
  });
  assert.equal(ids.length, new Set(ids).size);
  for (const id of before) assert.ok(ids.includes(id));
});

test('filters narrow, OR within one and AND between several', async () => {
  const { body } = await service.get('/hooks?niche=Food,TRAVEL&min_views=120000&max_views=130000&limit=100', scale);
  assert.ok(body.total > 0);
  for (const { niche, views } of body.data)
    assert.ok(['food', 'travel'].includes(niche) && views >= 120_000 && views <= 130_000);
  const repeated = await service.get('/hooks?niche=food&niche=travel&min_views=120000&max_views=130000', scale);
  assert.equal(repeated.body.total, body.total);
  const alias = await service.get('/hooks?emotion=curiosity&platform=shorts', scale);
  assert.equal(alias.body.total, 1);
});

test('facets count what each value would give', async () => {
  const { body } = await service.get('/hooks?niche=food&facets=niche,platform', scale);
  for (const niche of niches) {
    assert.equal(body.facets.niche[niche], (await service.get(`/hooks?niche=${niche}`, scale)).body.total);
  }
  assert.equal(body.facets.platform.TikTok, (await service.get('/hooks?niche=food&platform=TikTok', scale)).body.total);
});

test('fields returns only the named fields', async () => {
  const { body } = await service.get('/hooks?fields=views,id', scale);
  assert.deepEqual(Object.keys(body.data[0]), ['id', 'views']);
});

test('random hooks do not repeat, and a seed repeats them', async () => {
  const { body, headers } = await service.get('/hooks/random?count=100&seed=x', scale);
  assert.equal(new Set(body.data.map(({ id }: { id: string }) => id)).size, 100);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual((await service.get('/hooks/random?count=100&seed=x', scale)).body.data, body.data);
  assert.notDeepEqual((await service.get('/hooks/random?count=100', scale)).body.data, body.data);
});

test('an unchanged response is a 304 and takes no quota', async () => {
  const { id, key } = await service.account('free');
  const first = await service.get('/hooks', key);
  const again = await service.get('/hooks', key, { 'if-none-match': first.headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
  const { body } = await service.get('/usage', key);
  assert.equal(body.data.windows[0].used, 1, id);
});

for (const [query, code, parameter, suggestion] of [
  ['niche=finace', 'invalid_parameter', 'niche', 'finance'],
  ['nich=finance', 'invalid_parameter', 'nich', 'niche'],
  ['limit=1e9', 'invalid_parameter', 'limit', undefined],
  ['limit=-1', 'invalid_parameter', 'limit', undefined],
  ['limit=0', 'invalid_parameter', 'limit', undefined],
  ['limit=101', 'invalid_parameter', 'limit', undefined],
  ['limit=5&limit=6', 'invalid_parameter', 'limit', undefined],
  ['sort=best', 'invalid_parameter', 'sort', undefined],
  ['sort=relevance', 'invalid_parameter', 'sort', undefined],
  ['q=%ff', 'invalid_parameter', 'q=%ff', undefined],
  ['q=!!!', 'invalid_parameter', 'q', undefined],
  ['facets=nich', 'invalid_parameter', 'facets', 'niche'],
  ['fields=txt', 'invalid_parameter', 'fields', 'text'],
  ['added_since=yesterday', 'invalid_parameter', 'added_since', undefined],
  ['cursor=garbage', 'invalid_cursor', undefined, undefined],
] as const) {
  test(`?${query} is refused as ${code} and says what to do`, async () => {
    const { key } = await service.account('enterprise');
    const { status, body, headers } = await service.get(`/hooks?${query}`, key);
    assert.equal(status, 400);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.deepEqual([body.code, body.success, body.status], [code, false, 400]);
    if (parameter) assert.equal(body.errors[0].parameter, parameter);
    assert.equal(body.errors?.[0].did_you_mean, suggestion);
  });
}

test('every authenticated response has rate limit headers, also on plans without an enforced limit', async () => {
  const { key } = await service.account('enterprise');
  for (const path of ['/usage', '/hooks?limit=1', '/hooks?limt=1', '/hooks/hook_0']) {
    const { headers } = await service.get(path, key);
    assert.match(headers.get('ratelimit-policy') ?? '', /^"month";q=1000000;w=\d+$/, path);
    assert.match(headers.get('ratelimit') ?? '', /^"month";r=\d+;t=\d+$/, path);
    assert.equal(headers.get('x-ratelimit-limit'), '1000000', path);
  }
});

test('the cursor of another query is refused', async () => {
  const { body } = await service.get('/hooks?niche=food', scale);
  const other = await service.get(`/hooks?niche=travel&cursor=${body.next_cursor}`, scale);
  assert.deepEqual([other.status, other.body.code], [400, 'invalid_cursor']);
});

test('archetypes and meta describe the catalog', async () => {
  const { body: archetypes } = await service.get('/archetypes', scale);
  assert.equal(archetypes.count, 41);
  const question = archetypes.data.find(({ id }: { id: string }) => id === 'question');
  assert.equal(question.examples.length, 3);
  const { body: meta } = await service.get('/meta', scale);
  assert.equal(meta.data.values.archetype.question, question.hooks);
  assert.equal(meta.data.views.max, Number.MAX_SAFE_INTEGER);
  assert.equal(meta.data.sample_data, false);
});

test('the taxonomy lists every value with its name and aliases, and an unchanged one is a free 304', async () => {
  const { key } = await service.account('free');
  const { status, body, headers } = await service.get('/taxonomy', key);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['success', 'data', 'timestamp']);
  assert.deepEqual(Object.keys(body.data), ['niche', 'archetype', 'emotional_trigger', 'platform', 'format']);
  const { name, aliases } = body.data.platform.find(({ id }: { id: string }) => id === 'YouTube');
  assert.equal(name, 'YouTube');
  assert.ok(aliases.includes('shorts'));
  const { body: archetypes } = await service.get('/archetypes', key);
  const idAndName = ({ id, name }: { id: string; name: string }) => ({ id, name });
  assert.deepEqual(archetypes.data.map(idAndName), body.data.archetype.map(idAndName));
  const again = await service.get('/taxonomy', key, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
  const { body: usage } = await service.get('/usage', key);
  assert.equal(usage.data.windows[0].used, 2);
  assert.equal((await service.get('/taxonomy?set=niche', key)).status, 400);
});

test('the plan decides which endpoints answer', async () => {
  const { key } = await service.account('free');
  for (const path of ['/hooks', '/hooks/random', '/archetypes', '/taxonomy', '/meta', '/usage'])
    assert.equal((await service.get(path, key)).status, 200, path);
  const { status, body } = await service.get('/hooks/full', key);
  assert.deepEqual([status, body.code, body.required_plan], [403, 'plan_required', 'pro']);
});

test('calls over the day limit get 429 with Retry-After, and only successful ones count', async () => {
  const { key } = await service.account('free', { per_day: 3 });
  await service.get('/hooks?limit=0', key);
  const seen: Answer[] = [];
  for (let call = 0; call < 5; call++) seen.push(await service.get('/hooks', key));
  assert.deepEqual(
    seen.map(({ status }) => status),
    [200, 200, 200, 429, 429],
  );
  const refused = defined(seen.at(-1));
  assert.equal(refused.body.title, 'Rate Limit Exceeded');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const { headers } = defined(seen.at(0));
  assert.match(headers.get('ratelimit') ?? '', /^"day";r=2;t=\d+$/);
  assert.equal(headers.get('ratelimit-policy'), '"day";q=3;w=86400');
  assert.equal(headers.get('x-ratelimit-remaining'), '2');
});

test('a missing, wrong, revoked or replaced key is 401, a suspended account 403', async () => {
  assert.equal((await service.get('/hooks')).body.code, 'missing_key');
  assert.equal((await service.get('/hooks', 'hkl_nonsense')).body.code, 'invalid_key');
  assert.equal((await service.get(`/hooks?key=${scale}`)).status, 401);
  const { id, key } = await service.account('pro');
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  const path = `/operator/accounts/${id}/keys/${body.keys[0].id}`;
  const fresh = await service.operator('POST', `${path}/regenerate`, { grace_seconds: 3600 });
  assert.equal((await service.get('/hooks', key)).status, 200);
  await service.operator('DELETE', path);
  assert.equal((await service.get('/hooks', key)).status, 401);
  assert.equal((await service.get('/hooks', fresh.body.key)).status, 200);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.deepEqual([(await service.get('/hooks', fresh.body.key)).body.code], ['account_suspended']);
});

test('after 60 refused requests in a minute a key gets 429', async () => {
  const { key } = await service.account('enterprise');
  const statuses = [];
  for (let call = 0; call < 62; call++) statuses.push((await service.get('/hooks?limit=x', key)).status);
  assert.deepEqual([statuses[59], statuses[61]], [400, 429]);
});

test('approving a key request creates an account', async () => {
  const response = await fetch(`${service.url}/key-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ann',
      email: 'ann@example.com',
      use_case: 'A script generator for shorts',
      expected_calls_per_month: 5000,
    }),
  });
  assert.equal(response.status, 201);
  const { body } = await service.operator('GET', '/operator/key-requests?state=pending');
  const approved = await service.operator('POST', `/operator/key-requests/${body.key_requests[0].id}/approve`, {
    plan: 'starter',
  });
  assert.deepEqual([approved.body.account.email, approved.body.account.plan], ['ann@example.com', 'starter']);
  assert.equal(
    (await service.operator('POST', `/operator/key-requests/${body.key_requests[0].id}/approve`, {})).status,
    409,
  );
});
