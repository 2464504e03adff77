// Text of `q`: words, phrases in quotation marks, and excluded words and phrases.
import { splitWords } from '../snapshot/vocabulary.ts';

export type Phrase = readonly string[];

export type TextQuery = {
  /** With typos; the last one as a prefix if `isOpen`. */
  words: readonly string[];
  isOpen: boolean;
  /** Words in this order, each as it is. */
  phrases: readonly Phrase[];
  excluded: readonly Phrase[];
};

export const maxQueryWords = 10;

/** An optional `-`, then a phrase or what is between spaces. A quotation mark that is not closed ends with the text. */
const parts = /(?<=^|[\s-])(-?)["“”]([^"“”]*)(?:["“”]|$)|(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)|[^\s"“”]+/gu;

let lastText = '';
let lastRead: TextQuery = { words: [], isOpen: false, phrases: [], excluded: [] };

/** A request reads the same text several times: to check it, and to search. */
export function readTextQuery(text: string): TextQuery {
  if (text !== lastText) lastRead = parseTextQuery(text);
  lastText = text;
  return lastRead;
}

function parseTextQuery(text: string): TextQuery {
  const words: string[] = [];
  const phrases: Phrase[] = [];
  const excluded: Phrase[] = [];
  let isOpen = false;
  for (const [part, minus, quoted, without] of text.matchAll(parts)) {
    const found = splitWords(quoted ?? without ?? part);
    if (found.length === 0) continue;
    isOpen = quoted === undefined && without === undefined;
    if (without !== undefined || (quoted !== undefined && minus === '-')) excluded.push(found);
    else if (quoted !== undefined) phrases.push(found);
    else words.push(...found);
  }
  return { words, isOpen, phrases, excluded };
}

export function countQueryWords({ words, phrases, excluded }: TextQuery): number {
  return words.length + phrases.flat().length + excluded.flat().length;
}

/** Whether `words` contain the phrase. */
export function hasPhrase(words: readonly string[], phrase: Phrase): boolean {
  return words.some((_, at) => phrase.every((word, place) => words[at + place] === word));
}
