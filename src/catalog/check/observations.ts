// Observations on a draft: traits that are more or less common among the most viewed hooks of its niche, each with its figures. They are
// neither scores nor causes.

import { LRUCache } from 'lru-cache';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import { deviationsOf, minHooks } from '../../trends/growth.ts';
import type { Filter } from '../search/filter.ts';
import { type TraitKind, traits, traitsOf } from '../snapshot/filter-columns.ts';
import { perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import type { Observation } from './check-schema.ts';
import { type FindRows, shareOf } from './standing.ts';

/** Display names of the lines with a trait. */
const linesWith: Readonly<Record<TraitKind, string>> = {
  number: 'Lines with a number',
  question: 'Questions',
  viewer: 'Lines that say “you”',
  first_person: 'Lines that say “I”, “my” or “we”',
  command: 'Lines that begin with a command such as “stop”',
  question_word: 'Lines that begin with “how”, “why” or the like',
};

/** Threshold of significance for seven simultaneous tests. By chance, one of them passes in 5 % of scopes (Bonferroni, two-sided). */
const minDeviations = 2.69;

/**
 * Returns the strongest deviation first. `language` is the language of the draft, null if it is unknown. English traits are compared only
 * for English drafts.
 */
export function observationsOf(text: string, top: TopDecile, language: string | null): Observation[] {
  const { medianWords: value, medianOfAll, short, counts } = top;
  const bits = traitsOf(text);
  const words = splitWords(text).length;
  const length = { kind: 'word_count', lines: `Lines of at most ${medianOfAll} words`, counted: short } as const;
  const observed = traits.flatMap(({ kind, isEnglish }, at) => {
    if (isEnglish && language !== 'en') return [];
    const draft = ((bits >> at) & 1) === 1;
    const counted = counts.get(kind) ?? { top: 0, all: 0 };
    return [observe(top, { kind, lines: linesWith[kind], counted, draft, own: `Yours is ${draft ? '' : 'not '}one.` })];
  });
  return [{ ...observe(top, { ...length, draft: words, own: `Yours has ${words}.` }), value }, ...observed]
    .sort((a, b) => Math.abs(b.deviations) - Math.abs(a.deviations))
    .map(({ deviations, ...observation }) => observation);
}

/** `lines` names the counted lines; `own` describes the draft. */
type Compared = Pick<Observation, 'kind' | 'draft'> & { lines: string; counted: Counted; own: string };

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 });

/** Compares the top decile with the other hooks of the scope. */
function observe({ n, all, scope }: TopDecile, { kind, lines, counted, draft, own }: Compared) {
  const rest = { before: counted.all - counted.top, allBefore: all - n };
  const deviations = deviationsOf({ now: counted.top, allNow: n, ...rest });
  const is_significant = Math.abs(deviations) >= minDeviations;
  const [ofTop, ofAll] = [percent.format(counted.top / n), percent.format(counted.all / all)];
  const place = nameOf(scope);
  const text = is_significant
    ? `${lines} do ${deviations > 0 ? 'better' : 'worse'}${place}: ${ofTop} of the most viewed, ${ofAll} of all.`
    : `${lines} do neither better nor worse${place}: ${ofTop} of the most viewed, ${ofAll} of all.`;
  const shares = { share: shareOf(counted.top, n) ?? 0, share_of_all: shareOf(counted.all, all) ?? 0 };
  return { kind, text: `${text} ${own}`, is_significant, n, ...shares, draft, deviations };
}

/** Returns ` in Fitness on TikTok`, or an empty text for all hooks. */
function nameOf({ niche, platform }: Scope): string {
  const name = taxonomy.niche.find(({ id }) => id === niche)?.name;
  return `${name === undefined ? '' : ` in ${name}`}${platform === null ? '' : ` on ${platform}`}`;
}

// Traits of the most viewed tenth of a niche's hooks, compared with all its hooks. Counted once per version.

/** null stands for any value. `language` is a base language, which includes its regional variants. */
type Scope = { niche: string | null; platform: string | null; language: string | null };

/** The `n` most viewed of the `all` hooks of a scope; `minViews` is the smallest view count among them. */
export type TopDecile = {
  scope: Scope;
  n: number;
  all: number;
  minViews: number;
  medianWords: number;
  medianOfAll: number;
  /** Hooks with at most `medianOfAll` words. */
  short: Counted;
  counts: ReadonlyMap<TraitKind, Counted>;
};
type Counted = { top: number; all: number };

const maxCached = 2000;
const countedScopes = perSnapshot(() => new LRUCache<string, TopDecile | 'too_few'>({ max: maxCached }));

/** Tries the given scope, then without the platform, then also without the niche. Returns the first whose top decile has enough hooks. */
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

/** `rows` must be in order of views. */
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
  const wordsOf = (some: Uint32Array) => Float64Array.from(some, (row) => numbers.word_count[row] ?? 0).sort();
  const [topWords, allWords] = [wordsOf(top), wordsOf(rows)];
  const medianOfAll = medianOf(allWords);
  const countShort = (words: Float64Array) => words.filter((count) => count <= medianOfAll).length;
  return {
    scope,
    n,
    all: rows.length,
    minViews: views[top[n - 1] ?? 0] ?? 0,
    medianWords: medianOf(topWords),
    medianOfAll,
    short: { top: countShort(topWords), all: countShort(allWords) },
    counts: new Map(counts),
  };
}

function medianOf(sorted: Float64Array): number {
  const { length } = sorted;
  return Math.round(((sorted[(length - 1) >> 1] ?? 0) + (sorted[length >> 1] ?? 0)) / 2);
}

/** Counts the hooks of each trait. Counts whole bytes first, which takes one step per hook. */
function countTraits(bits: Uint8Array, rows: Uint32Array): number[] {
  const byByte = new Uint32Array(256);
  for (const row of rows) {
    const byte = bits[row] ?? 0;
    byByte[byte] = (byByte[byte] ?? 0) + 1;
  }
  return traits.map((_, at) => byByte.reduce((sum, count, byte) => ((byte >> at) & 1 ? sum + count : sum), 0));
}
