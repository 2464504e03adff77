import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelGuess } from '../label.ts';
import type { LabelGuesses } from '../labeller.ts';
import { withAnswer } from './language-model.ts';

const agreement = { archetype: 0.8, emotional_trigger: 0.75, niche: 0.85 };
const answer = { is_opening: true, archetype: ['statistic'], emotional_trigger: ['surprise'], niche: ['finance'] };

const guess = (value: string, confidence: number): LabelGuess => ({
  value,
  confidence,
  method: 'rules',
  alternatives: [{ value: 'travel', confidence: (1 - confidence) / 2 }],
});

function nicheOf(value: string, confidence: number, ...said: string[]) {
  const guesses: LabelGuesses = {
    archetype: guess('statistic', 0.5),
    emotional_trigger: guess('surprise', 0.5),
    niche: guess(value, confidence),
    format: guess('vlog', 0.9),
  };
  return withAnswer(guesses, { ...answer, niche: said.length > 0 ? said : answer.niche }, agreement);
}

const rounded = (confidence: number) => Math.round(confidence * 1000) / 1000;

test('of two values the more probable one wins, and the other is the first alternative', () => {
  const weak = nicheOf('food', 0.4).niche;
  assert.deepEqual([weak.value, rounded(weak.confidence), weak.alternatives[0]?.value], ['finance', 0.773, 'food']);
  const strong = nicheOf('food', 0.95).niche;
  assert.deepEqual([strong.value, strong.method, strong.alternatives[0]?.value], ['food', 'llm', 'finance']);
  assert.ok(strong.confidence < 0.8, String(strong.confidence));
});

test("a guess that is the model's second choice is confirmed", () => {
  const { value, confidence } = nicheOf('food', 0.6, 'finance', 'food').niche;
  assert.deepEqual([value, confidence > 0.85], ['food', true]);
});

test('an answer `other` is not published and makes the guess less certain', () => {
  assert.deepEqual(
    [nicheOf('food', 0.9, 'other').niche.value, nicheOf('food', 0.9, 'other').niche.confidence < 0.6],
    ['food', true],
  );
  assert.equal(nicheOf('other', 0, 'other').niche.confidence, 0);
});
