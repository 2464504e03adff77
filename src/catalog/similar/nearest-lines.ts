// Nearest lines: the hooks most similar to a text that have one of its labels from a source or a curator.
import type { GuessedLabel } from '../../labels/label.ts';
import { readText } from '../snapshot/record-text.ts';
import { readWord } from '../snapshot/records/expand.ts';
import { findRow, type Rows } from '../snapshot/snapshot.ts';
import { findSimilar } from './find-similar.ts';

/** `similarity` is 0 to 1; 1 is the same line. */
export type NearestLine = { id: string; text: string; similarity: number };

export type LineQuery<L extends GuessedLabel> = {
  text: string;
  /** Id of the hook itself, which is left out. */
  id: number | undefined;
  labels: readonly (readonly [label: L, value: string])[];
};

const maxLines = 3;
/** Number of similar hooks to find, whatever their labels. */
const maxFound = 50;

/** Returns up to three lines with the same value for each label, the most similar first. Leaves out lines that are similar by chance. */
export function findNearestLines<L extends GuessedLabel>(
  rows: Rows,
  { text, id, labels }: LineQuery<L>,
): ReadonlyMap<L, NearestLine[]> {
  const row = id === undefined ? undefined : findRow(rows, id);
  const similar = findSimilar(rows, { text, row, limit: maxFound, minCloseness: 'close' });
  const nearest = (label: L, value: string): NearestLine[] => {
    const { values, codes } = rows.columns[label];
    const code = values.indexOf(value);
    return similar
      .filter(({ row }) => codes[row] === code && isCertain(rows, row, label))
      .slice(0, maxLines)
      .map(({ row, score }) => ({ id: `hook_${rows.ids[row]}`, text: readText(rows, row, 'text'), similarity: score }));
  };
  return new Map(labels.map(([label, value]) => [label, nearest(label, value)]));
}

/** Returns whether the label comes from a source or a curator. Reads the bytes, since parsing the record takes ten times as long. */
function isCertain(rows: Rows, row: number, label: GuessedLabel): boolean {
  return certain.includes(readWord(rows, row, `${label}_method`));
}

const certain: readonly (string | undefined)[] = ['"given"', '"curator"'];
