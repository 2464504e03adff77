// Words of a line with their kinds. Read by a scan, since this runs for every line of an import.
import { addLetter, isPairOf, kindOf, wordKind } from './word-kinds.ts';

/** Words in order; the arrays are parallel, and `kinds` has bits of wordKind. `lower` is the line in lower case. */
export type Words = {
  lower: string;
  starts: readonly number[];
  ends: readonly number[];
  hashes: readonly number[];
  kinds: readonly number[];
};

const openBracket = 91;
const apostrophe = 39;
const curlyApostrophe = 0x2019;
const space = 32;
const hyphen = 45;

/** Returns undefined for a line without a topic word, or in another language. */
export function readWords(text: string): Words | undefined {
  const lower = text.toLowerCase();
  // A letter such as İ becomes two, which would shift all positions.
  if (lower.length !== text.length) return undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  const hashes: number[] = [];
  const kinds: number[] = [];
  let english = 0;
  let found = 0;
  for (let at = 0; at < lower.length; at++) {
    const first = lower.charCodeAt(at);
    if (!isLetter(first) && first !== openBracket) continue;
    let end = at + 1;
    let hash = first;
    let kind: number = wordKind.slot;
    if (first === openBracket) {
      end = lower.indexOf(']', at) + 1;
      if (end === 0) break;
    } else {
      let hasApostrophe = false;
      for (; end < lower.length; end++) {
        const code = lower.charCodeAt(end);
        if (isLetter(code)) hash = addLetter(hash, code);
        else if (isApostrophe(code) && isLetter(lower.charCodeAt(end + 1))) hasApostrophe = true;
        else break;
      }
      kind = kindOf(hash);
      // `dog's` does not count as `dogs`.
      if (hasApostrophe) kind &= ~wordKind.topic;
    }
    if (kind & wordKind.english) english++;
    else if (kind & wordKind.foreign) english--;
    found |= kind;
    starts.push(at);
    ends.push(end);
    hashes.push(hash);
    kinds.push(kind);
    at = end - 1;
  }
  const mayHaveTopic = found & (wordKind.topic | wordKind.pairStart);
  return mayHaveTopic && english > 0 ? { lower, starts, ends, hashes, kinds } : undefined;
}

export function wordAt({ lower, starts, ends }: Words, at: number): string {
  return lower.slice(starts[at], ends[at]);
}

/** Returns whether the word at `at` and the one before it are a two-word topic. */
export function isPair(words: Words, at: number): boolean {
  if (!((words.kinds[at - 1] ?? 0) & wordKind.pairStart) || !touches(words, at)) return false;
  return isPairOf(words.hashes[at - 1] ?? 0, words.hashes[at] ?? 0);
}

/** Returns whether exactly one space or hyphen is between the word at `at` and the one before it. */
export function touches(words: Words, at: number): boolean {
  const end = words.ends[at - 1] ?? 0;
  if ((words.starts[at] ?? 0) - end !== 1) return false;
  const code = words.lower.charCodeAt(end);
  return code === space || code === hyphen;
}

export function isHyphenated(words: Words, at: number): boolean {
  return touches(words, at) && words.lower.charCodeAt(words.ends[at - 1] ?? 0) === hyphen;
}

/** Approximates letters of any script: a wrong word is in no list anyway. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xc0 && (code < 0x2000 || (code > 0x2bff && code < 0xd800)));
}

function isApostrophe(code: number): boolean {
  return code === apostrophe || code === curlyApostrophe;
}
