// Nearest value: misspelt words, several words, another name; and none if nothing is near.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestValue } from './nearest-value.ts';

test('misspelt words, several words and other names map to the nearest value, dissimilar words to none', () => {
  const cases = [
    ['niche', 'Fitnes', 'fitness'],
    ['niche', 'Food & Drink', 'food'],
    ['niche', 'Health and Fitness', 'health'],
    ['platform', 'Reels(Facebook)', 'Facebook'],
    ['platform', 'YT Shorts', 'YouTube'],
    ['archetype', 'Curiosity Hook', 'curiosity_gap'],
    ['niche', 'Foto', undefined],
    ['niche', 'underwater polo', undefined],
    ['platform', 'Vimeo', undefined],
  ] as const;
  for (const [set, label, nearest] of cases) assert.equal(nearestValue(set, label), nearest, label);
});
