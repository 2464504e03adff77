// Endpoints without a key: the search box of the public page, the plans, and page errors. Keys, plans and quotas of endpoints with a key.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
});

const path = '/demo/hooks';
const from = (address: string) => ({ 'x-forwarded-for': address });

test('the demo returns the first five hooks of GET /hooks', async () => {
  const { key } = await service.account('free');
  for (const query of ['q=lesson', 'platform=tiktok', 'niche=finance&archetype=question&emotional_trigger=curiosity']) {
    const { status, body } = await service.get(`${path}?${query}`);
    const marked = query.startsWith('q=') ? '&highlight=true' : '';
    const listed = (await service.get(`/hooks?limit=5&${query}${marked}`, key)).body;
    assert.equal(status, 200);
    assert.deepEqual(
      [body.success, body.count, body.data, body.total, body.sample_data],
      [true, listed.count, listed.data, listed.total, false],
    );
  }
});

test('a demo search without results suggests words to leave out so that something is found, else the words that have results alone', async () => {
  const suggestionsOf = async (q: string) =>
    (await service.get(`${path}?q=${encodeURIComponent(q)}`)).body.suggestions?.map(
      ({ without, q: rest, total }: Record<string, unknown>) => [without, rest, total],
    );
  const all = sharedHooks.length;
  assert.deepEqual(await suggestionsOf('taught xylophone lesson'), [['xylophone', 'taught lesson', all]]);
  assert.deepEqual(await suggestionsOf('"lesson 3" 7'), [
    ['"lesson 3"', '7', 1],
    ['7', '"lesson 3"', 1],
  ]);
  assert.deepEqual(await suggestionsOf('xylophone vuvuzela lesson'), [['xylophone vuvuzela', 'lesson', all]]);
  assert.deepEqual(await suggestionsOf('xylophone vuvuzela kazoo'), []);
  assert.equal(await suggestionsOf('taught lesson'), undefined);
});

test('the demo takes no other parameter, refuses unknown values as GET /hooks does, and is not documented', async () => {
  for (const query of ['limit=100', 'cursor=x', 'min_views=1']) {
    const refused = await service.get(`${path}?${query}`, undefined, from('203.0.113.30'));
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_parameter'], query);
  }
  const misspelt = await service.get(`${path}?niche=finanse`, undefined, from('203.0.113.30'));
  assert.deepEqual([misspelt.status, misspelt.body.errors[0].did_you_mean], [400, 'finance']);
  assert.equal((await service.get('/openapi.json')).body.paths[path], undefined);
});

test('an IP address may search thirty times a minute, whatever the query', async () => {
  const search = (query = '') => service.get(path + query, undefined, from('203.0.113.31'));
  for (let n = 0; n < 30; n++) assert.equal((await search(n % 2 ? '?limit=1' : '')).status, n % 2 ? 400 : 200);
  const refused = await search();
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 60, String(wait));
  assert.equal((await service.get('/plans', undefined, from('203.0.113.31'))).status, 200);
});

test('GET /plans needs no key, and has null for no limit', async () => {
  const { status, body } = await service.get('/plans');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data,
    Object.values(plans).map((plan) => ({ ...showPlan(plan), sign_up: false })),
  );
  assert.deepEqual(body.data[0].limits, { per_day: 100, per_month: null });
});

test('a Free key has the features of Free in the plan table: search, similar hooks, checks of drafts, templates', async () => {
  const { key } = await service.account('free');
  const [hook] = (await service.get('/hooks?limit=1', key)).body.data;
  for (const sold of [`/hooks/${hook.id}/similar`, '/templates'])
    assert.equal((await service.get(sold, key)).status, 200, sold);
  for (const [sold, body] of [
    ['/similar', { text: hook.text }],
    ['/check', { text: hook.text }],
    ['/adapt', { template: 'Stop [topic] now', topic: hook.niche }],
  ] as const)
    assert.equal((await service.send('POST', sold, key, { body })).status, 200, sold);
});

