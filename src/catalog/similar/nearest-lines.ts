// Nearest lines: the hooks most similar to a text that have a label of it from a source or a curator.
import type { GuessedLabel } from '../../labels/label.ts';
import { readText } from '../snapshot/record-text.ts';
import { readWord } from '../snapshot/records/expand.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { findCandidates } from './find-similar.ts';
import { roundScore } from './similar-hook.ts';
import { similarityOf, weighLine, weightsOf } from './weighted-line.ts';

/** `similarity`: 0 to 1, which is the same line. */
export type NearestLine = { id: string; text: string; similarity: number };

export type LineQuery<L extends GuessedLabel> = {
  text: string;
  /** Of the hook itself, which is not found. */
  id: number | undefined;
  labels: readonly (readonly [label: L, value: string])[];
};

const maxLines = 3;
/** Less is chance: two common words of a short line. */
const minSimilarity = 0.3;
/** Rows that share most with the text, whatever their labels. */
const maxFound = 500;
/** Rows with the label whose texts are compared. */
const maxCompared = 15;

/** For each label up to three lines with the same value, the most similar first. */
export function findNearestLines<L extends GuessedLabel>(
  rows: Rows,
  { text, id, labels }: LineQuery<L>,
): ReadonlyMap<L, NearestLine[]> {
  const weights = weightsOf(rows);
  const line = weighLine(text, weights);
  const candidates = findCandidates(rows, { line, template: undefined, only: undefined, count: maxFound });
  const compared = new Map<number, NearestLine>();

  const compareOnce = (row: number): NearestLine => {
    const known = compared.get(row) ?? compare(row);
    compared.set(row, known);
    return known;
  };
  const compare = (row: number): NearestLine => {
    const other = readText(rows, row, 'text');
    const similarity = roundScore(similarityOf(line, weighLine(other, weights)));
    return { id: `hook_${rows.ids[row]}`, text: other, similarity };
  };
  const nearest = (label: L, value: string): NearestLine[] => {
    const { values, codes } = rows.columns[label];
    const code = values.indexOf(value);
    const isWanted = (row: number) => codes[row] === code && rows.ids[row] !== id && isCertain(rows, row, label);
    return candidates
      .values()
      .filter(isWanted)
      .take(maxCompared)
      .map(compareOnce)
      .filter(({ similarity }) => similarity >= minSimilarity)
      .toArray()
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxLines);
  };

  return new Map(labels.map(([label, value]) => [label, nearest(label, value)]));
}

/** Whether the label comes from a source or a curator. Read from the bytes, since parsing the record takes ten times as long. */
function isCertain(rows: Rows, row: number, label: GuessedLabel): boolean {
  return certain.includes(readWord(rows, row, `${label}_method`));
}

const certain: readonly (string | undefined)[] = ['"given"', '"curator"'];
