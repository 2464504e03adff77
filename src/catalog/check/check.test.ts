// Tests which hooks the figures of a check are based on. test/http/lists-and-drafts.test.ts compares the figures themselves with SQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordColumns } from '../../db/hook-columns.ts';
import { createLabeller } from '../../labels/labeller.ts';
import type { Catalog } from '../live-catalog.ts';
import { createResolveCache } from '../search/resolve.ts';
import { buildSnapshot } from '../snapshot/build.ts';
import type { SnapshotRow } from '../snapshot/store.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { checkDraft, type Draft } from './check.ts';

const labeller = createLabeller();
const draft = { text: 'Stop doing crunches if you want abs', niche: 'fitness' };
const end = Date.UTC(2026, 10, 1);
const empty = Object.fromEntries(recordColumns.map((name) => [name, null]));

type Counts = { real: number; sample: number };

/** Hooks of the draft's archetype and niche. Sample hooks have more views than the others. */
const hooksOf = ({ real, sample }: Counts, textOf = (at: number) => `Line ${at}`) =>
  Array.from({ length: sample + real }, (_, at) => ({ text: textOf(at), sample: at < sample }));

/** Gives the hooks descending views in the given order. */
async function catalogOf(
  given: readonly { text: string; sample?: boolean; niche?: string; text_group?: string }[],
): Promise<Catalog> {
  const hooks = given.map((hook, at) => ({
    ...empty,
    ...{ added_at: end, updated_at: end, seen_at: end, version: 1, added_version: 1, text_group: '0'.repeat(16) },
    ...{ id: at + 1, views: 1_000_000 - at, word_count: splitWords(hook.text).length, sample: false },
    ...{ archetype: 'negative_command', niche: 'fitness', platform: 'TikTok', language: 'en' },
    ...{ niche_method: 'given', niche_confidence: 1 },
    ...hook,
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

const checkIn = async (hooks: Parameters<typeof catalogOf>[0], given: Draft = draft) =>
  checkDraft({ catalog: await catalogOf(hooks), labeller, meaning: undefined }, given);
const check = (counts: Counts, given?: Draft) => checkIn(hooksOf(counts), given);

test('similar hooks include the sample while there are fewer than a thousand real hooks', async () => {
  const lines = async (hooks: Counts) => (await check(hooks, { text: 'Line 7' })).similar.map(({ text }) => text);
  assert.deepEqual(await lines({ real: 0, sample: 40 }), ['Line 7']);
  assert.deepEqual(await lines({ real: 999, sample: 40 }), ['Line 7']);
  assert.deepEqual(await lines({ real: 1000, sample: 40 }), ['Line 40']);
});

async function countsOf(hooks: Counts) {
  const { standing, rising, top_decile: top, sample_data } = await check(hooks);
  const { median_views, n } = standing;
  return { n, median_views, rising: [rising.hooks_added, rising.all_hooks_added], top: top?.all ?? null, sample_data };
}

test('figures come from real hooks, or from the sample with sample_data set', async () => {
  const figures = { n: 301, rising: [301, 301], top: 301 };
  assert.deepEqual(await countsOf({ real: 301, sample: 500 }), {
    ...figures,
    median_views: 999_350,
    sample_data: false,
  });
  assert.deepEqual(await countsOf({ real: 0, sample: 301 }), { ...figures, median_views: 999_850, sample_data: true });
});

test('fewer than thirty hooks give no figures, whatever the sample size', async () => {
  for (const hooks of [
    { real: 29, sample: 500 },
    { real: 29, sample: 0 },
    { real: 0, sample: 0 },
  ]) {
    const { n, median_views, top, sample_data } = await countsOf(hooks);
    assert.deepEqual([n, median_views, top, sample_data], [hooks.real, null, null, false]);
    const { verdict, standing, compared, rising } = await check(hooks);
    assert.match(verdict, /too few like it/);
    assert.deepEqual([standing.verdict, standing.wider, compared], ['insufficient_data', null, []]);
    assert.deepEqual([rising.share, rising.verdict], [null, 'insufficient_data']);
  }
});

test('the verdict names archetype and niche and counts hooks of both', async () => {
  const verdictOf = async (counts: Counts, given: Draft) => (await check(counts, given)).verdict;
  const line = 'This is a negative-command hook in fitness. Half of the 40 negative-command hooks in fitness in the';
  assert.equal(await verdictOf({ real: 40, sample: 0 }, draft), `${line} catalog have more than 1M views.`);
  assert.equal(await verdictOf({ real: 0, sample: 40 }, draft), `${line} sample data have more than 1M views.`);
  const elsewhere = { ...draft, niche: 'ai', platform: 'TikTok' };
  assert.equal(
    await verdictOf({ real: 40, sample: 0 }, elsewhere),
    'This is a negative-command hook in AI. Half of the 40 negative-command hooks in the catalog have more than 1M views.',
  );
  assert.match(await verdictOf({ real: 40, sample: 0 }, { text: 'Blorf and blarf' }), /^It is unclear/);
  assert.match(await verdictOf({ real: 40, sample: 0 }, { text: 'Blorf' }), /^One word is too short/);
});

test('observations are the three strongest significant differences at most; comparisons include all differences', async () => {
  // All of the 30 most viewed hooks are questions, two thirds have a number, and half are commands. First-person lines are as frequent
  // among the others.
  const textOf = (at: number) => {
    if (at >= 30) return at % 10 === 0 ? 'I was there' : 'It was there';
    return `${at % 2 ? 'Stop' : 'So'} ${at % 3 ? 7 : 'more'} you are ${at % 10 === 0 ? 'mine' : 'there'}?`;
  };
  const { observations, compared } = await checkIn(hooksOf({ real: 300, sample: 0 }, textOf), {
    text: 'Why is your squat not growing?',
    niche: 'fitness',
  });
  const kinds = observations.map(({ kind }) => kind);
  assert.deepEqual([kinds.length, kinds.includes('number')], [3, false]);
  assert.deepEqual(compared.length, 7);
  assert.deepEqual(
    compared
      .filter(({ is_significant }) => !is_significant)
      .map(({ kind }) => kind)
      .sort(),
    ['first_person', 'question_word'],
  );
  assert.equal(
    compared.find(({ kind }) => kind === 'question')?.text,
    'Questions do better in Fitness: 100% of the most viewed, 10% of all. Yours is one.',
  );
  const same = await checkIn(hooksOf({ real: 300, sample: 0 }));
  assert.deepEqual([same.observations, same.compared.length], [[], 7]);
});

test('the nearest hooks correct a niche guessed from one ambiguous word, and say why', async () => {
  const text = 'I finally got a flat stomach';
  const niche = 'health';
  const alone = await check({ real: 40, sample: 0 }, { text });
  assert.deepEqual([alone.niche.value, alone.niche.method], ['real_estate', 'model']);
  const near = [
    { text: 'I finally have a flat stomach', niche },
    { text: 'How I got a flat stomach', niche, text_group: '1'.repeat(16) },
  ];
  const corrected = await checkIn([...near, ...hooksOf({ real: 40, sample: 0 })], { text });
  assert.deepEqual([corrected.niche.value, corrected.niche.method], ['health', 'similar']);
  assert.ok(corrected.niche.why.some(({ kind }) => kind === 'line'));
  assert.ok(corrected.niche.alternatives.some(({ value }) => value === 'real_estate'));
});
