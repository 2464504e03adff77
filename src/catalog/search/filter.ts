// Filters of hooks, as /hooks, /hooks/random, exports and webhooks share them.
import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';

export type Filter = {
  /** Values per label as in the catalog: OR within one label, AND between labels. */
  labels: Partial<Record<Dimension, readonly string[]>>;
  minViews?: number;
  maxViews?: number;
  /** Milliseconds since 1970. */
  addedSince?: number;
  /** Words of `q`, from splitWords. */
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

/** Equal filters have equal keys, whatever the order of their values. */
export function filterKey(filter: Filter, without?: Dimension): string {
  const labels = Object.entries(filter.labels)
    .filter(([dimension]) => dimension !== without)
    .map(([dimension, values]) => [dimension, [...new Set(values)].sort()])
    .sort();
  return JSON.stringify([labels, filter.minViews, filter.maxViews, filter.addedSince, filter.words]);
}

/** From checked filters. */
export function toFilter({ min_views, max_views, added_since, q, ...labels }: FilterInput): Filter {
  const filtered = dimensions.filter((dimension) => labels[dimension] !== undefined);
  return {
    labels: Object.fromEntries(filtered.map((dimension) => [dimension, labels[dimension] ?? []])),
    minViews: min_views,
    maxViews: max_views,
    addedSince: added_since === undefined ? undefined : parseTime(added_since),
    words: q === undefined ? undefined : splitWords(q),
  };
}

/** Parses a date or time in ISO 8601 to milliseconds since 1970. */
export function parseTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether a filter's value selects a hook's label. A language without script and region selects its variants: `en` finds `en-US`. */
export function selectsLabel(dimension: Dimension, wanted: string, label: string): boolean {
  if (wanted === label) return true;
  return dimension === 'language' && wanted !== '' && !wanted.includes('-') && label.startsWith(`${wanted}-`);
}
