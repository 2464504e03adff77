// Collections by key and session: notes, tags and order, walks by cursor, limits of plans. The filter by collections in lists, samples,
// stored filters and feeds, without access to other accounts' collections.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
/** Most viewed first. */
let ids: string[];

before(async () => {
  service = await sharedService();
  const { key } = await service.account('enterprise');
  const { body } = await service.get('/hooks?limit=40&fields=id', key);
  ids = body.data.map(({ id }: { id: string }) => id);
});
after(() => service.close());

async function create(key: string, name = 'Spring') {
  const answer = await service.send('POST', '/collections', key, { body: { name } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

type Line = { hook: { id: string; text: string | null }; position: number; note: string | null; tags: string[] };

async function linesOf(key: string, id: string, query = 'limit=100') {
  const { body, status } = await service.get(`/collections/${id}?${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as (Line & { state: string; merged_into: string | null; added_at: string })[];
}

const orderOf = async (key: string, id: string) => (await linesOf(key, id)).map(({ hook }) => hook.id);

test('a collection is created, listed, changed and deleted by a key, without counting', async () => {
  const { key } = await service.account('pro');
  const created = await create(key);
  assert.match(created.collection_id, /^col_[0-9A-Za-z]{16}$/);
  assert.deepEqual(
    [created.name, created.description, created.hooks, created.share_url, created.indexable],
    ['Spring', null, 0, null, false],
  );
  assert.deepEqual((await service.get('/collections', key)).body.data, [created]);
  const path = `/collections/${created.collection_id}`;
  const { body: changed } = await service.send('PATCH', path, key, {
    body: { name: 'Summer', description: ' For the agency ' },
  });
  assert.deepEqual([changed.name, changed.description], ['Summer', 'For the agency']);
  assert.equal((await service.send('PATCH', path, key, { body: { description: '' } })).body.description, null);
  assert.equal((await service.send('DELETE', path, key)).body.name, 'Summer');
  assert.equal((await service.get(path, key)).status, 404);
  const { body: usage } = await service.get('/usage', key);
  assert.equal(usage.data.windows[0].used, 0);
});

test('a plan limits collections, also for concurrent requests', async () => {
  const { key } = await service.account('free');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const created = await Promise.all(names.map((name) => service.send('POST', '/collections', key, { body: { name } })));
  assert.deepEqual(created.map(({ status }) => status).sort(), [201, 201, 201, 409, 409]);
  assert.match(JSON.stringify(created.map(({ body }) => body.detail)), /includes 3 collections/);
});

test('saving a hook again without note and tags keeps them and adds no second line', async () => {
  const { key } = await service.account('free');
  const { collection_id: id } = await create(key);
  const path = `/collections/${id}/hooks/${ids[0]}`;
  const body = { note: 'For the\r\nsecond cut ', tags: ['spring', ' short ', 'spring'] };
  const { body: saved } = await service.send('PUT', path, key, { body });
  assert.deepEqual(
    [saved.hook_id, saved.note, saved.tags, saved.position],
    [ids[0], 'For the\nsecond cut', ['spring', 'short'], 1],
  );
  assert.deepEqual((await service.send('PUT', path, key)).body, saved);
  const [line, ...rest] = await linesOf(key, id);
  assert.deepEqual(rest, []);
  assert.deepEqual(Object.keys(line?.hook ?? {}), [
    ...['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'],
  ]);
  assert.deepEqual([line?.state, line?.note, line?.tags], ['published', saved.note, saved.tags]);
  const cleared = await service.send('PUT', path, key, { body: { note: '', tags: [] } });
  assert.deepEqual([cleared.body.note, cleared.body.tags], [null, []]);
  assert.deepEqual((await service.send('DELETE', path, key)).body, { removed: 1, hooks: 0 });
  assert.deepEqual((await service.send('DELETE', path, key)).body, { removed: 0, hooks: 0 });
});

test('hooks are placed before, after and at a position, and a repeated move changes nothing', async () => {
  const { key } = await service.account('free');
  const { collection_id: id } = await create(key);
  const [a = '', b = '', c = '', d = ''] = ids;
  await service.send('POST', `/collections/${id}/hooks`, key, { body: { ids: [a, b, c] } });
  const place = async (hook: string, body: object) => {
    const first = await service.send('PUT', `/collections/${id}/hooks/${hook}`, key, { body });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const order = await orderOf(key, id);
    assert.equal(order.indexOf(hook) + 1, first.body.position);
    assert.deepEqual((await service.send('PUT', `/collections/${id}/hooks/${hook}`, key, { body })).body, first.body);
    assert.deepEqual(await orderOf(key, id), order);
    return order;
  };
  assert.deepEqual(await place(c, { before: a }), [c, a, b]);
  assert.deepEqual(await place(c, { after: a }), [a, c, b]);
  assert.deepEqual(await place(b, { position: 1 }), [b, a, c]);
  assert.deepEqual(await place(b, { position: 99 }), [a, c, b]);
  assert.deepEqual(await place(d, { position: 2 }), [a, d, c, b]);
  const refused = await service.send('PUT', `/collections/${id}/hooks/${a}`, key, { body: { before: ids[9] } });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '#/before']);
});

test('concurrent saves and moves leave each hook once, in one order', async () => {
  const { key } = await service.account('pro');
  const { collection_id: id } = await create(key);
  const some = ids.slice(0, 12);
  const saved = await Promise.all(
    some.map((hook) => service.send('PUT', `/collections/${id}/hooks/${hook}`, key, { body: { position: 1 } })),
  );
  assert.ok(saved.every(({ status }) => status === 200));
  const moves = some.flatMap((hook, n) => [
    { hook, body: { before: some[(n + 5) % 12] } },
    { hook, body: { after: some[(n + 7) % 12] } },
    { hook, body: { position: n + 1 } },
  ]);
  const moved = await Promise.all(
    moves.map(({ hook, body }) => service.send('PUT', `/collections/${id}/hooks/${hook}`, key, { body })),
  );
  assert.ok(moved.every(({ status }) => status === 200));
  const lines = await linesOf(key, id);
  assert.deepEqual(lines.map(({ hook }) => hook.id).sort(), [...some].sort());
  assert.deepEqual(
    lines.map(({ position }) => position),
    some.map((_, at) => at + 1),
  );
});

test('paging by cursor returns every hook once, in order, also while others are moved', async () => {
  const { key } = await service.account('pro');
  const { collection_id: id } = await create(key);
  const some = ids.slice(0, 9);
  await service.send('POST', `/collections/${id}/hooks`, key, { body: { ids: some } });
  const { body: first, headers } = await service.get(`/collections/${id}?limit=4`, key);
  assert.deepEqual([first.count, first.total, first.collection.hooks], [4, 9, 9]);
  assert.match(headers.get('link') ?? '', /cursor=.*rel="next"/);
  const table = await service.get(`/collections/${id}?limit=4&output=csv`, key);
  const [, next = ''] = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(table.headers.get('link') ?? '') ?? [];
  assert.match((await service.get(next, key)).headers.get('content-type') ?? '', /^text\/csv/);
  await service.send('PUT', `/collections/${id}/hooks/${some[0]}`, key, { body: { position: 3 } });
  const { body: second } = await service.get(`/collections/${id}?limit=4&cursor=${first.next_cursor}`, key);
  const { body: third } = await service.get(`/collections/${id}?limit=4&cursor=${second.next_cursor}`, key);
  assert.equal(third.next_cursor, null);
  assert.deepEqual(
    [second, third].flatMap(({ data }) => data.map(({ hook }: Line) => hook.id)),
    some.slice(4),
  );
  assert.equal((await service.get(`/collections/${id}?cursor=nonsense`, key)).status, 400);
});

test('paging by cursor continues in place after moves renumber the hooks', async () => {
  const { key } = await service.account('pro');
  const { collection_id: id } = await create(key);
  const some = ids.slice(0, 30);
  await service.send('POST', `/collections/${id}/hooks`, key, { body: { ids: some } });
  // The ranks must differ from the ranks of a new order.
  await service.send('POST', `/collections/${id}/hooks/remove`, key, { body: { ids: some.slice(0, 5) } });
  const { body: first } = await service.get(`/collections/${id}?limit=22`, key);
  for (let n = 0; n < 25; n++)
    await service.send('PUT', `/collections/${id}/hooks/${some[6 + (n % 10)]}`, key, { body: { position: 2 } });
  const { body: next } = await service.get(`/collections/${id}?cursor=${first.next_cursor}`, key);
  const order = await orderOf(key, id);
  const last = first.data.at(-1).hook.id;
  assert.deepEqual(
    next.data.map(({ hook }: Line) => hook.id),
    order.slice(order.indexOf(last) + 1),
  );
  assert.equal(next.data.length, 3);
});

test('several hooks are saved and removed in one request; unknown ids are listed', async () => {
  const { key } = await service.account('free');
  const { collection_id: id } = await create(key);
  const [a = '', b = '', c = ''] = ids;
  await service.send('PUT', `/collections/${id}/hooks/${a}`, key, { body: { note: 'mine', tags: ['old'] } });
  const saved = await service.send('POST', `/collections/${id}/hooks`, key, {
    body: { ids: [b, a, 'hook_999999', b], tags: ['new'] },
  });
  assert.deepEqual(saved.body, { added: 1, present: 1, missing: ['hook_999999'], hooks: 2 });
  assert.deepEqual(
    (await linesOf(key, id)).map(({ hook, note, tags }) => [hook.id, note, tags]),
    [
      [a, 'mine', ['old', 'new']],
      [b, null, ['new']],
    ],
  );
  const removed = await service.send('POST', `/collections/${id}/hooks/remove`, key, { body: { ids: [b, c] } });
  assert.deepEqual(removed.body, { removed: 1, hooks: 1 });
  const tooMany = await service.send('POST', `/collections/${id}/hooks`, key, {
    body: { ids: Array.from({ length: 101 }, (_, n) => `hook_${n + 1}`) },
  });
  assert.equal(tooMany.status, 422);
  const holding = async (hook: string) =>
    (await service.get(`/collections?hook=${hook}`, key)).body.data.map((one: { name: string }) => one.name);
  assert.deepEqual([await holding(a), await holding(b)], [['Spring'], []]);
  assert.equal((await service.get('/collections?hook=7', key)).status, 400);
});

test('names are unique in an account, also for concurrent requests; errors of a body include the fix', async () => {
  const { key } = await service.account('pro');
  const answers = await Promise.all(
    [1, 2, 3].map(() => service.send('POST', '/collections', key, { body: { name: 'A' } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  const { collection_id: id } = await create(key, 'B');
  const pointers = async (method: string, path: string, body: object) => {
    const answer = await service.send(method, path, key, { body });
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  assert.deepEqual(await pointers('POST', '/collections', { name: ' ' }), ['#/name']);
  assert.deepEqual(await pointers('PATCH', `/collections/${id}`, { description: 'x'.repeat(501) }), ['#/description']);
  const hook = `/collections/${id}/hooks/${ids[0]}`;
  assert.deepEqual(await pointers('PUT', hook, { note: 'x'.repeat(501), tags: ['x'.repeat(41)] }), [
    '#/note',
    '#/tags/0',
  ]);
  assert.deepEqual(await pointers('PUT', hook, { position: 0 }), ['#/position']);
  assert.deepEqual(await pointers('POST', `/collections/${id}/hooks`, { ids: ['7'] }), ['#/ids/0']);
});

test('CSV has a line for each hook, with note, tags and state, and no formulas', async () => {
  const { key } = await service.account('free');
  const { collection_id: id } = await create(key);
  const [a = '', b = ''] = ids;
  await service.send('PUT', `/collections/${id}/hooks/${a}`, key, { body: { note: '=1+1', tags: ['x', 'y'] } });
  await service.send('PUT', `/collections/${id}/hooks/${b}`, key);
  const { body: text, headers } = await service.get(`/collections/${id}?output=csv`, key);
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  const [head = '', first = '', second = '', end] = text.split('\r\n');
  assert.equal(head, 'id,text,views,platform,archetype,emotional_trigger,niche,position,state,note,tags,saved_at');
  assert.match(
    first,
    /^"hook_\d+","What finance taught me in lesson 1",2000000,.*,1,"published","'=1\+1","x, y","\d{4}-/,
  );
  assert.match(second, /,2,"published",,"",/);
  assert.equal(end, '');
});

/** The eight most viewed hooks have at least as many views. */
const min_views = 1_930_000;

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

test('lists filter by one, several or excluded collections', async () => {
  const { key } = await service.account('scale');
  const [one, two] = [await collect(key, ids.slice(0, 3), 'one'), await collect(key, ids.slice(2, 5), 'two')];
  const list = async (query: string) => idsOf((await service.get(`/hooks?${query}`, key)).body);
  assert.deepEqual(await list(`collection=${one}`), ids.slice(0, 3));
  assert.deepEqual(await list(`collection=${one},${two}`), ids.slice(0, 5));
  assert.deepEqual(await list(`collection=${one}&collection=-${two}`), ids.slice(0, 2));
  assert.deepEqual(await list(`collection=-${two}&min_views=${min_views}`), [...ids.slice(0, 2), ...ids.slice(5, 8)]);
  assert.deepEqual(await list(`collection=${one}&ids=${ids[1]},${ids[7]}`), [ids[1]]);
  assert.deepEqual(await list(`collection=${one}&q=taught&sort=views`), ids.slice(0, 3).reverse());
  // The eight most viewed hooks have at least this many views.
  assert.deepEqual(await list(`%63ollection=${one}`), ids.slice(0, 3));
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

test('pages and ETags follow changes of the collection', async () => {
  const { key } = await service.account('pro');
  const id = await collect(key, ids.slice(0, 2));
  const path = `/hooks?collection=${id}`;
  const query = { body: { filters: { collection: [id] } } };
  // The second request caches the page.
  const [, before] = [await service.get(path, key), await service.get(path, key)];
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
  assert.equal((await service.get(path, key, headers)).status, 304);
  await service.send('POST', '/hooks/query', key, query);
  await save(key, id, [ids[3] ?? '']);
  const after = await service.get(path, key, headers);
  assert.deepEqual([after.status, after.body.total], [200, 3]);
  assert.equal((await service.send('POST', '/hooks/query', key, query)).body.total, 3);
  await service.send('DELETE', `/collections/${id}`, key);
  assert.equal((await service.get(path, key, headers)).status, 400);
});

test('a collection that is unknown or of another account returns a 400 with the reason, also when its owner has a cached page', async () => {
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

test('the feed of a saved search follows the collection, also for conditional requests, and is empty once it is deleted', async () => {
  const { key } = await service.account('pro');
  const id = await collect(key, ids.slice(0, 2));
  const body = { name: 'Board', filters: { collection: id } };
  const { body: search } = await service.send('POST', '/searches', key, { body });
  const read = (etag = '') =>
    service.get(`${new URL(search.feed_url).pathname}.json`, undefined, { 'if-none-match': etag });
  let feed = await read();
  assert.deepEqual([feed.body.items.length, feed.body.description], [2, 'Hooks (in “Spring”)']);
  const changes: [() => Promise<unknown>, number, string][] = [
    [() => service.send('PATCH', `/collections/${id}`, key, { body: { name: 'Autumn' } }), 2, 'in “Autumn”'],
    [() => save(key, id, [ids[4] ?? '']), 3, 'in “Autumn”'],
    [() => service.send('DELETE', `/collections/${id}`, key), 0, `in ${id} (deleted)`],
  ];
  for (const [change, items, description] of changes) {
    const etag = feed.headers.get('etag') ?? '';
    assert.equal((await read(etag)).status, 304);
    await change();
    feed = await until(
      () => read(etag),
      ({ status }) => status === 200,
    );
    assert.deepEqual([feed.body.items.length, feed.body.description], [items, `Hooks (${description})`]);
  }
});

test('a filter that excludes a collection matches nothing once that collection is deleted', async () => {
  const { key } = await service.account('pro');
  const id = await collect(key, ids.slice(0, 2));
  const body = { name: 'Others', filters: { collection: [`-${id}`], min_views } };
  const { body: search } = await service.send('POST', '/searches', key, { body });
  const items = async () => JSON.parse(await (await fetch(`${search.feed_url}.json`)).text()).items.length;
  assert.equal(await items(), 6);
  await service.send('DELETE', `/collections/${id}`, key);
  assert.equal(await items(), 0);
});