test('the error of a page is logged with the ID of the response, ten times a minute per IP address', async () => {
  const report = (body: unknown, address: string) =>
    service.send('POST', '/page-errors', undefined, { body, headers: from(address) });
  const sent = { path: '/dashboard/keys', message: 'x is undefined', stack: 'TypeError: x is undefined\n    at f' };
  const { status, headers, body } = await report(sent, '203.0.113.32');
  assert.deepEqual([status, body.data.error_id], [202, headers.get('x-request-id')]);
  const logged = await service.observed('page_failed', body.data.error_id);
  assert.ok(logged.kind === 'page_failed');
  assert.deepEqual([logged.path, logged.error], [sent.path, sent.stack]);
  for (const wrong of [{ path: '/', message: 'x'.repeat(501) }, { path: '/', message: 'x', user: 'x' }, {}])
    assert.equal((await report(wrong, '203.0.113.33')).status, 422);
  for (let count = 0; count < 10; count++) assert.equal((await report(sent, '203.0.113.33')).status, 202);
  const refused = await report(sent, '203.0.113.33');
  assert.ok(refused.status === 429 && Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await report(sent, '203.0.113.34')).status, 202);
});

test('every authenticated response has rate limit headers, also on plans without an enforced limit', async () => {
  const { key } = await service.account('enterprise');
  for (const path of ['/usage', '/hooks?limit=1', '/hooks?limt=1', '/hooks/hook_0']) {
    const { headers } = await service.get(path, key);
    assert.match(headers.get('ratelimit-policy') ?? '', /^"month";q=1000000;w=\d+$/, path);
    assert.match(headers.get('ratelimit') ?? '', /^"month";r=\d+;t=\d+$/, path);
    assert.equal(headers.get('x-ratelimit-limit'), '1000000', path);
  }
});

test('calls over the day limit get 429 with Retry-After, and only successful ones count', async () => {
  const { key } = await service.account('free', { per_day: 3 });
  await service.get('/hooks?limit=0', key);
  await service.get('/hooks/hook_999999', key);
  const first = await service.get('/hooks', key);
  assert.match(first.headers.get('ratelimit') ?? '', /^"day";r=2;t=\d+$/);
  assert.equal(first.headers.get('ratelimit-policy'), '"day";q=3;w=86400');
  assert.equal(first.headers.get('x-ratelimit-remaining'), '2');
  for (let call = 0; call < 2; call++) assert.equal((await service.get('/hooks', key)).status, 200);
  const { status, headers, body } = await service.get('/hooks', key);
  assert.deepEqual([status, body.code, body.title], [429, 'quota_exceeded', 'Rate Limit Exceeded']);
  assert.ok(Number(headers.get('retry-after')) > 0);
});

test('a missing, wrong, revoked or replaced key gets 401, a suspended account 403', async () => {
  const { id, key } = await service.account('pro');
  assert.equal((await service.get('/hooks')).body.code, 'missing_key');
  assert.equal((await service.get('/hooks', 'hkl_nonsense')).body.code, 'invalid_key');
  assert.equal((await service.get(`/hooks?key=${key}`)).status, 401);
  const { body } = await service.operator('GET', `/operator/accounts/${id}/keys`);
  const path = `/operator/accounts/${id}/keys/${body.keys[0].id}`;
  const fresh = await service.operator('POST', `${path}/regenerate`, { grace_seconds: 3600 });
  assert.equal((await service.get('/hooks', key)).status, 200);
  await service.operator('DELETE', path);
  assert.equal((await service.get('/hooks', key)).status, 401);
  assert.equal((await service.get('/hooks', fresh.body.key)).status, 200);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  const suspended = await service.get('/hooks', fresh.body.key);
  assert.deepEqual([suspended.status, suspended.body.code], [403, 'account_suspended']);
});
