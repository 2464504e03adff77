// Builds the word index from the words of texts in order of rows.
import { sharedInts, sharedShorts } from './shared-arrays.ts';
import { mayJoin, splitWords, type WordIndex } from './vocabulary.ts';

export function collectWords(): { add: (row: number, tokens: Tokens) => void; finish: () => WordIndex } {
  const vocabulary = createVocabulary();
  let lastRow = new Int32Array(1024).fill(-1);
  let numbers = new Uint32Array(4096);
  let rows = new Uint32Array(4096);
  let count = 0;

  function add(row: number, tokens: Tokens): void {
    for (let token = 0; token < tokens.count; token++) {
      const number = vocabulary.numberOf(tokens, token);
      if (number >= lastRow.length) lastRow = enlarged(lastRow, new Int32Array(lastRow.length * 2).fill(-1));
      if (lastRow[number] === row) continue;
      lastRow[number] = row;
      if (count === numbers.length) {
        numbers = enlarged(numbers, new Uint32Array(count * 2));
        rows = enlarged(rows, new Uint32Array(count * 2));
      }
      numbers[count] = number;
      rows[count++] = row;
    }
  }

  function finish(): WordIndex {
    const words = vocabulary.words();
    const size = words.length;
    const sorted = Uint32Array.from(words.keys()).sort((a, b) => (words[a] < words[b] ? -1 : 1));
    const rank = new Uint32Array(size);
    const unitStarts = sharedInts(size + 1);
    for (let word = 0; word < size; word++) {
      rank[sorted[word]] = word;
      unitStarts[word + 1] = unitStarts[word] + words[sorted[word]].length;
    }
    const units = sharedShorts(unitStarts[size]);
    for (let word = 0; word < size; word++) {
      const text = words[sorted[word]];
      for (let at = 0; at < text.length; at++) units[unitStarts[word] + at] = text.charCodeAt(at);
    }
    const rowStarts = sharedInts(size + 1);
    for (let at = 0; at < count; at++) rowStarts[rank[numbers[at]] + 1]++;
    for (let word = 0; word < size; word++) rowStarts[word + 1] += rowStarts[word];
    const next = rowStarts.slice();
    const sortedRows = sharedInts(count);
    for (let at = 0; at < count; at++) sortedRows[next[rank[numbers[at]]]++] = rows[at];
    return { size, units, unitStarts, rows: sortedRows, rowStarts };
  }

  return { add, finish };
}

/** Numbers words in order of their first occurrence. Uses open addressing, since a Map would need a string with its own hash per word. */
function createVocabulary() {
  /** Numbers plus one; 0 is a free place. */
  let table = new Uint32Array(4096);
  let hashes = new Uint32Array(1024);
  let starts = new Uint32Array(1025);
  let units = new Uint16Array(8192);
  let size = 0;

  function isSame(number: number, tokens: Tokens, token: number): boolean {
    if (hashes[number] !== tokens.hashes[token]) return false;
    const start = tokens.starts[token];
    const length = tokens.starts[token + 1] - start;
    const known = starts[number];
    if (starts[number + 1] - known !== length) return false;
    for (let at = 0; at < length; at++) if (units[known + at] !== tokens.units[start + at]) return false;
    return true;
  }

  function addWord(tokens: Tokens, token: number): number {
    const start = starts[size];
    const end = start + tokens.starts[token + 1] - tokens.starts[token];
    if (size + 1 === hashes.length) {
      hashes = enlarged(hashes, new Uint32Array(size * 2));
      starts = enlarged(starts, new Uint32Array(size * 2 + 1));
    }
    while (end > units.length) units = enlarged(units, new Uint16Array(units.length * 2));
    units.set(tokens.units.subarray(tokens.starts[token], tokens.starts[token + 1]), start);
    hashes[size] = tokens.hashes[token];
    starts[size + 1] = end;
    return size++;
  }

  function numberOf(tokens: Tokens, token: number): number {
    const hash = tokens.hashes[token];
    let place = hash & (table.length - 1);
    while (table[place] !== 0) {
      if (isSame(table[place] - 1, tokens, token)) return table[place] - 1;
      place = (place + 1) & (table.length - 1);
    }
    const number = addWord(tokens, token);
    table[place] = number + 1;
    if (size * 2 > table.length) grow();
    return number;
  }

  function grow(): void {
    table = new Uint32Array(table.length * 2);
    for (let number = 0; number < size; number++) {
      let place = hashes[number] & (table.length - 1);
      while (table[place] !== 0) place = (place + 1) & (table.length - 1);
      table[place] = number + 1;
    }
  }

  function words(): string[] {
    return Array.from({ length: size }, (_, number) =>
      decoder.decode(units.subarray(starts[number], starts[number + 1])),
    );
  }

  return { numberOf, words };
}

/** `String.fromCharCode` would take each unit of a long word as an argument. */
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

function enlarged<T extends { set: (values: T) => void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}

// Splits texts into words for the indexes of a build, in reused memory, since a million texts would be ten million strings.

/** Words of one text as in splitWords, with their hashText, valid until the next text is split. */
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
/** For each ASCII character, its unit in a word, or 0 if it separates words. */
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

  /** Returns false if the text has characters other than printable ASCII, or a figure with thousands. */
  function splitAscii(text: string): boolean {
    const { units } = tokens;
    let end = 0;
    let hash = firstHash;
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (character < 0x20 || character > 0x7e || mayJoin(text, at)) return false;
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
    // Unicode normalization turns one unit into up to 18.
    reset(words.reduce((units, { length }) => units + length, 0));
    for (const word of words) addWord(word);
    return tokens;
  };
}

function arraysFor(length: number): Omit<Tokens, 'count'> {
  return { units: new Uint16Array(length), starts: new Uint32Array(length + 1), hashes: new Uint32Array(length) };
}
