// Tests how the niche of a draft is combined from a guess and the nearest hooks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelGuess } from '../../labels/label.ts';
import type { FullHook } from '../record.ts';
import { combineNiche } from './niche-vote.ts';

const guess: LabelGuess = {
  value: 'food',
  confidence: 0.6,
  method: 'rules',
  alternatives: [{ value: 'health', confidence: 0.1 }],
};
const other: LabelGuess = { value: 'other', confidence: 0, method: 'model', alternatives: [] };

function neighbour(niche: string, score: number, confidence = 1) {
  const labels = { niche: { method: 'given', confidence } } as FullHook['labels'];
  return { record: { niche, labels }, score };
}

test('hooks of the same niche confirm a guess; near hooks of another niche correct it', () => {
  const confirmed = combineNiche(guess, [neighbour('food', 0.6), neighbour('food', 0.5)]);
  assert.deepEqual([confirmed.value, confirmed.method], ['food', 'rules']);
  assert.ok(confirmed.confidence > 0.85);
  const corrected = combineNiche(guess, [neighbour('health', 0.9), neighbour('health', 0.8)]);
  assert.deepEqual(
    [corrected.value, corrected.method, corrected.alternatives[0]?.value],
    ['health', 'similar', 'food'],
  );
  const { confidence, alternatives } = corrected;
  assert.ok(alternatives.reduce((sum, one) => sum + one.confidence, confidence) <= 1);
});

test('hooks that share only labels do not vote, and uncertain labels change little', () => {
  const distant = Array.from({ length: 9 }, () => neighbour('pets', 0.24));
  assert.deepEqual(combineNiche(guess, distant), guess);
  assert.equal(combineNiche(guess, [neighbour('health', 0.7, 0.1)]).value, 'food');
});

test('a guess without votes stays; a guess `other` needs a near hook', () => {
  assert.deepEqual(combineNiche(guess, []), guess);
  assert.deepEqual(combineNiche(guess, [neighbour('other', 0.9)]), guess);
  const unknown = combineNiche(other, [neighbour('pets', 0.3)]);
  assert.deepEqual([unknown.value, unknown.confidence], ['other', 0]);
  assert.equal(combineNiche(other, [neighbour('pets', 0.9), neighbour('pets', 0.8)]).value, 'pets');
});
