// Merges the word index of the previous version with that of changed hooks.
import { sharedInts, sharedShorts } from './shared-arrays.ts';
import { compareWord, type WordIndex } from './vocabulary.ts';

/** New row of each row, `gone` if removed. Rows keep their order. */
export type NewRows = Uint32Array;
export const gone = 0xffff_ffff;

/** Both vocabularies are sorted, and so are the rows of each word. A word without rows is left out. */
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
  let [inBase, inChanged] = [0, 0];
  while (inBase < base.size || inChanged < changed.size) {
    const order = compareNext(base, inBase, changed, inChanged);
    const kept = order <= 0 ? postingsOf(base, inBase) : none;
    const added = order >= 0 ? postingsOf(changed, inChanged) : none;
    const end = mergePostings(rows, rowStarts[size], kept, newRows.base, added, newRows.changed);
    if (end > rowStarts[size]) {
      const word = order <= 0 ? unitsOf(base, inBase) : unitsOf(changed, inChanged);
      units.set(word, unitStarts[size]);
      unitStarts[size + 1] = unitStarts[size] + word.length;
      rowStarts[++size] = end;
    }
    if (order <= 0) inBase++;
    if (order >= 0) inChanged++;
  }
  return {
    size,
    units: units.subarray(0, unitStarts[size]),
    unitStarts: unitStarts.subarray(0, size + 1),
    rows: rows.subarray(0, rowStarts[size]),
    rowStarts: rowStarts.subarray(0, size + 1),
  };
}

const none = new Uint32Array(0);

/** Negative if the next word of `base` is first, 0 if both have the same. */
function compareNext(base: WordIndex, inBase: number, changed: WordIndex, inChanged: number): number {
  if (inBase === base.size) return 1;
  return inChanged === changed.size ? -1 : compareWord(base, inBase, unitsOf(changed, inChanged));
}

function unitsOf({ units, unitStarts }: WordIndex, word: number): Uint16Array {
  return units.subarray(unitStarts[word], unitStarts[word + 1]);
}

function postingsOf({ rows, rowStarts }: WordIndex, word: number): Uint32Array {
  return rows.subarray(rowStarts[word], rowStarts[word + 1]);
}

/** Writes to `rows` from `at` and returns the end. */
function mergePostings(
  rows: Uint32Array,
  at: number,
  kept: Uint32Array,
  newKept: NewRows,
  added: Uint32Array,
  newAdded: NewRows,
): number {
  let next = 0;
  for (let place = 0; place < kept.length; place++) {
    const row = newKept[kept[place]];
    if (row === gone) continue;
    while (next < added.length && newAdded[added[next]] < row) rows[at++] = newAdded[added[next++]];
    rows[at++] = row;
  }
  while (next < added.length) rows[at++] = newAdded[added[next++]];
  return at;
}
