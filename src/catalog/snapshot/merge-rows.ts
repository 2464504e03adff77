// The columns of a new version, out of those of the version before and those of the hooks that changed. What did not change is
// copied in runs or renumbered; records are not copied at all.

import { lowerBound } from './binary-search.ts';
import { mergeLabels } from './label-columns.ts';
import { gone, mergeWords, type NewRows } from './merge-words.ts';
import { appendRecords } from './record-bytes.ts';
import {
  type Bytes,
  type Doubles,
  type Ints,
  type Shorts,
  sharedBytes,
  sharedDoubles,
  sharedInts,
  sharedShorts,
} from './shared-arrays.ts';
import { findRow, type Rows } from './snapshot.ts';

/** `newRows`: where the rows of `base` went. */
export type Merged = { rows: Rows; newRows: NewRows };

/**
 * `changed`: hooks that are new or otherwise than in `base`. `retiredIds`: those that it may have and that are gone. undefined
 * where the records have no room for more.
 */
export function mergeRows(base: Rows, changed: Rows, retiredIds: Iterable<number>): Merged | undefined {
  const plan = planMerge(base, changed, retiredIds);
  const { size, newRows } = plan;
  const doubles = (a: Doubles, b: Float64Array) => copyRuns(plan, a, b, sharedDoubles(size));
  const shorts = (a: Shorts, b: Uint16Array) => copyRuns(plan, a, b, sharedShorts(size));
  const lengths = copyRuns(plan, base.lengths, changed.lengths, sharedInts(size));
  const records = appendRecords(
    base,
    changed,
    lengths.reduce((sum, length) => sum + length + 1, 0),
  );
  if (!records) return undefined;
  const behind = base.records.length;
  const order = (name: 'byId' | 'byAdded' | 'byVersion', compare: Compare) =>
    mergeOrder(plan, base[name], changed[name], (row, other) => compare(base, row, changed, other));
  const rows: Rows = {
    size,
    records,
    offsets: doubles(
      base.offsets,
      changed.offsets.map((offset) => offset + behind),
    ),
    lengths,
    briefLengths: shorts(base.briefLengths, changed.briefLengths),
    ids: doubles(base.ids, changed.ids),
    views: doubles(base.views, changed.views),
    addedAt: doubles(base.addedAt, changed.addedAt),
    seenAt: doubles(base.seenAt, changed.seenAt),
    countedAt: doubles(base.countedAt, changed.countedAt),
    versions: doubles(base.versions, changed.versions),
    addedVersions: doubles(base.addedVersions, changed.addedVersions),
    isSample: copyRuns(plan, base.isSample, changed.isSample, sharedBytes(size)),
    byId: order('byId', compareIds),
    byAdded: order('byAdded', (a, row, b, other) => b.addedAt[other] - a.addedAt[row] || compareIds(a, row, b, other)),
    byVersion: order(
      'byVersion',
      (a, row, b, other) => a.versions[row] - b.versions[other] || compareIds(a, row, b, other),
    ),
    columns: mergeLabels(base.columns, changed.columns, shorts),
    words: mergeWords(base.words, changed.words, newRows),
  };
  return { rows, newRows: newRows.base };
}

/** Rows of `base` or of `changed` that stand side by side in the new version too. */
type Run = { isBase: boolean; start: number; end: number };
type Plan = { size: number; runs: Run[]; newRows: { base: NewRows; changed: NewRows } };
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type Compare = (a: Rows, row: number, b: Rows, other: number) => number;

const compareIds: Compare = (a, row, b, other) => a.ids[row] - b.ids[other];
const compareViews: Compare = (a, row, b, other) => b.views[other] - a.views[row] || compareIds(a, row, b, other);

function planMerge(base: Rows, changed: Rows, retiredIds: Iterable<number>): Plan {
  const newRows = { base: new Uint32Array(base.size), changed: new Uint32Array(changed.size) };
  for (const ids of [changed.ids, retiredIds]) {
    for (const id of ids) {
      const row = findRow(base, id);
      if (row !== undefined) newRows.base[row] = gone;
    }
  }
  const runs: Run[] = [];
  let size = 0;
  let start = 0;
  const keepUpTo = (end: number) => {
    if (end > start) runs.push({ isBase: true, start, end });
    start = end;
  };
  const passOver = (to: number) => {
    for (let row = start; row < to; row++) {
      if (newRows.base[row] !== gone) newRows.base[row] = size++;
      else {
        keepUpTo(row);
        start = row + 1;
      }
    }
    keepUpTo(to);
  };
  for (let row = 0; row < changed.size; row++) {
    passOver(lowerBound(base.size, (at) => compareViews(base, at, changed, row) >= 0));
    runs.push({ isBase: false, start: row, end: row + 1 });
    newRows.changed[row] = size++;
  }
  passOver(base.size);
  return { size, runs, newRows };
}

function copyRuns<T extends Bytes | Shorts | Ints | Doubles>({ runs }: Plan, base: T, changed: Numbers, merged: T): T {
  let at = 0;
  for (const { isBase, start, end } of runs) {
    merged.set((isBase ? base : changed).subarray(start, end), at);
    at += end - start;
  }
  return merged;
}

/** Rows in an order other than their own. `compare` takes a row of `base` and one of `changed`. */
function mergeOrder(
  { size, newRows }: Plan,
  base: Uint32Array,
  changed: Uint32Array,
  compare: (row: number, other: number) => number,
): Ints {
  const merged = sharedInts(size);
  let at = 0;
  let from = 0;
  const passOver = (to: number) => {
    for (; from < to; from++) {
      const row = newRows.base[base[from]];
      if (row !== gone) merged[at++] = row;
    }
  };
  for (const other of changed) {
    passOver(lowerBound(base.length, (place) => compare(base[place], other) >= 0));
    merged[at++] = newRows.changed[other];
  }
  passOver(base.length);
  return merged;
}
