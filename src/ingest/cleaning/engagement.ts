// Removes figures of the post before its text, as page exports write them: `1.7M views · 124K reactions | …`.
import { readWordGroups } from '../../labels/word-list.ts';
import { lazily } from '../../lib/lazily.ts';

/** In any language. `scale`: thousands, millions and billions; `counted`: beginnings of words; `linking`: what stands between both. */
const figureWords = lazily(() => {
  const words = readWordGroups('ingest/words/engagement.tsv', 'kind', ['scale', 'counted', 'linking']);
  return { scales: new Set(words.scale), counted: words.counted, linking: new Set(words.linking) };
});

const token = /\p{Nd}[\p{Nd}.,]*|[\p{L}\p{M}]+/gu;
const separator = /[|｜·•・\n]+|\s[-–—]+\s/u;
/** Cheap: figures stand at the beginning. */
const mayHaveFigures = /^.{0,20}?\p{Nd}/u;
/** Longer pieces are text. */
const maxFigureLength = 60;

/** A text that is only figures becomes ''. */
export function stripEngagement(text: string): string {
  if (!mayHaveFigures.test(text)) return text;
  let rest = text;
  for (;;) {
    const end = separator.exec(rest);
    if (!isFigure(rest.slice(0, end?.index))) return rest.trimStart();
    if (end === null) return '';
    rest = rest.slice(end.index + end[0].length);
  }
}

function isFigure(piece: string): boolean {
  if (piece.length > maxFigureLength) return false;
  const { scales, linking } = figureWords();
  const words = piece.toLowerCase().match(token) ?? [];
  const isNumber = (word: string) => /^\p{Nd}/u.test(word);
  const isAllowed = (word: string) => isNumber(word) || scales.has(word) || linking.has(word) || isCounted(word);
  return words.some(isNumber) && words.some(isCounted) && words.every(isAllowed);
}

/** Scripts without spaces write scale and noun as one word. */
function isCounted(word: string): boolean {
  const { scales, counted } = figureWords();
  if (counted.some((noun) => word.startsWith(noun))) return true;
  for (const scale of scales) {
    const rest = word.startsWith(scale) && scale.charCodeAt(0) > 0x2ff ? word.slice(scale.length) : '';
    if (rest !== '' && counted.some((noun) => rest.startsWith(noun))) return true;
  }
  return false;
}
