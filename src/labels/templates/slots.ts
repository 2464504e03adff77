// The slots of templates: a closed list.
import { wordKind } from './word-kinds.ts';
import { isHyphenated, isPair, readWords, touches, type Words, wordAt } from './words.ts';

export const slots = ['topic', 'number', 'amount', 'time', 'year', 'name', 'quote', 'link'] as const;
export type Slot = (typeof slots)[number];

const slotPattern = new RegExp(`\\[(${slots.join('|')})\\]`, 'g');

/** Returns the slots in order of position, with repeats. Other brackets count as text, since sources have templates of their own. */
export function slotsOf(template: string): Slot[] {
  return Array.from(template.matchAll(slotPattern), ([, slot]) => slot as Slot);
}

/** Returns the texts around the slots, one more than there are slots. */
export function textsAround(template: string): string[] {
  return template.split(slotPattern).filter((_, at) => at % 2 === 0);
}

const articleBeforeSlot = /(?<=^| )an? (?=\[)/g;
const closing = /[\s.,;:!?…\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f]+$/u;

/**
 * Templates of the same construction have the same key. Articles, letter case, curly apostrophes, and closing punctuation and emoji are
 * ignored: `I'm an [topic]!` and `I’m a [topic]` are one template. The key of a line without a slot is the line in lower case.
 */
export function templateKey(template: string): string {
  const lower = template.toLowerCase();
  if (!lower.includes('[')) return lower;
  const key = lower.replace(articleBeforeSlot, '').replaceAll('’', "'");
  // The pattern is tried at every letter, so lines that end with a letter, as most do, skip it.
  return isLower(lower.charCodeAt(lower.length - 1)) ? key : key.replace(closing, '');
}

// Template of a line: specific values are replaced by [slots].

const slotsOfNumbers: readonly [RegExp, string][] = [
  [/[$€£₹] ?\d[\d,.]*(?: ?(?:k|m|b|bn|million|billion|thousand|lakh|crore)\b)?/gi, '[amount]'],
  [/\b\d[\d,.]* ?(?:dollars|bucks|euros|pounds|rupees)\b/gi, '[amount]'],
  [
    /\b\d[\d,.]*(?:-|–| )?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?)\b/gi,
    '[time]',
  ],
  [/\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?/gi, '[time]'],
  [/\b(?:19|20)\d\d\b/g, '[year]'],
  [/#?\b\d(?:[\d,.]*\d)?(?:[kmbx]|st|nd|rd|th)?(?![\w])\+?/gi, '[number]'],
];
/** Signs and letters of amounts and times, in addition to digits. */
const hasUnit = /[$€£₹]|\d[\d,.:]*[-– ]?[a-z]/i;
const slotsWithoutUnit = slotsOfNumbers.slice(-2);

const quoted = /"[^"]{2,120}"|“[^”]{2,120}”/g;
const url = /\bhttps?:\/\/\S+/gi;
const handle = /(?<![\w.])@\w[\w.]*\w/g;
// Matches names in mid-sentence only: after a lower-case word or a comma. `I` and words in capitals are not names.
const name = /(?<=[a-z,] )(?!I\b)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,3}(?=['’]s\b|[^\p{L}'’]|$)/gu;
const capitalised = /(?:^|\s)\p{Lu}\p{Ll}/gu;
const words = /(?:^|\s)\p{L}/gu;

