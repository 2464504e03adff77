// Splits texts into words for the indexes of a build, in memory that is reused: a million texts would be ten million strings.
import { splitWords } from '../vocabulary.ts';

/** The words of one text, until the next one is split. Those of splitWords, with their hashText. */
export type Tokens = {
  count: number;
  /** UTF-16 code units of all words. Word w is `units[starts[w]] … units[starts[w + 1] - 1]`. */
  units: Uint16Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  hashes: Uint32Array<ArrayBuffer>;
};

const firstHash = 0x811c9dc5;
const hashPrime = 0x01000193;
const apostrophe = 0x27;
/** For each ASCII character the unit that it has in a word, 0 if it separates words. */
const wordUnits = Uint8Array.from({ length: 0x7f }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase();
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0;
});

export function createTokenizer(): (text: string) => Tokens {
  const tokens = { count: 0, ...arraysFor(1024) };

  function endWord(end: number, hash: number): void {
    if (end === tokens.starts[tokens.count]) return;
    tokens.hashes[tokens.count++] = hash >>> 0 || 1;
    tokens.starts[tokens.count] = end;
  }

  /** False if the text has other characters than printable ASCII. */
  function splitAscii(text: string): boolean {
    const { units } = tokens;
    let end = 0;
    let hash = firstHash;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (character < 0x20 || character > 0x7e) return false;
      const unit = wordUnits[character];
      if (unit !== 0) {
        units[end++] = unit;
        hash = Math.imul(hash ^ unit, hashPrime);
      } else if (character !== apostrophe) {
        endWord(end, hash);
        hash = firstHash;
      }
    }
    endWord(end, hash);
    return true;
  }

  function addWord(word: string): void {
    let end = tokens.starts[tokens.count];
    let hash = firstHash;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      tokens.units[end++] = unit;
      hash = Math.imul(hash ^ unit, hashPrime);
    }
    endWord(end, hash);
  }

  function reset(units: number): void {
    if (units > tokens.units.length) Object.assign(tokens, arraysFor(units * 2));
    tokens.count = 0;
  }

  return (text) => {
    reset(text.length);
    if (splitAscii(text)) return tokens;
    const words = splitWords(text);
    // Unicode normalization makes up to 18 units of one.
    reset(words.reduce((units, { length }) => units + length, 0));
    for (const word of words) addWord(word);
    return tokens;
  };
}

function arraysFor(length: number): Omit<Tokens, 'count'> {
  return { units: new Uint16Array(length), starts: new Uint32Array(length + 1), hashes: new Uint32Array(length) };
}
