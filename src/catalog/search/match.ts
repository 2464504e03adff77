// Matches filters against a list of hooks without a snapshot, for hooks that are being published. Equals a search of a snapshot.
import type { HookValues } from '../../db/hook-columns.ts';
import {
  type HashColumn,
  hashColumns,
  hashKeys,
  type NumberColumn,
  numberColumns,
  unknownNumber,
} from '../snapshot/filter-columns.ts';
import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { splitWords, type WordIndex } from '../snapshot/vocabulary.ts';
import { collectWords, createTokenizer } from '../snapshot/words.ts';
import { type Conditions, type Filter, isCollected, selectsLabel } from './filter.ts';
import type { PresenceField } from './filter-fields.ts';
import { isChosen } from './resolve.ts';
import { hasPhrase, searchText } from './text-search.ts';

/** The columns that filters read. */
export const matchedColumns = [
  ...(['id', 'text', 'views', 'added_at', 'sample', 'label_method', ...dimensions] as const),
  ...hashColumns,
  ...numberColumns,
] as const;

/** Timestamps are milliseconds since 1970. */
export type MatchableHook = Pick<HookValues<number>, (typeof matchedColumns)[number]>;

/** The returned function gives the indices in `hooks` that a filter selects, ascending. */
export function createMatcher(hooks: readonly MatchableHook[]): (filter: Filter) => number[] {
  let index: WordIndex | undefined;

  function indicesOfWords(words: readonly string[], isOpen: boolean): number[] {
    if (!index) {
      const [tokenize, collected] = [createTokenizer(), collectWords()];
      for (const [at, { text }] of hooks.entries()) collected.add(at, tokenize(text));
      index = collected.finish();
    }
    return [...searchText(index, words, hooks.length, isOpen).rows];
  }

  return (filter) => {
    const { words, more } = filter;
    const indices = words ? indicesOfWords(words, !more?.isClosed) : [...hooks.keys()];
    return indices.filter((at) => matches(hooks[at], filter) && (!more || meets(hooks[at], more)));
  };
}

function matches(hook: MatchableHook, { labels, minViews, maxViews, addedSince }: Filter): boolean {
  if (minViews !== undefined && hook.views < minViews) return false;
  if (maxViews !== undefined && hook.views > maxViews) return false;
  if (addedSince !== undefined && hook.added_at < addedSince) return false;
  return dimensions.every((dimension) => {
    const wanted = labels[dimension];
    return wanted === undefined || hasLabel(hook, dimension, wanted);
  });
}

function hasLabel(hook: MatchableHook, dimension: Dimension, values: readonly string[]): boolean {
  return values.some((value) => selectsLabel(dimension, value, hook[dimension] ?? ''));
}

function meets(hook: MatchableHook, conditions: Conditions): boolean {
  const { ids, collected, excluded = {}, ranges = {}, addedUntil, has } = conditions;
  const { sample, methods, phrases, excludedPhrases } = conditions;
  if (ids && !ids.includes(hook.id)) return false;
  if (collected && !isCollected(collected, hook.id)) return false;
  if (addedUntil !== undefined && hook.added_at > addedUntil) return false;
  if (sample !== undefined && hook.sample !== sample) return false;
  if (methods && !isChosen(methods, hook.label_method)) return false;
  if (has && !(has.any.every((field) => isKnown(hook, field)) && !has.none.some((field) => isKnown(hook, field))))
    return false;
  if (dimensions.some((dimension) => hasLabel(hook, dimension, excluded[dimension] ?? []))) return false;
  const isOutside = ([name, { min, max }]: [string, { min: number; max: number }]) => {
    const value = hook[name as NumberColumn] ?? unknownNumber(name as NumberColumn);
    return value < min || value > max;
  };
  if (Object.entries(ranges).some(isOutside)) return false;
  if (hashColumns.some((name) => !hasText(hook, name, conditions))) return false;
  if (!phrases && !excludedPhrases) return true;
  const words = splitWords(hook.text);
  const isIn = (phrase: readonly string[]) => hasPhrase(words, phrase);
  return (phrases ?? []).every(isIn) && !(excludedPhrases ?? []).some(isIn);
}

function isKnown(hook: MatchableHook, field: PresenceField): boolean {
  return hook[field] !== null;
}

function hasText(hook: MatchableHook, name: HashColumn, conditions: Conditions): boolean {
  const choice = conditions[name];
  const text = hook[name];
  if (!choice) return true;
  return text === null ? choice.any.length === 0 : isChosen(choice, hashKeys[name](text));
}
