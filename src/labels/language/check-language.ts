// Checks the language that a source gives against script and words of the text.
import { lazily } from '../../lib/lazily.ts';
import { fold, tokenize } from '../line.ts';
import { functionWords } from './function-words.ts';
import { evidentLanguage } from './language.ts';
import { countScripts, hasOtherScript, isWrittenIn, languageOfScript } from './scripts.ts';

/**
 * Detections in Latin script at or above it were never wrong on real titles; docs/labels.md has the figures. Only function words reach it.
 */
const minConfidence = 0.9;

/** By the detected language: given ones that it does not contradict. Either they are alike, or lines mix both, as Hinglish does. */
const compatible: Readonly<Record<string, readonly string[]>> = {
  en: ['hi'],
  hi: ['en'],
  es: ['pt'],
  pt: ['es'],
};

/**
 * The language of a text that cannot be in the `given` one, a BCP 47 tag; undefined if it can. Any language may be written in Latin
 * letters, as Hindi is, so there only words contradict it: of another language, beyond doubt, and none of the given one.
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

/** Split at spaces alone: a word with punctuation is only missed, and then the whole text is looked at. */
function hasWord(text: string, words: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  for (let start = 0, end = 0; start < lower.length; start = end + 1) {
    end = lower.indexOf(' ', start);
    if (end === -1) end = lower.length;
    if (words.has(lower.slice(start, end))) return true;
  }
  return false;
}

/** The function words that no other language has, by language. */
const ownWords = lazily((): ReadonlyMap<string, ReadonlySet<string>> => {
  const lists = Object.entries(functionWords());
  const counts = new Map<string, number>();
  for (const [, words] of lists) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(lists.map(([language, words]) => [language, new Set(words.filter((word) => counts.get(word) === 1))]));
});
