import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearDuplicates } from './find.ts';

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
