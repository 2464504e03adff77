// Merges the word index of the previous version with that of changed hooks.
import { lowerBound } from './binary-search.ts';
import { copyNewRows, mergeList, type Renumbering } from './new-rows.ts';
import { sharedInts, sharedShorts } from './shared-arrays.ts';
import { compareWord, type WordIndex } from './vocabulary.ts';

/**
 * Both vocabularies are sorted, and so are the rows of each word. A word without rows is left out. Words of `base` between two changed
 * ones are copied without comparisons.
 */
export function mergeWords(base: WordIndex, changed: WordIndex, numbers: Renumbering): WordIndex {
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
