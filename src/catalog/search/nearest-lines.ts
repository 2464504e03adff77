// Nearest lines: hooks with a label of a source or a curator whose texts share most with a text. Similarity is the cosine of their
// words, weighted by inverse document frequency.
import type { GuessedLabel } from '../../labels/label.ts';
import type { Hook } from '../hook.ts';
import { recordMembers } from '../record.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { findWord, splitWords, type WordIndex } from '../snapshot/vocabulary.ts';

/** `similarity`: 0 to 1, which is the same words. */
export type NearestLine = { id: string; text: string; similarity: number };

export type LineQuery<L extends GuessedLabel> = {
  text: string;
  /** Of the hook itself, which is not found. */
  id: number | undefined;
  labels: readonly (readonly [label: L, value: string])[];
};

type Lines = Pick<Rows, 'size' | 'records' | 'offsets' | 'briefLengths' | 'ids' | 'columns' | 'words'>;
/** Distinct words of the text with their weights, the rarest first. `norm` is the root of the sum. */
type Words = { weights: ReadonlyMap<string, number>; norm: number };
type Wanted = { label: GuessedLabel; codes: Uint16Array; code: number };
/** `weight` is of the shared words that were looked up; the others weigh `skipped` at most. */
type Candidates = { rows: readonly (readonly [row: number, weight: number])[]; skipped: number };

const maxLines = 3;
/** Less is chance: two common words of a short line. */
const minSimilarity = 0.3;
/** Rows of words that are looked up, of the rarest words first, so that a line of common words costs no more. */
const maxRows = 20_000;
/** For each label, those that share most first: rows whose origin is checked, and texts that are compared. */
const maxChecked = 200;
const maxCompared = 15;

/** For each label up to three lines with the same value, the most similar first. */
export function findNearestLines<L extends GuessedLabel>(
  lines: Lines,
  { text, id, labels }: LineQuery<L>,
): ReadonlyMap<L, NearestLine[]> {
  const words = weigh(lines, text);
  const wanted = labels.map(([label, value]) => {
    const { values, codes } = lines.columns[label];
    return { label, codes, code: values.indexOf(value) };
  });
  const candidates = findCandidates(lines, words, wanted);
  const compareOnce = cached((row) => compare(lines, words, row));
  const nearest = ({ label, codes, code }: Wanted) => {
    const isWanted = (row: number) => codes[row] === code && lines.ids[row] !== id;
    const isTrusted = (row: number) => isCertain(lines, row, label);
    return pickNearest(candidates, words.norm, isWanted, isTrusted, compareOnce);
  };
  return new Map(wanted.map((one, at) => [labels[at][0], nearest(one)]));
}

function pickNearest(
  { rows, skipped }: Candidates,
  norm: number,
  isWanted: (row: number) => boolean,
  isTrusted: (row: number) => boolean,
  compare: (row: number) => NearestLine,
): NearestLine[] {
  const found: NearestLine[] = [];
  let checked = 0;
  let compared = 0;
  for (const [row, weight] of rows) {
    const least = found.length < maxLines ? minSimilarity : found[maxLines - 1].similarity;
    // What two texts share is part of both norms, so this is the most that their similarity can be.
    if (Math.sqrt(weight + skipped) / norm < least) break;
    if (!isWanted(row)) continue;
    if (checked++ === maxChecked || compared === maxCompared) break;
    if (!isTrusted(row)) continue;
    compared++;
    const line = compare(row);
    if (line.similarity < least) continue;
    found.push(line);
    found.sort((a, b) => b.similarity - a.similarity).splice(maxLines);
  }
  return found;
}

function weigh({ words, size }: Lines, text: string): Words {
  const weighed = [...new Set(splitWords(text))].map((word) => [word, weightOf(words, word, size)] as const);
  const weights = new Map(weighed.sort(([, a], [, b]) => b - a));
  return { weights, norm: Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight, 0)) };
}

/** Inverse document frequency. A word that no hook has weighs as much as one of a single hook. */
function weightOf(index: WordIndex, text: string, size: number): number {
  const word = findWord(index, text);
  const hooks = word === undefined ? 1 : index.rowStarts[word + 1] - index.rowStarts[word];
  return Math.log(1 + size / hooks);
}

/** Rows with any of the labels that share words with the text, those that share most first. */
function findCandidates({ words: index }: Lines, { weights, norm }: Words, wanted: readonly Wanted[]): Candidates {
  const shared = new Map<number, number>();
  let left = maxRows;
  let skipped = 0;
  for (const [text, weight] of weights) {
    const word = findWord(index, text);
    if (word === undefined) continue;
    const end = Math.min(index.rowStarts[word + 1], index.rowStarts[word] + left);
    if (end < index.rowStarts[word + 1]) skipped += weight;
    for (let at = index.rowStarts[word]; at < end; at++) {
      const row = index.rows[at];
      if (wanted.some(({ codes, code }) => codes[row] === code)) shared.set(row, (shared.get(row) ?? 0) + weight);
    }
    left -= end - index.rowStarts[word];
  }
  const least = (minSimilarity * norm) ** 2 - skipped;
  const rows = [...shared].filter(([, weight]) => weight >= least).sort(([, a], [, b]) => b - a);
  return { rows, skipped };
}

/** Whether the label comes from a source or a curator. Read from the bytes, since parsing the record takes ten times as long. */
function isCertain({ records, offsets }: Lines, row: number, label: GuessedLabel): boolean {
  const opening = methodOpenings[label];
  const at = records.indexOf(opening, offsets[row], 'latin1') + opening.length;
  return certain.some((method) => records.toString('latin1', at, at + method.length) === method);
}

const certain = ['"given"', '"curator"'];
/** Quotes in JSON strings are escaped, so each occurs once in a record. */
const openingOf = (name: string) => recordMembers.find((member) => member.name === name)?.opening ?? '';
const methodOpenings: Readonly<Record<GuessedLabel, string>> = {
  archetype: openingOf('archetype_method'),
  emotional_trigger: openingOf('emotional_trigger_method'),
  niche: openingOf('niche_method'),
  format: openingOf('format_method'),
};

function compare({ records, offsets, briefLengths, words, size }: Lines, line: Words, row: number): NearestLine {
  const brief = records.toString('utf8', offsets[row], offsets[row] + briefLengths[row]);
  const { id, text } = JSON.parse(`${brief}}`) as Hook;
  let shared = 0;
  let all = 0;
  for (const word of new Set(splitWords(text))) {
    const known = line.weights.get(word);
    shared += known ?? 0;
    all += known ?? weightOf(words, word, size);
  }
  return { id, text, similarity: Math.round((shared / (line.norm * Math.sqrt(all))) * 100) / 100 };
}

function cached<T>(compute: (row: number) => T): (row: number) => T {
  const known = new Map<number, T>();
  return (row) => {
    const value = known.get(row) ?? compute(row);
    known.set(row, value);
    return value;
  };
}
