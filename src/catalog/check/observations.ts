// Observations on a draft: what the most viewed hooks of its niche have or lack, each with its figures. No score.

import { LRUCache } from 'lru-cache';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import { minHooks } from '../../trends/growth.ts';
import type { Filter } from '../search/filter.ts';
import { type TraitKind, traits, traitsOf } from '../snapshot/filter-columns.ts';
import { perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import type { Observation } from './check-schema.ts';
import { type FindRows, shareOf } from './standing.ts';

type Phrases = { present: string; absent: string; others: string };

/** `others` ends `61 % of the top decile …`. */
const phrases: Readonly<Record<TraitKind, Phrases>> = {
  number: { present: 'Has a number in digits', absent: 'No number in digits', others: 'have one' },
  question: { present: 'Has a question mark', absent: 'No question mark', others: 'have one' },
  viewer: { present: 'Addresses the viewer as you', absent: 'Does not address the viewer as you', others: 'do' },
  first_person: { present: 'Speaks of I, my or we', absent: 'Does not speak of I, my or we', others: 'do' },
  command: {
    present: 'Begins with a command such as stop or never',
    absent: 'Does not begin with a command such as stop or never',
    others: 'do',
  },
  question_word: {
    present: 'Begins with a question word such as how or why',
    absent: 'Does not begin with a question word such as how or why',
    others: 'do',
  },
};

const numbers = new Intl.NumberFormat('en');
const shown = (number: number) => numbers.format(number);

/** `language` is that of the draft, null if it is unknown. Words of English are looked for in English only. */
export function observationsOf(text: string, top: TopDecile, language: string | null): Observation[] {
  const bits = traitsOf(text);
  const wanted = traits.filter(({ isEnglish }) => !isEnglish || language === 'en');
  return [observeLength(text, top), ...wanted.map(({ kind }) => observeTrait(kind, bits, top))];
}

function observeLength(text: string, { n, medianWords, scope }: TopDecile): Observation {
  const words = splitWords(text).length;
  return {
    kind: 'word_count',
    text: `${words} ${words === 1 ? 'word' : 'words'}; the median of the top decile${nameOf(scope)} is ${medianWords}, n = ${shown(n)}`,
    n,
    value: medianWords,
    draft: words,
  };
}

function observeTrait(kind: TraitKind, bits: number, { n, all, counts, scope }: TopDecile): Observation {
  const { present, absent, others } = phrases[kind];
  const draft = ((bits >> traits.findIndex((trait) => trait.kind === kind)) & 1) === 1;
  const counted = counts.get(kind) ?? { top: 0, all: 0 };
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
  return {
    kind,
    text: `${draft ? present : absent}; ${percent(counted.top, n)} of the top decile${nameOf(scope)} ${others}, n = ${shown(n)}, and ${percent(counted.all, all)} of all ${shown(all)}`,
    n,
    share: shareOf(counted.top, n) ?? 0,
    share_of_all: shareOf(counted.all, all) ?? 0,
    draft,
  };
}

/** ` in Fitness on TikTok`; ` of all niches` */
function nameOf({ niche, platform }: Scope): string {
  const name = taxonomy.niche.find(({ id }) => id === niche)?.name;
  return `${name === undefined ? ' of all niches' : ` in ${name}`}${platform === null ? '' : ` on ${platform}`}`;
}

// Traits of the most viewed tenth of a niche's hooks, beside those of all its hooks. Counted once per version.

/** null is any. `language` is one without script and region, whose variants count. */
type Scope = { niche: string | null; platform: string | null; language: string | null };

/** Of `all` hooks of the scope the `n` most viewed; `minViews` has the last of them. */
export type TopDecile = {
  scope: Scope;
  n: number;
  all: number;
  minViews: number;
  medianWords: number;
  /** Hooks with a trait, in the top decile and in all. */
  counts: ReadonlyMap<TraitKind, { top: number; all: number }>;
};

const maxCached = 2000;
const countedScopes = perSnapshot(() => new LRUCache<string, TopDecile | 'too_few'>({ max: maxCached }));

/** Of the first scope whose top decile has enough hooks: the given one, without the platform, without the niche. */
export function findTopDecile(snapshot: Snapshot, findRows: FindRows, scope: Scope): TopDecile | undefined {
  const scopes = [scope, { ...scope, platform: null }, { ...scope, platform: null, niche: null }];
  for (const one of scopes) {
    const counted = countOnce(snapshot, findRows, one);
    if (counted !== 'too_few') return counted;
  }
  return undefined;
}

function countOnce(snapshot: Snapshot, findRows: FindRows, scope: Scope): TopDecile | 'too_few' {
  const cache = countedScopes(snapshot);
  const key = JSON.stringify([scope.niche, scope.platform, scope.language]);
  let counted = cache.get(key);
  if (counted === undefined) {
    counted = countScope(snapshot, findRows(labelsOf(scope)), scope);
    cache.set(key, counted);
  }
  return counted;
}

function labelsOf(scope: Scope): Filter['labels'] {
  return Object.fromEntries(
    Object.entries(scope).flatMap(([label, value]) => (value === null ? [] : [[label, [value]]])),
  );
}

/** `rows` are in order of views. */
function countScope(
  { traits: bits, numbers, views }: Snapshot,
  rows: Uint32Array,
  scope: Scope,
): TopDecile | 'too_few' {
  const n = Math.ceil(rows.length / 10);
  if (n < minHooks) return 'too_few';
  const top = rows.subarray(0, n);
  const [ofTop, ofAll] = [countTraits(bits, top), countTraits(bits, rows)];
  const counts = traits.map(({ kind }, at) => [kind, { top: ofTop[at] ?? 0, all: ofAll[at] ?? 0 }] as const);
  const words = Float64Array.from(top, (row) => numbers.word_count[row] ?? 0).sort();
  const medianWords = Math.round(((words[(n - 1) >> 1] ?? 0) + (words[n >> 1] ?? 0)) / 2);
  return { scope, n, all: rows.length, minViews: views[top[n - 1] ?? 0] ?? 0, medianWords, counts: new Map(counts) };
}

/** Hooks by trait. Counted by byte first, which is one step per hook. */
function countTraits(bits: Uint8Array, rows: Uint32Array): number[] {
  const byByte = new Uint32Array(256);
  for (const row of rows) {
    const byte = bits[row] ?? 0;
    byByte[byte] = (byByte[byte] ?? 0) + 1;
  }
  return traits.map((_, at) => byByte.reduce((sum, count, byte) => ((byte >> at) & 1 ? sum + count : sum), 0));
}