/** `I made $500 in 3 days with index funds` → `I made [amount] in [time] with [topic]`. */
export function slotTemplate(text: string): string {
  let template = text;
  if (/["“]/.test(template)) template = template.replace(quoted, '[quote]');
  if (template.includes('://')) template = template.replace(url, '[link]');
  if (template.includes('@')) template = template.replace(handle, '[name]');
  if (/\d/.test(template)) template = slotNumbers(template);
  return slotTopics(mayHaveName(template) && !isTitleCase(template) ? template.replace(name, '[name]') : template);
}

/** Every pattern is tried at every digit, and most numbers have no unit, so patterns with a unit are skipped if possible. */
function slotNumbers(text: string): string {
  const patterns = hasUnit.test(text) ? slotsOfNumbers : slotsWithoutUnit;
  return patterns.reduce((template, [specific, slot]) => template.replace(specific, slot), text);
}

/** Cheap check for how a name begins, since `name` is tried at every letter. */
function mayHaveName(text: string): boolean {
  for (let space = text.indexOf(' ', 1); space !== -1; space = text.indexOf(' ', space + 1)) {
    const before = text.charCodeAt(space - 1);
    if (!isLower(before) && before !== comma) continue;
    const first = text.charCodeAt(space + 1);
    const second = text.charCodeAt(space + 2);
    if (((first >= 65 && first <= 90) || first > 127) && (isLower(second) || second > 127)) return true;
  }
  return false;
}

const comma = 44;

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** In title case most words are capitalised, so capitals do not indicate names. */
function isTitleCase(text: string): boolean {
  const capitals = text.match(capitalised)?.length ?? 0;
  return capitals > 2 && capitals * 2 > (text.match(words)?.length ?? 0);
}

// Topics of an English line: its subject as noun phrases, such as `index funds` in `Stop buying index funds`.

/** Indexes of words; `end` is exclusive. */
type Phrase = { start: number; end: number };

const maxWords = 4;
const maxTopics = 2;
/** A shorter frame has no meaning without its topics. */
const minFrameWords = 2;

const { functionWord, opener, verb, verbOpener, frameNoun, slot, conjunction, object, person } = wordKind;
const notContent = functionWord | opener | verb | verbOpener | frameNoun | slot;
const adverbOrParticiple = /(?:ly|ed)$/;
const plural = /[^aius']s$/;
const gerund = /(?<!^th|^k|morn|even|wedd|build|ceil|^spr|^str)ing$/;
const possessive = /['’]s$/;
/** These words and the adjective after them belong together: `the most comfortable shoes`. */
const superlative = /^(?:most|more|less)$/;

/** `Stop buying index funds before you read this.` → `Stop buying [topic] before you read this.` Uncertain lines stay unchanged. */
function slotTopics(text: string): string {
  const words = readWords(text);
  if (!words) return text;
  const topics = findTopics(words);
  const covered = topics.reduce((sum, { start, end }) => sum + end - start, 0);
  if (words.kinds.length - covered < minFrameWords) return text;
  return topics.reduceRight(
    (template, { start, end }) =>
      `${template.slice(0, words.starts[start])}[topic]${template.slice(words.ends[end - 1])}`,
    text,
  );
}

function findTopics(words: Words): Phrase[] {
  const topics: Phrase[] = [];
  for (let at = 0; at < words.kinds.length && topics.length < maxTopics; at++) {
    const mayBegin = (words.kinds[at] ?? 0) & (wordKind.topic | wordKind.pairStart);
    const topic = mayBegin ? findTopic(words, at, topics.at(-1)?.end ?? 0) : undefined;
    if (!topic) continue;
    topics.push(topic);
    at = topic.end - 1;
  }
  return topics;
}

/** Returns the phrase around the topic word at `at`; it begins at or after `from`. */
function findTopic(words: Words, at: number, from: number): Phrase | undefined {
  const coreEnd = endOfCore(words, at);
  if (coreEnd === at) return undefined;
  const end = endOfPhrase(words, coreEnd);
  if (end === undefined) return undefined;
  const start = startOfPhrase(words, at, end, from);
  return start === undefined || end - start > maxWords ? undefined : { start, end };
}

/** Returns the index after the topic words that begin at `at`; `at` itself without any. */
function endOfCore(words: Words, at: number): number {
  for (let end = at; ; ) {
    if (end > at && !touches(words, end)) return end;
    if (isPair(words, end + 1)) end += 2;
    else if (kindAt(words, end) & wordKind.topic) end += 1;
    else return end;
  }
}

/** One more noun may follow (`protein powder`) if the phrase certainly ends there. After a plural, the next word is a verb. */
function endOfPhrase(words: Words, end: number): number | undefined {
  if (isEnd(words, end)) return end;
  if (kindAt(words, end) & (notContent | object) || isHyphenated(words, end)) return undefined;
  if (plural.test(wordAt(words, end - 1))) return end;
  return isEnd(words, end + 1) ? end + 1 : undefined;
}

/** Returns whether a phrase up to `end` is complete. */
function isEnd(words: Words, end: number): boolean {
  if (end >= words.kinds.length || !touches(words, end)) return true;
  const kind = kindAt(words, end);
  if (kind & (conjunction | slot | object) || isHyphenated(words, end)) return false;
  return (kind & notContent) !== 0 || adverbOrParticiple.test(wordAt(words, end));
}

/** Includes adjectives and nouns before the topic if a word before them opens a noun phrase. */
function startOfPhrase(words: Words, at: number, end: number, from: number): number | undefined {
  const startsWithGerund = gerund.test(wordAt(words, at));
  for (let start = at; ; start--) {
    if (start <= from || !touches(words, start)) return start === at && isSubject(words, at, end) ? start : undefined;
    const before = kindAt(words, start - 1);
    if (start === at && startsWithGerund) return before & wordKind.preposition ? start : undefined;
    const word = wordAt(words, start - 1);
    if (before & opener || possessive.test(word)) return start < at && superlative.test(word) ? undefined : start;
    if (before & (verbOpener | person | wordKind.beVerb)) return undefined;
    if (before & (verb | frameNoun) || gerund.test(word)) return start;
    if (before & notContent || adverbOrParticiple.test(word) || plural.test(word)) return undefined;
  }
}

/** `Crypto is dead`: the line begins with the topic, and an auxiliary verb follows. */
function isSubject(words: Words, at: number, end: number): boolean {
  const isGerund = gerund.test(wordAt(words, at));
  return !isGerund && end < words.kinds.length && touches(words, end) && (kindAt(words, end) & wordKind.beVerb) !== 0;
}

function kindAt({ kinds }: Words, at: number): number {
  return kinds[at] ?? 0;
}
