// The index of word pairs: a pair is found in exactly the texts that have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gone } from '../../src/catalog/snapshot/new-rows.ts';
import {
  collectPairs,
  hashPair,
  hashPairs,
  mergePairs,
  rowsOfHash,
  rowsOfPair,
} from '../../src/catalog/snapshot/pairs.ts';
import { createTokenizer } from '../../src/catalog/snapshot/words/tokens.ts';

const word = fc.constantFrom('never', 'buy', 'the', 'dip', '日');
const texts = fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 30 });

function indexOf(lines: readonly string[][]) {
  const [tokenize, pairs] = [createTokenizer(), collectPairs()];
  for (const [row, words] of lines.entries()) pairs.add(row, tokenize(words.join(' ')));
  return pairs.finish();
}

test('rowsOfPair returns every row where the words are adjacent, in that order, once and ascending', () => {
  fc.assert(
    fc.property(texts, word, word, (lines, first, second) => {
      const hasPair = (words: string[]) => words.some((one, at) => one === first && words[at + 1] === second);
      const expected = lines.flatMap((words, row) => (hasPair(words) ? [row] : []));
      assert.deepEqual([...rowsOfPair(indexOf(lines), first, second)], expected);
    }),
  );
});

test('hashPairs has a hash for each adjacent pair, which the index knows', () => {
  const line = ['three', 'years', 'ago'];
  const hashes = hashPairs(line);
  assert.equal(new Set(hashes).size, 2);
  for (const hash of hashes) assert.deepEqual([...rowsOfHash(indexOf([['other'], line]), hash)], [1]);
  assert.deepEqual(hashPairs(['alone']), []);
  assert.notEqual(hashPair(1, 2), hashPair(2, 1));
});

test('many rows of one pair and many pairs of one row are all found', () => {
  const common = Array.from({ length: 5000 }, (_, at) => ['the', 'line', `${at}`]);
  const long = Array.from({ length: 5000 }, (_, at) => `w${at}`);
  const pairs = indexOf([...common, long]);
  assert.equal(rowsOfPair(pairs, 'the', 'line').length, 5000);
  for (let at = 1; at < long.length; at += 37) assert.deepEqual([...rowsOfPair(pairs, `w${at - 1}`, `w${at}`)], [5000]);
});

test('an index merged with that of further lines equals the index of all, wherever lines are added or removed', () => {
  const isRemoved = fc.array(fc.boolean(), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, isRemoved, fc.array(fc.nat(), { maxLength: 30 }), (lines, more, removed, picks) => {
      const places = Uint32Array.from(more, (_, at) => (picks[at] ?? 0) % (lines.length + 1)).sort();
      const numbers = { base: new Uint32Array(lines.length).fill(gone), changed: new Uint32Array(more.length), places };
      const all: string[][] = [];
      for (let row = 0; row <= lines.length; row++) {
        for (const [at, words] of more.entries()) if (places[at] === row) numbers.changed[at] = all.push(words) - 1;
        const line = lines[row];
        if (line && !removed[row]) numbers.base[row] = all.push(line) - 1;
      }
      assert.deepEqual(mergePairs(indexOf(lines), indexOf(more), numbers), indexOf(all));
    }),
  );
});
