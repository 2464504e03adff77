// The largest export of the Scale plan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookLine, testService } from '../../setup/service.ts';

test('Scale gets the 10,000 most viewed of 10,500 hooks', async () => {
  const service = await testService();
  const lines = Array.from({ length: 10_500 }, (_, n) => hookLine(`Line number ${n}`, { views: 100_000 + n }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('scale');
  const { body: accepted } = await service.send('POST', '/export', key, { body: { format: 'jsonl' } });
  await service.observed('export_finished', accepted.export_id);
  const { body: done } = await service.get(`/export/${accepted.export_id}`, key);
  assert.deepEqual([done.records, done.total_matching, done.truncated], [10_000, 10_500, true]);
  const exported = (await (await fetch(done.download_url)).text()).trimEnd().split('\n');
  assert.deepEqual(
    exported.map((line) => JSON.parse(line).views),
    Array.from({ length: 10_000 }, (_, n) => 110_499 - n),
  );
  await service.close();
});
