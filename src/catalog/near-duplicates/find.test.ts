import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../lib/clean-text.ts';
import { findNearDuplicates, minSimilarity } from './find.ts';
import { similarityOf, trigramsOf } from './trigrams.ts';

const words =
  'stop doing this before your kettle learns to sing about money rain seven foxes and the last train home'.split(' ');

/** Lines of eight words, always the same ones. */
function lines(count: number): string[] {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[Math.floor((state / 2 ** 32) * words.length)];
  };
  return Array.from({ length: count }, (_, at) => `${Array.from({ length: 8 }, next).join(' ')} ${at % 7}`);
}

test('texts that differ in a word or in spelling are near duplicates, and those with the same words are none', () => {
  const texts = [
    'Nobody tells you this about frying an egg in the morning',
    'Nobody tells you this about frying an egg in the evening',
    'NOBODY tells you this, about frying an egg in the morning!!',
    'Nobody told me that an egg can be fried in the morning',
    'Every accountant hides this one number from you',
    'एक बार इस तरीके से चाय बनाकर देखिए, सब पूछेंगे',
    'एक बार इस तरीके से चाय बनाकर देखिये, सब पूछेंगे',
    'ok',
    'no',
  ];
  const pairs = findNearDuplicates(texts).map(({ a, b }) => [a, b]);
  assert.deepEqual(pairs.sort(), [
    [0, 1],
    [1, 2],
    [5, 6],
  ]);
});

test('nearly all pairs of similarity 0.8 or more are found, and no other', () => {
  const texts = lines(200).flatMap((line, at) => [line, `${line.slice(0, at % 30)}x${line.slice((at % 30) + 1)}`]);
  const sets = texts.map((text) => trigramsOf(fold(text)));
  const expected = new Set<string>();
  for (const [a, set] of sets.entries())
    for (const [b, other] of sets.entries())
      if (a < b && similarityOf(set, other) >= minSimilarity) expected.add(`${a} ${b}`);
  const found = findNearDuplicates(texts).map(({ a, b }) => `${a} ${b}`);
  assert.ok(found.every((pair) => expected.has(pair)));
  assert.ok(found.length >= 0.98 * expected.size, `${found.length} of ${expected.size}`);
});
