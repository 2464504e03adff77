// Highlights: the matched words and phrases of `q` in a text.
import { findWord, foldText, matchWord, type WordIndex, wordPattern } from '../snapshot/vocabulary.ts';
import type { Filter } from './filter.ts';
import { type Phrase, readTextQuery } from './text-search.ts';

/** Offsets in UTF-16 units; `end` is exclusive. */
export type Highlight = [start: number, end: number];

type PlacedWord = { word: string; start: number; end: number };

/** The returned function highlights a text of the page: highlights ascend without overlaps, and a phrase is one highlight. */
export function createHighlighter(index: WordIndex, { words = [], more }: Filter): (text: string) => Highlight[] {
  const { phrases = [], isClosed } = more ?? {};
  const matched = new Set<number | undefined>();
  for (const word of words) for (const match of matchWord(index, word, false)) matched.add(match.word);
  // The prefix is compared with the words of the texts, since thousands of words of the catalog may begin with it.
  const prefix = isClosed ? undefined : words.at(-1);
  const isMatched = (word: string) =>
    (prefix !== undefined && word.startsWith(prefix)) || matched.has(findWord(index, word));
  // The texts of a page share most of their words.
  const wordsOf = remembered(wordsOfChunk);
  const matchesOf = remembered((chunk) => wordsOf(chunk).filter(({ word }) => isMatched(word)));
  return (text) => {
    const found = words.length === 0 ? [] : placeWords(text, matchesOf).map(toHighlight);
    if (phrases.length === 0) return joined(found);
    const placed = placeWords(text, wordsOf);
    return joined([...found, ...phrases.flatMap((phrase) => placePhrase(placed, phrase))]);
  };
}

function remembered<T>(find: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      result = find(text);
      results.set(text, result);
    }
    return result;
  };
}

const toHighlight = ({ start, end }: PlacedWord): Highlight => [start, end];

function placePhrase(placed: readonly PlacedWord[], phrase: Phrase): Highlight[] {
  const found: Highlight[] = [];
  for (const [at, { start, word }] of placed.entries()) {
    if (word !== phrase[0]) continue;
    const last = placed[at + phrase.length - 1];
    if (last && phrase.every((word, place) => placed[at + place].word === word)) found.push([start, last.end]);
  }
  return found;
}

/** Words next to each other, as in Chinese, are one highlight. */
function joined(highlights: readonly Highlight[]): Highlight[] {
  const apart: Highlight[] = [];
  for (const [start, end] of highlights.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

/** Splits a text into the words of splitWords. Only at spaces can folding be split: the lower case of `Σ` depends on the next letter. */
function placeWords(text: string, wordsOf: (chunk: string) => readonly PlacedWord[]): PlacedWord[] {
  const placed: PlacedWord[] = [];
  for (const { 0: chunk, index } of text.matchAll(/[^\t\n\r ]+/g))
    for (const { word, start, end } of wordsOf(chunk)) placed.push({ word, start: index + start, end: index + end });
  return placed;
}

/** Texts that fold to their lower case, with every character in its place. */
const isPlain = /^(?:[\x21-\x26\x28-\x7e](?<![,.](?=\d)))+$/;

function wordsOfChunk(chunk: string): PlacedWord[] {
  if (isPlain.test(chunk))
    return Array.from(chunk.toLowerCase().matchAll(/[a-z0-9]+/g), ({ 0: word, index }) => ({
      word,
      start: index,
      end: index + word.length,
    }));
  const folded = foldText(chunk);
  const { starts, ends } = placesOf(chunk, folded.length);
  return Array.from(folded.matchAll(wordPattern), ({ 0: word, index }) => ({
    word,
    start: starts(index),
    end: ends(index + word.length - 1),
  }));
}

/** Chunks that may lose characters when folded, or merge some into one. */
const mayShrink = /['’ʼ\u0640\p{M}\p{Cs}\u{10000}-\u{10ffff}\uff9e\uff9f\u1100-\u11ff]|\d[,.]\d/u;

type Places = { starts: (unit: number) => number; ends: (unit: number) => number };

/** Separators of thousands, and characters with their marks. The last two are the voiced sound marks of half-width katakana. */
const characters =
  /(?<joiner>(?<=\d)[,.](?=\d{3}(?!\d)))|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

/** Maps the units of a folded text to the original. Rare texts that do not fold character by character map to the whole chunk. */
function placesOf(chunk: string, foldedLength: number): Places {
  if (foldedLength === chunk.length && !mayShrink.test(chunk))
    return { starts: (unit) => unit, ends: (unit) => unit + 1 };
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index, groups } of chunk.matchAll(characters)) {
    for (let { length } = groups?.joiner ? '' : foldText(character); length > 0; length--) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  if (starts.length !== foldedLength) return { starts: () => 0, ends: () => chunk.length };
  return { starts: (unit) => starts[unit], ends: (unit) => ends[unit] };
}

// Suggests searches with fewer words that find something, if nothing contains them all.

type FewerWords = { without: string; q: string; total: number };

const maxSuggestions = 4;

/**
 * Leaves out one word or phrase each, or else tries each word alone. Returns the most hooks first. `count` returns how many hooks a text
 * finds.
 */
export function suggestFewerWords(q: string, count: (q: string) => number): FewerWords[] {
  const parts = q.match(/-?["“][^"“”]*["”]?|[^\s"“”]+/g) ?? [];
  const othersThan = (place: number) => parts.filter((_, at) => at !== place).join(' ');
  const withoutOne = parts.map((without, at) => ({ without, q: othersThan(at) }));
  const found = findMatching(withoutOne, count);
  return found.length > 0
    ? found
    : findMatching(
        parts.map((only, at) => ({ without: othersThan(at), q: only })),
        count,
      );
}

function findMatching(searches: readonly Omit<FewerWords, 'total'>[], count: (q: string) => number): FewerWords[] {
  return searches
    .filter(({ q: rest }) => hasWords(rest))
    .map((suggestion) => ({ ...suggestion, total: count(suggestion.q) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxSuggestions);
}

/** A query of only excluded words would find nearly everything. */
function hasWords(q: string): boolean {
  const { words, phrases } = readTextQuery(q);
  return words.length + phrases.length > 0;
}
