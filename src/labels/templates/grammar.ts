// English grammar around a filled slot: a or an, singular or plural. Covers what templates need; unknown words follow the usual rule.
import { lazily } from '../../lib/async.ts';
import type { Slot } from './slots.ts';
import { topicWords } from './word-kinds.ts';

const silentH = /^(?:hours?|hourly|honest|honou?r|heirs?|heiress|heirloom)/;
/** Words written with a vowel but spoken with a consonant: `university`, `European`, `one-time`. */
const spokenConsonant =
  /^(?:uni(?:[cfloqstvx]|$)|us(?:e|u|a|b)|uti|uto|ur(?:anus|in)|uk|ufo|ubi|eu|ewe|one(?!r)|once|u-)/;
const letterWithVowel = /^[aefhilmnorsx](?:-|$)/;
/** Abbreviations spelled letter by letter that look like words: three capitals with a vowel in the middle. */
const spelled = new Set(['LED', 'MIT', 'HIV', 'FAQ', 'SEC', 'SOS', 'RSI', 'LAX', 'NAS']);

/** Depends on the sound of the next word: `an hour`, `a university`, `an MBA`, `an 8-week plan`. */
function articleFor(next: string): 'a' | 'an' {
  const word = next.replace(/^[^\p{L}\p{N}]+/u, '').split(/\s/, 1)[0] ?? '';
  if (/^\d/.test(word)) return startsWithVowelNumber(word) ? 'an' : 'a';
  if (isSpelled(word)) return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  const lower = word.toLowerCase();
  if (silentH.test(lower) || letterWithVowel.test(lower)) return 'an';
  return /^[aeiou]/.test(lower) && !spokenConsonant.test(lower) ? 'an' : 'a';
}

/** True for 8, 80, 11 and 18, also in thousands and years: `an 1890s song`. */
function startsWithVowelNumber(word: string): boolean {
  const [digits = ''] = /^\d+/.exec(word) ?? [];
  return digits.startsWith('8') || /^1[18](?:\d\d)?$/.test(digits);
}

function isSpelled(word: string): boolean {
  const [capitals = ''] = /^[A-Z]{2,}(?=s?(?:\W|$))/.exec(word) ?? [];
  if (capitals === '') return false;
  if (!/[AEIOU]/.test(capitals) || capitals.length === 2 || spelled.has(capitals)) return true;
  return capitals.length === 3 && !/^[^AEIOU][AEIOU][^AEIOU]$/.test(capitals);
}

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  lives: 'life',
  wives: 'wife',
  knives: 'knife',
  leaves: 'leaf',
  shelves: 'shelf',
  halves: 'half',
  loaves: 'loaf',
  thieves: 'thief',
  wolves: 'wolf',
  buses: 'bus',
  shoes: 'shoe',
  toes: 'toe',
  criteria: 'criterion',
};
const irregularPlurals = new Map(Object.entries(irregular).map(([plural, singular]) => [singular, plural]));
/** Singular nouns that end with s. */
const singulars = new Set(
  `news series species saas ios sms gps aws css cbs nbs pbs diabetes athletics canvas gas atlas christmas texas dallas paris
  chess tennis lens always perhaps this its`.split(/\s+/),
);
/** Plural nouns whose singular ends with ie: `cookies`. */
const ieNouns =
  /^(?:movie|cookie|calorie|zombie|selfie|smoothie|brownie|hoodie|birdie|rookie|newbie|tie|lie|pie|die|genie|prairie)s$/;
const pluralIcs = /^(?:topic|comic|lyric|clinic|graphic|mechanic|critic|fabric|traffic|public|infographic)s$/;

/** The last word of a noun phrase decides. Uncountable nouns are singular. */
function isPlural(phrase: string): boolean {
  if (/\s(?:and|&)\s/i.test(phrase)) return true;
  const noun = (phrase.split(/[\s-]+/).at(-1) ?? '').toLowerCase().replace(/[^\p{L}]+$/u, '');
  if (Object.hasOwn(irregular, noun)) return true;
  if (!/[^su]s$/.test(noun) || singulars.has(noun) || noun.length < 3) return false;
  if (noun.endsWith('ics')) return pluralIcs.test(noun);
  return !/(?:sis|xis|tis)$/.test(noun);
}

/** Changes plural nouns only. */
function toSingular(noun: string): string {
  const lower = noun.toLowerCase();
  if (!isPlural(lower)) return noun;
  return withCaseOf(noun, irregular[lower] ?? singularOf(lower));
}

function singularOf(lower: string): string {
  if (ieNouns.test(lower)) return lower.slice(0, -1);
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz|o)es$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1);
}

/** Changes singular nouns only. */
function toPlural(noun: string): string {
  const lower = noun.toLowerCase();
  if (isPlural(lower)) return noun;
  return withCaseOf(noun, irregularPlurals.get(lower) ?? pluralOf(lower));
}

function pluralOf(lower: string): string {
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(lower) ? `${lower}es` : `${lower}s`;
}

/** `CHILDREN` → `CHILD`, `Mistakes` → `Mistake`. */
function withCaseOf(model: string, lower: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return lower.toUpperCase();
  return /^\p{Lu}/u.test(model) ? capitalise(lower) : lower;
}

