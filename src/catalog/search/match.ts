// Which of some hooks a filter selects, without a snapshot of them: for hooks that are just being published. Pure.

import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { collectWords, type WordIndex } from '../snapshot/vocabulary.ts';
import type { Filter } from './filter.ts';
import { searchText } from './text-search.ts';

export type MatchableHook = Record<Dimension, string | null> & {
  text: string;
  views: number;
  /** Milliseconds since 1970. */
  added_at: number;
};

/** Returns a function that gives the places in `hooks`, ascending, of those that its filter selects. */
export function createMatcher(hooks: readonly MatchableHook[]): (filter: Filter) => number[] {
  let index: WordIndex | undefined;

  function placesOfWords(words: readonly string[]): number[] {
    if (!index) {
      const collected = collectWords();
      for (const [place, { text }] of hooks.entries()) collected.add(place, text);
      index = collected.finish();
    }
    return [...searchText(index, words, hooks.length).rows];
  }

  return (filter) => {
    const places = filter.words ? placesOfWords(filter.words) : [...hooks.keys()];
    return places.filter((place) => hasLabels(hooks[place], filter));
  };
}

function hasLabels(hook: MatchableHook, { labels, minViews, maxViews, addedSince }: Filter): boolean {
  if (minViews !== undefined && hook.views < minViews) return false;
  if (maxViews !== undefined && hook.views > maxViews) return false;
  if (addedSince !== undefined && hook.added_at < addedSince) return false;
  return dimensions.every((dimension) => labels[dimension]?.includes(hook[dimension] ?? '') ?? true);
}
