// Finds the rows with every word of a query, and their distance from it. vocabulary.ts matches one word.
import { rowPosition } from '../snapshot/binary-search.ts';
import { matchWord, splitWords, type WordIndex } from '../snapshot/vocabulary.ts';

/** Rows ascend, so the most viewed come first. `tiers[i]` is the distance of row i from the query; 0 is exact. Null stands for all 0. */
export type Matches = { rows: Uint32Array; tiers: Uint8Array | null };

/** `both` puts matches of the words before hooks near in meaning. */
export type ByMeaning = { match: 'meaning' | 'both'; text: string };

/** `vectors` is the number of compared vectors, which can grow without a new catalog version; 0 if the text cannot be compared. */
export type Nearest = Matches & ByMeaning & { vectors: number };

type Postings = { rows: Uint32Array; penalty: number };
type WordPostings = { lists: Postings[]; total: number };

const none: Matches = { rows: new Uint32Array(0), tiers: null };

/** `words` come from splitWords; if `isOpen`, the last one also matches as a prefix. */
export function searchText(index: WordIndex, words: readonly string[], size: number, isOpen = true): Matches {
  const perWord = words.map((word, at) => postingsOf(index, word, isOpen && at === words.length - 1));
  perWord.sort((a, b) => a.total - b.total);
  let matches: Matches | undefined;
  for (const word of perWord) {
    if (word.total === 0) return none;
    matches = matches ? intersect(matches, word, size) : unite(word, size);
    if (matches.rows.length === 0) return none;
  }
  return matches ?? none;
}

function postingsOf(index: WordIndex, word: string, asPrefix: boolean): WordPostings {
  const lists = matchWord(index, word, asPrefix).map(({ word: match, penalty }) => ({
    rows: index.rows.subarray(index.rowStarts[match], index.rowStarts[match + 1]),
    penalty,
  }));
  return { lists, total: lists.reduce((sum, list) => sum + list.rows.length, 0) };
}

/** Lists are nearest first, so the first list with a row decides its tier. */
function unite(word: WordPostings, size: number): Matches {
  if (word.lists.length === 1) {
    const [{ rows, penalty }] = word.lists;
    return { rows, tiers: penalty === 0 ? null : new Uint8Array(rows.length).fill(penalty) };
  }
  const marks = markRows(word, size);
  const found = new Uint32Array(word.total);
  let count = 0;
  if (word.total > size / 16) {
    for (let row = 0; row < size; row++) if (marks[row] !== 0) found[count++] = row;
  } else {
    for (const { rows } of word.lists) {
      for (const row of rows) {
        // Adding 128 marks a row as taken; it is removed below.
        if (marks[row] < 128) {
          marks[row] += 128;
          found[count++] = row;
        }
      }
    }
    found.subarray(0, count).sort();
  }
  const rows = found.slice(0, count);
  const tiers = new Uint8Array(count);
  for (let at = 0; at < count; at++) tiers[at] = (marks[rows[at]] & 127) - 1;
  return { rows, tiers };
}

function markRows(word: WordPostings, size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (const { rows, penalty } of word.lists) {
    for (const row of rows) if (marks[row] === 0) marks[row] = penalty + 1;
  }
  return marks;
}

/** Largest distance of words. */
export const maxWordTier = 100;
const absent = 255;

function intersect(matches: Matches, word: WordPostings, size: number): Matches {
  const { rows, tiers } = matches;
  const penalties = new Uint8Array(rows.length).fill(absent);
  if (word.lists.length * rows.length * 4 < word.total + size / 8) {
    for (const list of word.lists) gallop(rows, list, penalties);
  } else {
    const marks = markRows(word, size);
    for (let at = 0; at < rows.length; at++) if (marks[rows[at]] !== 0) penalties[at] = marks[rows[at]] - 1;
  }
  const kept = new Uint32Array(rows.length);
  const keptTiers = new Uint8Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    if (penalties[at] === absent) continue;
    kept[count] = rows[at];
    keptTiers[count++] = Math.min(maxWordTier, (tiers ? tiers[at] : 0) + penalties[at]);
  }
  return { rows: kept.slice(0, count), tiers: keptTiers.slice(0, count) };
}

