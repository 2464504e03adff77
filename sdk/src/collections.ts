// hookline.collections: the hooks of a collection as pages, and their removal by id.
import type { Collection, CollectionHook, CollectionPageQuery, RemovedHooks } from './openapi.ts';
import { nextQuery, type Page, type Pages, toPage, toPages } from './pages.ts';
import type { CollectionMethods, Resources } from './resources.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { CallOptions, Transport } from './transport/transport.ts';

/**
 * A page of the hooks of a collection, and the collection.
 *
 * @example
 * ```ts
 * const [first] = await hookline.collections.list();
 * if (first) {
 *   const page: CollectionPage = await hookline.collections.get(first.collection_id);
 *   console.log(page.collection.name, page.data.length);
 * }
 * ```
 */
export type CollectionPage = Page<CollectionHook> & { collection: Collection };

/**
 * `hookline.collections`. All plans. Only `get` counts against the quota.
 *
 * @example
 * ```ts
 * const collections: CollectionsApi = hookline.collections;
 * for (const { name, hooks, share_url } of await collections.list()) console.log(name, hooks, share_url);
 * ```
 */
export type CollectionsApi = CollectionMethods & {
  /**
   * A collection with its hooks, in its order, page by page. Retired hooks are included and have `state: 'retired'`. Each page counts as a
   * call.
   *
   * @example
   * ```ts
   * const [first] = await hookline.collections.list();
   * if (first)
   *   for await (const { position, hook, note, state } of hookline.collections.get(first.collection_id))
   *     console.log(position, hook.text, note, state);
   * ```
   */
  get: (id: string, query?: CollectionPageQuery, options?: CallOptions) => Pages<CollectionHook, CollectionPage>;
  /**
   * Removes up to 100 hooks. Hooks that are not in the collection are ignored.
   *
   * @example
   * ```ts
   * for (const { collection_id } of await hookline.collections.list({ hook: 'hook_1' }))
   *   console.log((await hookline.collections.remove(collection_id, ['hook_1'])).removed);
   * ```
   */
  remove: (id: string, hookIds: readonly string[], options?: CallOptions) => ApiPromise<RemovedHooks>;
};

const maxHooksPerPage = 100;

export function createCollectionsApi({ send }: Transport, { collections }: Resources): CollectionsApi {
  const pathOf = (id: string) => `/collections/${encodeURIComponent(id)}`;
  return {
    ...collections,
    get: (id, query = {}, options) =>
      toPages<CollectionHook, CollectionPage>((cursor) =>
        toApiPromise(
          send({ path: pathOf(id), query: nextQuery(query, cursor, maxHooksPerPage) }, options),
          (response): CollectionPage => ({ ...toPage<CollectionHook>(response), collection: response.body.collection }),
        ),
      ),
    remove: (id, ids, options) =>
      toApiPromise(
        send({ method: 'POST', path: `${pathOf(id)}/hooks/remove`, body: { ids }, isIdempotent: true }, options),
        ({ body }): RemovedHooks => body,
      ),
  };
}
