// An incremental build of a snapshot equals a full build, whatever has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildSnapshot, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { openDatabase } from '../../src/db/database.ts';
import { dayMs } from '../../src/lib/time.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { hookLine, testService } from '../setup/service.ts';
import {
  type Content,
  contentOf,
  type Edit,
  emptyTables,
  publication,
  publish,
  readerOf,
  type Tables,
} from './catalog-model.ts';

test('an incremental build equals a full build in every column, and does not change the previous version', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(publication, { minLength: 2, maxLength: 12 }), async (publications) => {
      const tables: Tables = emptyTables();
      let served = await buildSnapshot(readerOf(tables));
      for (const one of publications) {
        publish(tables, one);
        if (!one.isLoaded) continue;
        const before = contentOf(served);
        const whole = await buildSnapshot(readerOf(tables));
        const updated = await updateSnapshot(served, readerOf(tables));
        assert.ok(updated);
        assert.deepEqual(contentOf(updated), contentOf(whole));
        assert.deepEqual(contentOf(served), before);
        served = updated;
      }
    }),
    { numRuns: 60 },
  );
});

const plain: Content = {
  views: 1,
  text: 'word '.repeat(2000),
  niche: 'one',
  archetype: 'one',
  format: null,
  language: null,
  capturedBefore: null,
  sample: false,
  textGroup: null,
  likes: null,
  comments: null,
  duration_seconds: null,
  word_count: 2000,
  published_at: null,
  creator: null,
  source_url: null,
  template: null,
  label_method: 'given',
  label_confidence: 1,
};
const publishOne = (tables: Tables, kind: Edit['kind'], pick = 0) =>
  publish(tables, { edits: [{ kind, pick, content: plain }], hoursLater: 1 });

test('obsolete records take at most a quarter and 1 MB', async () => {
  const tables: Tables = emptyTables();
  publishOne(tables, 'add');
  let served: Snapshot | undefined = await buildSnapshot(readerOf(tables));
  const { length } = served.records;
  let updates = 0;
  for (; served; updates++) {
    assert.ok(served.records.length <= length * 1.25 + 2 ** 20);
    publishOne(tables, 'change');
    served = await updateSnapshot(served, readerOf(tables));
  }
  assert.ok(updates > 50, `${updates} versions before a whole build`);
});

test('a large change causes a full build', async () => {
  const tables = emptyTables();
  publishOne(tables, 'add');
  const first = await buildSnapshot(readerOf(tables));
  const edits = Array.from({ length: 1001 }, (): Edit => ({ kind: 'add', pick: 0, content: plain }));
  publish(tables, { edits, hoursLater: 1 });
  assert.equal(await updateSnapshot(first, readerOf(tables)), undefined);
});

test('incremental builds from the database equal full builds, after imports, retirements, returns and edits', async () => {
  const service = await testService();
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  try {
    const loads: Observation[] = [];
    const live = await openLiveCatalog(service.databaseUrl, db, (observation) => loads.push(observation));
    const lines = ['a', 'b', 'c', 'd'].map((id) => hookLine(`The line of ${id}`, { id }));
    const viewed = (daysAgo: number, views: number) =>
      JSON.stringify({
        ...JSON.parse(hookLine('The line of e', { id: 'e', views })),
        views_captured_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
      });
    const snapshots = [
      [...lines, viewed(9, 200_000)],
      [lines[0], viewed(5, 500_000)],
      [...lines, viewed(1, 900_000)],
    ];
    for (const snapshot of snapshots) {
      await service.import(snapshot.join('\n'), 'preset=hookline&format=jsonl&source=own&snapshot=1&force=1');
      await checkUpdate();
    }
    const { body } = await service.operator('GET', '/operator/hooks?text=line of b');
    for (const edit of [{ niche: 'comedy' }, { state: 'retired' }]) {
      await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, edit);
      await checkUpdate();
    }
    assert.deepEqual(
      loads.map((load) => load.kind === 'catalog_loaded' && load.isWhole),
      [true, false, false, false, false, false],
    );
    assert.equal(live.current().snapshot.rises.rows.length, 2);

    async function checkUpdate(): Promise<void> {
      await live.refresh();
      const whole = await openLiveCatalog(service.databaseUrl, db, () => {});
      assert.deepEqual(contentOf(live.current().snapshot), contentOf(whole.current().snapshot));
    }
  } finally {
    await close();
    await service.close();
  }
});
