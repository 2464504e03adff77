// Whether a line is English, so that English cues are not read into other languages. Cheaper and coarser than detectLanguage().
import { functionWords } from '../language/function-words.ts';
import { dominantScript, hasOtherScript } from '../language/scripts.ts';
import type { Line } from '../line.ts';

/** `unclear`: a line of names, or of words that several languages share. */
export type LineLanguage = 'english' | 'other' | 'unclear';

/** English words that other languages have too: they tell nothing. */
const sharedWords = 'me as do no im was so in we a i'.split(' ');
/** Function words of English alone are true, those of other languages alone false. Words of both tell nothing. */
export const isEnglishWord = indexWords();
const hasOtherLetter = /[ñ¿¡ãõœêèùûßäöüłżźęąśğışșțđơưřěůőűçéàáíóúò]/i;

export function languageOfLine({ text, tokens }: Line): LineLanguage {
  if (hasOtherScript(text) && dominantScript(text) !== 'latin') return 'other';
  let english = 0;
  let other = 0;
  for (const token of tokens) {
    const isEnglish = isEnglishWord.get(token);
    if (isEnglish === true) english++;
    else if (isEnglish === false) other++;
  }
  if (hasOtherLetter.test(text)) other++;
  if (other > english && other > 1) return 'other';
  return english > other ? 'english' : 'unclear';
}

function indexWords(): ReadonlyMap<string, boolean> {
  const index = new Map<string, boolean>();
  const english = new Set(functionWords.en?.trim().split(/\s+/));
  for (const [language, words] of Object.entries(functionWords)) {
    for (const word of words.trim().split(/\s+/)) {
      if (language === 'en' || (word.length > 1 && !english.has(word))) index.set(word, language === 'en');
    }
  }
  for (const word of sharedWords) index.delete(word);
  return index;
}
