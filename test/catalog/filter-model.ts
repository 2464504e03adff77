// Model of filters: tests one hook after the other. A search of a snapshot must find the same hooks.

import {
  type Choice,
  type Conditions,
  type Filter,
  isCollected,
  selectsLabel,
} from '../../src/catalog/search/filter.ts';
import type { PresenceField } from '../../src/catalog/search/filter-fields.ts';
import { hasPhrase, searchText } from '../../src/catalog/search/text-search.ts';
import {
  type HashColumn,
  hashColumns,
  hashKeys,
  type NumberColumn,
  unknownNumber,
} from '../../src/catalog/snapshot/filter-columns.ts';
import { type Dimension, dimensions } from '../../src/catalog/snapshot/snapshot.ts';
import type { SnapshotRow } from '../../src/catalog/snapshot/store.ts';
import { splitWords, type WordIndex } from '../../src/catalog/snapshot/vocabulary.ts';
import { collectWords, createTokenizer } from '../../src/catalog/snapshot/words.ts';

/** Returns a function that selects hooks with a filter and returns their indices in `hooks`, ascending. */
export function createModel(hooks: readonly SnapshotRow[]): (filter: Filter) => number[] {
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
    return indices.filter((at) => {
      const hook = hooks[at];
      return hook !== undefined && matches(hook, filter) && (!more || meets(hook, more));
    });
  };
}

function matches(hook: SnapshotRow, { labels, minViews, maxViews, addedSince }: Filter): boolean {
  if (minViews !== undefined && hook.views < minViews) return false;
  if (maxViews !== undefined && hook.views > maxViews) return false;
  if (addedSince !== undefined && hook.added_at < addedSince) return false;
  return dimensions.every((dimension) => {
    const wanted = labels[dimension];
    return wanted === undefined || hasLabel(hook, dimension, wanted);
  });
}

function hasLabel(hook: SnapshotRow, dimension: Dimension, values: readonly string[]): boolean {
  return values.some((value) => selectsLabel(dimension, value, hook[dimension] ?? ''));
}

function meets(hook: SnapshotRow, conditions: Conditions): boolean {
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

function isChosen({ any, none }: Choice, value: string): boolean {
  return (any.length === 0 || any.includes(value)) && !none.includes(value);
}

function isKnown(hook: SnapshotRow, field: PresenceField): boolean {
  return hook[field] !== null;
}

function hasText(hook: SnapshotRow, name: HashColumn, conditions: Conditions): boolean {
  const choice = conditions[name];
  const text = hook[name];
  if (!choice) return true;
  return text === null ? choice.any.length === 0 : isChosen(choice, hashKeys[name](text));
}
