import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LabelMethod, RequiredLabel } from './label.ts';
import { explainGuess, type LabelledHook } from './why.ts';

const hook: LabelledHook = {
  text: 'How to budget so your savings survive',
  raw_text: null,
  creator: 'Budget Bea',
  archetype: 'how_to',
  emotional_trigger: 'aspiration',
  niche: 'finance',
};
const bea = { niche: 'finance', hooks: 15, agreeing: 14 };
const explain = (label: RequiredLabel, method: LabelMethod | null, changes: Partial<LabelledHook> = {}) =>
  explainGuess(label, { ...hook, ...changes }, method, (creator) => (creator === 'Budget Bea' ? bea : undefined));

test('a guess of the rules is explained by the words that its heaviest cue matches', () => {
  assert.deepEqual(explain('archetype', 'rules'), [{ kind: 'cue', text: 'How to' }]);
  assert.deepEqual(explain('archetype', 'rules', { text: 'Stop scrolling, this is how to budget' })[0], {
    kind: 'cue',
    text: 'how to',
  });
});

test('a niche is explained by the words and hashtags that vote for it, those with most votes first', () => {
  const words = explain('niche', 'rules', { text: 'How to invest so your savings survive' });
  assert.deepEqual(words, [
    { kind: 'cue', text: 'invest' },
    { kind: 'cue', text: 'savings' },
  ]);
  const raw_text = 'Two words on my portfolio #StockMarket #fun';
  assert.deepEqual(explain('niche', 'rules', { text: 'Two words on real estate', raw_text, niche: 'finance' })[0], {
    kind: 'cue',
    text: '#StockMarket',
  });
});
