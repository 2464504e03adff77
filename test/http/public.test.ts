// Endpoints without a key: the search box of the public page, and the plans.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { demoEndpoints } from '../../src/http/endpoints/catalog/demo-hooks.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('free')).key;
  const lines = Array.from({ length: 12 }, (_, n) =>
    hookLine(`Public speech, take ${n}`, { views: 200_000 + n, platform: n % 2 ? 'TikTok' : 'YouTube' }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
});

after(() => service.close());

const path = '/demo/hooks';

test('the demo returns the first five hooks of GET /hooks', async () => {
  for (const query of ['q=speech', 'platform=tiktok', 'niche=finance&archetype=question&emotional_trigger=curiosity']) {
    const { status, headers, body } = await service.get(`${path}?${query}`);
    const marked = query.startsWith('q=') ? '&highlight=true' : '';
    const listed = (await service.get(`/hooks?limit=5&${query}${marked}`, key)).body;
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(Object.keys(body), ['success', 'data', 'count', 'total', 'timestamp']);
    assert.deepEqual([body.success, body.count, body.data.length], [true, 5, 5]);
    assert.deepEqual([body.data, body.total], [listed.data, listed.total]);
  }
});

test('a search of the demo without results suggests each word to leave out with which something is found, else the words that are found alone', async () => {
  const suggestionsOf = async (q: string) =>
    (await service.get(`${path}?q=${encodeURIComponent(q)}`)).body.suggestions?.map(
      ({ without, q: rest, total }: Record<string, unknown>) => [without, rest, total],
    );
  assert.deepEqual(await suggestionsOf('public xylophone speech'), [['xylophone', 'public speech', 12]]);
  assert.deepEqual(await suggestionsOf('"take 3" 7'), [
    ['"take 3"', '7', 1],
    ['7', '"take 3"', 1],
  ]);
  assert.deepEqual(await suggestionsOf('xylophone vuvuzela speech'), [['xylophone vuvuzela', 'speech', 12]]);
  assert.deepEqual(await suggestionsOf('xylophone vuvuzela kazoo'), []);
  assert.deepEqual(await suggestionsOf('xylophone -public'), []);
  assert.equal(await suggestionsOf('public speech'), undefined);
});

test('the demo takes no other parameter, and refuses unknown values as GET /hooks does', async () => {
  for (const query of ['limit=100', 'cursor=x', 'sort=views', 'fields=id', 'min_views=1', 'facets=niche']) {
    const refused = await service.get(`${path}?${query}`);
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_parameter'], query);
  }
  const misspelt = await service.get(`${path}?niche=finanse`);
  assert.deepEqual([misspelt.status, misspelt.body.errors[0].did_you_mean], [400, 'finance']);
  assert.equal((await service.get(`${path}?q=%25`)).status, 400);
});

test('GET /plans needs no key, and has null for no limit', async () => {
  const { status, body } = await service.get('/plans');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data,
    Object.values(plans).map((plan) => ({ ...showPlan(plan), sign_up: false })),
  );
  const { free, enterprise } = Object.fromEntries(body.data.map((plan: { name: string }) => [plan.name, plan]));
  assert.deepEqual(free.limits, { per_day: 100, per_month: null });
  assert.deepEqual([free.price_usd, free.exports_per_day, free.features], [0, 0, ['read']]);
  assert.deepEqual(enterprise.limits, { per_day: null, per_month: null });
  assert.deepEqual([enterprise.price_usd, enterprise.records_per_export], [null, null]);
  assert.equal((await service.get('/plans?plan=free')).status, 400);
});

test('the plans are documented, the demo is not', async () => {
  const { body } = await service.get('/openapi.json');
  const schema = body.paths['/plans'].get.responses['200'].content['application/json'].schema;
  assert.deepEqual(schema.properties.data.items, { $ref: '#/components/schemas/OfferedPlan' });
  const { properties } = body.components.schemas.OfferedPlan;
  assert.deepEqual(Object.keys(properties), [...Object.keys(showPlan(plans.free)), 'sign_up']);
  assert.equal(body.paths[path], undefined);
});

test('an IP address may search thirty times a minute, whatever the query', async () => {
  const other = await testService();
  try {
    for (let n = 0; n < 30; n++)
      assert.equal((await other.get(`${path}${n % 2 ? '?limit=1' : ''}`)).status, n % 2 ? 400 : 200);
    const refused = await other.get(path);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 60, String(wait));
    assert.equal((await other.get('/plans')).status, 200);
  } finally {
    await other.close();
  }
});

test('an IP address may search fewer times a day than the Free plan includes calls', () => {
  assert.ok(defaultLimits.demoSearchesPerDay < (plans.free.limits.perDay ?? 0));
  const searchesBefore429 = (demoSearchesPerDay: number, ip: string) => {
    const [demo] = demoEndpoints({ catalog: () => assert.fail(), limits: { ...defaultLimits, demoSearchesPerDay } });
    for (let n = 0; ; n++)
      try {
        demo?.onRequest?.(ip);
      } catch (error) {
        return [n, String(error)] as const;
      }
  };
  const [searches, error] = searchesBefore429(7, '203.0.113.9');
  assert.equal(searches, 7);
  assert.match(error, /More than 7 searches in a day from this address.*request one at \/request-a-key/);
});
