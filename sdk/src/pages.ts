// Lists: a promise of the first page that is also an async iterable of records and of pages.
import type { HookGroup, HookQuery, QueryInput } from './openapi.ts';
import type { RateLimit } from './transport/rate-limit.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Query, Transport } from './transport/transport.ts';

/**
 * A page of a list.
 *
 * @example
 * ```ts
 * const page: Page<Hook> = await hookline.hooks.list({ facets: 'platform' });
 * console.log(`${page.data.length} of ${page.total}`, page.facets?.platform);
 * const second = page.nextCursor && (await hookline.hooks.list({ cursor: page.nextCursor }));
 * ```
 */
export type Page<T> = {
  data: T[];
  /** Number of matching records on all pages. */
  total: number;
  /** `cursor` of the next page for the same query; null on the last page. It never expires. */
  nextCursor: string | null;
  /** Number of hooks per value, for each label in `facets` of the query. */
  facets?: Record<string, Record<string, number>>;
  /** Groups of all matching hooks for `group_by` of the query, the largest first: at most 1,000 of `groupsTotal`. */
  groups?: HookGroup[];
  groupsTotal?: number;
  rateLimit: RateLimit | undefined;
  requestId: string;
};

/**
 * Result of lists: await it for the first page, or iterate over it for every record. Iteration repeats and skips nothing,
 * even while the catalog changes. Each page counts as one call, so without a `limit` the pages after the first are as
 * large as the service allows.
 *
 * @example
 * ```ts
 * const hooks: Pages<Hook> = hookline.hooks.list({ niche: ['finance', 'career'] });
 * for await (const hook of hooks) console.log(hook.text);
 * for await (const page of hooks.pages()) console.log(page.data.length);
 * ```
 */
export type Pages<T, P extends Page<T> = Page<T>> = ApiPromise<P> &
  AsyncIterable<T> & { pages: () => AsyncIterable<P> };

/**
 * Query of a list. `fields` selects the properties of its records, also in their type.
 *
 * @example
 * ```ts
 * const query: ListQuery<'id' | 'text'> = { fields: ['id', 'text'] };
 * const { data } = await hookline.hooks.list(query);
 * for (const { id, text } of data) console.log(id, text);
 * ```
 */
export type ListQuery<Field extends string> = Omit<HookQuery, 'fields'> & { fields?: Field | readonly Field[] };

/**
 * Query of a list as the body of a POST, which allows longer lists in filters.
 *
 * @example
 * ```ts
 * const input: ListInput<'id' | 'text'> = { filters: { ids: ['hook_1', 'hook_2'] }, fields: ['id', 'text'] };
 * const { data } = await hookline.hooks.query(input);
 * console.log(data.length);
 * ```
 */
export type ListInput<Field extends string> = Omit<QueryInput, 'fields'> & { fields?: Field | readonly Field[] };

/**
 * A hook of a list. With `highlight: true` it has the places in `text` that match `q`, as `[start, end]` for `text.slice`.
 * Sorted by `views_gained_7d` it has the views gained in the last 7 days, null where they are unknown.
 *
 * @example
 * ```ts
 * const { data } = await hookline.hooks.list({ q: 'index fund', highlight: true });
 * const matched = ({ text, highlights }: Listed<Hook>) => highlights?.map(([start, end]) => text.slice(start, end));
 * console.log(data.map(matched));
 * ```
 */
export type Listed<T> = T & { highlights?: [start: number, end: number][]; views_gained_7d?: number | null };

/** Fetches the first page immediately and each further one when it is read; calls `onEnd` after the last page. */
export function toPages<T, P extends Page<T>>(
  fetchPage: (cursor?: string) => ApiPromise<P>,
  onEnd: (last: P) => void = () => {},
): Pages<T, P> {
  const first = fetchPage();
  async function* pages(): AsyncGenerator<P> {
    for (let page = await first; ; page = await fetchPage(page.nextCursor)) {
      yield page;
      if (page.nextCursor === null) return onEnd(page);
    }
  }
  async function* records(): AsyncGenerator<T> {
    for await (const page of pages()) yield* page.data;
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: records });
}

type List = { path: string; query?: Query; maxPerPage: number; isBody?: boolean };

/** The pages of the list at `path`; `maxPerPage` is its largest `limit`. With `isBody` the query is the body of a POST. */
export function listPages<T>(
  { send }: Transport,
  { path, query = {}, maxPerPage, isBody }: List,
  options?: CallOptions,
): Pages<T> {
  return toPages<T, Page<T>>((cursor) => {
    const next = nextQuery(query, cursor, maxPerPage);
    const call: Call = isBody ? { method: 'POST', path, body: next, isRead: true } : { path, query: next };
    return toApiPromise(send(call, options), toPage<T>);
  });
}

export function nextQuery(query: Query, cursor: string | undefined, maxPerPage: number): Query {
  return cursor === undefined ? query : { limit: maxPerPage, ...withoutUndefined(query), cursor };
}

export function toPage<T>({ body, rateLimit, requestId }: ApiResponse): Page<T> {
  const { data, total, next_cursor: nextCursor, facets, groups, groups_total: groupsTotal } = body;
  const counted = { ...(facets ? { facets } : {}), ...(groups ? { groups, groupsTotal } : {}) };
  return { data, total, nextCursor, ...counted, rateLimit, requestId };
}

function withoutUndefined(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
