// The words that two similar lines share, as one of them spells them.
import { splitWords } from '../snapshot/vocabulary.ts';
import type { WeightedLine } from './weighted-line.ts';

const maxWords = 5;
const spelledWords = /[\p{L}\p{N}\p{M}'’ʼ]+/gu;

/** Words of `text` that `line` has too, as `text` spells them, the rarest first. */
export function sharedWordsOf(text: string, line: WeightedLine): string[] {
  const shared = new Map<string, { spelled: string; weight: number }>();
  for (const [spelled] of text.matchAll(spelledWords)) {
    const words = splitWords(spelled);
    for (const word of words) {
      const weight = line.words.get(word);
      if (weight === undefined || shared.has(word)) continue;
      // A script without spaces has several words in a run of letters.
      shared.set(word, { spelled: words.length === 1 ? spelled : word, weight });
    }
  }
  return [...shared.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxWords)
    .map(({ spelled }) => spelled);
}
