// hookline.collections: hooks that the account saved, with notes, tags and an order, and their share pages.
import type {
  Collection,
  CollectionHook,
  CollectionPageQuery,
  CollectionUpdate,
  NewCollection,
  RemovedHooks,
  SavedHook,
  SavedHooks,
  SavedHooksInput,
  SavedHookUpdate,
  ShareInput,
} from './openapi.ts';
import { nextQuery, type Page, type Pages, toPage, toPages } from './pages.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';

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
export type CollectionsApi = {
  /**
   * All collections of the account, the newest first. With `hook`, those that hold it.
   *
   * @example
   * ```ts
   * const holding = await hookline.collections.list({ hook: 'hook_1' });
   * ```
   */
  list: (query?: { readonly hook?: string }, options?: CallOptions) => ApiPromise<Collection[]>;
  /**
   * Creates a collection. Not retried after a lost connection, since it is not idempotent: check `list` then.
   *
   * @example
   * ```ts
   * const { collection_id } = await hookline.collections.create({ name: 'Openers for spring' });
   * await hookline.collections.delete(collection_id);
   * ```
   */
  create: (input: NewCollection, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * A collection with its hooks, in its order, page by page. Retired hooks are there as a line that says so. Each page counts as a call.
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
   * Changes the name or the description.
   *
   * @example
   * ```ts
   * const [first] = await hookline.collections.list();
   * if (first) await hookline.collections.update(first.collection_id, { description: 'For the agency' });
   * ```
   */
  update: (id: string, input: CollectionUpdate, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Deletes a collection and its share page. Filters that name it find nothing from then on.
   *
   * @example
   * ```ts
   * for (const { collection_id, hooks } of await hookline.collections.list())
   *   if (hooks === 0) await hookline.collections.delete(collection_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Adds a hook to a collection, or changes its note, tags or place there. What you leave out stays as it is; a new hook comes last.
   *
   * @example
   * ```ts
   * const [first] = await hookline.collections.list();
   * const { data: [hook] } = await hookline.hooks.list({ limit: 1 });
   * if (first && hook) await hookline.collections.save(first.collection_id, hook.id, { note: 'Second cut', position: 1 });
   * ```
   */
  save: (id: string, hookId: string, input?: SavedHookUpdate, options?: CallOptions) => ApiPromise<SavedHook>;
  /**
   * Adds up to 100 hooks at the end, in this order. `missing` names those that no published hook has.
   *
   * @example
   * ```ts
   * const [first] = await hookline.collections.list();
   * const { data } = await hookline.hooks.list({ niche: 'finance' });
   * const ids = data.map(({ id }) => id);
   * if (first && ids.length > 0) await hookline.collections.saveAll(first.collection_id, { ids, tags: ['money'] });
   * ```
   */
  saveAll: (id: string, input: SavedHooksInput, options?: CallOptions) => ApiPromise<SavedHooks>;
  /**
   * Removes up to 100 hooks. Those that are not there are no error.
   *
   * @example
   * ```ts
   * for (const { collection_id } of await hookline.collections.list({ hook: 'hook_1' }))
   *   console.log((await hookline.collections.remove(collection_id, ['hook_1'])).removed);
   * ```
   */
  remove: (id: string, hookIds: readonly string[], options?: CallOptions) => ApiPromise<RemovedHooks>;
  /**
   * Gives the collection a page that anyone with its address can read. A second time gives it another address, and the former one
   * fails at once. Not retried after a lost connection.
   *
   * @example
   * ```ts
   * const [first] = await hookline.collections.list();
   * if (first) console.log((await hookline.collections.share(first.collection_id)).share_url);
   * ```
   */
  share: (id: string, input?: ShareInput, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * The share page fails at once.
   *
   * @example
   * ```ts
   * for (const { collection_id, share_url } of await hookline.collections.list())
   *   if (share_url) await hookline.collections.unshare(collection_id);
   * ```
   */
  unshare: (id: string, options?: CallOptions) => ApiPromise<Collection>;
};

const maxHooksPerPage = 100;

export function createCollectionsApi({ send }: Transport): CollectionsApi {
  const path = '/collections';
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const call = <Result = Collection>(request: Call, options?: CallOptions) =>
    toApiPromise(send(request, options), ({ body }: ApiResponse): Result => body);
  return {
    list: (query = {}, options) => toApiPromise(send({ path, query }, options), ({ body }): Collection[] => body.data),
    create: (body, options) => call({ method: 'POST', path, body }, options),
    get: (id, query = {}, options) =>
      toPages<CollectionHook, CollectionPage>((cursor) =>
        toApiPromise(
          send({ path: pathOf(id), query: nextQuery(query, cursor, maxHooksPerPage) }, options),
          (response): CollectionPage => ({ ...toPage<CollectionHook>(response), collection: response.body.collection }),
        ),
      ),
    update: (id, body, options) => call({ method: 'PATCH', path: pathOf(id), body, isIdempotent: true }, options),
    delete: (id, options) => call({ method: 'DELETE', path: pathOf(id) }, options),
    save: (id, hookId, body = {}, options) =>
      call<SavedHook>({ method: 'PUT', path: `${pathOf(id)}/hooks/${encodeURIComponent(hookId)}`, body }, options),
    saveAll: (id, body, options) =>
      call<SavedHooks>({ method: 'POST', path: `${pathOf(id)}/hooks`, body, isIdempotent: true }, options),
    remove: (id, ids, options) =>
      call<RemovedHooks>(
        { method: 'POST', path: `${pathOf(id)}/hooks/remove`, body: { ids }, isIdempotent: true },
        options,
      ),
    share: (id, body = {}, options) => call({ method: 'POST', path: `${pathOf(id)}/share`, body }, options),
    unshare: (id, options) => call({ method: 'DELETE', path: `${pathOf(id)}/share` }, options),
  };
}
