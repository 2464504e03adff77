// An incremental build of a snapshot equals a full build, whatever has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildSnapshot, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { isEndurance } from '../setup/lane-state.ts';
import {
  type Content,
  type Edit,
  emptyTables,
  incrementalBuilds,
  publish,
  readerOf,
  type Tables,
} from './catalog-model.ts';

test('an incremental build equals a full build in every column, and does not change the previous version', () =>
  fc.assert(incrementalBuilds, { numRuns: isEndurance ? 300 : 20 }));

const plain: Content = {
  ...{ views: 1, text: 'word '.repeat(2000), niche: 'one', archetype: 'one', format: null, language: null },
  ...{ capturedBefore: null, sample: false, textGroup: null, likes: null, comments: null, duration_seconds: null },
  ...{ word_count: 2000, published_at: null, creator: null, source_url: null, template: null },
  ...{ label_method: 'given', label_confidence: 1 },
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
