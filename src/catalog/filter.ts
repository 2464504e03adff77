// Which hooks a request asks for: the filters that /hooks, /hooks/random, exports and webhooks share, as values.
import type { Dimension } from './snapshot.ts';

export type Filter = {
  /** Values per label, in their own spelling: OR within one label, AND between labels. */
  labels: Partial<Record<Dimension, readonly string[]>>;
  minViews?: number;
  maxViews?: number;
  /** Milliseconds since 1970. */
  addedSince?: number;
  /** Words of `q`, as splitWords gives them. */
  words?: readonly string[];
};

export const sorts = ['-views', 'views', '-added_at', 'added_at', 'relevance'] as const;
export type Sort = (typeof sorts)[number];

/** One text per meaning: equal filters give equal keys, however they were written. */
export function filterKey(filter: Filter, without?: Dimension): string {
  const labels = Object.entries(filter.labels)
    .filter(([dimension]) => dimension !== without)
    .map(([dimension, values]) => [dimension, [...new Set(values)].sort()])
    .sort();
  return JSON.stringify([labels, filter.minViews, filter.maxViews, filter.addedSince, filter.words]);
}
