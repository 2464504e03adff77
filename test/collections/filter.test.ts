// The filter by collections: lists, samples, stored filters and feeds follow a collection, and no account sees another's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

/** The eight most viewed hooks have at least as many views. */
const min_views = 1_930_000;
let service: TestService;
let ids: string[];

before(async () => {
  service = await sharedService();
  const { key } = await service.account('pro');
  ids = (await service.get(`/hooks?min_views=${min_views}`, key)).body.data.map(({ id }: { id: string }) => id);
});
after(() => service.close());

async function collect(key: string, hooks: readonly string[], name = 'Spring'): Promise<string> {
  const { body } = await service.send('POST', '/collections', key, { body: { name } });
  await save(key, body.collection_id, hooks);
  return body.collection_id;
}

async function save(key: string, id: string, hooks: readonly string[]) {
  const { status } = await service.send('POST', `/collections/${id}/hooks`, key, { body: { ids: hooks } });
  assert.equal(status, 200);
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

test('lists have the hooks of a collection, of one of several, or of none', async () => {
  const { key } = await service.account('scale');
  const [one, two] = [await collect(key, ids.slice(0, 3), 'one'), await collect(key, ids.slice(2, 5), 'two')];
  const list = async (query: string) => idsOf((await service.get(`/hooks?${query}`, key)).body);
  assert.deepEqual(await list(`collection=${one}`), ids.slice(0, 3));
  assert.deepEqual(await list(`collection=${one},${two}`), ids.slice(0, 5));
  assert.deepEqual(await list(`collection=${one}&collection=-${two}`), ids.slice(0, 2));
  assert.deepEqual(await list(`collection=-${two}&min_views=${min_views}`), [...ids.slice(0, 2), ...ids.slice(5)]);
  assert.deepEqual(await list(`collection=${one}&ids=${ids[1]},${ids[7]}`), [ids[1]]);
  assert.deepEqual(await list(`collection=${one}&q=taught&sort=views`), ids.slice(0, 3).reverse());
  // The name of a parameter may be percent-encoded.
  assert.deepEqual(await list(`%63ollection=${one}`), ids.slice(0, 3));
  const full = await service.get(`/hooks/full?collection=${one}&facets=niche`, key);
  assert.equal(full.body.total, 3);
  const drawn = await service.get(`/hooks/random?collection=${one}`, key);
  assert.deepEqual(idsOf(drawn.body).sort(), ids.slice(0, 3).sort());
  const posted = await service.send('POST', '/hooks/query', key, { body: { filters: { collection: one } } });
  assert.deepEqual(idsOf(posted.body), ids.slice(0, 3));
  const trends = await service.get(`/trends?window=30d&collection=${one}`, key);
  assert.equal(
    trends.body.data.reduce((sum: number, value: { hooks_added: number }) => sum + value.hooks_added, 0),
    3,
  );
});

test('a collection of another account, or of nobody, is a 400 that says so, also where its owner has a cached page', async () => {
  const { key } = await service.account('enterprise');
  const { key: other } = await service.account('enterprise');
  const id = await collect(key, ids.slice(0, 2));
  for (const path of ['/hooks', '/hooks/full', '/hooks/random', '/trends', '/templates', '/webhooks/sample']) {
    const own = () => service.get(`${path}?collection=${id}`, key);
    const [, cached] = [await own(), await own()];
    assert.equal(cached.status, 200, path);
    for (const unknown of [id, `-${id}`, 'col_0000000000000000', 'spring', '%63ol_1']) {
      const etag = cached.headers.get('etag') ?? 'none';
      const refused = await service.get(`${path}?collection=${unknown}`, other, { 'if-none-match': etag });
      assert.deepEqual([refused.status, refused.body.errors[0].parameter], [400, 'collection'], `${path} ${unknown}`);
      assert.match(refused.body.detail, /You have no collection .* GET \/collections lists yours/);
    }
  }
  const filters = { collection: [id] };
  const stored: [string, object][] = [
    ['/searches', { name: 'x', filters }],
    ['/export', { format: 'csv', filters }],
    ['/exports/schedules', { format: 'csv', day: 'monday', hour: 6, filters }],
    ['/webhooks', { webhook_url: 'https://example.com/in', filters }],
    ['/hooks/query', { filters }],
    ['/similar', { text: 'taught', filters }],
  ];
  for (const [path, body] of stored) {
    const refused = await service.send('POST', path, other, { body });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '#/filters/collection'], path);
  }
  const { body: search } = await service.send('POST', '/searches', other, { body: { name: 'x' } });
  const changed = await service.send('PATCH', `/searches/${search.search_id}`, other, { body: { filters } });
  assert.deepEqual([changed.status, changed.body.errors[0].pointer], [422, '#/filters/collection']);
  assert.equal((await service.get(`/demo/hooks?collection=${id}`)).status, 400);
});

test('the feed of a saved search follows the collection, and a deleted one has nothing', async ({ mock }) => {
  const { key } = await service.account('pro');
  const id = await collect(key, ids.slice(0, 2));
  const { body: search } = await service.send('POST', '/searches', key, {
    body: { name: 'Board', filters: { collection: id } },
  });
  const feed = async (headers = {}) => {
    const response = await fetch(`${search.feed_url}.json`, { headers });
    const text = await response.text();
    const { items = [], description } = text ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, items: items.length, description };
  };
  /** The ETag and the date of the feed as it is now, each of which gets 304. */
  const validators = async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    const { headers } = await feed();
    const conditions = [
      { 'if-none-match': headers.get('etag') ?? '' },
      { 'if-modified-since': headers.get('last-modified') ?? '' },
    ];
    for (const condition of conditions) assert.equal((await feed(condition)).status, 304, JSON.stringify(condition));
    mock.timers.reset();
    return conditions;
  };
  const first = await feed();
  assert.deepEqual([first.items, first.description], [2, 'Hooks with collection “Spring”']);
  const changes: [() => Promise<unknown>, number, string][] = [
    [() => service.send('PATCH', `/collections/${id}`, key, { body: { name: 'Autumn' } }), 2, 'collection “Autumn”'],
    [() => save(key, id, [ids[4] ?? '']), 3, 'collection “Autumn”'],
    [() => service.send('DELETE', `/collections/${id}`, key), 0, `collection ${id} (deleted)`],
  ];
  for (const [change, items, description] of changes) {
    const conditions = await validators();
    await change();
    for (const condition of conditions) {
      const { status } = await until(
        () => feed(condition),
        (response) => response.status === 200,
      );
      assert.equal(status, 200, JSON.stringify(condition));
    }
    const changed = await feed();
    assert.deepEqual([changed.items, changed.description], [items, `Hooks with ${description}`]);
  }
});

test('a filter that excludes a collection finds nothing when that is deleted, rather than what was excluded', async () => {
  const { key } = await service.account('pro');
  const id = await collect(key, ids.slice(0, 2));
  const body = { name: 'Others', filters: { collection: [`-${id}`], min_views } };
  const { body: search } = await service.send('POST', '/searches', key, { body });
  const items = async () => JSON.parse(await (await fetch(`${search.feed_url}.json`)).text()).items.length;
  assert.equal(await items(), 6);
  await service.send('DELETE', `/collections/${id}`, key);
  assert.equal(await items(), 0);
});
