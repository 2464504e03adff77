// Matches filters against a list of hooks without a snapshot, for hooks that are being published.
import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { collectWords, splitWords, type WordIndex } from '../snapshot/vocabulary.ts';
import { type Filter, selectsLabel } from './filter.ts';
import { searchText } from './text-search.ts';

export type MatchableHook = Record<Dimension, string | null> & {
  text: string;
  views: number;
  /** Milliseconds since 1970. */
  added_at: number;
};

/** The returned function gives the indices in `hooks` that a filter selects, ascending. */
export function createMatcher(hooks: readonly MatchableHook[]): (filter: Filter) => number[] {
  let index: WordIndex | undefined;

  function indicesOfWords(words: readonly string[]): number[] {
    if (!index) {
      const collected = collectWords();
      for (const [at, { text }] of hooks.entries()) collected.add(at, splitWords(text));
      index = collected.finish();
    }
    return [...searchText(index, words, hooks.length).rows];
  }

  return (filter) => {
    const indices = filter.words ? indicesOfWords(filter.words) : [...hooks.keys()];
    return indices.filter((at) => matches(hooks[at], filter));
  };
}

function matches(hook: MatchableHook, { labels, minViews, maxViews, addedSince }: Filter): boolean {
  if (minViews !== undefined && hook.views < minViews) return false;
  if (maxViews !== undefined && hook.views > maxViews) return false;
  if (addedSince !== undefined && hook.added_at < addedSince) return false;
  return dimensions.every(
    (dimension) => labels[dimension]?.some((wanted) => selectsLabel(dimension, wanted, hook[dimension] ?? '')) ?? true,
  );
}
