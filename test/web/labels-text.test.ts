// Unit tests of the sentences and names of the page "Labels".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessedLabels, labelMethods, sourceFamilies } from '../../src/labels/label.ts';
import { labelFields } from '../../web/src/features/bulk/label-fields.ts';
import {
  binText,
  families,
  methods,
  modelState,
  publishedText,
  scoresOf,
} from '../../web/src/features/labels/labels-text.ts';

const bin = (from: number, decisions: number, confirmed: number) => ({
  from,
  to: Math.round(from * 10 + 1) / 10,
  decisions,
  confirmed,
  mean_confidence: from + 0.05,
});

test('a bin of confidence is a sentence that says whether its lines are published', () => {
  assert.equal(binText(bin(0.8, 200, 166), 0.8, 'line'), 'Of 200 lines published at 80–90%, 83% were confirmed.');
  assert.equal(binText(bin(0.3, 1, 0), 0.8, 'label'), 'Of 1 label guessed at 30–40%, 0% was confirmed.');
});

test('all bins from the floor on are one sentence, if anything of them was decided', () => {
  const bins = [bin(0.7, 50, 40), bin(0.8, 200, 166), bin(0.9, 1000, 950)];
  assert.equal(publishedText(bins, 0.8, 'line'), 'Of 1,200 lines published at 80% or more, 93% were confirmed.');
  assert.equal(publishedText(bins.slice(0, 1), 0.8, 'line'), undefined);
});

test('every label, kind of text and method but that of curators has a name', () => {
  assert.deepEqual([...labelFields], [...guessedLabels]);
  assert.deepEqual(families, [...sourceFamilies]);
  assert.deepEqual([...methods, 'curator'].sort(), [...labelMethods].sort());
});

test('scores of a model are shown by label, and a refused model says why', () => {
  const byLabel = { niche: { lines: 90, agreement: 0.78, logLoss: 0.9 } };
  assert.deepEqual(scoresOf({ byLabel }), [{ label: 'niche', agreement: 0.78 }]);
  assert.deepEqual(scoresOf({}), []);
  assert.deepEqual(
    [
      modelState({ state: 'refused', scores: { comparison: { verdict: 'worse' } } })[0],
      modelState({ state: 'refused', scores: { comparison: { verdict: 'too_few_labels' } } })[0],
      modelState({ state: 'active', scores: {} })[0],
    ],
    ['Scored worse', 'Too few labels', 'In use'],
  );
});
