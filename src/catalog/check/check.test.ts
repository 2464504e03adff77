// Which hooks the figures of a check are based on. The figures themselves are compared with SQL in test/http/lists-and-drafts.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordColumns } from '../../db/hook-columns.ts';
import { createLabeller } from '../../labels/labeller.ts';
import type { Catalog } from '../live-catalog.ts';
import { createResolveCache } from '../search/resolve.ts';
import { buildSnapshot } from '../snapshot/build.ts';
import type { SnapshotRow } from '../snapshot/store.ts';
import { checkDraft, type Draft } from './check.ts';

const labeller = createLabeller();
const draft = { text: 'Stop doing crunches if you want abs', niche: 'fitness' };
const end = Date.UTC(2026, 10, 1);
const empty = Object.fromEntries(recordColumns.map((name) => [name, null]));

/** Hooks of the draft's archetype and niche, the invented ones more viewed. */
async function catalogOf({ real, sample }: { real: number; sample: number }): Promise<Catalog> {
  const hooks = Array.from({ length: sample + real }, (_, at) => ({
    ...empty,
    ...{ added_at: end, updated_at: end, seen_at: end, version: 1, added_version: 1, text_group: '0'.repeat(16) },
    ...{ id: at + 1, text: `Line ${at}`, views: 1_000_000 - at, word_count: 2, sample: at < sample },
    ...{ archetype: 'negative_command', niche: 'fitness', platform: 'TikTok', language: 'en' },
  }));
  const snapshot = await buildSnapshot({
    version: 1,
    updatedAt: new Date(end),
    ownValues: [],
    countHooks: async () => hooks.length,
    readHooks: async (_after, take) => {
      for (const hook of hooks) take(hook as unknown as SnapshotRow);
    },
    readRises: async () => {},
    readRetired: async () => [],
  });
  return { snapshot, cache: createResolveCache(snapshot), weight: new ArrayBuffer(0) };
}

const check = async (hooks: { real: number; sample: number }, given: Draft = draft) =>
  checkDraft({ catalog: await catalogOf(hooks), labeller, meaning: undefined }, given);

test('similar hooks are real ones where there are any', async () => {
  const lines = async (hooks: { real: number; sample: number }) =>
    (await check(hooks, { text: 'Line 7' })).similar.map(({ text }) => text);
  assert.deepEqual(await lines({ real: 0, sample: 40 }), ['Line 7']);
  assert.deepEqual(await lines({ real: 5, sample: 40 }), []);
  assert.deepEqual(await lines({ real: 40, sample: 5 }), ['Line 7']);
});

async function countsOf(hooks: { real: number; sample: number }) {
  const { standing, rising, top_decile: top, sample_data } = await check(hooks);
  const { median_views, n } = standing;
  return { n, median_views, rising: [rising.hooks_added, rising.all_hooks_added], top: top?.all ?? null, sample_data };
}

test('figures are those of real hooks, or of the starter set alone, which is said', async () => {
  const figures = { n: 301, rising: [301, 301], top: 301 };
  assert.deepEqual(await countsOf({ real: 301, sample: 500 }), {
    ...figures,
    median_views: 999_350,
    sample_data: false,
  });
  assert.deepEqual(await countsOf({ real: 0, sample: 301 }), { ...figures, median_views: 999_850, sample_data: true });
});

test('with fewer than thirty hooks there are no figures, whatever the starter set has', async () => {
  for (const hooks of [
    { real: 29, sample: 500 },
    { real: 29, sample: 0 },
    { real: 0, sample: 0 },
  ]) {
    const { n, median_views, top, sample_data } = await countsOf(hooks);
    assert.deepEqual([n, median_views, top, sample_data], [hooks.real, null, null, false]);
    const { standing, observations, rising } = await check(hooks);
    assert.deepEqual([standing.verdict, standing.wider, observations], ['insufficient_data', null, []]);
    assert.deepEqual([rising.share, rising.verdict], [null, 'insufficient_data']);
  }
});
