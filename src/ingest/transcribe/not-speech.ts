// Detects what models hallucinate where nobody speaks: phrases of the subtitles that they were trained on, and repeated words.
import { readWordList } from '../../labels/word-list.ts';
import { lazily } from '../../lib/lazily.ts';

/** Whole lines. */
const stockPhrases = lazily(
  () => new Set(readWordList('ingest/words/stock-phrases.tsv', ['phrase'], ([phrase]) => foldPhrase(phrase))),
);

/** Credits of subtitles, in many languages, and thanks with more words around them. */
const credits =
  /amara\.org|castingwords|dimatorzok|opensubtitles|^(?:thanks|thank you)(?: guys| all| everyone| so much| very much)* for (?:watching|viewing|listening|tuning)|^(?:subtitles?|captions?|transcri(?:bed|ption)|untertitel(?:ung)?|sous-titr\p{L}*|sottotitoli|subt[ií]tulos|legendas?|ondertitel\p{L}*|napisy|субтитры|字幕|자막)\b.{0,60}\b(?:by|von|vom|im auftrag|des|par|di|por|pela|door|przez|делал|сделал|создавал|редактор|提供|제공)(?!\p{L})|^字幕|^субтитры/iu;

export function isStockPhrase(line: string): boolean {
  const folded = foldPhrase(line);
  return stockPhrases().has(folded) || credits.test(folded);
}

function foldPhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\p{P}\p{S}\s]+$/u, '')
    .replace(/^[\p{P}\p{S}\s]+/u, '')
    .replace(/[,;:!?。、，！]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** A song or a loop shows itself earlier. */
const maxWords = 60;

/** Whether a text is nothing but one phrase three times or more: `la la la`, `Thanks for watching! Thanks for …`. */
export function isRepetition(text: string): boolean {
  const spoken = [...words.segment(text.slice(0, 2000).toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .slice(0, maxWords);
  for (let length = 1; length * 3 <= spoken.length; length++)
    if (spoken.every((word, at) => word === spoken[at % length])) return true;
  return false;
}
