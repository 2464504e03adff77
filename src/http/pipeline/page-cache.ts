// Page cache: one rendered page per query text and catalog version, least recently used first out. Clients repeat their queries
// far more often than hooks change.
import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../catalog/snapshot/per-snapshot.ts';
import type { CallerRequest } from './endpoint.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { type Envelope, stamp } from './records.ts';
import { type FlatHeaders, type HttpResponse, jsonHeaders, notModified } from './response.ts';

export type Rendered = {
  body: Envelope;
  /** The query of the next page. */
  nextQuery?: string;
};

export type PageDeps = {
  catalog: () => Catalog;
  publicUrl: () => string;
  /** Signs ETags. */
  linkSecret: string;
};

/** A response without its time. */
type Page = { etag: string; headers: FlatHeaders; body: Envelope };

/** Longer queries, in characters, are not cached. */
export const maxCachedQueryLength = 1024;
const maxCachedBytes = 64 * 2 ** 20;

/** Of all endpoints, by URL. */
const pagesOf = perSnapshot(
  () =>
    new LRUCache<string, Page>({
      maxSize: maxCachedBytes,
      // The link to the next page repeats the query.
      sizeCalculation: ({ body }, url) => body.beforeTime.length + body.afterTime.length + 2 * url.length + 1000,
    }),
);

/** A handler that renders each page once. Responses have an ETag, and a `Link` to the next page if there is one. */
export function cachePages(
  { catalog, publicUrl, linkSecret }: PageDeps,
  render: (request: CallerRequest, catalog: Catalog) => Rendered,
): (request: CallerRequest) => HttpResponse {
  function makePage(request: CallerRequest, current: Catalog): Page {
    const { path, query } = request;
    const { body, nextQuery } = render(request, current);
    const etag = etagOf(linkSecret, current.snapshot.version, `${path} ${query}`);
    const link = nextQuery === undefined ? undefined : `<${publicUrl()}${path}?${nextQuery}>; rel="next"`;
    return { etag, headers: jsonHeaders({ etag, link }), body };
  }

  return (request) => {
    const current = catalog();
    const pages = pagesOf(current.snapshot);
    let page = pages.get(request.url);
    if (!page) {
      page = makePage(request, current);
      if (request.query.length <= maxCachedQueryLength) pages.set(request.url, page);
    }
    if (matchesEtag(request.headers['if-none-match'], page.etag)) return notModified(page.etag);
    return { status: 200, headers: page.headers, body: stamp(page.body) };
  };
}

/** The query of the next page. */
export function withCursor(text: string, cursor: string | null): string | undefined {
  if (cursor === null) return undefined;
  const pairs = text.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
  return [...pairs.map((pair) => pair.replaceAll('>', '%3E')), `cursor=${cursor}`].join('&');
}
