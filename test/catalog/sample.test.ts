// The sample hooks of the starter set: how a new installation serves them and how they are removed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';

const starterSetSize = 5_400;
let service: TestService;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_SAMPLE: '1' });
  key = (await service.account('enterprise')).key;
});

after(() => service.close());

const countHooks = async (): Promise<number> => (await service.get('/hooks?limit=1', key)).body.total;
const hasSampleData = async (): Promise<boolean> => (await service.get('/meta', key)).body.data.sample_data;
const realHooks = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => hookLine(`${name} hook number ${at}`, { id: `${name}${at}` })).join('\n');
const importHooks = async (count: number, name: string) =>
  (await service.import(realHooks(count, name), `preset=hookline&format=jsonl&source=${name}`)).report;

test('a new installation serves the starter set, each hook marked as a sample', async () => {
  assert.equal(await countHooks(), starterSetSize);
  assert.equal(await hasSampleData(), true);
  const { body } = await service.get('/hooks/full?limit=100', key);
  assert.ok(body.data.every((hook: { sample: boolean }) => hook.sample));
});

test('an import of fewer than 1,000 hooks keeps the sample hooks', async () => {
  const { added, retired } = await importHooks(999, 'small');
  assert.deepEqual({ added, retired }, { added: 999, retired: 0 });
  assert.equal(await countHooks(), starterSetSize + 999);
});

test('the first import of 1,000 hooks or more retires the sample hooks in the same catalog version', async () => {
  const { body } = await service.get('/hooks/full?limit=1', key);
  const { added, retired, catalog_version } = await importHooks(1_000, 'large');
  assert.deepEqual({ added, retired }, { added: 1_000, retired: starterSetSize });
  assert.equal(await countHooks(), 1_999);
  assert.equal(await hasSampleData(), false);
  assert.equal((await service.get(`/hooks/${body.data[0].id}`, key)).status, 410);
  const changes = (await service.get(`/changes?since=${catalog_version - 1}&limit=1`, key)).body;
  assert.equal(changes.total, starterSetSize + 1_000);
});

test('DELETE /operator/sample retires the sample hooks that are left, leaves an audit record and is idempotent', async () => {
  const { body: retired } = await service.operator('GET', '/operator/hooks?state=retired&limit=2');
  const ids = retired.hooks.map(({ id }: { id: string }) => id);
  await service.operator('PATCH', '/operator/hooks', { ids, state: 'published' });
  assert.equal(await hasSampleData(), true);
  assert.equal((await service.operator('DELETE', '/operator/sample')).body.removed, 2);
  assert.deepEqual([await countHooks(), await hasSampleData()], [1_999, false]);
  const { body: audit } = await service.operator('GET', '/operator/audit?action=sample.removed');
  assert.deepEqual(audit.records[0].details, { removed: 2 });
  assert.equal((await service.operator('DELETE', '/operator/sample')).body.removed, 0);
});
