// Language detection: by script, else by function words, else by content words and letters, else by the n-grams of tinyld.
import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import { lazily } from '../../lib/async.ts';
import type { Guess } from '../label.ts';
import { fold, type Line, tokenize } from '../line.ts';
import { readWordGroups, readWords } from '../word-list.ts';
import { countScripts, dominantScript, hasOtherScript, isWrittenIn, languageOfScript } from './scripts.ts';

const require = createRequire(import.meta.url);
let loaded: typeof Tinyld | undefined;

/** Loaded on first use, since unpacking its n-grams takes 0.2 s. */
function tinyld(): typeof Tinyld {
  const library: typeof Tinyld = loaded ?? require('tinyld');
  loaded = library;
  return library;
}

const undetermined: Guess = { value: 'und', confidence: 0 };

const functionIndex = lazily(() => indexWords(functionWords()));
const contentIndex = lazily(() => indexWords(readWordGroups('labels/words/languages/content-words.tsv', 'language')));
/** Weakest evidence: these words decide only if nothing else does. */
const titleWords = lazily(() => new Set(readWords('labels/words/languages/title-words.tsv')));

// Without this list, lines of names and loan words are detected as Latin or Esperanto.
const candidates = lazily(() => [...Object.keys(functionWords()), 'da', 'no', 'fi', 'cs', 'hu']);
// N-grams are unreliable for fewer letters.
const minLetters = 8;
const manyLetters = 20;
const maxNgramConfidence = 0.75;
/** Below this accuracy, n-grams only confirm a language that has a word or a letter in the line. */
const minAccuracyAlone = 0.5;
const minAccuracy = 0.15;
const weakConfidence = 0.3;
// Compared with 1, the vote of a function word.
const contentVote = 0.5;
const stemVote = 0.4;
const endingVote = 0.3;
const letterVote = 1;
const titleVote = 0.05;

/** `text` is unfolded, for its script and letters; `tokens` are from tokenize(), since words are compared without accents. */
export function detectLanguage(text: string, tokens: readonly string[]): Guess {
  const script = dominantScript(text);
  if (script === undefined) return undetermined;
  if (script !== 'latin') return languageOfScript(script, text);
  const votes: Votes = new Map();
  const byFunctionWords = detectByFunctionWords(tokens, votes);
  if (byFunctionWords) return byFunctionWords;
  countContentWords(tokens, votes);
  countLetters(text, votes);
  const { best, most, second } = leaderOf(votes);
  if (most >= 1 && most >= second * 1.5) return { value: best, confidence: Math.min(0.8, 0.4 + 0.1 * most) };
  const byNgrams = detectByNgrams(text, votes);
  if (byNgrams) return byNgrams;
  return most > 0
    ? { value: best, confidence: most >= contentVote && most > second ? weakConfidence : 0.2 }
    : undetermined;
}

/** Returns detectLanguage()'s result by script or function words, or undefined if weaker evidence is needed. Takes a tenth of the time. */
function evidentLanguage(text: string, tokens: readonly string[]): Guess | undefined {
  const script = dominantScript(text);
  if (script === undefined) return undefined;
  return script === 'latin' ? detectByFunctionWords(tokens, new Map()) : languageOfScript(script, text);
}

type Votes = Map<string, number>;

function vote(votes: Votes, languages: readonly string[] | undefined, weight: number): void {
  for (const language of languages ?? [])
    votes.set(language, (votes.get(language) ?? 0) + weight / (languages?.length ?? 1));
}

function leaderOf(votes: Votes): { best: string; most: number; second: number } {
  let best = '';
  let most = 0;
  let second = 0;
  for (const [language, count] of votes) {
    if (count > most) [second, most, best] = [most, count, language];
    else if (count > second) second = count;
  }
  return { best, most, second };
}

/** Two function words of a language decide alone; a single one may be a loan word or a name, so it only votes. */
function detectByFunctionWords(tokens: readonly string[], votes: Votes): Guess | undefined {
  const index = functionIndex();
  let words = 0;
  for (const token of tokens) {
    if (token.charCodeAt(0) >= 97) words++;
    vote(votes, index.get(token), 1);
  }
  const { best, most, second } = leaderOf(votes);
  if (most < 1.5 || most < second * 1.5 || most / words < 0.2) return undefined;
  return { value: best, confidence: Math.min(0.97, 0.7 + 0.07 * (most - second)) };
}

const english = ['en'];
const englishEnding = /(?:ing|ings|ness|less|ful|ight|ights|ship|ships)$/;
const englishSuffix = /(?:s|es|ed|d|er|ers|ing|ly)$/;

function countContentWords(tokens: readonly string[], votes: Votes): void {
  const index = contentIndex();
  for (const token of tokens) {
    const languages = index.get(token);
    if (languages) vote(votes, languages, contentVote);
    else if (titleWords().has(token)) vote(votes, english, titleVote);
    else if (token.length > 4 && !functionIndex().has(token)) {
      const stem = token.replace(englishSuffix, '');
      if (stem !== token && (index.get(stem)?.[0] === 'en' || index.get(`${stem}e`)?.[0] === 'en'))
        vote(votes, english, stemVote);
      else if (englishEnding.test(token)) vote(votes, english, endingVote);
    }
  }
}

