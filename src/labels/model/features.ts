// Features of a line for the model: hashes of its words, word pairs, hashtags, origin, and of the rules' guesses.

import { hash } from 'node:crypto';
import type { SourceFamily } from '../label.ts';
import type { Line } from '../line.ts';
import type { RuleGuesses } from '../rules/rules.ts';
import { modelLabels } from './classes.ts';

/** Context of a line in addition to its words. */
export type LineContext = {
  /** Hashtags and tags. */
  tags?: readonly string[];
  platform?: string | null;
  family?: SourceFamily | null;
  source?: string | null;
};

/** Incremented when features change: models of another version are not read. */
export const featuresVersion = 1;

/** Kinds of features, so that a word in the text and the same word in a hashtag have different features. */
const kinds = {
  bias: 1,
  word: 2,
  pair: 3,
  opening: 4,
  length: 5,
  ruleValue: 6,
  ruleConfidence: 7,
  rival: 8,
  tag: 9,
  tagWord: 10,
  platform: 11,
  family: 12,
  source: 13,
  style: 14,
} as const;

const maxWords = 60;
const maxTags = 20;
const maxRivals = 3;
/** Shorter words in hashtags are mostly spam. */
const minTagWordLength = 3;

/** Unsigned 32-bit hashes without repeats. */
export function featuresOf(line: Line, rules: RuleGuesses, context: LineContext): number[] {
  const features = [kinds.bias as number];
  const add = createAdd(features);
  addWords(line.tokens, add);
  addStyle(line.text, add);
  addRules(rules, add);
  addTags(context.tags ?? [], add);
  if (context.platform) add(kinds.platform, hashOf(context.platform));
  if (context.family) add(kinds.family, hashOf(context.family));
  if (context.source) add(kinds.source, hashOf(context.source));
  return features;
}

type Add = (kind: number, hash: number) => void;

/** A power of two, with space for any line: 60 words have two features each, and each of 20 hashtags has at most 20. */
const tableSize = 2048;
/** Hash table of one line's features, reused for the next line: a Set per line would cost more than all hashes. */
const seen = new Uint32Array(tableSize);
const seenIn = new Uint32Array(tableSize);
let currentLine = 0;

/** Adds features to `features` without repeats. Supports only one line at a time. */
function createAdd(features: number[]): Add {
  currentLine = (currentLine + 1) >>> 0;
  return (kind, hash) => {
    const feature = mix(kind, hash);
    let at = feature & (tableSize - 1);
    while (seenIn[at] === currentLine) {
      if (seen[at] === feature) return;
      at = (at + 1) & (tableSize - 1);
    }
    if (features.length > tableSize / 2) return;
    seen[at] = feature;
    seenIn[at] = currentLine;
    features.push(feature);
  };
}

function addWords(tokens: readonly string[], add: Add): void {
  const count = Math.min(tokens.length, maxWords);
  let previous = 0;
  let opening = 0;
  for (let at = 0; at < count; at++) {
    const word = hashOf(tokens[at] ?? '');
    add(kinds.word, word);
    add(kinds.pair, mix(previous, word));
    if (at < 3) opening = mix(opening, word);
    previous = word;
  }
  add(kinds.pair, mix(previous, 0));
  add(kinds.opening, opening);
  add(kinds.length, Math.min(6, count >> 2));
}

/** Punctuation that indicates style: music titles have `-` and `(`, news titles have `|`. */
const signs = ['|', ' - ', '(', '[', '!', '"', '#'];

function addStyle(text: string, add: Add): void {
  signs.forEach((sign, at) => {
    if (text.includes(sign)) add(kinds.style, at);
  });
  let capitals = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) capitals++;
  }
  add(kinds.style, signs.length + Math.floor((5 * capitals) / Math.max(1, text.length)));
}

function addRules(rules: RuleGuesses, add: Add): void {
  modelLabels.forEach((label, at) => {
    const { value, confidence, scores } = rules[label];
    const hash = mix(at, hashOf(value));
    add(kinds.ruleValue, hash);
    add(kinds.ruleConfidence, mix(hash, Math.floor(confidence * 5)));
    let rivals = 0;
    for (const rival of scores.keys()) {
      if (rival === value) continue;
      add(kinds.rival, mix(at, hashOf(rival)));
      if (++rivals === maxRivals) break;
    }
  });
}

