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
  await run('unshare', id);
  assert.equal((await fetch(shared.share_url)).status, 404);
  assert.equal((await run('remove', id, ids[0] ?? '', ids[1] ?? ''))[0].removed, 2);
  assert.equal((await run('update', id, '--name', 'Summer'))[0].name, 'Summer');
  await run('delete', id);
  assert.deepEqual(await run('list'), []);
});
