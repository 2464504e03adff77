// Counts the words of a text as the index of words has them.
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { isPlainMark } from '../../lib/clean-text.ts';

/** `splitWords(text).length`. Counted without making the words of most texts, since every line of an import is. */
export function countWords(text: string): number {
  let count = 0;
  let isWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // `don't` is one word.
    if (code === 0x27 || code === 0x2019) continue;
    if (code < 0x20 || (code > 0x7e && !isPlainMark(code))) return splitWords(text).length;
    const continues = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (continues && !isWord) count++;
    isWord = continues;
  }
  return count;
}
