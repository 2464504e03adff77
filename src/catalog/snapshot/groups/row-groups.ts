// Groups of rows with the same text. They contain only rows that share their text with another row, which are few in many catalogs.
import { gone, type NewRows } from '../pairs.ts';
import { type Ints, sharedInts } from '../shared-arrays.ts';

/**
 * The rows that share their text with another row, ascending. `groups[at]` is the group of `rows[at]`; the `count` groups are in the order
 * of their first rows.
 */
export type RowGroups = { count: number; rows: Ints; groups: Ints };

/** Texts to group rows by. Texts with the same hash are compared, since they may differ. */
export type Texts = {
  /** Hash of each row's text; 0 without a text. */
  hashes: Uint32Array;
  areSame: (row: number, other: number) => boolean;
};

export function groupRows(texts: Texts): RowGroups {
  return toGroups(texts, findFirsts(texts, repeatedRows(texts.hashes)));
}

/**
 * Returns the same as groupRows(texts). `newRows` maps rows of the previous version. Its groups are kept, unless a changed or removed row
 * has their hash.
 */
export function mergeRowGroups(
  texts: Texts,
  base: { groups: RowGroups; hashes: Uint32Array },
  newRows: NewRows,
  changedHashes: Iterable<number>,
): RowGroups {
  const changed = createHashSet([...changedHashes, ...hashesOfGone(base.hashes, newRows)]);
  const found = toGroups(texts, findFirsts(texts, rowsWithHashes(texts.hashes, changed)));
  return mergeGroups(keptGroups(base, newRows, changed), found);
}

function hashesOfGone(hashes: Uint32Array, newRows: NewRows): number[] {
  const found: number[] = [];
  for (let row = newRows.indexOf(gone); row >= 0; row = newRows.indexOf(gone, row + 1)) found.push(hashes[row]);
  return found;
}

/** Returns the first row of each group, ascending. */
export function firstRows({ count, rows, groups }: RowGroups): Uint32Array {
  const firsts = new Uint32Array(count);
  let next = 0;
  for (let at = 0; next < count; at++) if (groups[at] === next) firsts[next++] = rows[at];
  return firsts;
}

/** Ascending rows, each with the first row that has its text. */
type Members = { rows: Uint32Array; firsts: Uint32Array };

/** Leaves out members that share their text with no other. */
function toGroups({ hashes }: Texts, { rows, firsts }: Members): RowGroups {
  const isShared = new Uint8Array(hashes.length);
  for (let at = 0; at < rows.length; at++) if (firsts[at] !== rows[at]) isShared[firsts[at]] = 1;
  let sharing = 0;
  for (let at = 0; at < rows.length; at++) sharing += isShared[firsts[at]];
  const groups: RowGroups = { count: 0, rows: sharedInts(sharing), groups: sharedInts(sharing) };
  /** Group numbers by first row. */
  const numbers = new Uint32Array(hashes.length);
  let place = 0;
  for (let at = 0; at < rows.length; at++) {
    const first = firsts[at];
    if (isShared[first] === 0) continue;
    if (rows[at] === first) numbers[first] = groups.count++;
    groups.rows[place] = rows[at];
    groups.groups[place++] = numbers[first];
  }
  return groups;
}

/** Uses open addressing, since a Map of a million hashes takes several times as long. */
function findFirsts({ hashes, areSame }: Texts, rows: Uint32Array): Members {
  const bits = Math.max(4, Math.ceil(Math.log2(rows.length * 2)));
  /** First rows, plus one; 0 is a free place. */
  const table = new Uint32Array(2 ** bits);
  const firstOf = (row: number): number => {
    const hash = hashes[row];
    for (let place = Math.imul(hash, 0x9e3779b1) >>> (32 - bits); ; place = (place + 1) & (table.length - 1)) {
      const first = table[place] - 1;
      if (first < 0) {
        table[place] = row + 1;
        return row;
      }
      if (hashes[first] === hash && areSame(row, first)) return first;
    }
  };
  return { rows, firsts: rows.map(firstOf) };
}

