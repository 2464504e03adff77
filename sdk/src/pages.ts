// Lists: a promise of the first page that can also be walked, record by record or page by page.

import type { RateLimit } from './rate-limit.ts';
import type { Answer, CallOptions, Query, Transport } from './transport.ts';

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
  /** Of all pages together. */
  total: number;
  /** Goes on behind this page, as the `cursor` of the same query; null on the last one. It never expires. */
  nextCursor: string | null;
  /** Hooks by value, for each label that was asked for in `facets`. */
  facets?: Record<string, Record<string, number>>;
  rateLimit: RateLimit | undefined;
  requestId: string;
};

/**
 * What lists give: await it for the first page, iterate over it for every record. A walk repeats and skips nothing, also
 * while the catalog changes. Unless `limit` says otherwise, the pages after the first are as large as the service allows,
 * since each is a call of your quota.
 *
 * @example
 * ```ts
 * const hooks: Pages<Hook> = hookline.hooks.list({ niche: ['finance', 'career'] });
 * for await (const hook of hooks) console.log(hook.text);
 * for await (const page of hooks.pages()) console.log(page.data.length);
 * ```
 */
export type Pages<T, P extends Page<T> = Page<T>> = Promise<P> & AsyncIterable<T> & { pages: () => AsyncIterable<P> };

/** `fetchPage` is called at once for the first page, then for each as it is wanted; `onEnd` when a walk is through. */
export function toPages<T, P extends Page<T>>(
  fetchPage: (cursor?: string) => Promise<P>,
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

/** The pages of a list at this address; `mostPerPage` is the largest limit that it takes. */
export function listPages<T>(
  { send }: Transport,
  path: string,
  { query = {}, mostPerPage, signal }: CallOptions & { query?: Query; mostPerPage: number },
): Pages<T> {
  return toPages<T, Page<T>>(async (cursor) =>
    toPage<T>(await send({ path, query: nextQuery(query, cursor, mostPerPage), signal })),
  );
}

export function nextQuery(query: Query, cursor: string | undefined, mostPerPage: number): Query {
  return cursor === undefined ? query : { limit: mostPerPage, ...defined(query), cursor };
}

export function toPage<T>({ body, rateLimit, requestId }: Answer): Page<T> {
  const { data, total, next_cursor: nextCursor, facets } = body;
  return { data, total, nextCursor, ...(facets ? { facets } : {}), rateLimit, requestId };
}

function defined(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
