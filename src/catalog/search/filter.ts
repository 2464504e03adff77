// Filters of hooks, shared by lists, random draws, trends, exports and webhooks.
import { hookNumber } from '../../lib/ids.ts';
import { dayMs } from '../../lib/time.ts';
import { nameOf, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { hashKeys, type NumberColumn } from '../snapshot/filter-columns.ts';
import { type Dimension, dimensions } from '../snapshot/snapshot.ts';
import { countFields, type FilterInput, filterNames, type PresenceField } from './filter-fields.ts';
import { describeFilters } from './filter-words.ts';
import { type Nearest, type Phrase, readTextQuery, type TextQuery } from './text-search.ts';

export type Filter = {
  /** Values per label, as in the catalog: OR within one label, AND between labels. */
  labels: Partial<Record<Dimension, readonly string[]>>;
  minViews?: number;
  maxViews?: number;
  /** Milliseconds since 1970. */
  addedSince?: number;
  /** Words of `q`. The last one also matches as a prefix, unless `more.isClosed`. */
  words?: readonly string[];
  /** Hooks near to the text in meaning, if `match` requires them. */
  nearest?: Nearest;
  /** Undefined without further conditions, so that most searches test nothing more. */
  more?: Conditions;
};

/** A hook must have one of `any` and none of `none`. */
export type Choice = { any: readonly string[]; none: readonly string[] };
type Range = { min: number; max: number };

/** All conditions must be met. Lists are sorted, so that equal conditions have the same JSON. */
export type Conditions = {
  ids?: readonly number[];
  collected?: Collected;
  excluded?: Partial<Record<Dimension, readonly string[]>>;
  /** Ranges exclude unknown numbers. */
  ranges?: Partial<Record<NumberColumn, Range>>;
  /** Milliseconds since 1970. */
  addedUntil?: number;
  /** Creators, video URLs and templates are normalised with `hashKeys`. */
  creator?: Choice;
  source_url?: Choice;
  template?: Choice;
  methods?: Choice;
  /** A hook must have all of `any` and none of `none`. */
  has?: { any: readonly PresenceField[]; none: readonly PresenceField[] };
  sample?: boolean;
  phrases?: readonly Phrase[];
  excludedPhrases?: readonly Phrase[];
  isClosed?: true;
};

export const sorts = [
  ...(['-views', 'views', '-added_at', 'added_at', '-published_at', 'published_at'] as const),
  ...(['-likes', 'likes', '-views_gained_7d', 'views_gained_7d', '-views_per_day', 'views_per_day'] as const),
  ...(['-saves', 'saves', '-creator_videos', 'creator_videos'] as const),
  ...(['-views_vs_creator', 'views_vs_creator', '-duration', 'duration', 'relevance'] as const),
] as const;
export type Sort = (typeof sorts)[number];

const sortedDimensions = [...dimensions].sort();

/** Equal filters have equal keys, whatever the order of their values. Cursors contain a hash of the key, so its format must not change. */
export function filterKey(
  { labels, minViews, maxViews, addedSince, words, nearest, more }: Filter,
  without?: Dimension,
): string {
  const wanted: [Dimension, readonly string[]][] = [];
  for (const dimension of sortedDimensions) {
    const values = labels[dimension];
    if (values && dimension !== without)
      wanted.push([dimension, values.length === 1 ? values : [...new Set(values)].sort()]);
  }
  const key = [wanted, minViews, maxViews, addedSince, words];
  const text = JSON.stringify(more ? [...key, forKey(more, without)] : key);
  return nearest ? `${text} ${nearest.match} ${nearest.text}` : text;
}

/**
 * Returns a key of the selected hooks of a snapshot. It includes the versions of collections and vectors, which change without a new
 * snapshot.
 */
export function resultKey(filter: Filter, without?: Dimension): string {
  const { more, nearest } = filter;
  const key = more?.collected ? `${filterKey(filter, without)} ${more.collected.versions}` : filterKey(filter, without);
  return nearest ? `${key} ${nearest.vectors}` : key;
}

/** Returns whether words or phrases of `q` select hooks. */
export function isTextSearch({ words, more }: Filter): boolean {
  return words !== undefined || more?.phrases !== undefined;
}

/** Expects filters that are already checked. */
export function toFilter(input: ResolvedFilters): Filter {
  const labels: Filter['labels'] = {};
  let excluded: Conditions['excluded'];
  for (const dimension of dimensions) {
    const choice = choiceOf(input[dimension]);
    if (choice?.any.length) labels[dimension] = choice.any;
    if (choice?.none.length) excluded = { ...excluded, [dimension]: choice.none };
  }
  const text = input.q === undefined ? undefined : readTextQuery(input.q);
  return {
    labels,
    minViews: input.min_views,
    maxViews: input.max_views,
    addedSince: parseTime(input.added_since),
    words: text && text.words.length > 0 ? text.words : undefined,
    more: conditionsOf(input, excluded, text),
  };
}

/** Most queries have no conditions, and building them takes as long as the rest of the filter. */
function conditionsOf(
  input: ResolvedFilters,
  excluded: Conditions['excluded'],
  text: TextQuery | undefined,
): Conditions | undefined {
  const isClosed = text !== undefined && text.words.length > 0 && !text.isOpen;
  const hasPhrases = text !== undefined && text.phrases.length + text.excluded.length > 0;
  if (!hasPhrases && !isClosed && excluded === undefined && !hasCondition(input)) return undefined;
  return withoutEmpty({
    ids: input.ids && sorted(input.ids.map((id) => hookNumber(id) ?? 0)),
    collected: input.collected,
    excluded,
    ranges: withoutEmpty(rangesOf(input)),
    addedUntil: parseTime(input.added_until, 'end'),
    creator: keysOf(choiceOf(input.creator), hashKeys.creator),
    source_url: keysOf(only(input.source_url), hashKeys.source_url),
    template: keysOf(only(input.template), hashKeys.template),
    methods: choiceOf(input.labels_method),
    has: choiceOf(input.has) as Conditions['has'],
    sample: input.sample,
    phrases: text?.phrases,
    excludedPhrases: text?.excluded,
    isClosed: isClosed ? true : undefined,
  });
}

/** Filters that are conditions only when they contain excluded values or phrases. */
const plainNames: readonly string[] = [...dimensions, 'emotion', 'min_views', 'max_views', 'added_since', 'q'];
const conditionNames: ReadonlySet<string> = new Set([
  'collected',
  ...filterNames.filter((name) => !plainNames.includes(name)),
]);

function hasCondition(input: ResolvedFilters): boolean {
  for (const name in input) if (conditionNames.has(name)) return true;
  return false;
}

/** Parses an ISO 8601 date or time to milliseconds since 1970. A date stands for its first or last millisecond in UTC. */
export function parseTime(text: string | undefined, dateIs: 'start' | 'end' = 'start'): number | undefined {
  const match = text?.match(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/);
  if (!match || text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  return match[1] === undefined && dateIs === 'end' ? ms + dayMs - 1 : ms;
}

/**
 * Returns whether a filter's value selects a hook's label. A language without script and region selects its variants: `en` finds `en-US`.
 */
export function selectsLabel(dimension: Dimension, wanted: string, label: string): boolean {
  if (wanted === label) return true;
  return dimension === 'language' && wanted !== '' && !wanted.includes('-') && label.startsWith(`${wanted}-`);
}

function forKey({ excluded, collected, ...others }: Conditions, without: Dimension | undefined): object {
  const rest = collected ? { ...others, collections: collected.names } : others;
  if (without === undefined || excluded === undefined) return { excluded, ...rest };
  return { excluded: withoutEmpty({ ...excluded, [without]: undefined }), ...rest };
}

function choiceOf(values: readonly string[] | undefined): Choice | undefined {
  if (values === undefined) return undefined;
  const [any, none]: [string[], string[]] = [[], []];
  for (const value of values)
    if (value.startsWith('-')) none.push(value.slice(1));
    else any.push(value);
  return { any: sorted(any), none: sorted(none) };
}

function only(value: string | undefined): Choice | undefined {
  return value === undefined ? undefined : { any: [value], none: [] };
}

function keysOf(choice: Choice | undefined, keyOf: (text: string) => string): Choice | undefined {
  return choice && { any: sorted(choice.any.map(keyOf)), none: sorted(choice.none.map(keyOf)) };
}

function rangesOf(input: ResolvedFilters): Conditions['ranges'] {
  const range = (min: number | undefined, max: number | undefined): Range | undefined =>
    min === undefined && max === undefined
      ? undefined
      : { min: min ?? Number.MIN_SAFE_INTEGER, max: max ?? Number.MAX_SAFE_INTEGER };
  const counts = countFields.flatMap((field) => {
    // Unknown numbers are stored as negative ones.
    const { [`min_${field}` as const]: min, [`max_${field}` as const]: max } = input;
    return field === 'views' ? [] : [[field, range(min ?? (max === undefined ? undefined : 0), max)]];
  });
  return {
    ...Object.fromEntries(counts),
    published_at: range(parseTime(input.published_since), parseTime(input.published_until, 'end')),
    label_confidence: range(input.min_confidence, undefined),
  };
}

/** Leaves out empty lists. Returns undefined if nothing remains. */
function withoutEmpty<T extends object>(object: T | undefined): T | undefined {
  const entries = Object.entries(object ?? {}).filter(([, value]) => value !== undefined && !isEmpty(value));
  return entries.length > 0 ? (Object.fromEntries(entries) as T) : undefined;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function sorted<T extends string | number>(values: readonly T[]): T[] {
  return values.length < 2 ? [...values] : [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
}

// Filters in words, for emails and feeds.

/** Names of collections by id. */
type CollectionNames = ReadonlyMap<string, { name: string }>;

/** Returns, for example, “hooks (How to or Career, ≥ 1M views)”. A collection without a name counts as deleted. */
export function filterText(filters: Readonly<Record<string, unknown>>, collections?: CollectionNames): string {
  const text = describeFilters(filters, {
    label: (id, name) => (name in taxonomy ? nameOf(name as TaxonomySet, id) : id),
    collection: (id) => {
      const name = collections?.get(id)?.name;
      return name === undefined ? `${id} (deleted)` : `“${name}”`;
    },
  });
  return text === '' ? 'all hooks' : `hooks (${text})`;
}

// Filter by collections: before a search, collection ids are replaced by the hooks of the collections.

/** Ids of a collection's hooks. `version` grows with each change, including its name; `updatedAt` is the time of the last change. */
export type CollectionHooks = { name: string; version: number; updatedAt: Date; hooks: ReadonlySet<number> };

/** Collections of one account by id, including all that a filter names. */
export type Collections = ReadonlyMap<string, CollectionHooks>;

/** Data that filters need in addition to the snapshot. It is loaded before the search, which is synchronous. */
export type FilterContext = { collections?: Collections | undefined; nearest?: Nearest | undefined };

/** A hook must be in one of `any`, if set, and not in `none`. */
export type Collected = {
  /** Names in the filter. Cursors contain them, so pagination continues when a collection changes. */
  names: readonly string[];
  /** Changes whenever the hooks do. */
  versions: string;
  any: ReadonlySet<number> | undefined;
  none: ReadonlySet<number>;
};

/** Filters that need only the snapshot. */
export type ResolvedFilters = Omit<FilterInput, 'collection'> & { collection?: never; collected?: Collected };

/** Returns the ids of the collections that a filter names. */
export function collectionIds({ collection = [] }: FilterInput): string[] {
  return collection.map((name) => name.replace(/^-/, ''));
}

/** Treats a deleted collection as empty. A filter that excludes one finds nothing, rather than the hooks that were excluded. */
export function resolveCollections(filters: FilterInput, collections: Collections | undefined): ResolvedFilters {
  const { collection, ...rest } = filters;
  if (collection === undefined) return filters as ResolvedFilters;
  const names = [...new Set(collection)].sort();
  const hooksOf = (ids: readonly string[]) => new Set(ids.flatMap((id) => [...(collections?.get(id)?.hooks ?? [])]));
  const excluded = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
  const wanted = names.filter((name) => !name.startsWith('-'));
  const isKnown = excluded.every((id) => collections?.has(id));
  return {
    ...rest,
    collected: {
      names,
      versions: versionsOf(collectionIds(filters), collections),
      any: wanted.length > 0 || !isKnown ? hooksOf(isKnown ? wanted : []) : undefined,
      none: hooksOf(excluded),
    },
  };
}

/** Drops the filter by collections. */
export function withoutCollections({ collection: _, ...rest }: FilterInput): ResolvedFilters {
  return rest;
}

/** Part of the key of cached results in addition to the request's text: '' for most requests. */
export function contextKey({ collections, nearest }: FilterContext): string {
  const key = collections ? ` ${versionsOf(collections.keys(), collections)}` : '';
  return nearest ? `${key} ${nearest.vectors}` : key;
}

function versionsOf(ids: Iterable<string>, collections: Collections | undefined): string {
  return Array.from(ids, (id) => `${id}@${collections?.get(id)?.version ?? ''}`).join(' ');
}

export function isCollected({ any, none }: Collected, hook: number): boolean {
  return (any === undefined || any.has(hook)) && !none.has(hook);
}
