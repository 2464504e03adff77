// The words of a text that some of its tokens stand for, as a reader sees them.
import { fold, type Line, tokenize, tokenPattern } from './line.ts';
import type { TokenSpan } from './rules/find-cue.ts';

/** Characters. Of a longer quote both ends are shown: a cue may match words that are far apart. */
const maxQuote = 80;
const quotedEnd = 35;

export function quoteTokens({ text, folded }: Line, { start, end }: TokenSpan): string {
  const words = [...folded.matchAll(tokenPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  /** Several words can be one token (`do not`), so a token begins with the first word that makes the line longer. */
  const wordOf = (token: number): number => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tokenize(folded.slice(0, words[middle]?.end)).length > token) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const from = words[wordOf(start)]?.start ?? 0;
  const to = words[wordOf(end) - 1]?.end ?? folded.length;
  const asWritten = text.slice(from, to);
  const asFolded = folded.slice(from, to);
  // Folding may change the length of a text, and with it every place.
  return shorten(fold(asWritten) === asFolded ? asWritten : asFolded);
}

function shorten(quote: string): string {
  const flat = quote.replace(/\s+/g, ' ').trim();
  if (flat.length <= maxQuote) return flat;
  const head = flat.slice(0, quotedEnd).replace(/\s\S*$/, '');
  const tail = flat.slice(-quotedEnd).replace(/^\S*\s/, '');
  return `${head} … ${tail}`;
}
