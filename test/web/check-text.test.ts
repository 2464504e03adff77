// Unit tests of the text of checks: confidence, standing, what is rising, why a hook is similar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  alternativesText,
  confidenceText,
  risingText,
  similarityText,
  standingText,
} from '../../web/src/features/check/check-text.ts';

const label = { value: 'story', confidence: 0.83, method: 'model', alternatives: [], why: [] } as const;

test('confidence has words and a figure, unless the value was given', () => {
  const texts = [0.97, 0.83, 0.5, 0.12].map((confidence) => confidenceText({ method: 'model', confidence }));
  assert.deepEqual(texts, ['Very likely, 97%', 'Likely, 83%', 'Perhaps, 50%', 'Unsure, 12%']);
  assert.equal(confidenceText({ method: 'given', confidence: 1 }), 'As you set it');
});

test('at most two alternatives are named, and none below 5%', () => {
  const alternatives = [0.3, 0.1, 0.06, 0.02].map((confidence, n) => ({ value: `kind_${n}`, confidence }));
  assert.equal(alternativesText({ ...label, why: [], alternatives }), 'or Kind 0 30%, or Kind 1 10%');
  assert.equal(alternativesText({ ...label, why: [], alternatives: alternatives.slice(3) }), '');
});

const figures = { archetype: 'curiosity_gap', niche: 'fitness', platform: 'TikTok', n: 412 };

test('a standing names and counts its hooks, or how many are missing', () => {
  const known = { ...figures, median_views: 412_000, p25_views: 120_000, p75_views: 1_100_000 };
  assert.equal(
    standingText(known),
    'Half of the 412 Curiosity gap hooks in Fitness on TikTok have 120K to 1.1M views.',
  );
  const few = { ...figures, n: 12, median_views: null, p25_views: null, p75_views: null };
  assert.equal(standingText(few), 'Not enough hooks: 12, at least 30 are needed');
});

test('what is rising has both shares, or how many hooks are missing', () => {
  const rising = {
    ...{ archetype: 'story', window: '7d', from: '', until: '', hooks_added: 90, all_hooks_added: 640, n: 118 },
    ...{ share: 0.1406, share_before: 0.091, verdict: 'heating' as const },
  };
  assert.equal(
    risingText(rising),
    'heating up, 14.1% of the hooks added in the last 7 days, 9.1% in the 7 days before (118 hooks in both).',
  );
  const few = { ...rising, n: 3, share: null, share_before: null, verdict: 'insufficient_data' as const };
  assert.equal(risingText(few), 'not enough new hooks: 3, at least 30 are needed.');
});

test('every reason of a similar hook is in words', () => {
  const why = [
    { kind: 'words', words: ['salary', 'first'] },
    { kind: 'template', template: 'My first [topic]' },
    { kind: 'archetype', value: 'story' },
    { kind: 'meaning', similarity: 0.9 },
  ] as const;
  assert.equal(
    similarityText({
      score: 0.8,
      why: [...why].map((one) => ('words' in one ? { ...one, words: [...one.words] } : one)),
    }),
    'Shares “salary”, “first” · Same template · Same archetype · Close in meaning',
  );
});
