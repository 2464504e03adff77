// Index of word pairs: the rows of each two words that are adjacent in a text, for phrases and similar lines. Immutable.
import { lowerBound } from './binary-search.ts';
import { hashText } from './filter-columns.ts';
import { gone, type NewRows, precedes } from './merge-words.ts';
import { type Ints, sharedInts } from './shared-arrays.ts';
import type { Tokens } from './words/tokens.ts';

/**
 * One entry for each pair of each row, in order of hashes, then rows. A row takes 8 bytes, less than a table of distinct pairs, since
 * most pairs are of one row.
 */
export type WordPairs = { hashes: Ints; rows: Ints };

/** From the hashes of both words, by hashText. */
export function hashPair(first: number, second: number): number {
  const mixed = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d) + second;
  return Math.imul(mixed ^ (mixed >>> 15), 0x297a2d39) >>> 0;
}

/** Of the words of a text in their order, as splitWords returns them. */
export function hashPairs(words: readonly string[]): number[] {
  const hashes: number[] = [];
  for (let at = 1; at < words.length; at++) hashes.push(hashPair(hashText(words[at - 1]), hashText(words[at])));
  return hashes;
}

/**
 * Rows with a pair of words, ascending. In a million hooks one pair of a thousand shares its hash with another pair, whose rows are
 * found too: where that matters, compare the texts.
 */
export function rowsOfPair(pairs: WordPairs, first: string, second: string): Uint32Array {
  return rowsOfHash(pairs, hashPair(hashText(first), hashText(second)));
}

/** As rowsOfPair, by the pair's hash. */
export function rowsOfHash({ hashes, rows }: WordPairs, hash: number): Uint32Array {
  const start = lowerBound(hashes.length, (at) => hashes[at] >= hash);
  let end = start;
  for (let step = 1; end < hashes.length && hashes[end] === hash; step *= 2) end += step;
  const span = Math.min(end, hashes.length) - start;
  return rows.subarray(start, start + lowerBound(span, (at) => hashes[start + at] > hash));
}

/** Builds an index from the words of texts in order of rows. */
export function collectPairs(): { add: (row: number, tokens: Tokens) => void; finish: () => WordPairs } {
  let entries = { hashes: new Uint32Array(4096), rows: new Uint32Array(4096) };
  let count = 0;
  return {
    add: (row, { count: words, hashes }) => {
      if (count + words > entries.hashes.length) entries = enlarged(entries, count + words);
      for (let at = 1; at < words; at++) {
        entries.hashes[count] = hashPair(hashes[at - 1], hashes[at]);
        entries.rows[count++] = row;
      }
    },
    finish: () => withoutRepeats(sortByHash(entries, count), count),
  };
}

/** Equals an index of all texts. Entries of `base` between two changed ones are copied without comparisons. */
export function mergePairs(
  base: WordPairs,
  changed: WordPairs,
  newRows: { base: NewRows; changed: NewRows },
): WordPairs {
  const hashes = sharedInts(base.hashes.length + changed.hashes.length);
  const rows = sharedInts(hashes.length);
  let count = 0;
  let at = 0;
  const advanceTo = (end: number) => {
    for (; at < end; at++) {
      const row = newRows.base[base.rows[at]];
      hashes[count] = base.hashes[at];
      rows[count] = row;
      // Otherwise the next entry overwrites it. A branch would take longer.
      count += row === gone ? 0 : 1;
    }
  };
  for (let next = 0; next < changed.hashes.length; next++) {
    const hash = changed.hashes[next];
    const row = newRows.changed[changed.rows[next]];
    advanceTo(lowerBound(base.hashes.length, (place) => base.hashes[place] >= hash));
    while (base.hashes[at] === hash && precedes(newRows.base[base.rows[at]], row)) advanceTo(at + 1);
    hashes[count] = hash;
    rows[count++] = row;
  }
  advanceTo(base.hashes.length);
  return { hashes: hashes.subarray(0, count), rows: rows.subarray(0, count) };
}

type Entries = { hashes: Uint32Array<ArrayBuffer>; rows: Uint32Array<ArrayBuffer> };

function enlarged({ hashes, rows }: Entries, needed: number): Entries {
  const length = Math.max(needed, hashes.length * 2);
  const larger = { hashes: new Uint32Array(length), rows: new Uint32Array(length) };
  larger.hashes.set(hashes);
  larger.rows.set(rows);
  return larger;
}

const digitBits = 11;
const digits = 2 ** digitBits;

/** A radix sort of the first `count` entries: it keeps the order of rows, and takes a third of the time of comparisons. */
function sortByHash(entries: Entries, count: number): Entries {
  let [from, to] = [entries, { hashes: new Uint32Array(count), rows: new Uint32Array(count) }];
  for (let shift = 0; shift < 32; shift += digitBits) {
    const next = new Uint32Array(digits + 1);
    for (let at = 0; at < count; at++) next[((from.hashes[at] >>> shift) & (digits - 1)) + 1]++;
    for (let digit = 0; digit < digits; digit++) next[digit + 1] += next[digit];
    for (let at = 0; at < count; at++) {
      const place = next[(from.hashes[at] >>> shift) & (digits - 1)]++;
      to.hashes[place] = from.hashes[at];
      to.rows[place] = from.rows[at];
    }
    [from, to] = [to, from];
  }
  return from;
}

/** A text may have a pair several times. */
function withoutRepeats({ hashes, rows }: Entries, count: number): WordPairs {
  const isRepeat = (at: number) => at > 0 && hashes[at] === hashes[at - 1] && rows[at] === rows[at - 1];
  let distinct = 0;
  for (let at = 0; at < count; at++) if (!isRepeat(at)) distinct++;
  const pairs = { hashes: sharedInts(distinct), rows: sharedInts(distinct) };
  let place = 0;
  for (let at = 0; at < count; at++) {
    if (isRepeat(at)) continue;
    pairs.hashes[place] = hashes[at];
    pairs.rows[place++] = rows[at];
  }
  return pairs;
}