/** Groups whose numbers have gaps. */
type Sparse = { count: number; rows: Uint32Array; groups: Uint32Array };

/** Returns the groups without a changed hash. */
function keptGroups(
  { groups: { count, rows, groups }, hashes }: { groups: RowGroups; hashes: Uint32Array },
  newRows: NewRows,
  changed: HashSet,
): Sparse {
  const kept = { count, rows: new Uint32Array(rows.length), groups: new Uint32Array(rows.length) };
  const isChanged = new Uint8Array(count);
  let [place, next] = [0, 0];
  for (let at = 0; at < rows.length; at++) {
    const group = groups[at];
    if (group === next) isChanged[next++] = changed.has(hashes[rows[at]]) ? 1 : 0;
    if (isChanged[group] === 1) continue;
    kept.rows[place] = newRows[rows[at]];
    kept.groups[place++] = group;
  }
  return { count, rows: kept.rows.subarray(0, place), groups: kept.groups.subarray(0, place) };
}
/** Numbers the groups of both in the order of their first rows. */
function mergeGroups(kept: Sparse, found: RowGroups): RowGroups {
  const size = kept.rows.length + found.rows.length;
  const merged: RowGroups = { count: 0, rows: sharedInts(size), groups: sharedInts(size) };
  /** New numbers plus one; 0 is not numbered yet. */
  const [keptNumbers, foundNumbers] = [new Uint32Array(kept.count), new Uint32Array(found.count)];
  let [at, inKept, inFound] = [0, 0, 0];
  const add = (row: number, numbers: Uint32Array, group: number) => {
    if (numbers[group] === 0) numbers[group] = ++merged.count;
    merged.rows[at] = row;
    merged.groups[at++] = numbers[group] - 1;
  };
  while (at < size) {
    const end = inFound < found.rows.length ? found.rows[inFound] : Number.POSITIVE_INFINITY;
    for (; inKept < kept.rows.length && kept.rows[inKept] < end; inKept++)
      add(kept.rows[inKept], keptNumbers, kept.groups[inKept]);
    if (inFound < found.rows.length) add(end, foundNumbers, found.groups[inFound++]);
  }
  return merged;
}

/** Returns ascending rows. One in 32 of them has a hash that only resembles another row's. */
function repeatedRows(hashes: Uint32Array): Uint32Array {
  const [seen, repeated] = [createFilter(hashes.length), createFilter(hashes.length)];
  for (const hash of hashes) {
    if (seen.has(hash)) repeated.add(hash);
    seen.add(hash);
  }
  return rowsWithHashes(hashes, repeated);
}

function rowsWithHashes(hashes: Uint32Array, { bits, mask, has }: HashSet): Uint32Array {
  const rows = new Uint32Array(hashes.length);
  let count = 0;
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row];
    // The bit is tested here, since a call per row takes several times as long.
    const isLikely = (bits[(hash & mask) >>> 3] & (1 << (hash & 7))) !== 0;
    if (isLikely && hash !== 0 && has(hash)) rows[count++] = row;
  }
  return rows.slice(0, count);
}

/** `has` is never true for a hash whose bit, at `hash & mask`, is 0. */
type HashSet = { bits: Uint8Array; mask: number; has: (hash: number) => boolean };

/** Exact set. Most hashes are not in it, which the filter detects several times as fast. */
function createHashSet(hashes: readonly number[]): HashSet {
  const set = new Set(hashes);
  const filter = createFilter(set.size);
  for (const hash of set) filter.add(hash);
  return { ...filter, has: (hash) => set.has(hash) };
}

/** Set of hashes with 64 bits per hash, so `has` is also true for one absent hash in 64. */
function createFilter(count: number): HashSet & { add: (hash: number) => void } {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, count) * 64)) - 1;
  const bits = new Uint8Array((mask + 1) / 8);
  return {
    bits,
    mask,
    add: (hash) => {
      bits[(hash & mask) >>> 3] |= 1 << (hash & 7);
    },
    has: (hash) => (bits[(hash & mask) >>> 3] & (1 << (hash & 7))) !== 0,
  };
}
