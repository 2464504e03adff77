// hookline collections, run against a running service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { buildProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
let env: Record<string, string>;
let ids: string[];

before(async () => {
  [service, program] = await Promise.all([testService(), buildProgram()]);
  const lines = ['One', 'Two', 'Three'].map((text, n) => hookLine(text, { views: 900_000 - n, id: text }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=cli');
  const { key } = await service.account('pro');
  env = { HOOKLINE_URL: service.url, HOOKLINE_KEY: key };
  ids = (await service.get('/hooks', key)).body.data.map(({ id }: { id: string }) => id);
});
after(async () => {
  await service?.close();
  await program?.close();
});

const run = async (...args: string[]) => program.records(['collections', ...args], { env });

test('collections are created, filled, shown, shared and deleted', async () => {
  assert.deepEqual(await run(), []);
  const [{ collection_id: id }] = await run('create', 'Spring', '--description', 'For May');
  const [saved] = await run('save', id, ids[0] ?? '', '--note', 'Second cut', '--tags', 'a,b');
  assert.deepEqual([saved.note, saved.tags, saved.position], ['Second cut', ['a', 'b'], 1]);
  const [several] = await run('save', id, ...ids);
  assert.deepEqual([several.added, several.present], [2, 1]);
  await run('save', id, ids[2] ?? '', '--position', '1');
  const shown = await run('show', id);
  assert.deepEqual(
    shown.map(({ text }) => text),
    ['Three', 'One', 'Two'],
  );
  assert.equal((await run('list', '--hook', ids[1] ?? ''))[0].hooks, 3);
  const [shared] = await run('share', id);
  assert.match(await (await fetch(shared.share_url)).text(), /Second cut/);
  // The address stays.
  for (const [flag, isIndexable] of [
    ['--indexable', true],
    ['--no-indexable', false],
  ] as const) {
    const [updated] = await run('update', id, flag);
    assert.deepEqual([updated.share_url, updated.indexable], [shared.share_url, isIndexable]);
  }
  await run('unshare', id, '--yes');
  assert.equal((await fetch(shared.share_url)).status, 404);
  assert.equal((await run('remove', id, ids[0] ?? '', ids[1] ?? '', '--yes'))[0].removed, 2);
  assert.equal((await run('update', id, '--name', 'Summer'))[0].name, 'Summer');
  await run('delete', id, '--yes');
  assert.deepEqual(await run('list'), []);
});

test('what deletes or replaces an address needs --yes where nobody can answer', async () => {
  const [{ collection_id: id }] = await run('create', 'Kept');
  await run('save', id, ids[0] ?? '');
  const [{ share_url: url }] = await run('share', id);
  for (const args of [
    ['remove', id, ids[0] ?? ''],
    ['share', id],
    ['unshare', id],
    ['delete', id],
  ]) {
    const { code, stdout, stderr } = await program.run(['collections', ...args], { env });
    assert.deepEqual([code, stdout], [2, ''], args[0]);
    assert.match(stderr, /^hookline: This .*\. Confirm with --yes\.$/m);
  }
  const [kept] = (await run()).filter(({ collection_id }) => collection_id === id);
  assert.deepEqual([kept.hooks, kept.share_url], [1, url]);
  assert.notEqual((await run('share', id, '--yes'))[0].share_url, url);
});

test('show prints when a hook was saved beside when it was added to the catalog', async () => {
  const [{ collection_id: id }] = await run('create', 'Dated');
  const [hook = ''] = ids;
  const [{ added_at }] = await program.records(['get', hook], { env });
  const [saved] = await run('save', id, hook);
  const [shown] = await run('show', id);
  assert.deepEqual([shown.added_at, shown.saved_at], [added_at, saved.added_at]);
});

test('save of several hooks lists those that are missing, and exits with 4', async () => {
  const [{ collection_id: id }] = await run('create', 'Partly');
  const { code, stdout, stderr } = await program.run(
    ['collections', 'save', id, ids[0] ?? '', 'hook_99999998', 'hook_99999999'],
    { env },
  );
  const { added, missing } = JSON.parse(stdout);
  assert.deepEqual([code, added, missing], [4, 1, ['hook_99999998', 'hook_99999999']]);
  assert.match(stderr, /Not found: hook_99999998, hook_99999999\./);
});