function countLetters(text: string, votes: Votes): void {
  if (!/['\u0080-\u024f\u1e00-\u1eff’]/.test(text)) return;
  for (const [letters, languages] of lettersOf) if (letters.test(text)) vote(votes, languages, letterVote);
}

/** Letters of languages in Latin script. Languages share the vote of their letters; one that is listed twice gets twice as much. */
const lettersOf: readonly [RegExp, readonly string[]][] = [
  [/[ñ¿¡]/i, ['es']],
  [/[ãõ]/i, ['pt']],
  [/[œêèùû]/i, ['fr']],
  [/ß/i, ['de']],
  [/[äöü]/i, ['de', 'de', 'sv', 'tr']],
  [/[łżźęąść]/i, ['pl']],
  [/[ğıİş]/, ['tr']],
  [/[șță]/i, ['ro']],
  [/[đơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i, ['vi']],
  [/å/i, ['sv', 'da', 'no']],
  [/[řěů]/i, ['cs']],
  [/[őű]/i, ['hu']],
  [/ç/i, ['fr', 'pt', 'tr']],
  // An article or a pronoun before a vowel: l'eau, qu'un.
  [/(?<![\p{L}\d])(?:[cdjlmnst]|qu)['’][aeiouyhéèêàâ]/iu, ['fr', 'fr', 'it']],
  [/[éà]/i, ['fr', 'fr', 'es', 'it', 'pt']],
  // As a separate word only: without its accent it is the English article.
  [/(?<!\p{L})à(?!\p{L})/iu, ['fr', 'pt']],
  [/[áíóú]/i, ['es', 'es', 'pt']],
];

function detectByNgrams(text: string, votes: Votes): Guess | undefined {
  const letters = text
    .replace(/[#@]\S+|https?:\S+/g, ' ')
    .replace(/[^\p{L}' ]/gu, ' ')
    .trim();
  if (letters.length < minLetters) return undefined;
  const [best] = tinyld().detectAll(letters, { only: candidates() });
  if (!best || best.accuracy < (votes.has(best.lang) ? minAccuracy : votes.size > 0 ? 2 : minAccuracyAlone))
    return undefined;
  const limit = letters.length < manyLetters ? weakConfidence : maxNgramConfidence;
  return { value: best.lang, confidence: Math.min(limit, best.accuracy) };
}

function indexWords(wordsOf: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [language, words] of Object.entries(wordsOf))
    for (const word of words) index.set(word, [...(index.get(word) ?? []), language]);
  return index;
}

// Checks the language that a source gives against script and words of the text.

/**
 * Detections in Latin script at or above this confidence were never wrong on real titles (figures: docs/labels.md). Only function words
 * reach it.
 */
const minConfidence = 0.9;

/** Given languages that a detected language does not contradict: the two are similar, or lines mix both, as in Hinglish. */
const compatible: Readonly<Record<string, readonly string[]>> = {
  en: ['hi'],
  hi: ['en'],
  es: ['pt'],
  pt: ['es'],
};

/**
 * Returns the language of a text that cannot be in the `given` one (a BCP 47 tag), or undefined if it can. Any language may be written in
 * Latin letters, as Hindi is, so there the text must have words of another language, beyond doubt, and none of the given one.
 */
export function contradictingLanguage(given: string, text: string): string | undefined {
  const [language = given, ...subtags] = given.split('-');
  if (hasOtherScript(text)) {
    const { script, letters, latin } = countScripts(text);
    if (letters > 0 && isWrittenIn(language, script)) return undefined;
    if (letters > latin) return languageOfScript(script, text).value;
  }
  const words = ownWords().get(language);
  if (words === undefined || subtags.includes('Latn') || hasWord(text, words)) return undefined;
  const evident = evidentLanguage(text, tokenize(fold(text)));
  if (evident === undefined || evident.confidence < minConfidence) return undefined;
  const { value } = evident;
  return value === language || compatible[value]?.includes(language) ? undefined : value;
}

/** Splits at spaces only: a word with punctuation is missed, and then the whole text is checked. */
function hasWord(text: string, words: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  for (let start = 0, end = 0; start < lower.length; start = end + 1) {
    end = lower.indexOf(' ', start);
    if (end === -1) end = lower.length;
    if (words.has(lower.slice(start, end))) return true;
  }
  return false;
}

/** Function words that no other language has, by language. */
const ownWords = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const lists = Object.entries(functionWords());
  const counts = new Map<string, number>();
  for (const [, words] of lists) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(lists.map(([language, words]) => [language, new Set(words.filter((word) => counts.get(word) === 1))]));
});

// Function words of languages, and a check for English lines, so that English cues are not applied to other languages.

/** Words by language, without accents and apostrophes, as tokenize() returns them. */
export const functionWords = lazily(() => readWordGroups('labels/words/languages/function-words.tsv', 'language'));

/** `unclear`: a line of names, or of words that several languages share. */
export type LineLanguage = 'english' | 'other' | 'unclear';

/** English words that other languages have too, which makes them no evidence. */
const sharedWords = 'me as do no im was so in we a i'.split(' ');
const hasOtherLetter = /[ñ¿¡ãõœêèùûßäöüłżźęąśğışșțđơưřěůőűçéàáíóúò]/i;

/** True for function words of English only, false for function words of other languages only. Shared words are left out. */
export const isEnglishWord = lazily(() => {
  const index = new Map<string, boolean>();
  const english = new Set(functionWords().en);
  for (const [language, words] of Object.entries(functionWords())) {
    for (const word of words) {
      if (language === 'en' || (word.length > 1 && !english.has(word))) index.set(word, language === 'en');
    }
  }
  for (const word of sharedWords) index.delete(word);
  return index;
});

/** Cheaper and less precise than detectLanguage(). */
export function languageOfLine({ text, tokens }: Line): LineLanguage {
  if (hasOtherScript(text) && dominantScript(text) !== 'latin') return 'other';
  const index = isEnglishWord();
  let english = 0;
  let other = 0;
  for (const token of tokens) {
    const isEnglish = index.get(token);
    if (isEnglish === true) english++;
    else if (isEnglish === false) other++;
  }
  if (hasOtherLetter.test(text)) other++;
  if (other > english && other > 1) return 'other';
  return english > other ? 'english' : 'unclear';
}
