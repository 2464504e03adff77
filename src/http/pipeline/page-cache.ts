// Pages that are kept: the same query of one catalog version has one page. Clients repeat their queries far more often than hooks
// change, so as many are kept as the bound allows.
import { LRUCache } from 'lru-cache';
import { queryFingerprint } from '../../catalog/search/cursor.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../catalog/snapshot/per-snapshot.ts';
import type { Call } from './pipeline.ts';
import { type Envelope, stamp } from './records.ts';
import { type Answer, type FlatHeaders, jsonHeaders, matchesEtag, notModified } from './response.ts';

export type Rendered = {
  body: Envelope;
  /** The query of the page after this one. */
  nextQuery?: string;
};

/** A page as it is sent but for the time. */
type Page = { etag: string; headers: FlatHeaders; body: Envelope };

/** Characters of a query that is worth keeping. */
export const maxCachedQueryLength = 1024;
const maxKeptBytes = 64 * 2 ** 20;

/** Of all endpoints, by address. */
const pagesOf = perSnapshot(
  () =>
    new LRUCache<string, Page>({
      maxSize: maxKeptBytes,
      sizeCalculation: ({ body }, url) => body.beforeTime.length + body.afterTime.length + url.length + 1000,
    }),
);

/** A handler that renders what it has not kept. Its pages have an ETag, and a `Link` where more follow. */
export function cachePages(
  { catalog, publicUrl }: { catalog: () => Catalog; publicUrl: () => string },
  render: (call: Call, catalog: Catalog) => Rendered,
): (call: Call) => Answer {
  function makePage(call: Call, current: Catalog): Page {
    const { path, query } = call;
    const { body, nextQuery } = render(call, current);
    const etag = `W/"${current.snapshot.version}-${queryFingerprint(`${path} ${query}`).toString(36)}"`;
    const link = nextQuery === undefined ? undefined : `<${publicUrl()}${path}?${nextQuery}>; rel="next"`;
    return { etag, headers: jsonHeaders({ etag, link }), body };
  }

  return (call) => {
    const current = catalog();
    const pages = pagesOf(current.snapshot);
    let page = pages.get(call.url);
    if (!page) {
      page = makePage(call, current);
      if (call.query.length <= maxCachedQueryLength) pages.set(call.url, page);
    }
    if (matchesEtag(call.headers['if-none-match'], page.etag)) return notModified(page.etag);
    return { status: 200, headers: page.headers, body: stamp(page.body) };
  };
}

/** The query as the next page's address repeats it. */
export function withCursor(text: string, cursor: string | null): string | undefined {
  if (cursor === null) return undefined;
  const pairs = text.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
  return [...pairs.map((pair) => pair.replaceAll('>', '%3E')), `cursor=${cursor}`].join('&');
}
