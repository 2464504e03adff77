// Merges the columns of the previous version (`base`) with those of changed hooks (`changed`).
//
// 1. planMerge finds the new row of each hook. A changed hook leaves its place in `base` (`gone`) and is inserted at the place of its views;
//    a retired hook only leaves. Between these places rows of `base` stay adjacent: they are runs.
// 2. Columns by row are copied run by run (copyRuns). Most are one `set` per run, so a merge costs as much as copying the columns.
// 3. Columns that contain rows (orders, labels, words, word pairs, groups) are renumbered through `newRows`. Both inputs are sorted, so
//    each list is a merge of two sorted lists.
// 4. Records are not copied: those of changed hooks are appended to the same memory (appendRecords). Former records stay in it as
//    garbage until the next full build, which is needed when the memory is full.
//
// `base` is not modified, since requests read it meanwhile. The result equals a full build of the same hooks.
import { lowerBound } from './binary-search.ts';
import { mergeFilterColumns, mergeNarrow, mergeTimes, type NumberArray, type Times } from './filter-columns.ts';
import { mergeTemplateGroups, mergeTextGroups } from './groups.ts';
import { mergeLabels } from './label-columns.ts';
import { copyNewRows, gone, mergeList, mergePairs, type NewRows, type Renumbering } from './pairs.ts';
import { appendRecords } from './record-bytes.ts';
import { type Ints, sharedBytes, sharedDoubles, sharedInts, sharedShorts } from './shared-arrays.ts';
import { findRow, type Rows } from './snapshot.ts';
import { compareWord, type WordIndex } from './vocabulary.ts';

/** `newRows` maps rows of `base` to new rows. */
type Merged = { rows: Rows; newRows: NewRows };

/**
 * `changed` contains new and changed hooks. `retiredIds` are hooks to remove, some of which `base` may lack. Returns undefined if the
 * record memory is full.
 */
export function mergeRows(base: Rows, changed: Rows, retiredIds: Iterable<number>): Merged | undefined {
  const plan = planMerge(base, changed, retiredIds);
  const { size, newRows } = plan;
  const numbers = (a: NumberArray, b: NumberArray) =>
    mergeNarrow(size, a, b, (merged) => copyRuns<NumberArray>(plan, a, b, merged));
  const times = (a: Times, b: Times) =>
    mergeTimes(size, a, b, (old, news, merged) => copyRuns<NumberArray>(plan, old, news, merged));
  const lengths = numbers(base.lengths, changed.lengths);
  const records = appendRecords(base, changed, sumOf(lengths));
  if (!records) return undefined;
  const recordsBefore = base.records.length;
  const offsets = numbers(
    base.offsets,
    Float64Array.from(changed.offsets, (offset) => offset + recordsBefore),
  );
  const briefLengths = copyRuns(plan, base.briefLengths, changed.briefLengths, sharedShorts(size));
  const textHashes = copyRuns(plan, base.textHashes, changed.textHashes, sharedInts(size));
  const filters = mergeFilterColumns(size, base, changed, numbers, (a, b, merged) => copyRuns(plan, a, b, merged));
  const order = (name: 'byId' | 'byAdded' | 'byVersion', compare: Compare) =>
    mergeOrder(plan, base[name], changed[name], (row, other) => compare(base, row, changed, other));
  const rows: Rows = {
    layout: base.layout,
    size,
    records,
    offsets,
    lengths,
    briefLengths,
    ids: numbers(base.ids, changed.ids),
    views: numbers(base.views, changed.views),
    addedAt: copyRuns(plan, base.addedAt, changed.addedAt, sharedDoubles(size)),
    seenAt: times(base.seenAt, changed.seenAt),
    countedAt: times(base.countedAt, changed.countedAt),
    versions: numbers(base.versions, changed.versions),
    addedVersions: numbers(base.addedVersions, changed.addedVersions),
    isSample: copyRuns(plan, base.isSample, changed.isSample, sharedBytes(size)),
    textHashes,
    traits: copyRuns(plan, base.traits, changed.traits, sharedBytes(size)),
    textGroups: mergeTextGroups({ records, offsets, briefLengths, textHashes }, base, newRows.base, changed),
    templateGroups: mergeTemplateGroups(
      { records, offsets, briefLengths, hashes: filters.hashes },
      base,
      newRows.base,
      changed,
    ),
    byId: order('byId', compareIds),
    byAdded: order('byAdded', (a, row, b, other) => b.addedAt[other] - a.addedAt[row] || compareIds(a, row, b, other)),
    byVersion: order(
      'byVersion',
      (a, row, b, other) => a.versions[row] - b.versions[other] || compareIds(a, row, b, other),
    ),
    ...filters,
    columns: mergeLabels(base.columns, changed.columns, newRows, numbers),
    words: mergeWords(base.words, changed.words, newRows),
    pairs: mergePairs(base.pairs, changed.pairs, newRows),
  };
  return { rows, newRows: newRows.base };
}

