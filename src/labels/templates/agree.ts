// Words around a filled slot that agree with its value: articles, determiners, nouns after a number, and verbs after a subject.
import { lazily } from '../../lib/lazily.ts';
import { articleFor, isPlural, toPlural, toSingular, withCaseOf } from './grammar.ts';
import type { Slot } from './slots.ts';
import { topicWords } from './word-kinds.ts';

/** The texts before and after a slot. */
type Around = { before: string; after: string };

/** What stands before one, and before many. */
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
const lastDeterminer = /(?<![\p{L}'’])(this|these|much|many)(?=\s+$)/iu;
const nextWord = /^(\s+)(\p{L}+(?:['’]t)?)(?![\p{L}'’])/u;
/** The slot begins a sentence or a clause, so that the verb after it is its own. */
const beforeSubject =
  /(?:^|[.!?:,—]\s*|(?<!\p{L})(?:because|why|if|when|but|and|until)\s+)(?:(?:the|your|my|our|his|her|their|these|this|most|all)\s+)?$/iu;
/** A question: the verb stands before its subject. `Do` is one only with a question mark: `Do squats every day`. */
const verbBeforeSubject =
  /(?<=^|[.!?:,—]\s*|(?<!\p{L})(?:why|how|what|where|when|because|but)\s+)(is|are|was|were|does|do|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t)(?=\s+(?:(?:the|your|my|our|his|her|their)\s+)?$)/iu;
const opensAnother = /^\s*(?:and|or|&|,|\+)(?!\p{L})/iu;
const maxAdjectives = 2;
const countable = lazily(() => new Set(topicWords().frame_noun));
const boundaries = lazily(
  () => new Set([...topicWords().opener, ...'you i we they he she it to is are was were will can'.split(' ')]),
);

export function agree({ before, after }: Around, slot: Slot, value: string): Around {
  const fitted = before.replace(lastArticle, (article) => withCaseOf(`${article}x`, articleFor(value)));
  if (slot === 'number') return agreeWithNumber({ before: fitted, after }, value);
  if (slot !== 'topic') return { before: fitted, after };
  const form = isPlural(value) ? 1 : 0;
  const determined = fitted.replace(lastDeterminer, (word) => formOf(determiners, word, form));
  return {
    before: opensAnother.test(after) ? determined : agreeQuestion(determined, after, form),
    after: beforeSubject.test(before) ? replaceNext(after, (verb) => formOf(verbs, verb, form)) : after,
  };
}

function agreeQuestion(before: string, after: string, form: 0 | 1): string {
  return before.replace(verbBeforeSubject, (verb) =>
    /^do$/i.test(verb) && !after.includes('?') ? verb : formOf(verbs, verb, form),
  );
}

/** `1 skincare mistakes` → `1 skincare mistake`, `these 1 mistakes` → `this 1 mistake`. Not in `a 3 step plan`. */
function agreeWithNumber({ before, after }: Around, value: string): Around {
  if (!/^(?:[\d,]+|one)$/i.test(value) || lastArticle.test(before)) return { before, after };
  const isOne = value === '1' || value.toLowerCase() === 'one';
  return {
    before: before.replace(lastDeterminer, (word) => formOf(determiners, word, isOne ? 0 : 1)),
    after: countNoun(after, isOne, maxAdjectives),
  };
}

/** Singular nouns become plural only where they are such that lines count, at the end of their phrase. */
function countNoun(after: string, isOne: boolean, adjectives: number): string {
  const [whole = '', , noun = ''] = nextWord.exec(after) ?? [];
  if (whole === '' || boundaries().has(noun.toLowerCase())) return after;
  const rest = after.slice(whole.length);
  const [, , following = ''] = nextWord.exec(rest) ?? [];
  const isLast = following === '' || boundaries().has(following.toLowerCase());
  if (isOne ? isPlural(noun) : isLast && countable().has(noun.toLowerCase()))
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
