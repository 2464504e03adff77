// Which hooks a request asks for: the filters that /hooks, /hooks/random, exports and webhooks share, as values.
import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';

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

/** `emotion` is an alias of `emotional_trigger`; `added_since` is ISO 8601. */
export type FilterInput = Partial<Record<Dimension | 'emotion', string[]>> & {
  min_views?: number;
  max_views?: number;
  added_since?: string;
  q?: string;
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

/** What checked filters mean. */
export function toFilter({ min_views, max_views, added_since, q, ...labels }: FilterInput): Filter {
  const given = dimensions.filter((dimension) => labels[dimension] !== undefined);
  return {
    labels: Object.fromEntries(given.map((dimension) => [dimension, labels[dimension] ?? []])),
    minViews: min_views,
    maxViews: max_views,
    addedSince: added_since === undefined ? undefined : parseMoment(added_since),
    words: q === undefined ? undefined : splitWords(q),
  };
}

/** Milliseconds since 1970, of a date or a time in ISO 8601. */
export function parseMoment(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
