// Index of word pairs: for any two words that are adjacent in a text, the rows with this pair, for phrases and similar lines. Immutable.
import { lowerBound, rowPosition } from './binary-search.ts';
import { hashText } from './filter-columns.ts';
import { type Ints, type Shorts, sharedInts, sharedShorts } from './shared-arrays.ts';
import type { Tokens } from './words.ts';

// Renumbering of rows in an incremental build, and merging of row lists by the new numbers.

/** New number of each row, or `gone` if it is removed. Rows keep their order. */
export type NewRows = Uint32Array;
export const gone = 0xffff_ffff;

export type Renumbering = {
  /** New numbers of the previous version's rows. */
  base: NewRows;
  /** New numbers of the changed rows. */
  changed: Uint32Array;
  /** For each changed row, the first row of the previous version that comes after it. */
  places: Uint32Array;
};

/** Writes the new numbers of the rows `from[start] … from[end - 1]` to `to` at `at`, without removed rows. Returns the end. */
export function copyNewRows(
  newRows: NewRows,
  from: Uint32Array,
  start: number,
  end: number,
  to: Uint32Array,
  at: number,
): number {
  let next = at;
  for (let place = start; place < end; place++) {
    const row = newRows[from[place]];
    to[next] = row;
    // The next row overwrites a removed one, since a branch would take longer.
    next += row === gone ? 0 : 1;
  }
  return next;
}

/** Rows of a list, ascending. */
export type List = { rows: Uint32Array; start: number; end: number };

/** Copies like copyNewRows, and inserts the rows of a list of changed rows. */
export function mergeList(numbers: Renumbering, base: List, changed: List, to: Uint32Array, at: number): number {
  let next = at;
  let from = base.start;
  for (let place = changed.start; place < changed.end; place++) {
    const row = changed.rows[place];
    const end = rowPosition(base.rows, numbers.places[row], from, base.end);
    next = copyNewRows(numbers.base, base.rows, from, end, to, next);
    to[next++] = numbers.changed[row];
    from = end;
  }
  return copyNewRows(numbers.base, base.rows, from, base.end, to, next);
}

/**
 * One entry for each pair of each row, in order of hashes, then rows. Entries whose hashes have the same high half are a bucket: those
 * of bucket b start at `starts[b]`. An entry takes 6 bytes, less than a table of distinct pairs, since most pairs are of one row.
 */
export type WordPairs = { starts: Ints; lowHashes: Shorts; rows: Ints };

const buckets = 2 ** 16;

/** Combines the hashes of both words, from hashText. */
export function hashPair(first: number, second: number): number {
  const mixed = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d) + second;
  return Math.imul(mixed ^ (mixed >>> 15), 0x297a2d39) >>> 0;
}

/**
 * Returns the rows with a pair of words, ascending. In a million hooks, one pair in a thousand shares its hash with another pair, whose
 * rows are returned too: compare the texts where that matters.
 */
export function rowsOfPair(pairs: WordPairs, first: string, second: string): Uint32Array {
  return rowsOfHash(pairs, hashPair(hashText(first), hashText(second)));
}

/** Returns the rows with a pair's hash, like rowsOfPair. */
export function rowsOfHash({ starts, lowHashes, rows }: WordPairs, hash: number): Uint32Array {
  const first = starts[hash >>> 16];
  const size = starts[(hash >>> 16) + 1] - first;
  const low = hash & 0xffff;
  const start = first + lowerBound(size, (at) => lowHashes[first + at] >= low);
  return rows.subarray(start, first + lowerBound(size, (at) => lowHashes[first + at] > low));
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

/** Returns the same as an index of all texts. Entries of `base` between two changed ones are copied without comparisons. */
export function mergePairs(base: WordPairs, changed: WordPairs, numbers: Renumbering): WordPairs {
  const starts = sharedInts(buckets + 1);
  const lowHashes = sharedShorts(base.rows.length + changed.rows.length);
  const rows = sharedInts(lowHashes.length);
  let count = 0;
  let at = 0;
  const advanceTo = (end: number) => {
    // Most buckets of a small catalog are empty.
    if (at === end) return;
    const first = count;
    count = copyNewRows(numbers.base, base.rows, at, end, rows, count);
    if (count - first === end - at) lowHashes.set(base.lowHashes.subarray(at, end), first);
    else
      for (let next = first; at < end; at++)
        if (numbers.base[base.rows[at]] !== gone) lowHashes[next++] = base.lowHashes[at];
    at = end;
  };
  for (let bucket = 0; bucket < buckets; bucket++) {
    const end = base.starts[bucket + 1];
    for (let next = changed.starts[bucket]; next < changed.starts[bucket + 1]; next++) {
      const low = changed.lowHashes[next];
      const row = changed.rows[next];
      const from = at;
      const isBehind = (entry: number) =>
        base.lowHashes[entry] > low || (base.lowHashes[entry] === low && base.rows[entry] >= numbers.places[row]);
      advanceTo(from + lowerBound(end - from, (place) => isBehind(from + place)));
      lowHashes[count] = low;
      rows[count++] = numbers.changed[row];
    }
    advanceTo(end);
    starts[bucket + 1] = count;
  }
  return { starts, lowHashes: lowHashes.subarray(0, count), rows: rows.subarray(0, count) };
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

/** Radix sort of the first `count` entries, which keeps the order of rows and takes a third of the time of a comparison sort. */
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

/** A text may contain a pair several times. */
function withoutRepeats({ hashes, rows }: Entries, count: number): WordPairs {
  const isRepeat = (at: number) => at > 0 && hashes[at] === hashes[at - 1] && rows[at] === rows[at - 1];
  let distinct = 0;
  for (let at = 0; at < count; at++) if (!isRepeat(at)) distinct++;
  const pairs = { starts: sharedInts(buckets + 1), lowHashes: sharedShorts(distinct), rows: sharedInts(distinct) };
  let place = 0;
  for (let at = 0; at < count; at++) {
    if (isRepeat(at)) continue;
    pairs.starts[(hashes[at] >>> 16) + 1]++;
    pairs.lowHashes[place] = hashes[at];
    pairs.rows[place++] = rows[at];
  }
  for (let bucket = 0; bucket < buckets; bucket++) pairs.starts[bucket + 1] += pairs.starts[bucket];
  return pairs;
}
