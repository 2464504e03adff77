// Function words of languages, and by them whether a line is English, so that English cues are not read into other languages.
import { lazily } from '../../lib/lazily.ts';
import type { Line } from '../line.ts';
import { readWordGroups } from '../word-list.ts';
import { dominantScript, hasOtherScript } from './scripts.ts';

/** By language, without accents and apostrophes, as tokenize() returns them. */
export const functionWords = lazily(() => readWordGroups('labels/words/languages/function-words.tsv', 'language'));

/** `unclear`: a line of names, or of words that several languages share. */
export type LineLanguage = 'english' | 'other' | 'unclear';

/** English words that other languages have too: they tell nothing. */
const sharedWords = 'me as do no im was so in we a i'.split(' ');
const hasOtherLetter = /[ñ¿¡ãõœêèùûßäöüłżźęąśğışșțđơưřěůőűçéàáíóúò]/i;

/** Function words of English alone are true, those of other languages alone false. Words of both tell nothing. */
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

/** Cheaper and coarser than detectLanguage(). */
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
