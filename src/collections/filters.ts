// Filters by collections outside of requests: of saved searches, webhooks and exports, which name collections of their account.
import {
  type Collections,
  collectionIds,
  type ResolvedFilters,
  resolveCollections,
} from '../catalog/search/collection-filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import { type FilterLimits, readFilters } from '../catalog/search/filter-input.ts';
import { filterText } from '../catalog/search/filter-text.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import type { Db } from '../db/database.ts';
import { loadCollections } from './store-filters.ts';

/** With the collections as they are now. One that was deleted since holds nothing. */
export async function resolveFilters(db: Db, accountId: string, filters: FilterInput): Promise<ResolvedFilters> {
  return resolveCollections(filters, await collectionsIn(db, accountId, filters));
}

/** For people, with the names of the collections. */
export async function describeFilters(db: Db, accountId: string, filters: FilterInput): Promise<string> {
  return filterText(filters, await collectionsIn(db, accountId, filters));
}

type ReadDeps = { db: Db; catalog: () => Catalog; limits: FilterLimits };

/** Filters that an account stores. Throws `invalid_body` with the pointer of every fault. */
export async function readStoredFilters(
  { db, catalog, limits }: ReadDeps,
  accountId: string,
  filters: FilterInput,
): Promise<FilterInput> {
  const collections = await collectionsIn(db, accountId, filters);
  return readFilters(filters, { ...catalog(), limits, collections });
}

async function collectionsIn(db: Db, accountId: string, filters: FilterInput): Promise<Collections | undefined> {
  return filters.collection && (await loadCollections(db, accountId, collectionIds(filters)));
}
