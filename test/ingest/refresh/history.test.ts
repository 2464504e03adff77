// The history of refreshed view counts: how much of it is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/database.ts';
import { thinRefreshedHistory } from '../../../src/ingest/refresh/store-history.ts';
import { query, videoLine } from '../../setup/refresh.ts';
import { testService } from '../../setup/service.ts';

test('old refreshed counts are thinned to the last of each month; counts of imports and newer ones stay', async () => {
  const service = await testService();
  const { db, close } = openDatabase(service.databaseUrl, () => {}, { connections: 1 });
  try {
    await service.import(videoLine(1), 'filename=videos.jsonl&source=first&preset=hookline');
    const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-10', '2026-02-11', '2026-03-02', '2026-03-03'];
    for (const [n, day] of days.entries())
      await query(
        service,
        'insert into view_history (hook_id, captured_at, views, refreshed) select id, $1, $2, $3 from hooks where video_key is not null',
        [`${day}T12:00:00Z`, n, day !== '2026-02-01'],
      );
    await thinRefreshedHistory(db, new Date('2026-03-03T00:00:00Z'));
    const kept = await query(
      service,
      "select to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD') as day from view_history order by 1",
    );
    assert.deepEqual(
      kept.map(({ day }) => day),
      ['2026-01-31', '2026-02-01', '2026-02-11', '2026-03-02', '2026-03-03'],
    );
  } finally {
    await close();
    await service.close();
  }
});
