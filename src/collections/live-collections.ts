// Cache of the collections in filters of requests, so that these searches need no database. Each is loaded at its first use and dropped
// when it changes, in every process by NOTIFY.
import { LRUCache } from 'lru-cache';
import { type CollectionHooks, type Collections, collectionIds } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';

export type LiveCollections = {
  /** Returns undefined if one of them is not in memory. */
  get: (accountId: string, ids: readonly string[]) => Collections | undefined;
  /** Leaves out collections that the account does not have. Rejects during a database outage. */
  load: (accountId: string, ids: readonly string[]) => Promise<Collections>;
  /** Call it when a change of the collection was committed. An empty id drops all. */
  drop: (id: string) => void;
};

type Loaded = CollectionHooks & { accountId: string };

/** Approximate memory for each number in a set. */
const bytesPerHook = 32;
const maxBytes = 64 * 2 ** 20;

export function createLiveCollections(
  select: (accountId: string, ids: readonly string[]) => Promise<Collections>,
): LiveCollections {
  const loaded = new LRUCache<string, Loaded>({
    maxSize: maxBytes,
    sizeCalculation: ({ hooks }) => 500 + hooks.size * bytesPerHook,
  });
  /** A result that was read while a change committed may be outdated, so it is not cached. */
  let drops = 0;

  return {
    get(accountId, ids) {
      const found = new Map<string, CollectionHooks>();
      for (const id of ids) {
        const collection = loaded.get(id);
        if (collection?.accountId !== accountId) return undefined;
        found.set(id, collection);
      }
      return found;
    },
    async load(accountId, ids) {
      const before = drops;
      const found = await select(accountId, ids);
      if (drops === before) for (const [id, collection] of found) loaded.set(id, { ...collection, accountId });
      return found;
    },
    drop(id) {
      drops++;
      if (id === '') loaded.clear();
      else loaded.delete(id);
    },
  };
}

/** Returns the collections that a filter names; undefined if it names none. */
export async function findCollections(
  { get, load }: Pick<LiveCollections, 'get' | 'load'>,
  accountId: string,
  filters: FilterInput,
): Promise<Collections | undefined> {
  if (filters.collection === undefined) return undefined;
  const ids = collectionIds(filters);
  return get(accountId, ids) ?? load(accountId, ids);
}
