import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelGuess } from '../../../labels/label.ts';
import { doubtOf, selectTeaching, type TeachingCandidate } from './teaching.ts';

const candidate = (id: number, doubt: number, values: Partial<TeachingCandidate> = {}): TeachingCandidate => ({
  id,
  doubt,
  source: `source ${id}`,
  creator: null,
  ...values,
});

test('the most doubtful hooks are listed first, 20 at most', () => {
  const found = selectTeaching(Array.from({ length: 50 }, (_, at) => candidate(at, at / 50)));
  assert.deepEqual(
    found,
    [...Array(20).keys()].map((at) => 49 - at),
  );
});

test('of a creator at most 3 hooks are listed, in any case, and of a source at most 8', () => {
  const ofCreator = Array.from({ length: 5 }, (_, at) => candidate(at, 1, { creator: at % 2 === 0 ? 'Ann' : 'ann' }));
  const ofSource = Array.from({ length: 20 }, (_, at) => candidate(100 + at, 0.9, { source: 'titles' }));
  const others = [candidate(200, 0.1), candidate(201, 0.1, { creator: 'ANN' })];
  assert.deepEqual(
    selectTeaching([...ofCreator, ...ofSource, ...others]),
    [0, 1, 2, 100, 101, 102, 103, 104, 105, 106, 107, 200],
  );
});

test('the doubt is about labels that a decision would be about', () => {
  const guess = (confidence: number, next: number): LabelGuess => ({
    value: 'a',
    confidence,
    method: 'model',
    alternatives: [{ value: 'b', confidence: next }],
  });
  const guesses = {
    archetype: guess(0.5, 0.4),
    emotional_trigger: guess(0.9, 0.05),
    niche: guess(0.2, 0.2),
    format: guess(0.3, 0.3),
  };
  const rules = { archetype_method: 'rules', emotional_trigger_method: 'rules', niche_method: 'rules' } as const;
  assert.equal(doubtOf(guesses, rules).toFixed(2), '2.05');
  assert.equal(doubtOf(guesses, { ...rules, niche_method: 'given', archetype_method: 'curator' }).toFixed(2), '0.15');
});
