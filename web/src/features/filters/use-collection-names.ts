// The account's collections, for the filter by them: useCollections has all, useCollectionNames the name of an id.
import type { Collection } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { useSession } from '../../shell/session.tsx';

/** None in the console, whose operators have no account. */
export function useCollections(isNeeded = true): Collection[] | undefined {
  const isOfAccount = useSession().role === 'holder';
  return useApi<Collection[]>(isNeeded && isOfAccount ? '/collections' : null).data;
}

/** Loads them only if one of the filters names a collection. Until then, and after it was deleted, its name is the id. */
export function useCollectionNames(
  ...filters: readonly ({ collection?: unknown } | undefined)[]
): (id: string) => string {
  const collections = useCollections(filters.some((one) => one?.collection));
  return (id) => collections?.find(({ collection_id }) => collection_id === id)?.name ?? id;
}
