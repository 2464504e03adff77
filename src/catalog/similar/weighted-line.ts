// Weighted line: its words and word pairs, with larger weights for those that fewer hooks have, as in BM25.
import { LRUCache } from 'lru-cache';
import { functionWords } from '../../labels/language/language.ts';
import { lazily } from '../../lib/async.ts';
import { hashText } from '../snapshot/filter-columns.ts';
import { hashPair, rowsOfHash } from '../snapshot/pairs.ts';
import { readText } from '../snapshot/record-text.ts';
import { perSnapshot, type Rows } from '../snapshot/snapshot.ts';
import { rowsOfWord, splitWords } from '../snapshot/vocabulary.ts';

/** `total` is the sum of all weights, and thus what the line shares with itself. */
export type WeightedLine = { words: ReadonlyMap<string, number>; pairs: ReadonlyMap<number, number>; total: number };

/** Weights in one catalog. */
export type Weights = { ofWord: (word: string) => number; ofPair: (hash: number) => number };

/** Subtracted from each weight, so that words of most hooks weigh almost nothing. */
const commonWeight = 1;
const leastWeight = 0.1;
/** A word that one hook in a million has is not more significant than one of a thousand. */
const largestWeight = 6;
/** Minimum size for weights, since in few hooks every word is frequent. */
const leastSize = 200;
const pairShare = 0.5;
/** Maximum weight of figures, which differ in otherwise equal lines. */
const figureWeight = 0.5;
const figure = /^\d/;
/** Marks without a letter, such as the variation selector of an emoji. */
const marksOnly = /^\p{M}+$/u;

export const weightsOf = perSnapshot(({ words, pairs, size }: Rows): Weights => {
  const weigh = (hooks: number) =>
    Math.min(
      largestWeight,
      Math.max(leastWeight, Math.log(1 + Math.max(leastSize, size) / Math.max(1, hooks)) - commonWeight),
    );
  return {
    ofWord: cached((word) => {
      const weight = weigh(rowsOfWord(words, word).length);
      return figure.test(word) ? Math.min(weight, figureWeight) : weight;
    }),
    ofPair: cached((hash) => pairShare * weigh(rowsOfHash(pairs, hash).length)),
  };
});

export function weighLine(text: string, { ofWord, ofPair }: Weights): WeightedLine {
  const words = new Map<string, number>();
  const pairs = new Map<number, number>();
  let before: number | undefined;
  for (const word of splitWords(text)) {
    if (marksOnly.test(word)) continue;
    words.set(word, ofWord(word));
    const hash = hashText(word);
    if (before !== undefined) {
      const pair = hashPair(before, hash);
      pairs.set(pair, ofPair(pair));
    }
    before = hash;
  }
  let total = 0;
  for (const weight of words.values()) total += weight;
  for (const weight of pairs.values()) total += weight;
  return { words, pairs, total };
}

/** The cache takes about 8 MB. */
const maxLines = 8192;
const linesOf = perSnapshot((_: Rows) => new LRUCache<number, WeightedLine>({ max: maxLines }));

/** Returns the line of a hook. Lines are cached, since consecutive texts share words with the same hooks. */
export function lineOfRow(snapshot: Rows, row: number): WeightedLine {
  const lines = linesOf(snapshot);
  let line = lines.get(row);
  if (!line) {
    line = weighLine(readText(snapshot, row, 'text'), weightsOf(snapshot));
    lines.set(row, line);
  }
  return line;
}

/** Minimum shared weight, unless it is most of the line: "this is" alone is not similar. */
const leastShared = 3.2;
const mostOfLine = 0.6;

/** Returns 0 to 1, where 1 is the same line: the shared weight relative to the weights of both. 0 if no significant words are shared. */
export function similarityOf(line: WeightedLine, other: WeightedLine): number {
  let shared = 0;
  for (const [word, weight] of other.words) if (line.words.has(word)) shared += weight;
  for (const [pair, weight] of other.pairs) if (line.pairs.has(pair)) shared += weight;
  return relate(shared, line.total, other.total);
}

function relate(shared: number, total: number, otherTotal: number): number {
  if (shared === 0 || shared < Math.min(leastShared, total * mostOfLine)) return 0;
  return Math.min(1, shared / Math.sqrt(total * otherTotal));
}

const ofAnyLanguage = lazily(() => new Set(Object.values(functionWords()).flat()));

/** Weight of a word that one hook of a hundred has. */
export const tellingWeight = Math.log(1 + 100) - commonWeight;

/** Returns the largest weight of a shared content word, or 0 without one. */
export function rarestContent({ words }: WeightedLine, other: WeightedLine): number {
  let largest = 0;
  for (const [word, weight] of other.words)
    if (weight > largest && words.has(word) && isContent(word)) largest = weight;
  return largest;
}

/** Returns false for function words and figures. */
export function isContent(word: string): boolean {
  return !ofAnyLanguage().has(word) && !figure.test(word);
}

/** Cached, since a look-up takes ten times as long. Takes about 2 MB. */
const maxKnown = 20_000;

function cached<K>(compute: (key: K) => number): (key: K) => number {
  const known = new Map<K, number>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      if (known.size >= maxKnown) known.clear();
      known.set(key, value);
    }
    return value;
  };
}
