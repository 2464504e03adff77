// The account's collections for the collection filter: useCollections returns all, useCollectionNames the name of an id.
import type { Collection } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { useSession } from '../../shell/session.tsx';

/** Returns undefined in the console, since operators have no account. */
export function useCollections(isNeeded = true): Collection[] | undefined {
  const isOfAccount = useSession().role === 'holder';
  return useApi<Collection[]>(isNeeded && isOfAccount ? '/collections' : null).data;
}

/** Loads collections only if a filter names one. Until then, and for a deleted one, the name is the id. */
export function useCollectionNames(
  ...filters: readonly ({ collection?: unknown } | undefined)[]
): (id: string) => string {
  const collections = useCollections(filters.some((one) => one?.collection));
  return (id) => collections?.find(({ collection_id }) => collection_id === id)?.name ?? id;
}