/** Returns the matches of both, each once and ascending. A row in both keeps its tier in the first. */
export function uniteMatches(first: Matches, second: Matches): Matches {
  const rows = new Uint32Array(first.rows.length + second.rows.length);
  const tiers = new Uint8Array(rows.length);
  let count = 0;
  let next = 0;
  for (let at = 0; at < first.rows.length || next < second.rows.length; ) {
    const isSecond = at === first.rows.length || second.rows[next] < first.rows[at];
    if (!isSecond && second.rows[next] === first.rows[at]) next++;
    const [from, place] = isSecond ? [second, next++] : [first, at++];
    rows[count] = from.rows[place];
    tiers[count++] = from.tiers?.[place] ?? 0;
  }
  return { rows: rows.slice(0, count), tiers: tiers.slice(0, count) };
}

/** Returns the matches that are among `wanted`. Both must ascend. */
export function intersectRows({ rows, tiers }: Matches, wanted: Uint32Array): Matches {
  const penalties = new Uint8Array(rows.length).fill(absent);
  gallop(rows, { rows: wanted, penalty: 0 }, penalties);
  const isWanted = (_: number, at: number) => penalties[at] === 0;
  return { rows: rows.filter(isWanted), tiers: tiers?.filter(isWanted) ?? null };
}

/** Returns the matches for which `isWanted`, called with each row and its place, is true. */
export function keep({ rows, tiers }: Matches, isWanted: (row: number, at: number) => boolean): Matches {
  const kept = new Uint32Array(rows.length);
  const keptTiers = tiers && new Uint8Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    if (!isWanted(rows[at], at)) continue;
    if (tiers && keptTiers) keptTiers[count] = tiers[at];
    kept[count++] = rows[at];
  }
  return { rows: kept.slice(0, count), tiers: keptTiers?.slice(0, count) ?? null };
}

function gallop(rows: Uint32Array, list: Postings, penalties: Uint8Array): void {
  let position = 0;
  for (let at = 0; at < rows.length && position < list.rows.length; at++) {
    let step = 1;
    while (position + step < list.rows.length && list.rows[position + step] < rows[at]) step *= 2;
    position = rowPosition(
      list.rows,
      rows[at],
      position + (step >> 1),
      Math.min(position + step + 1, list.rows.length),
    );
    if (list.rows[position] === rows[at] && penalties[at] === absent) penalties[at] = list.penalty;
  }
}

// Parses `q`: words, phrases in quotation marks, and excluded words and phrases.

export type Phrase = readonly string[];

export type TextQuery = {
  /** Words that match with typos; if `isOpen`, the last one also matches as a prefix. */
  words: readonly string[];
  isOpen: boolean;
  /** Words that match in this order and without typos. */
  phrases: readonly Phrase[];
  excluded: readonly Phrase[];
};

export const maxQueryWords = 10;

/** Matches an optional `-`, then a phrase or the text between spaces. An unclosed quotation mark closes at the end of the text. */
const parts = /(?<=^|[\s-])(-?)["“”]([^"“”]*)(?:["“”]|$)|(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)|[^\s"“”]+/gu;

let lastText = '';
let lastRead: TextQuery = { words: [], isOpen: false, phrases: [], excluded: [] };

/** Caches the last text, since a request reads it several times: for the check and the search. */
export function readTextQuery(text: string): TextQuery {
  if (text !== lastText) lastRead = parseTextQuery(text);
  lastText = text;
  return lastRead;
}

function parseTextQuery(text: string): TextQuery {
  const words: string[] = [];
  const phrases: Phrase[] = [];
  const excluded: Phrase[] = [];
  let isOpen = false;
  for (const [part, minus, quoted, without] of text.matchAll(parts)) {
    const found = splitWords(quoted ?? without ?? part);
    if (found.length === 0) continue;
    isOpen = quoted === undefined && without === undefined;
    if (without !== undefined || (quoted !== undefined && minus === '-')) excluded.push(found);
    else if (quoted !== undefined) phrases.push(found);
    else words.push(...found);
  }
  return { words, isOpen, phrases, excluded };
}

export function countQueryWords({ words, phrases, excluded }: TextQuery): number {
  return words.length + phrases.flat().length + excluded.flat().length;
}

/** Returns a query as one text to compare by meaning: without quotation marks and excluded parts. */
export function comparedText(text: string): string {
  const wanted = [...text.matchAll(parts)].filter(([, minus, , without]) => minus !== '-' && without === undefined);
  return wanted.map(([part, , quoted]) => quoted ?? part).join(' ');
}

/** Returns whether `words` contain the phrase. */
export function hasPhrase(words: readonly string[], phrase: Phrase): boolean {
  return words.some((_, at) => phrase.every((word, place) => words[at + place] === word));
}
