// What clients see while a snapshot source retires and restores hooks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('enterprise')).key;
});

after(() => service.close());

const all = Array.from({ length: 60 }, (_, at) => at);
const line = (at: number) => hookLine(`Line number ${at}`, { id: `v${at}`, views: 200_000 + (at % 7) });
const snapshotOf = async (kept: readonly number[]) => {
  const query = 'preset=hookline&format=jsonl&source=retirement&snapshot=1';
  return (await service.import(kept.map(line).join('\n'), query)).report;
};

test('pagination neither repeats nor skips published hooks while others are retired and return', async () => {
  await snapshotOf(all);
  const seen: string[] = [];
  let page = 0;
  for (let next = ''; ; page++) {
    const { body } = await service.get(`/hooks?limit=7${next}`, key);
    seen.push(...body.data.map(({ text }: { text: string }) => text));
    if (body.next_cursor === null) break;
    next = `&cursor=${body.next_cursor}`;
    // Every third line goes and comes with each page, also those that a cursor names.
    await snapshotOf(all.filter((at) => page % 2 === 1 || at % 3 !== 0));
  }
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  for (const at of all.filter((one) => one % 3 !== 0))
    assert.ok(seen.includes(`Line number ${at}`), `${at} is skipped`);
});

test('a retired hook answers 410, and returns under its id with its history', async () => {
  await snapshotOf(all);
  const { body } = await service.get('/hooks?q=line%20number%2041&limit=1', key);
  const [{ id, text }] = body.data;
  const report = await snapshotOf(all.filter((at) => `Line number ${at}` !== text));
  assert.equal(report.retired, 1);
  const gone = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([gone.status, gone.body.code], [410, 'gone']);
  await snapshotOf(all);
  const back = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([back.status, back.body.data.text], [200, text]);
});

test('an export contains one complete version, whatever is retired during it', async () => {
  await snapshotOf(all);
  const { body } = await service.send('POST', '/export', key, { body: { format: 'jsonl' } });
  await snapshotOf(all.slice(0, 10));
  await service.observed('export_finished', body.export_id);
  const { body: done } = await service.get(`/export/${body.export_id}`, key);
  const lines = (await (await fetch(done.download_url)).text()).trim().split('\n');
  assert.deepEqual([done.status, done.records], ['complete', lines.length]);
  assert.ok(lines.length === 60 || lines.length === 10, `${lines.length} records are of no version`);
});
