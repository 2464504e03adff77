// hookline.searches: saved searches, and the addresses of their feeds.
import type { NewSearch, SavedSearch, SearchUpdate, TestDigest } from './openapi.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';

/**
 * `hookline.searches`. All plans. Not counted against the quota.
 *
 * @example
 * ```ts
 * const searches: SearchesApi = hookline.searches;
 * for (const { name, feed_url, readers } of await searches.list()) console.log(name, `${feed_url}.xml`, readers);
 * ```
 */
export type SearchesApi = {
  /**
   * All saved searches of the account, the newest first.
   *
   * @example
   * ```ts
   * const searches = await hookline.searches.list();
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<SavedSearch[]>;
  /**
   * Saves filters under a name. `feed_url` is secret: whoever has it reads the feed, and its reads count as calls of your account.
   * Append `.csv`, `.json`, `.xml` or `.md`. Not retried after a lost connection, since it is not idempotent: check `list` then.
   *
   * @example
   * ```ts
   * const { search_id, feed_url } = await hookline.searches.create({
   *   name: 'Finance hooks over 10M',
   *   filters: { niche: ['finance'], min_views: 10_000_000 },
   * });
   * console.log(`=IMPORTDATA("${feed_url}.csv")`);
   * await hookline.searches.delete(search_id);
   * ```
   */
  create: (input: NewSearch, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * One saved search.
   *
   * @example
   * ```ts
   * const [first] = await hookline.searches.list();
   * if (first) console.log((await hookline.searches.get(first.search_id)).last_used_at);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Changes the name, the filters, the sort or the digest. `filters` replaces all previous filters. The address of the feed stays.
   * Sending `digest` resumes a digest that was stopped.
   *
   * @example
   * ```ts
   * for (const { search_id, digest_stopped } of await hookline.searches.list())
   *   if (!digest_stopped) await hookline.searches.update(search_id, { digest: 'weekly', digest_day: 'friday' });
   * ```
   */
  update: (id: string, input: SearchUpdate, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Gives the feed another address. The former one fails at once.
   *
   * @example
   * ```ts
   * for (const { search_id } of await hookline.searches.list()) {
   *   const { feed_url } = await hookline.searches.rotate(search_id);
   *   console.log(feed_url);
   * }
   * ```
   */
  rotate: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Emails what the next digest would tell, or what it looks like. The next digest is not affected. Not retried after a lost connection.
   *
   * @example
   * ```ts
   * const [first] = await hookline.searches.list();
   * if (first) console.log((await hookline.searches.testDigest(first.search_id)).email);
   * ```
   */
  testDigest: (id: string, options?: CallOptions) => ApiPromise<TestDigest>;
  /**
   * Deletes a saved search. Its feed fails at once.
   *
   * @example
   * ```ts
   * for (const { search_id, readers } of await hookline.searches.list())
   *   if (readers === 0) await hookline.searches.delete(search_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
};

export function createSearchesApi({ send }: Transport): SearchesApi {
  const path = '/searches';
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const call = (request: Call, options?: CallOptions) =>
    toApiPromise(send(request, options), ({ body }: ApiResponse): SavedSearch => body);
  return {
    list: (options) => toApiPromise(send({ path }, options), ({ body }): SavedSearch[] => body.data),
    create: (body, options) => call({ method: 'POST', path, body }, options),
    get: (id, options) => call({ path: pathOf(id) }, options),
    update: (id, body, options) => call({ method: 'PATCH', path: pathOf(id), body, isIdempotent: true }, options),
    rotate: (id, options) => call({ method: 'POST', path: `${pathOf(id)}/rotate` }, options),
    testDigest: (id, options) =>
      toApiPromise(
        send({ method: 'POST', path: `${pathOf(id)}/digest/test` }, options),
        ({ body }): TestDigest => body,
      ),
    delete: (id, options) => call({ method: 'DELETE', path: pathOf(id) }, options),
  };
}
