// The kinds of words that decide where a topic stands, as bits: from the words of niches, function words, and topic-words.ts.
import { functionWords } from '../language/function-words.ts';
import { isEnglishWord } from '../rules/line-language.ts';
import { cultureWords } from '../rules/niche-words/culture.ts';
import { lifeWords } from '../rules/niche-words/life.ts';
import { workWords } from '../rules/niche-words/work.ts';
import { wordClasses } from '../rules/word-classes.ts';
import { beVerbs, frameNouns, notTopics, openers, pairs, prepositions, verbOpeners, verbs } from './topic-words.ts';

/** A word of no kind is a noun or an adjective mostly. */
export const wordKind = {
  topic: 1 << 0,
  /** The first word of a pair. */
  pairStart: 1 << 1,
  functionWord: 1 << 2,
  opener: 1 << 3,
  preposition: 1 << 4,
  verb: 1 << 5,
  verbOpener: 1 << 6,
  beVerb: 1 << 7,
  frameNoun: 1 << 8,
  conjunction: 1 << 9,
  slot: 1 << 10,
  english: 1 << 11,
  foreign: 1 << 12,
  person: 1 << 13,
  /** After it a word was a verb: `books me a call`. */
  object: 1 << 14,
} as const;

/** Power of two, about four times the words. */
const tableSize = 16_384;
const mask = tableSize - 1;
const table = createTable(classifyWords());

/**
 * Hash of a word in lower case, one letter after the other. Cutting words out of a line and looking them up takes five times as long.
 * Words of up to six letters never share one; of longer words, one in a million that is in no list has the hash of one that is.
 */
export function addLetter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Bits of wordKind, by the hash of a word without apostrophes. */
export function kindOf(hash: number): number {
  const { hashes, kinds } = table;
  for (let at = slotOf(hash); ; at = (at + 1) & mask) {
    const known = hashes[at];
    if (known === hash) return kinds[at] ?? 0;
    if (known === 0) return 0;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

/** Open addressing. */
function createTable(words: ReadonlyMap<string, number>): { hashes: Int32Array; kinds: Uint16Array } {
  const hashes = new Int32Array(tableSize);
  const kinds = new Uint16Array(tableSize);
  for (const [word, kind] of words) {
    const hash = hashOf(word);
    let at = slotOf(hash);
    while (hashes[at] !== 0) at = (at + 1) & mask;
    hashes[at] = hash;
    kinds[at] = kind;
  }
  return { hashes, kinds };
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = addLetter(hash, word.charCodeAt(at));
  return hash;
}

const pairHashes = new Set(pairs.map(([first, second]) => pairHash(hashOf(first), hashOf(second))));

export function isPairOf(first: number, second: number): boolean {
  return pairHashes.has(pairHash(first, second));
}

function pairHash(first: number, second: number): number {
  return Math.imul(first, 0x9e3779b1) ^ second;
}

function classifyWords(): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  const add = (words: Iterable<string>, kind: number) => {
    for (const word of words) kinds.set(word, (kinds.get(word) ?? 0) | kind);
  };
  add(functionWords.en?.trim().split(/\s+/) ?? [], wordKind.functionWord);
  add(openers, wordKind.opener);
  add(prepositions, wordKind.preposition);
  add(verbs, wordKind.verb);
  add(verbOpeners, wordKind.verbOpener);
  add(beVerbs, wordKind.beVerb);
  add(frameNouns, wordKind.frameNoun);
  add(['and', 'or'], wordKind.conjunction);
  add(people(), wordKind.person);
  add(['me', 'us', 'them', 'him', 'it'], wordKind.object);
  add(topicWords(new Set([...kinds.keys(), ...notTopics])), wordKind.topic);
  add(
    pairs.map(([first]) => first),
    wordKind.pairStart,
  );
  for (const [word, isEnglish] of isEnglishWord) add([word], isEnglish ? wordKind.english : wordKind.foreign);
  return kinds;
}

/** Of the lists in English alone: the others have verbs and adjectives that nothing here tells. */
function topicWords(others: ReadonlySet<string>): Set<string> {
  const lists = Object.values({ ...workWords, ...lifeWords, ...cultureWords });
  const words = lists.flatMap(({ strong, weak }) => `${strong} ${weak}`.split(/\s+/));
  return new Set(words.filter((word) => /^[a-z]{2,}\d*$/.test(word) && !others.has(word)));
}

function people(): readonly string[] {
  const { role = [], roles = [], who = [], person = [] } = wordClasses;
  return [...role, ...roles, ...who, ...person].filter((word) => word !== 'dog' && word !== 'cat');
}
