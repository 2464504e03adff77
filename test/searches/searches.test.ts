// Saved searches through the real service: the API by key and session, limits of plans, and the addresses of feeds.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;

before(async () => {
  service = await sharedService();
});

const finance = { name: 'Finance', filters: { niche: ['Finance'] } };

async function create(key: string, body: object = finance) {
  const answer = await service.send('POST', '/searches', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

test('a saved search is created, listed, changed and deleted by a key, without counting', async () => {
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

test('any filter can be saved; a wrong one is named with what to do', async () => {
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
  assert.deepEqual(await refused({ name: ' ' }), ['#/name']);
  assert.deepEqual(await refused({ name: 'n'.repeat(101) }), ['#/name']);
  assert.deepEqual(await refused({ name: 'X', sort: 'relevance' }), ['#/sort']);
  assert.deepEqual(await refused({ name: 'X', sort: 'best' }), ['#/sort']);
  // The database has no such characters.
  for (const text of ['a\0', '\ud800'])
    for (const body of [{ name: text }, { name: 'X', filters: { creator: [text] } }]) {
      const answer = await service.send('POST', '/searches', key, { body });
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], JSON.stringify(body));
    }
});

test('names are unique in an account, also at once', async () => {
  const { key } = await service.account('pro');
  const { key: other } = await service.account('pro');
  const answers = await Promise.all([1, 2, 3].map(() => service.send('POST', '/searches', key, { body: finance })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  await create(other);
  const { search_id } = await create(key, { name: 'Second' });
  const taken = await service.send('PATCH', `/searches/${search_id}`, key, { body: { name: 'Finance' } });
  assert.deepEqual([taken.status, taken.body.errors[0].pointer], [409, '#/name']);
  const same = await service.send('PATCH', `/searches/${search_id}`, key, { body: { name: 'Second' } });
  assert.equal(same.status, 200);
});

test('Free has 3 saved searches, also when they are created at once, and paid plans 50', async () => {
  const { key, id } = await service.account('free');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(
    names.map((name) => service.send('POST', '/searches', key, { body: { name, filters: {} } })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 2);
  assert.match(refused[0]?.body.detail, /Free plan includes 3 saved searches\. Delete one, or/);
  const { body: plans } = await service.get('/plans');
  const limits = plans.data.map(({ saved_searches, feed_items }: Record<string, number>) => [
    saved_searches,
    feed_items,
  ]);
  assert.deepEqual(limits, [[3, 20], ...Array(4).fill([50, 100])]);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'pro' });
  await Promise.all(Array.from({ length: 47 }, (_, n) => create(key, { name: `n${n}` })));
  assert.equal((await service.send('POST', '/searches', key, { body: { name: 'one more' } })).status, 409);
});
