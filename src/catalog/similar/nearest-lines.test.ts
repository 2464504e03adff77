import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordColumns } from '../../db/hook-columns.ts';
import type { LabelMethod } from '../../labels/label.ts';
import { collectRows } from '../snapshot/collect-rows.ts';
import type { SnapshotRow } from '../snapshot/store.ts';
import { findNearestLines } from './nearest-lines.ts';

type Given = { text: string; archetype?: string; niche?: string; method?: LabelMethod };

const empty = Object.fromEntries(recordColumns.map((name) => [name, null]));

/** Ids count from 1. */
function catalogOf(hooks: readonly Given[]) {
  return collectRows(hooks.length, async (take) => {
    hooks.forEach(({ text, archetype = 'story', niche = 'food', method = 'given' }, at) => {
      const times = { added_at: 0, updated_at: 0, seen_at: 0, version: 1, added_version: 1 };
      const methods = { archetype_method: method, niche_method: method, text_group: '0'.repeat(16) };
      take({
        ...empty,
        ...times,
        ...methods,
        id: at + 1,
        text,
        archetype,
        niche,
        views: 1,
        sample: false,
      } as SnapshotRow);
    });
  });
}

async function nearest(
  hooks: readonly Given[],
  text: string,
  { id, niche = 'food' }: { id?: number; niche?: string } = {},
) {
  const found = findNearestLines(await catalogOf(hooks), { text, id, labels: [['niche', niche]] });
  return found.get('niche')?.map((line) => line.id);
}

const filler = Array.from({ length: 50 }, (_, at) => ({ text: `the line of hook ${at} is about nothing` }));

test('the lines with most rare words in common come first, three at most', async () => {
  const hooks = [
    { text: 'Rye bread' },
    { text: 'Rye bread needs patience and a hot oven' },
    { text: 'Rye bread is the bread' },
    { text: 'Nothing about a hot oven and patience' },
    { text: 'Rye bread, but the bread of my oven' },
    ...filler,
  ];
  assert.deepEqual(await nearest(hooks, 'rye bread'), ['hook_1', 'hook_3', 'hook_5']);
});

test('the same words have the similarity 1, without regard to case and accents', async () => {
  const lines = findNearestLines(await catalogOf([{ text: 'Café con LECHE' }, ...filler]), {
    text: 'cafe con leche!',
    id: undefined,
    labels: [['niche', 'food']],
  });
  assert.deepEqual(lines.get('niche'), [{ id: 'hook_1', text: 'Café con LECHE', similarity: 1 }]);
});

test('only lines with the same value from a source or a curator are found, and never the hook itself', async () => {
  const text = 'Rye bread needs patience';
  const hooks = [
    { text },
    { text, niche: 'travel' },
    ...(['rules', 'model', 'creator', 'llm'] as const).map((method) => ({ text, method })),
    { text, method: 'curator' as const },
    ...filler,
  ];
  assert.deepEqual(await nearest(hooks, text, { id: 1 }), ['hook_7']);
  assert.deepEqual(await nearest(hooks, text, { id: 1, niche: 'travel' }), ['hook_2']);
  assert.deepEqual(await nearest(hooks, text, { id: 1, niche: 'pets' }), []);
});

test('lines that share only common words are not near', async () => {
  assert.deepEqual(await nearest(filler, 'the truth is about rye'), []);
  assert.deepEqual(await nearest(filler, ''), []);
  assert.deepEqual(await nearest([], 'rye bread'), []);
});

test('labels are independent: each has its own lines', async () => {
  const text = 'Rye bread needs patience';
  const catalog = await catalogOf([{ text, niche: 'travel' }, { text, archetype: 'warning' }, ...filler]);
  const found = findNearestLines(catalog, {
    text,
    id: undefined,
    labels: [
      ['niche', 'food'],
      ['archetype', 'story'],
    ],
  });
  assert.deepEqual(
    [...found].map(([label, lines]) => [label, lines.map(({ id }) => id)]),
    [
      ['niche', ['hook_2']],
      ['archetype', ['hook_1']],
    ],
  );
});
