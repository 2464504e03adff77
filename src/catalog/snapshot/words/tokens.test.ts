// Tokens of a text are the words that queries are split into, with their hashes, whatever text was split before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashText } from '../filter-columns.ts';
import { splitWords } from '../vocabulary.ts';
import { createTokenizer } from './tokens.ts';

const characters = [..."aZ09 .'’-éİßﬃ日本กำ\u0301\u{1F600}\u{10428}\n\ufdfa"];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 60 }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 3000 }),
);

test('tokens are the words of splitWords', () => {
  const tokenize = createTokenizer();
  fc.assert(
    fc.property(text, (line) => {
      const { count, units, starts, hashes } = tokenize(line);
      const words = Array.from({ length: count }, (_, word) =>
        Array.from(units.subarray(starts[word], starts[word + 1]), (unit) => String.fromCharCode(unit)).join(''),
      );
      assert.deepEqual(words, splitWords(line));
      assert.deepEqual([...hashes.subarray(0, count)], words.map(hashText));
    }),
    { examples: [["Don't STOP"], ['\ufdfa'.repeat(2000)], ['x'.repeat(5000)]] },
  );
});
