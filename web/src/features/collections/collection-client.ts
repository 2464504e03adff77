// Client of the collection routes. The SDK's client is not used, to keep the pages small.
import type {
  Collection,
  CollectionHook,
  CollectionUpdate,
  NewCollection,
  RemovedHooks,
  SavedHook,
  SavedHooks,
  SavedHookUpdate,
} from '@hookline/sdk';
import { mutate } from 'swr';
import { type CursorPage, request, requestCursorPage } from '../../api/client.ts';

/** The plan limits the number of collections, so the list has one page. Reading it does not count as a call. */
export const collectionsPath = '/collections';
export const collectionPath = (id: string) => `${collectionsPath}/${encodeURIComponent(id)}`;
/** Page of a collection in the dashboard. */
export const collectionHref = (id: string) => `/dashboard${collectionPath(id)}`;

/** Maximum number of hooks that one request reads, saves or removes. */
const hooksPerRequest = 100;

/** Counts as one call. */
export const readHooks = (id: string, cursor?: string): Promise<CursorPage<CollectionHook>> =>
  requestCursorPage(collectionPath(id), { limit: hooksPerRequest, cursor });

export const createCollection = (body: NewCollection) =>
  changing(request<Collection>('POST', collectionsPath, { body }));
export const updateCollection = (id: string, body: CollectionUpdate) =>
  changing(request<Collection>('PATCH', collectionPath(id), { body }));
export const deleteCollection = (id: string) => changing(request<Collection>('DELETE', collectionPath(id)));
/** Shares a collection, or gives a shared one a new URL. */
export const shareCollection = (id: string, indexable: boolean) =>
  changing(request<Collection>('POST', `${collectionPath(id)}/share`, { body: { indexable } }));
export const stopSharing = (id: string) => changing(request<Collection>('DELETE', `${collectionPath(id)}/share`));

export const saveHook = (id: string, hook: string, body: SavedHookUpdate) =>
  changing(request<SavedHook>('PUT', `${collectionPath(id)}/hooks/${hook}`, { body }));
export const saveHooks = (id: string, ids: readonly string[], tags?: readonly string[]) =>
  changing(request<SavedHooks>('POST', `${collectionPath(id)}/hooks`, { body: { ids, tags } }));
export const removeHooks = (id: string, ids: readonly string[]) =>
  changing(request<RemovedHooks>('POST', `${collectionPath(id)}/hooks/remove`, { body: { ids } }));

/** Splits the ids into chunks that fit one request. */
export function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / hooksPerRequest);
  return Array.from({ length: count }, (_, at) => ids.slice(at * hooksPerRequest, (at + 1) * hooksPerRequest));
}

/** Reloads every shown list of collections, whether or not the change succeeded. */
function changing<T>(change: Promise<T>): Promise<T> {
  return change.finally(() => mutate((key) => `${Array.isArray(key) ? key[0] : key}`.startsWith(collectionsPath)));
}
