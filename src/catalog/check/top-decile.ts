// Traits of the most viewed tenth of a niche's hooks, beside those of all its hooks. Counted once per version.
import { LRUCache } from 'lru-cache';
import { minHooks } from '../../trends/verdict.ts';
import type { Filter } from '../search/filter.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type TraitKind, traits } from '../snapshot/traits.ts';
import type { FindRows } from './evidence.ts';

/** null is any. `language` is one without script and region, whose variants count. */
export type Scope = { niche: string | null; platform: string | null; language: string | null };

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
