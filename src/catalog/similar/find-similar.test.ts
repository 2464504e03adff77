import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { recordColumns } from '../../db/hook-columns.ts';
import { slotTemplate } from '../../labels/templates/slots.ts';
import { align, nearestRows } from '../embeddings/aligned.ts';
import { addVector, createVectors } from '../embeddings/vectors.ts';
import { collectRows } from '../snapshot/build.ts';
import { readText } from '../snapshot/record-text.ts';
import type { SnapshotRow } from '../snapshot/store.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { findSimilar, type SimilarQuery } from './find-similar.ts';

type Given = { text: string; archetype?: string };

const empty = Object.fromEntries(recordColumns.map((name) => [name, null]));
const times = { added_at: 0, updated_at: 0, seen_at: 0, version: 1, added_version: 1 };

/** Rows are in the order of the list. */
function catalogOf(hooks: readonly Given[]) {
  return collectRows(hooks.length, async (take) => {
    hooks.forEach(({ text, archetype = 'story' }, at) => {
      const words = splitWords(text);
      const text_group = hash('sha256', words.join(' ')).slice(0, 16);
      const derived = { text_group, word_count: words.length, template: slotTemplate(text) };
      take({ ...empty, ...times, ...derived, id: at + 1, text, archetype, views: 1, sample: false } as SnapshotRow);
    });
  });
}

const filler = Array.from({ length: 60 }, (_, at) => ({ text: `the line of hook ${at} is about nothing` }));

async function similar(hooks: readonly Given[], query: Partial<SimilarQuery> & { text: string }) {
  return findSimilar(await catalogOf(hooks), { limit: 10, ...query });
}
const rowsOf = (found: readonly { row: number }[]) => found.map(({ row }) => row);

const word = fc.constantFrom('rye', 'bread', 'the', 'oven', 'is', '日', '本', '7', 'Straße');
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

test('a catalog line is found first with score 1; lists are full, contain distinct selected hooks, and never the hook itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(),
      async (texts, pick, other) => {
        const rows = await catalogOf(texts.map((one) => ({ text: one })));
        const row = pick % texts.length;
        const query = { text: texts[row] ?? '', limit: 10 };
        const [best] = findSimilar(rows, query);
        assert.ok(best);
        assert.equal(best.score, 1);
        const only = Uint32Array.from(texts.keys()).filter((at) => at % 3 === other % 3);
        const found = findSimilar(rows, { ...query, row, rows: only });
        for (const { row: at, score, reason } of found) {
          assert.ok(at !== row && only.includes(at));
          assert.ok(score >= 0 && score <= 1);
          assert.ok(reason.length > 0);
        }
        const group = (at: number) => splitWords(texts[at] ?? '').join(' ');
        const groups = found.map(({ row: at }) => group(at));
        const others = new Set(Array.from(only, group)).difference(new Set([group(row)]));
        assert.equal(new Set(groups).size, groups.length);
        assert.equal(groups.length, Math.min(10, others.size));
      },
    ),
  );
});

test('only the most viewed of hooks with the same text is found, and near repeats of a better line come last', async () => {
  const hooks = [
    { text: 'Seven rules for baking rye bread at home' },
    { text: 'seven rules for baking rye bread at home!' },
    { text: 'Seven rules for baking rye bread at home 24' },
    { text: 'Baking rye bread is hard' },
    ...filler,
  ];
  const found = await similar(hooks, { text: 'Seven rules for baking rye bread at home' });
  assert.deepEqual(rowsOf(found).slice(0, 3), [0, 3, 2]);
  assert.deepEqual(found.map(({ closeness }) => closeness).slice(0, 4), ['same', 'close', 'same', 'related']);
});

test('a topic is given only if both lines contain one of its words, however near their vectors', async () => {
  const hooks = [
    'My monstera died in a week',
    'Your bus was late again',
    'Deine Pflanze braucht Wasser, nicht noch mehr Licht',
  ];
  const rows = await catalogOf(hooks.map((text) => ({ text })));
  const vector = Int8Array.from({ length: 128 }, (_, at) => at - 60);
  const vectors = createVectors(vector.length);
  for (const row of hooks.keys()) addVector(vectors, readText(rows, row, 'text_group'), vector);
  const aligned = align(vectors, { ...rows, version: 1, unserved: 0 }, [{ name: 'plants', vector }]);
  const topicsFor = (text: string) => {
    const found = nearestRows(aligned, vector, { text, limit: 10 });
    return found.sort((a, b) => a.row - b.row).map(({ topic }) => topic);
  };
  assert.deepEqual(topicsFor('How I water my plants'), ['plants', undefined, 'plants']);
  assert.deepEqual(topicsFor('How I water my horse'), [undefined, undefined, undefined]);
});

test('a rare word in both lines is a reason, and a word in more than 1% of hooks is not', async () => {
  const common = Array.from({ length: 1200 }, (_, at) => ({ text: `hook ${at} is about nothing` }));
  const found = await similar([{ text: 'Who wants some of my sourdough' }, ...common], {
    text: 'There is nothing to do in the second week of sourdough',
  });
  const [first, ...others] = found;
  assert.deepEqual([first?.row, first?.reason], [0, 'Both say “sourdough”']);
  assert.equal(others.length, 9);
  assert.ok(others.every(({ why }) => why.every(({ kind }) => kind !== 'words')));
});
