// The filter by collections: names ids of collections, which are replaced by their hooks before a search.
import type { FilterInput } from './filter-fields.ts';

/** The numbers of the hooks of a collection. `version` grows with each change, also of its name, which `updatedAt` is the time of. */
export type CollectionHooks = { name: string; version: number; updatedAt: Date; hooks: ReadonlySet<number> };

/** Collections of one account by id, among them those that a filter names. */
export type Collections = ReadonlyMap<string, CollectionHooks>;

/** Is in one of `any`, if that is set, and not in `none`. */
export type Collected = {
  /** As the filter names them. Cursors carry them, since a walk goes on when a collection changes. */
  names: readonly string[];
  /** Changes with the hooks. */
  versions: string;
  any: ReadonlySet<number> | undefined;
  none: ReadonlySet<number>;
};

/** Filters of which a search needs nothing but the snapshot. */
export type ResolvedFilters = Omit<FilterInput, 'collection'> & { collection?: never; collected?: Collected };

/** Ids of the collections that a filter names. */
export function collectionIds({ collection = [] }: FilterInput): string[] {
  return collection.map((name) => name.replace(/^-/, ''));
}

/** A collection that is not there any more holds nothing. A filter that excludes one finds nothing, rather than what was excluded. */
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

/** As though the filter named no collection. */
export function withoutCollections({ collection: _, ...rest }: FilterInput): ResolvedFilters {
  return rest;
}

/** What cached results of a request depend on, beside its text: '' if it names no collection. */
export function collectionsKey(collections: Collections | undefined): string {
  return collections ? ` ${versionsOf(collections.keys(), collections)}` : '';
}

function versionsOf(ids: Iterable<string>, collections: Collections | undefined): string {
  return Array.from(ids, (id) => `${id}@${collections?.get(id)?.version ?? ''}`).join(' ');
}

export function isCollected({ any, none }: Collected, hook: number): boolean {
  return (any === undefined || any.has(hook)) && !none.has(hook);
}