/** Rows of `base` or `changed` that stay adjacent in the new version. */
type Run = { isBase: boolean; start: number; end: number };
type Plan = { size: number; runs: Run[]; newRows: Renumbering };
type Compare = (a: Rows, row: number, b: Rows, other: number) => number;

const compareIds: Compare = (a, row, b, other) => a.ids[row] - b.ids[other];
const compareViews: Compare = (a, row, b, other) => b.views[other] - a.views[row] || compareIds(a, row, b, other);

function planMerge(base: Rows, changed: Rows, retiredIds: Iterable<number>): Plan {
  const newRows = new Uint32Array(base.size);
  const [changedRows, places] = [new Uint32Array(changed.size), new Uint32Array(changed.size)];
  for (const ids of [changed.ids, retiredIds]) {
    for (const id of ids) {
      const row = findRow(base, id);
      if (row !== undefined) newRows[row] = gone;
    }
  }
  const runs: Run[] = [];
  let size = 0;
  let start = 0;
  const addRun = (end: number) => {
    if (end > start) runs.push({ isBase: true, start, end });
    start = end;
  };
  const advanceTo = (to: number) => {
    for (let row = start; row < to; row++) {
      if (newRows[row] !== gone) newRows[row] = size++;
      else {
        addRun(row);
        start = row + 1;
      }
    }
    addRun(to);
  };
  for (let row = 0; row < changed.size; row++) {
    places[row] = lowerBound(base.size, (at) => compareViews(base, at, changed, row) >= 0);
    advanceTo(places[row]);
    runs.push({ isBase: false, start: row, end: row + 1 });
    changedRows[row] = size++;
  }
  advanceTo(base.size);
  return { size, runs, newRows: { base: newRows, changed: changedRows, places } };
}

function copyRuns<T extends NumberArray, M extends T = T>({ runs }: Plan, base: T, changed: NumberArray, merged: M): M {
  let at = 0;
  for (const { isBase, start, end } of runs) {
    merged.set((isBase ? base : changed).subarray(start, end), at);
    at += end - start;
  }
  return merged;
}

function sumOf(values: NumberArray): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at];
  return sum;
}

/** Merges rows in an order other than their own. `compare` takes a row of `base` and one of `changed`. */
function mergeOrder(
  { size, newRows }: Plan,
  base: Uint32Array,
  changed: Uint32Array,
  compare: (row: number, other: number) => number,
): Ints {
  const merged = sharedInts(size);
  let at = 0;
  let from = 0;
  for (const other of changed) {
    const to = lowerBound(base.length, (place) => compare(base[place], other) >= 0);
    at = copyNewRows(newRows.base, base, from, to, merged, at);
    merged[at++] = newRows.changed[other];
    from = to;
  }
  copyNewRows(newRows.base, base, from, base.length, merged, at);
  return merged;
}

// Merges the word index of the previous version with that of changed hooks.

/**
 * Both vocabularies are sorted, and so are the rows of each word. Words without rows are left out. Words of `base` between two changed ones
 * are copied without comparisons.
 */
function mergeWords(base: WordIndex, changed: WordIndex, numbers: Renumbering): WordIndex {
  const units = sharedShorts(base.units.length + changed.units.length);
  const unitStarts = sharedInts(base.size + changed.size + 1);
  const rows = sharedInts(base.rows.length + changed.rows.length);
  const rowStarts = sharedInts(base.size + changed.size + 1);
  let size = 0;
  let count = 0;
  let inBase = 0;

  function addWord({ units: from, unitStarts: starts }: WordIndex, word: number): void {
    if (count === rowStarts[size]) return;
    const start = unitStarts[size];
    for (let at = starts[word]; at < starts[word + 1]; at++) units[start + at - starts[word]] = from[at];
    rowStarts[++size] = count;
    unitStarts[size] = start + starts[word + 1] - starts[word];
  }

  function advanceTo(word: number): void {
    for (; inBase < word; inBase++) {
      count = copyNewRows(numbers.base, base.rows, base.rowStarts[inBase], base.rowStarts[inBase + 1], rows, count);
      addWord(base, inBase);
    }
  }

  for (let word = 0; word < changed.size; word++) {
    const text = changed.units.subarray(changed.unitStarts[word], changed.unitStarts[word + 1]);
    advanceTo(lowerBound(base.size, (at) => compareWord(base, at, text) >= 0));
    const isKnown = inBase < base.size && compareWord(base, inBase, text) === 0;
    const known = isKnown ? listOf(base, inBase++) : { rows: base.rows, start: 0, end: 0 };
    count = mergeList(numbers, known, listOf(changed, word), rows, count);
    addWord(changed, word);
  }
  advanceTo(base.size);
  return {
    size,
    units: units.subarray(0, unitStarts[size]),
    unitStarts: unitStarts.subarray(0, size + 1),
    rows: rows.subarray(0, rowStarts[size]),
    rowStarts: rowStarts.subarray(0, size + 1),
  };
}

function listOf({ rows, rowStarts }: WordIndex, word: number) {
  return { rows, start: rowStarts[word], end: rowStarts[word + 1] };
}
