// Word kinds, as bits, that decide where a topic is: from topic-words.tsv, the words of niches, and function words.
import { lazily } from '../../lib/async.ts';
import { functionWords, isEnglishWord } from '../language/language.ts';
import { englishNicheWords } from '../rules/niche.ts';
import { wordClasses } from '../rules/rules.ts';
import { readWordGroups } from '../word-list.ts';

/** `not_topic`: words of niches that are not topics. */
export const topicWords = lazily(() =>
  readWordGroups('labels/words/topic-words.tsv', 'kind', [
    'not_topic',
    'two_word_topic',
    'opener',
    'preposition',
    'verb_opener',
    'verb',
    'be_verb',
    'frame_noun',
  ]),
);

/** A word without a kind is usually a noun or an adjective. */
export const wordKind = {
  topic: 1 << 0,
  /** First word of a two-word topic. */
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
  /** The word before an object is a verb: `books me a call`. */
  object: 1 << 14,
} as const;

/** A power of two, about four times the number of words. */
const tableSize = 16_384;
const mask = tableSize - 1;
const table = lazily(() => createTable(classifyWords()));

/**
 * Adds a letter to the hash of a lower-case word. Cutting words out of a line and looking them up would take five times as long. Words of
 * up to six letters never share a hash; of longer words in no list, one in a million has the hash of a listed word.
 */
export function addLetter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Returns bits of wordKind by the hash of a word without apostrophes. */
export function kindOf(hash: number): number {
  const { hashes, kinds } = table();
  for (let at = slotOf(hash); ; at = (at + 1) & mask) {
    const known = hashes[at];
    if (known === hash) return kinds[at] ?? 0;
    if (known === 0) return 0;
  }
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

/** Creates a hash table with open addressing. */
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

/** Two-word topics in which neither word alone is a topic. */
const pairHashes = lazily(
  () =>
    new Set(
      topicWords().two_word_topic.map((pair) => {
        const [first = '', second = ''] = pair.split(' ');
        return pairHash(hashOf(first), hashOf(second));
      }),
    ),
);

export function isPairOf(first: number, second: number): boolean {
  return pairHashes().has(pairHash(first, second));
}

function pairHash(first: number, second: number): number {
  return Math.imul(first, 0x9e3779b1) ^ second;
}

function classifyWords(): ReadonlyMap<string, number> {
  const { not_topic, two_word_topic, opener, preposition, verb_opener, verb, be_verb, frame_noun } = topicWords();
  const kinds = new Map<string, number>();
  const add = (words: Iterable<string>, kind: number) => {
    for (const word of words) kinds.set(word, (kinds.get(word) ?? 0) | kind);
  };
  add(functionWords().en ?? [], wordKind.functionWord);
  add(opener, wordKind.opener);
  add(preposition, wordKind.preposition);
  add(verb, wordKind.verb);
  add(verb_opener, wordKind.verbOpener);
  add(be_verb, wordKind.beVerb);
  add(frame_noun, wordKind.frameNoun);
  add(['and', 'or'], wordKind.conjunction);
  add(people(), wordKind.person);
  add(['me', 'us', 'them', 'him', 'it'], wordKind.object);
  add(nicheTopics(new Set([...kinds.keys(), ...not_topic])), wordKind.topic);
  add(
    two_word_topic.map((pair) => pair.split(' ')[0] ?? ''),
    wordKind.pairStart,
  );
  for (const [word, isEnglish] of isEnglishWord()) add([word], isEnglish ? wordKind.english : wordKind.foreign);
  return kinds;
}

/** Uses only the English list: the other one has verbs and adjectives that no list here excludes. */
function nicheTopics(others: ReadonlySet<string>): Set<string> {
  const words = englishNicheWords().map(({ word }) => word);
  return new Set(words.filter((word) => /^[a-z]{2,}\d*$/.test(word) && !others.has(word)));
}

function people(): readonly string[] {
  const { role = [], roles = [], who = [], person = [] } = wordClasses();
  return [...role, ...roles, ...who, ...person].filter((word) => word !== 'dog' && word !== 'cat');
}
