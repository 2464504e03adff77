// Language detection: by script, else by function words, else by the n-grams of tinyld.
import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import type { Guess } from '../guess.ts';
import { functionWords } from './function-words.ts';

const require = createRequire(import.meta.url);
let loaded: typeof Tinyld | undefined;

/** Loaded on first use: unpacking its n-grams takes 0.2 s. */
function tinyld(): typeof Tinyld {
  const library: typeof Tinyld = loaded ?? require('tinyld');
  loaded = library;
  return library;
}

const undetermined: Guess = { value: 'und', confidence: 0 };

/** Unicode blocks of scripts, with the language that mostly uses each. Han alone is Chinese, Han with kana Japanese. */
const scripts: readonly { from: number; to: number; value: string }[] = [
  { from: 0x0370, to: 0x03ff, value: 'el' },
  { from: 0x0400, to: 0x052f, value: 'ru' },
  { from: 0x0530, to: 0x058f, value: 'hy' },
  { from: 0x0590, to: 0x05ff, value: 'he' },
  { from: 0x0600, to: 0x077f, value: 'ar' },
  { from: 0x0900, to: 0x097f, value: 'hi' },
  { from: 0x0980, to: 0x09ff, value: 'bn' },
  { from: 0x0a00, to: 0x0a7f, value: 'pa' },
  { from: 0x0a80, to: 0x0aff, value: 'gu' },
  { from: 0x0b00, to: 0x0b7f, value: 'or' },
  { from: 0x0b80, to: 0x0bff, value: 'ta' },
  { from: 0x0c00, to: 0x0c7f, value: 'te' },
  { from: 0x0c80, to: 0x0cff, value: 'kn' },
  { from: 0x0d00, to: 0x0d7f, value: 'ml' },
  { from: 0x0d80, to: 0x0dff, value: 'si' },
  { from: 0x0e00, to: 0x0e7f, value: 'th' },
  { from: 0x0e80, to: 0x0eff, value: 'lo' },
  { from: 0x1000, to: 0x109f, value: 'my' },
  { from: 0x10a0, to: 0x10ff, value: 'ka' },
  { from: 0x1100, to: 0x11ff, value: 'ko' },
  { from: 0x1200, to: 0x139f, value: 'am' },
  { from: 0x1780, to: 0x17ff, value: 'km' },
  { from: 0x3040, to: 0x30ff, value: 'ja' },
  { from: 0x4e00, to: 0x9fff, value: 'zh' },
  { from: 0xac00, to: 0xd7af, value: 'ko' },
];

/** Letters that distinguish the languages of a script, the most distinctive first. */
const distinctiveLetters: Readonly<Record<string, readonly [RegExp, string][]>> = {
  ru: [
    [/[іїєґ]/i, 'uk'],
    [/[ђљњћџј]/i, 'sr'],
  ],
  ar: [
    [/[ٹڈڑںےہ]/, 'ur'],
    [/[پچژگ]/, 'fa'],
  ],
  hi: [[/ळ|आहे|नाही/, 'mr']],
};

const languagesOfWord = indexWords();
// With fewer letters n-grams are unreliable, so the confidence is capped.
const minLetters = 20;
const shortConfidence = 0.3;
// Without this list, lines of names and loan words come out as Latin or Esperanto.
const candidates = [...Object.keys(functionWords), 'da', 'no', 'fi', 'cs', 'hu', 'hr', 'sw', 'af', 'sq', 'lt', 'et'];
const minAccuracy = 0.15;
const minAccuracyWithoutWords = 0.05;
// Confidence for a single function word.
const oneWordConfidence = 0.4;

/** `text` unfolded, for its script and n-grams; `tokens` of tokenize(), since function words are compared without accents. */
export function detectLanguage(text: string, tokens: readonly string[]): Guess {
  const script = dominantScript(text);
  if (script === undefined) return undetermined;
  if (script !== 'latin') return ofScript(script, text);
  const byWords = findFunctionWords(tokens);
  if (byWords.confidence > oneWordConfidence) return byWords;
  const letters = text
    .replace(/[#@]\S+|https?:\S+/g, ' ')
    .replace(/[^\p{L}' ]/gu, ' ')
    .trim();
  if (letters.length < 3) return byWords;
  const [best] = tinyld().detectAll(letters, { only: candidates });
  if (!best || best.accuracy < (byWords.confidence > 0 ? minAccuracy : minAccuracyWithoutWords)) return byWords;
  const isShort = letters.length < minLetters;
  return {
    value: best.lang,
    confidence: isShort ? Math.min(shortConfidence, best.accuracy) : Math.min(0.75, best.accuracy),
  };
}

function dominantScript(text: string): string | undefined {
  let latin = 0;
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x370) {
      if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0) latin++;
      continue;
    }
    const script = scripts.find(({ from, to }) => code >= from && code <= to)?.value;
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  if (counts.has('ja')) counts.set('ja', (counts.get('ja') ?? 0) + (counts.get('zh') ?? 0));
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  // Latin letters count half: brand names and hashtags are in Latin letters everywhere.
  if (most && most[1] * 2 >= latin) return most[0];
  return latin > 1 ? 'latin' : undefined;
}

function ofScript(script: string, text: string): Guess {
  for (const [letters, value] of distinctiveLetters[script] ?? [])
    if (letters.test(text)) return { value, confidence: 0.85 };
  return { value: script, confidence: 0.95 };
}

/** Two function words of a language decide without n-grams; a single one may be a loan word or a name and is only a fallback. */
function findFunctionWords(tokens: readonly string[]): Guess {
  const votes = new Map<string, number>();
  let words = 0;
  for (const token of tokens) {
    if (token.charCodeAt(0) >= 97) words++;
    const languages = languagesOfWord.get(token);
    if (languages)
      for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length);
  }
  let best = '';
  let most = 0;
  let second = 0;
  for (const [language, count] of votes) {
    if (count > most) [second, most, best] = [most, count, language];
    else if (count > second) second = count;
  }
  if (most < 0.5 || most === second) return undetermined;
  if (most < 1.5 || most < second * 1.5 || most / words < 0.2) return { value: best, confidence: oneWordConfidence };
  return { value: best, confidence: Math.min(0.97, 0.7 + 0.07 * (most - second)) };
}

function indexWords(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [language, words] of Object.entries(functionWords)) {
    for (const word of new Set(words.trim().split(/\s+/))) index.set(word, [...(index.get(word) ?? []), language]);
  }
  return index;
}