function addTags(tags: readonly string[], add: Add): void {
  for (const tag of tags.slice(0, maxTags)) {
    const folded = tag.toLowerCase();
    add(kinds.tag, hashOf(folded));
    for (const word of folded.split(/[^\p{L}\p{N}]+/u))
      if (word.length >= minTagWordLength) add(kinds.tagWord, hashOf(word));
  }
}

/** Uses FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Combines two hashes; each bit of the result depends on all bits of both. */
function mix(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

// Creator memory: the niche of a creator whose earlier hooks agree.

/** Niche of most earlier hooks of a creator, the number of hooks, and how many of them have the niche. */
export type CreatorNiche = { niche: string; hooks: number; agreeing: number };
/** Keys are from creatorKey(). */
export type Creators = ReadonlyMap<string, CreatorNiche>;

const minHooks = 2;
const minShare = 0.75;
/** Creators with the most hooks are kept. */
const maxCreators = 20_000;

/** Returns a hash, so that a stored model contains no names that a takedown would have to find. */
export function creatorKey(creator: string): string {
  return hash('sha256', creator.trim().replace(/^@+/, '').toLowerCase()).slice(0, 16);
}

/** Names without a letter, such as `@`, identify no creator. */
const nobody = creatorKey('');

/** Returns the creators whose hooks mostly have the same niche. `counts`: hooks with a trusted niche, by creator and niche. */
export function rememberCreators(counts: Iterable<{ creator: string; niche: string; hooks: number }>): Creators {
  const byCreator = new Map<string, Map<string, number>>();
  for (const { creator, niche, hooks } of counts) {
    const key = creatorKey(creator);
    if (key === nobody || niche === 'other') continue;
    const niches = byCreator.get(key) ?? new Map<string, number>();
    niches.set(niche, (niches.get(niche) ?? 0) + hooks);
    byCreator.set(key, niches);
  }
  const agreed: [string, CreatorNiche][] = [];
  for (const [key, niches] of byCreator) {
    const total = [...niches.values()].reduce((sum, hooks) => sum + hooks, 0);
    const [niche = '', agreeing = 0] = [...niches].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (total >= minHooks && agreeing >= total * minShare) agreed.push([key, { niche, hooks: total, agreeing }]);
  }
  agreed.sort(([a, { hooks: n }], [b, { hooks: m }]) => m - n || (a < b ? -1 : 1));
  return new Map(agreed.slice(0, maxCreators));
}

/** Probability that another hook of the creator has the niche: its share of earlier hooks, with one more counted at 0.8. */
export function certaintyOf({ hooks, agreeing }: CreatorNiche): number {
  return (agreeing + 0.8) / (hooks + 1);
}

// Rows of features: a hash table of 32-bit features. A Map would allocate an object for each number.

/** `features`: feature by row. `slots`: row by hash, -1 if empty. */
export type Rows = { features: Uint32Array; slots: Int32Array };

export function createRows(features: Uint32Array): Rows {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * features.length + 2))).fill(-1);
  const mask = slots.length - 1;
  features.forEach((feature, row) => {
    let at = feature & mask;
    while (slots[at] !== -1) at = (at + 1) & mask;
    slots[at] = row;
  });
  return { features, slots };
}

/** Returns the rows of known features; others are skipped. */
export function rowsOf({ features: known, slots }: Rows, features: readonly number[]): number[] {
  const mask = slots.length - 1;
  const found: number[] = [];
  for (let index = 0; index < features.length; index++) {
    const feature = features[index] as number;
    let at = feature & mask;
    let row = slots[at] as number;
    while (row !== -1 && known[row] !== feature) {
      at = (at + 1) & mask;
      row = slots[at] as number;
    }
    if (row !== -1) found.push(row);
  }
  return found;
}

/** Assigns rows to the most frequent features, at most `maxRows`. Features in fewer than `minLines` lines get none. */
export function chooseRows(lines: readonly (readonly number[])[], minLines: number, maxRows: number): Rows {
  const counts = new Map<number, number>();
  for (const features of lines) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= minLines);
  if (frequent.length > maxRows) frequent.sort(([a, n], [b, m]) => m - n || a - b);
  return createRows(Uint32Array.from(frequent.slice(0, maxRows), ([feature]) => feature));
}