export function capitalise(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

// Words around a filled slot that agree with its value: articles, determiners, nouns after a number, and verbs after a subject.

/** The texts before and after a slot. */
type Around = { before: string; after: string };

/** Singular and plural form. */
type Forms = readonly [one: string, many: string];
const determiners = index([
  ['this', 'these'],
  ['much', 'many'],
]);
const verbs = index([
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ["isn't", "aren't"],
  ["wasn't", "weren't"],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
]);

const lastArticle = /(?<![\p{L}'’])(an?)(?=\s+$)/iu;
const lastArticleWhole = /(?<![\p{L}'’])an?\s+$/iu;
const lastDeterminer = /(?<![\p{L}'’])(this|these|much|many)(?=\s+$)/iu;
const nextWord = /^(\s+)(\p{L}+(?:['’]t)?)(?![\p{L}'’])/u;
/** Before this the slot begins a sentence or a clause, so the next verb belongs to it. */
const beforeSubject =
  /(?:^|[.!?:,—]\s*|(?<!\p{L})(?:because|why|if|when|but|and|until)\s+)(?:(?:the|your|my|our|his|her|their|these|this|most|all)\s+)?$/iu;
/** In a question the verb precedes its subject. `Do` needs a question mark to count as one, because of `Do squats every day`. */
const verbBeforeSubject =
  /(?<=^|[.!?:,—]\s*|(?<!\p{L})(?:why|how|what|where|when|because|but)\s+)(is|are|was|were|does|do|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t)(?=\s+(?:(?:the|your|my|our|his|her|their|this|these)\s+)?$)/iu;
const opensAnother = /^\s*(?:and|or|&|,|\+)(?!\p{L})/iu;
const maxAdjectives = 2;
const countable = lazily(() => new Set(topicWords().frame_noun));
const boundaries = lazily(
  () =>
    new Set([
      ...topicWords().opener,
      ...'you i we they he she it to is are was were will can hundred thousand million billion'.split(' '),
    ]),
);

export function agree({ before, after }: Around, slot: Slot, value: string): Around {
  const fitted = standsAlone(slot, value, after)
    ? before.replace(lastArticleWhole, '')
    : before.replace(lastArticle, (article) => withCaseOf(`${article}x`, articleFor(value)));
  if (slot === 'number') return agreeWithNumber({ before: fitted, after }, value);
  if (slot !== 'topic') return { before: fitted, after };
  const form = isPlural(value) ? 1 : 0;
  const determined = fitted.replace(lastDeterminer, (word) => formOf(determiners, word, form));
  return {
    before: opensAnother.test(after) ? determined : agreeQuestion(determined, after, form),
    after: beforeSubject.test(before) ? replaceNext(after, (verb) => formOf(verbs, verb, form)) : after,
  };
}

/** A plural has no article unless a noun follows: `a carbs plan`. `Pair of jeans` counts as singular. */
function standsAlone(slot: Slot, value: string, after: string): boolean {
  return slot === 'topic' && isPlural(value) && endsPhrase(after) && !/\sof\s/i.test(value);
}

function endsPhrase(after: string): boolean {
  const [, , next = ''] = nextWord.exec(after) ?? [];
  return next === '' || boundaries().has(next.toLowerCase());
}

function agreeQuestion(before: string, after: string, form: 0 | 1): string {
  return before.replace(verbBeforeSubject, (verb) =>
    /^do$/i.test(verb) && !after.includes('?') ? verb : formOf(verbs, verb, form),
  );
}

/** `1 skincare mistakes` → `1 skincare mistake`, `these 1 mistakes` → `this 1 mistake`. `a 3 step plan` stays. */
function agreeWithNumber({ before, after }: Around, value: string): Around {
  if (!/^(?:[\d,]+|one)$/i.test(value) || lastArticle.test(before)) return { before, after };
  const isOne = value === '1' || value.toLowerCase() === 'one';
  return {
    before: before.replace(lastDeterminer, (word) => formOf(determiners, word, isOne ? 0 : 1)),
    after: countNoun(after, isOne, maxAdjectives),
  };
}

/** A singular noun becomes plural only at the end of its phrase, and only if it is a noun that lines count. */
function countNoun(after: string, isOne: boolean, adjectives: number): string {
  const [whole = '', , noun = ''] = nextWord.exec(after) ?? [];
  if (whole === '' || boundaries().has(noun.toLowerCase())) return after;
  const rest = after.slice(whole.length);
  if (isOne ? isPlural(noun) : endsPhrase(rest) && countable().has(noun.toLowerCase()))
    return replaceNext(after, isOne ? toSingular : toPlural);
  return adjectives > 0 ? `${whole}${countNoun(rest, isOne, adjectives - 1)}` : after;
}

function replaceNext(after: string, replace: (word: string) => string): string {
  return after.replace(nextWord, (_, space: string, word: string) => `${space}${replace(word)}`);
}

function formOf(words: ReadonlyMap<string, Forms>, word: string, form: 0 | 1): string {
  const forms = words.get(word.toLowerCase().replace('’', "'"));
  return forms ? withCaseOf(word, forms[form]) : word;
}

function index(all: readonly Forms[]): ReadonlyMap<string, Forms> {
  return new Map(all.flatMap((forms) => forms.map((form): [string, Forms] => [form, forms])));
}
