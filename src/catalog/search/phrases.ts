// Finds rows whose text contains a phrase: the words in this order, next to each other.
import { rowsOfPair } from '../snapshot/pairs.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { rowsOfWord, splitWords } from '../snapshot/vocabulary.ts';
import { hasPhrase, type Phrase } from './text-query.ts';
import { intersectRows, type Matches } from './text-search.ts';

/**
 * Ascending. The texts of longer phrases are read, since a text may have the pairs apart. Two words need none: beside the pair a text
 * that has both words apart would need another pair with the same hash, which happens less than once in ten thousand phrases.
 */
export function searchPhrase(snapshot: Snapshot, phrase: Phrase): Uint32Array {
  const pairs = phrase.slice(1).map((word, at) => rowsOfPair(snapshot.pairs, phrase[at], word));
  const lists = [...pairs, ...phrase.map((word) => rowsOfWord(snapshot.words, word))].sort(
    (a, b) => a.length - b.length,
  );
  const [first, ...rest] = lists;
  const { rows } = rest.reduce(intersectRows, { rows: first, tiers: null } as Matches);
  return phrase.length < 3
    ? rows
    : rows.filter((row) => hasPhrase(splitWords(readText(snapshot, row, 'text')), phrase));
}
