// GET /changes: a client that follows it has the whole catalog.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('pro')).key;
});

after(() => service.close());

type Change = { id: string; change: string; catalog_version: number; hook: Record<string, unknown> | null };

/** All changes since a version, over as many pages as that takes. */
async function walk(since: number, limit = 3): Promise<{ changes: Change[]; version: number }> {
  const changes: Change[] = [];
  for (let query = `since=${since}&limit=${limit}`; ; ) {
    const { status, body, headers } = await service.get(`/changes?${query}`, key);
    assert.equal(status, 200);
    assert.equal(body.count, body.data.length);
    changes.push(...body.data);
    if (body.next_cursor === null) return { changes, version: body.catalog_version };
    assert.match(headers.get('link') ?? '', /rel="next"/);
    query = `since=${since}&limit=${limit}&cursor=${body.next_cursor}`;
  }
}

const snapshotOf = (lines: string[]) =>
  service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mirror&snapshot=1');
const line = (id: string, views = 150_000) => hookLine(`The line of ${id}`, { id, views });

/** A copy that does what the documentation says: put what was added or updated, delete what was retired. */
function apply(copy: Map<string, unknown>, changes: readonly Change[]): void {
  for (const { id, change, hook } of changes) {
    if (change === 'retired') copy.delete(id);
    else copy.set(id, hook);
  }
}

async function catalog(): Promise<Map<string, unknown>> {
  const { body } = await service.get('/hooks/full?limit=100', key);
  return new Map(body.data.map((hook: { id: string }) => [hook.id, hook]));
}

test('a copy that follows the changes equals the catalog: additions, updates, retirements and returns', async () => {
  const copy = new Map<string, unknown>();
  await snapshotOf(['a', 'b', 'c', 'd', 'e'].map((id) => line(id)));
  const first = await walk(0);
  assert.deepEqual(new Set(first.changes.map(({ change }) => change)), new Set(['added']));
  apply(copy, first.changes);
  assert.deepEqual(copy, await catalog());

  await snapshotOf([line('a', 400_000), line('b'), line('c'), line('f')]);
  const second = await walk(first.version);
  assert.deepEqual(second.changes.map(({ change }) => change).sort(), ['added', 'retired', 'retired', 'updated']);
  assert.ok(second.changes.every(({ change, hook }) => (hook === null) === (change === 'retired')));
  apply(copy, second.changes);
  assert.deepEqual(copy, await catalog());

  await snapshotOf(['a', 'b', 'c', 'd', 'f'].map((id) => line(id, id === 'a' ? 400_000 : 150_000)));
  const third = await walk(second.version);
  assert.deepEqual(
    third.changes.map(({ change }) => change),
    ['added'],
    'a hook that returns is added again',
  );
  apply(copy, third.changes);
  assert.deepEqual(copy, await catalog());

  const late = new Map<string, unknown>();
  apply(late, (await walk(0)).changes);
  assert.deepEqual(late, copy, 'a new copy is the same');
  assert.deepEqual((await walk(third.version)).changes, []);
});

test('pagination during publications misses no change', async () => {
  const start = (await walk(0)).version;
  await service.import(
    ['p', 'q', 'r', 's'].map((id) => line(id)).join('\n'),
    'preset=hookline&format=jsonl&source=walk',
  );
  const first = await service.get(`/changes?since=${start}&limit=2`, key);
  await service.import([line('p', 900_000), line('t')].join('\n'), 'preset=hookline&format=jsonl&source=walk');
  const copy = new Map<string, unknown>();
  apply(copy, first.body.data);
  for (let cursor = first.body.next_cursor; cursor !== null; ) {
    const { body } = await service.get(`/changes?since=${start}&limit=2&cursor=${cursor}`, key);
    apply(copy, body.data);
    cursor = body.next_cursor;
  }
  const all = await catalog();
  assert.equal(copy.size, 5);
  for (const [id, hook] of copy) assert.deepEqual(hook, all.get(id));
});

test('a hook that a curator accepts, edits, retires and restores is listed each time', async () => {
  const since = (await walk(0)).version;
  const { report } = await service.import(
    '{"text":"Zxq vrrt plm","views":200000,"platform":"TikTok"}',
    'format=jsonl&source=review&map=text=text&map=views=views&map=platform=platform',
  );
  assert.equal(report.pending, 1);
  assert.deepEqual((await walk(since)).changes, [], 'pending hooks are not in the changes');
  const { body } = await service.operator('GET', '/operator/hooks?state=pending');
  const [{ id }] = body.hooks;
  const steps = [
    [{ state: 'published' }, 'added'],
    [{ niche: 'comedy' }, 'updated'],
    [{ state: 'retired' }, 'retired'],
    [{ state: 'published' }, 'added'],
  ] as const;
  for (const [edit, expected] of steps) {
    const { version } = await walk(0);
    await service.operator('PATCH', `/operator/hooks/${id}`, edit);
    assert.deepEqual(
      (await walk(version)).changes.map((change) => [change.id, change.change]),
      [[id, expected]],
    );
    const one = await service.get(`/hooks/${id}`, key);
    assert.equal(one.status, expected === 'retired' ? 410 : 200);
  }
});

test('invalid parameters, cursors of other walks and plans without full hooks are refused', async () => {
  for (const query of ['since=-1', 'since=x', 'limit=0', 'limit=1001', 'cursor=nonsense', 'sinse=1'])
    assert.equal((await service.get(`/changes?${query}`, key)).status, 400, query);
  const { body } = await service.get('/changes?since=0&limit=1', key);
  assert.equal((await service.get(`/changes?since=1&cursor=${body.next_cursor}`, key)).body.code, 'invalid_cursor');
  const free = await service.account('free');
  assert.equal((await service.get('/changes', free.key)).status, 403);
  const ahead = await service.get('/changes?since=999999', key);
  assert.deepEqual([ahead.status, ahead.body.data], [200, []]);
  const { headers } = await service.get('/changes?since=0', key);
  const again = await service.get('/changes?since=0', key, { 'if-none-match': headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
});
