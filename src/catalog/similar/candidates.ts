// Candidates for similar lines: the rows that share the rarest words, word pairs or the template with a line, from the indexes alone.
import { rowPosition } from '../snapshot/binary-search.ts';
import { hashKeys, hashText } from '../snapshot/filter-columns.ts';
import { rowsOfHash } from '../snapshot/pairs.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { rowsOfWord } from '../snapshot/vocabulary.ts';
import type { WeightedLine } from './weighted-line.ts';

type Indexes = Pick<Rows, 'size' | 'words' | 'pairs' | 'numbers' | 'hashes'>;

type Wanted = {
  line: WeightedLine;
  /** Undefined if the line has no slots: a template without them is the line itself. */
  template: string | undefined;
  /** Of these rows only, ascending. */
  only: Uint32Array | undefined;
  /** At most as many. */
  count: number;
};

/** Rows of one word, pair or template, ascending. */
type Postings = { rows: Uint32Array; weight: number };

/** Postings that are read, the rarest features first, so that a line of common words takes no longer than others. */
const maxRead = 20_000;
/** The rows of a template weigh as much as those of some words: they are candidates even if they share no others. */
const templateWeight = 12;

/** Those that share most first, as far as their postings were read. */
export function findCandidates(rows: Indexes, { line, template, only, count }: Wanted): Uint32Array {
  const places = placesOf(rows.size);
  const shared = new Float32Array(maxRead);
  let found = 0;
  let left = maxRead;
  for (const { rows: postings, weight } of postingsOf(rows, line, template)) {
    const cost = Math.min(postings.length, only?.length ?? postings.length);
    // Of the rarest feature, the most viewed rows are better than none.
    if (cost > left && left < maxRead) continue;
    left -= Math.min(cost, left);
    visitCommon(postings, only, maxRead, (row) => {
      if (places[row] === 0) {
        foundRows[found++] = row;
        places[row] = found;
      }
      shared[places[row] - 1] += weight;
    });
  }
  for (let at = 0; at < found; at++) places[foundRows[at]] = 0;
  return takeBest(foundRows.subarray(0, found), shared.subarray(0, found), rows.numbers.word_count, count);
}

/** By the number of rows, ascending. */
function postingsOf({ words, pairs, hashes }: Indexes, line: WeightedLine, template: string | undefined): Postings[] {
  const postings: Postings[] = [];
  for (const [word, weight] of line.words) postings.push({ rows: rowsOfWord(words, word), weight });
  for (const [hash, weight] of line.pairs) postings.push({ rows: rowsOfHash(pairs, hash), weight });
  if (template !== undefined)
    postings.push({ rows: rowsWith(hashes.template, hashText(hashKeys.template(template))), weight: templateWeight });
  return postings.sort((a, b) => a.rows.length - b.rows.length);
}

function rowsWith(column: Uint32Array, hash: number): Uint32Array {
  const rows: number[] = [];
  for (let row = column.indexOf(hash); row >= 0 && rows.length < maxRead; row = column.indexOf(hash, row + 1))
    rows.push(row);
  return Uint32Array.from(rows);
}

/** Visits up to `limit` rows of `rows` that are in `only` too. Takes the time of the shorter list. */
function visitCommon(
  rows: Uint32Array,
  only: Uint32Array | undefined,
  limit: number,
  visit: (row: number) => void,
): void {
  if (!only) {
    for (const row of rows.subarray(0, limit)) visit(row);
    return;
  }
  const [few, many] = rows.length < only.length ? [rows, only] : [only, rows];
  let at = 0;
  for (let place = 0; place < few.length && place < limit; place++) {
    at = rowPosition(many, few[place], at);
    if (at === many.length) return;
    if (many[at] === few[place]) visit(few[place]);
  }
}

const bins = 1024;
/** Rows whose length is looked up, for each that is returned. */
const consideredPerRow = 4;

/** Of rows and what each shares. A long line shares more by chance. */
function takeBest(found: Uint32Array, shared: Float32Array, wordCounts: ArrayLike<number>, count: number): Uint32Array {
  const considered = placesOfLargest(shared, count * consideredPerRow);
  return Uint32Array.from(
    considered
      .map((at) => ({ row: found[at], key: shared[at] / Math.sqrt(Math.max(3, wordCounts[found[at]])) }))
      .sort((a, b) => b.key - a.key || a.row - b.row)
      .slice(0, count),
    ({ row }) => row,
  );
}

/** Places of the `count` largest values, in no order. Sorting all of them would take longer than reading the postings. */
function placesOfLargest(values: Float32Array, count: number): number[] {
  const scale = (bins - 1) / values.reduce((a, b) => Math.max(a, b), 0);
  const counts = new Uint32Array(bins);
  for (const value of values) counts[Math.floor(value * scale)]++;
  let least = bins - 1;
  for (let above = counts[least]; least > 0 && above < count; above += counts[least]) least--;
  const places: number[] = [];
  for (let at = 0; at < values.length && places.length < 2 * count; at++)
    if (values[at] * scale >= least) places.push(at);
  return places;
}

const foundRows = new Uint32Array(maxRead);
let places = new Uint32Array(0);

/** Where a row is in `foundRows`, counted from 1; all 0. One array for all queries, which are synchronous: each leaves it as it was. */
function placesOf(size: number): Uint32Array {
  if (places.length < size) places = new Uint32Array(size);
  return places;
}
