// Merges the word index of the previous version with that of changed hooks.
import { lowerBound } from './binary-search.ts';
import { sharedInts, sharedShorts } from './shared-arrays.ts';
import { compareWord, type WordIndex } from './vocabulary.ts';

/** New row of each row, `gone` if removed. Rows keep their order. */
export type NewRows = Uint32Array;
export const gone = 0xffff_ffff;

/** Whether a row of the previous version, which may be gone, comes before a changed one. */
export const precedes = (row: number, changed: number): boolean => row < changed || row === gone;

/**
 * Both vocabularies are sorted, and so are the rows of each word. A word without rows is left out. Words of `base` between two changed
 * ones are copied without comparisons.
 */
export function mergeWords(
  base: WordIndex,
  changed: WordIndex,
  newRows: { base: NewRows; changed: NewRows },
): WordIndex {
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

  function copyRows(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const row = newRows.base[base.rows[at]];
      rows[count] = row;
      // Otherwise the next row overwrites it. A branch would take longer.
      count += row === gone ? 0 : 1;
    }
  }

  function advanceTo(word: number): void {
    for (; inBase < word; inBase++) {
      copyRows(base.rowStarts[inBase], base.rowStarts[inBase + 1]);
      addWord(base, inBase);
    }
  }

  for (let word = 0; word < changed.size; word++) {
    const text = changed.units.subarray(changed.unitStarts[word], changed.unitStarts[word + 1]);
    advanceTo(lowerBound(base.size, (at) => compareWord(base, at, text) >= 0));
    const isKnown = inBase < base.size && compareWord(base, inBase, text) === 0;
    let kept = isKnown ? base.rowStarts[inBase] : 0;
    const end = isKnown ? base.rowStarts[++inBase] : 0;
    for (let at = changed.rowStarts[word]; at < changed.rowStarts[word + 1]; at++) {
      const row = newRows.changed[changed.rows[at]];
      const from = kept;
      while (kept < end && precedes(newRows.base[base.rows[kept]], row)) kept++;
      copyRows(from, kept);
      rows[count++] = row;
    }
    copyRows(kept, end);
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
