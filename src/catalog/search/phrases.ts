// Finds rows whose text contains a phrase: the words in this order, next to each other.
import type { Hook } from '../hook.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findWord, splitWords } from '../snapshot/vocabulary.ts';
import { hasPhrase, type Phrase } from './text-query.ts';
import { intersectRows, type Matches } from './text-search.ts';

/** Ascending. */
export function searchPhrase(snapshot: Snapshot, phrase: Phrase): Matches {
  const lists = phrase.map((word) => rowsOfWord(snapshot, word)).sort((a, b) => a.length - b.length);
  const [first = new Uint32Array(0), ...rest] = lists;
  const { rows } = rest.reduce(intersectRows, { rows: first, tiers: null } as Matches);
  if (phrase.length === 1) return { rows, tiers: null };
  return { rows: rows.filter((row) => hasPhrase(splitWords(textOf(snapshot, row)), phrase)), tiers: null };
}

export function excludePhrases(snapshot: Snapshot, { rows, tiers }: Matches, phrases: readonly Phrase[]): Matches {
  const excluded = new Set(phrases.flatMap((phrase) => [...searchPhrase(snapshot, phrase).rows]));
  const isWanted = (row: number) => !excluded.has(row);
  return { rows: rows.filter(isWanted), tiers: tiers?.filter((_, at) => isWanted(rows[at])) ?? null };
}

function rowsOfWord({ words }: Snapshot, text: string): Uint32Array {
  const word = findWord(words, text);
  return word === undefined
    ? new Uint32Array(0)
    : words.rows.subarray(words.rowStarts[word], words.rowStarts[word + 1]);
}

export function textOf(
  { records, offsets, briefLengths }: Pick<Snapshot, 'records' | 'offsets' | 'briefLengths'>,
  row: number,
): string {
  const brief = records.toString('utf8', offsets[row], offsets[row] + briefLengths[row]);
  return (JSON.parse(`${brief}}`) as Hook).text;
}
