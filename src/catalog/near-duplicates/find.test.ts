import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearDuplicates } from './find.ts';

test('less similar pairs do not displace near duplicates', () => {
  const texts = [
    ...['sleep', 'knees', 'plants', 'coffee', 'budget', 'resume'].map((what) => `Five quiet habits for your ${what}`),
    ...['Four quiet habits for your sleep', 'Five quiet habits for your sleeps'],
  ];
  const near = findNearDuplicates(texts, { perText: 2 });
  const wider = findNearDuplicates(texts, { perText: 2, least: 0.65 });
  const key = ({ a, b }: { a: number; b: number }) => `${a} ${b}`;
  assert.ok(near.length > 0 && wider.length > near.length);
  assert.ok(near.every((pair) => wider.some((other) => key(other) === key(pair))));
});

test('texts that differ in a word or in spelling are near duplicates; texts with the same words are not', () => {
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
