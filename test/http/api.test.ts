// Keys, plans and quotas of the customers' API, through the real service.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
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

test('the Free plan reads the catalog', async () => {
  const { key } = await service.account('free');
  for (const path of ['/hooks', '/hooks/random', '/archetypes', '/taxonomy', '/meta', '/templates', '/usage'])
    assert.equal((await service.get(path, key)).status, 200, path);
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

test('a missing, wrong, revoked or replaced key is 401, a suspended account 403', async () => {
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
