// Word index of the texts: a sorted vocabulary, and for each word its rows in order of views. Immutable. Matches one query word (exact,
// prefix, typo); text-search.ts combines words.

import { lowerBound } from './binary-search.ts';
import type { Ints, Shorts } from './shared-arrays.ts';

export type WordIndex = {
  size: number;
  /** UTF-16 code units of all words, sorted, one after the other. */
  units: Shorts;
  /** Word w is `units[unitStarts[w]] … units[unitStarts[w + 1] - 1]`. */
  unitStarts: Ints;
  /** Rows with word w: `rows[rowStarts[w]] … rows[rowStarts[w + 1] - 1]`, ascending. */
  rows: Ints;
  rowStarts: Ints;
};

/** A word of the vocabulary that matches a query word. Penalties are 0 for exact, 1 for a prefix, 2 for one typo, and 3 for two typos. */
export type WordMatch = { word: number; penalty: number };

/** Apostrophes, and separators of thousands: `10,000` is one word. */
const joiners = /['’ʼ]|(?<=\d)[,.](?=\d{3}(?!\d))/g;
/** Accents, vowel marks in Hebrew and Arabic, and the line that stretches an Arabic word. In other scripts marks are letters. */
const marks = /[\u0300-\u036f\u0640[\p{M}&&[\p{scx=Hebrew}\p{scx=Arabic}]]]/gv;
/** Letters that Unicode does not decompose, with their common replacements. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه' },
};
const foldedLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
// In scripts without spaces every character is a word, so that any part of a text can be found.
export const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;
const asciiOnly = /^[\x20-\x7e]*$/;

/** Returns the words of a text as in the index: lower case, plain letters, no accents, no apostrophes. */
export function splitWords(text: string): string[] {
  if (asciiOnly.test(text))
    return (
      text
        .toLowerCase()
        .replace(joiners, '')
        .match(/[a-z0-9]+/g) ?? []
    );
  return foldText(text).match(wordPattern) ?? [];
}

/** Returns the text in which wordPattern finds the words. */
export function foldText(text: string): string {
  const plain = text.replace(joiners, '').normalize('NFKD').replace(marks, '').toLowerCase();
  return plain.replace(foldedLetters, (letter) => plainLetters[letter] ?? letter).normalize('NFC');
}

/** Returns whether the character at `at` may separate thousands. */
export function mayJoin(text: string, at: number): boolean {
  const [code, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return (code === 0x2c || code === 0x2e) && next >= 0x30 && next <= 0x39;
}

/** Returns the allowed number of typos in a word of this length. */
function typosAllowed(length: number): number {
  return length >= 9 ? 2 : length >= 5 ? 1 : 0;
}

/** Returns words of the vocabulary that match `text`, the nearest first. */
export function matchWord(index: WordIndex, text: string, asPrefix: boolean): WordMatch[] {
  const query = unitsOf(text);
  const penalties = new Map<number, number>();
  const typos = typosAllowed(text.length);
  if (typos > 0)
    for (const { word, edits } of withinEdits(index, query, typos)) penalties.set(word, edits === 0 ? 0 : 1 + edits);
  const first = wordBound(index, query, false);
  if (asPrefix) {
    const end = wordBound(index, query, true);
    for (let word = first; word < end; word++) penalties.set(word, Math.min(1, penalties.get(word) ?? 1));
  }
  if (first < index.size && compareWord(index, first, query) === 0) penalties.set(first, 0);
  return [...penalties].map(([word, penalty]) => ({ word, penalty })).sort((a, b) => a.penalty - b.penalty);
}

/** Avoids `Uint16Array.from`, which iterates by code points and takes ten times as long. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/** Returns the index of a word in the vocabulary; undefined if no text has it. */
export function findWord(index: WordIndex, text: string): number | undefined {
  const query = unitsOf(text);
  const word = wordBound(index, query, false);
  return word < index.size && compareWord(index, word, query) === 0 ? word : undefined;
}

/** Returns the rows with a word, ascending; empty if no row has it. */
export function rowsOfWord(index: WordIndex, text: string): Uint32Array {
  const word = findWord(index, text);
  return word === undefined ? noRows : index.rows.subarray(index.rowStarts[word], index.rowStarts[word + 1]);
}

const noRows = new Uint32Array(0);

/** Returns the first word at or after `query`, or, with `pastPrefix`, the first after all words that begin with it. */
function wordBound(index: WordIndex, query: Uint16Array, pastPrefix: boolean): number {
  return lowerBound(index.size, (word) => {
    const order = compareWord(index, word, query, pastPrefix);
    return pastPrefix ? order > 0 : order >= 0;
  });
}

/** Returns the order of a word relative to `query`; with `asPrefix`, 0 if the word begins with it. */
export function compareWord(index: WordIndex, word: number, query: Uint16Array, asPrefix = false): number {
  const start = index.unitStarts[word];
  const length = index.unitStarts[word + 1] - start;
  const shared = Math.min(length, query.length);
  for (let at = 0; at < shared; at++) {
    const difference = index.units[start + at] - query[at];
    if (difference !== 0) return difference;
  }
  return asPrefix && length >= query.length ? 0 : length - query.length;
}

/**
 * Returns words within `maxEdits` insertions, deletions, replacements or transpositions (optimal string alignment). The sorted vocabulary
 * is walked like a trie: the edit matrix has one row per depth, and a prefix beyond `maxEdits` is skipped with all its words. Only words
 * with the same first letter match: typos are rare there, and "fitness" would find "witness".
 */
function withinEdits(index: WordIndex, query: Uint16Array, maxEdits: number): { word: number; edits: number }[] {
  const { units, unitStarts } = index;
  const letter = query.subarray(0, 1);
  const end = wordBound(index, letter, true);
  const width = query.length + 1;
  const maxDepth = query.length + maxEdits;
  const matrix = Array.from({ length: maxDepth + 2 }, () => new Uint8Array(width));
  for (let column = 0; column < width; column++) matrix[0][column] = column;
  const path = new Uint16Array(maxDepth + 2);
  const found: { word: number; edits: number }[] = [];
  let validDepth = 0;

  for (let word = wordBound(index, letter, false); word < end; ) {
    const start = unitStarts[word];
    const length = unitStarts[word + 1] - start;
    let depth = 0;
    while (depth < validDepth && depth < length && units[start + depth] === path[depth]) depth++;
    let isTooFar = false;
    while (depth < length && !isTooFar) {
      path[depth] = units[start + depth];
      isTooFar = depth >= maxDepth || fillRow(matrix, path, depth, query) > maxEdits;
      depth++;
    }
    if (isTooFar) {
      const prefix = units.subarray(start, start + depth);
      validDepth = depth - 1;
      word = skipPrefix(index, word, prefix);
    } else {
      validDepth = length;
      const edits = matrix[length][query.length];
      if (edits <= maxEdits) found.push({ word, edits });
      word++;
    }
  }
  return found;
}

/** Fills the row for the word's unit at `depth`; returns the smallest distance in it. */
function fillRow(matrix: readonly Uint8Array[], path: Uint16Array, depth: number, query: Uint16Array): number {
  const above = matrix[depth];
  const row = matrix[depth + 1];
  const unit = path[depth];
  row[0] = depth + 1;
  let smallest = row[0];
  for (let column = 1; column <= query.length; column++) {
    const isSame = query[column - 1] === unit;
    let edits = Math.min(above[column] + 1, row[column - 1] + 1, above[column - 1] + (isSame ? 0 : 1));
    if (depth > 0 && column > 1 && unit === query[column - 2] && path[depth - 1] === query[column - 1]) {
      edits = Math.min(edits, matrix[depth - 1][column - 2] + 1);
    }
    row[column] = edits;
    if (edits < smallest) smallest = edits;
  }
  return smallest;
}

/** Returns the first word after those that begin with `prefix`. Uses a galloping search, since most runs are short. */
function skipPrefix(index: WordIndex, word: number, prefix: Uint16Array): number {
  let step = 1;
  let low = word;
  while (low + step < index.size && compareWord(index, low + step, prefix, true) === 0) {
    low += step;
    step *= 2;
  }
  const from = low + 1;
  const span = Math.min(low + step, index.size) - from;
  return from + lowerBound(span, (at) => compareWord(index, from + at, prefix, true) > 0);
}
