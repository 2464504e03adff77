// Page cache: one rendered page per query text and catalog version, least recently used first out. Clients repeat their queries
// far more often than hooks change.

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../catalog/live-catalog.ts';
import { contextKey } from '../../catalog/search/filter.ts';
import { hashText } from '../../catalog/snapshot/filter-columns.ts';
import { perSnapshot, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import type { Services } from '../services.ts';
import type { CallerRequest } from './endpoint.ts';
import { type ByteString, type Envelope, flat, stamp } from './records.ts';
import { type FlatHeaders, type HttpResponse, notModified, responseHeaders } from './response.ts';

export type Rendered = {
  /** A text has no timestamp. */
  body: Envelope | ByteString;
  /** The query of the next page. */
  nextQuery?: string;
  contentType?: string;
  headers?: FlatHeaders;
  /** Called for each request that gets the page. */
  onSend?: ((request: CallerRequest) => void) | undefined;
};

type PageServices = Pick<Services, 'catalog' | 'publicUrl' | 'linkSecret'>;

/** A response without its timestamp. `vary` is part of `headers`, and is sent with a 304. */
type Page = Pick<Rendered, 'body' | 'onSend'> & { etag: string; vary: FlatHeaders; headers: FlatHeaders };

/** Longer queries, in characters, are not cached. */
export const maxCachedQueryLength = 1024;
const maxCachedBytes = 64 * 2 ** 20;

/** Pages of all endpoints, by URL or an equivalent key. */
const pagesOf = perSnapshot(
  () =>
    new LRUCache<string, Page>({
      maxSize: maxCachedBytes,
      sizeCalculation: (page, key) =>
        stringsOf(page).reduce((sum, text) => sum + bytesOf(text), bytesOf(key) + pageBytes),
    }),
);

/** Hashes of requested keys. Keys with the same slot overwrite each other. */
const requestedOf = perSnapshot(() => new Uint32Array(2 ** 14));

/**
 * Whether the key was requested before. A client that reads all pages requests each once: cached at once, they would evict the pages of
 * other clients.
 */
function isRepeated(snapshot: Snapshot, key: string): boolean {
  const requested = requestedOf(snapshot);
  const hash = hashText(key);
  const slot = hash % requested.length;
  const isKnown = requested[slot] === hash;
  requested[slot] = hash;
  return isKnown;
}

/** Bytes of a page's objects and its cache entry. */
const pageBytes = 400;
const stringBytes = 16;
/** V8 stores such a text with one byte per character. */
const isLatin1 = /^[\0-\xff]*$/;

function bytesOf(text: string): number {
  return stringBytes + (isLatin1.test(text) ? text.length : 2 * text.length);
}

/** Strings that only this page holds. The ETag is among the headers. */
function stringsOf({ headers, body }: Page): readonly string[] {
  return [...headers, ...(typeof body === 'string' ? [body] : [body.beforeTime, body.afterTime])];
}

function flattened(body: Page['body']): Page['body'] {
  return typeof body === 'string' ? flat(body) : { beforeTime: flat(body.beforeTime), afterTime: flat(body.afterTime) };
}

const varyByAccept = ['vary', 'accept'];

/**
 * Returns a handler that renders each page once. Responses have an ETag, and a `Link` to the next page if it exists. `acceptedForm` returns
 * the format of a request's Accept header, '' for JSON, or undefined where it does not matter.
 */
export function cachePages(
  { catalog, publicUrl, linkSecret }: PageServices,
  render: (request: CallerRequest, catalog: Catalog) => Rendered,
  acceptedForm: (request: CallerRequest) => string | undefined = () => undefined,
): (request: CallerRequest) => HttpResponse {
  function makePage(request: CallerRequest, current: Catalog, form: string | undefined): Page {
    const { path, query } = request;
    const rendered = render(request, current);
    const { nextQuery } = rendered;
    const page = `${path} ${query}${form ? ` ${form}` : ''}${contextKey(request)}`;
    const etag = etagOf(linkSecret, current.snapshot.version, page);
    const link = nextQuery === undefined ? undefined : `<${publicUrl()}${path}?${nextQuery}>; rel="next"`;
    return toPage(etag, rendered, { link, vary: form === undefined ? [] : varyByAccept });
  }

  return (request) => {
    const current = catalog();
    const form = acceptedForm(request);
    // Collections at the same URL differ between accounts.
    const url = request.url + contextKey(request);
    const key = form ? `${url} ${form}` : url;
    const page = cachedPage(current, key, () => makePage(request, current, form));
    return sendPage(page, request);
  };
}

export function toPage(
  etag: string,
  { body, contentType, headers = [], onSend }: Rendered,
  { link, vary = [] }: { link?: string | undefined; vary?: FlatHeaders } = {},
): Page {
  const all = responseHeaders({ etag, link, contentType, headers: [...headers, ...vary] });
  return { etag, vary, headers: all, body, onSend };
}

/** Returns the page of a key. It is cached from the second request on, until the catalog changes. */
export function cachedPage({ snapshot }: Catalog, key: string, makePage: () => Page): Page {
  const pages = pagesOf(snapshot);
  let page = pages.get(key);
  if (!page) {
    page = makePage();
    if (key.length <= maxCachedQueryLength && isRepeated(snapshot, key)) {
      page = { ...page, body: flattened(page.body) };
      pages.set(key, page);
    }
  }
  return page;
}

export function sendPage({ etag, vary, headers, body, onSend }: Page, request: CallerRequest): HttpResponse {
  if (matchesEtag(request.headers['if-none-match'], etag)) return notModified(etag, vary);
  onSend?.(request);
  return { status: 200, headers, body: typeof body === 'string' ? body : stamp(body) };
}

/** A query that is empty, or has a cursor, an empty pair or a `>`, which would end the URL of a link. */
const isUnusual = /^$|(?:^|&)cursor=|^&|&&|&$|>/;

/** The query of the next page. */
export function withCursor(text: string, cursor: string | null): string | undefined {
  if (cursor === null) return undefined;
  if (!isUnusual.test(text)) return `${text}&cursor=${cursor}`;
  const pairs = text.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='));
  return [...pairs.map((pair) => pair.replaceAll('>', '%3E')), `cursor=${cursor}`].join('&');
}

// ETags are signed, so that a free 304 goes only to clients that received the page: a tag that can be guessed would make every first
// request of a page free.

/** The tag is weak, since compression changes the bytes. All processes with the same `secret` create the same tag. */
export function etagOf(secret: string, version: number, page: string): string {
  // This takes a quarter of the time of an HMAC, whose protection against extension a truncated hash does not need; base64url takes twice
  // as long.
  const signature = hash('sha256', `${secret} etag ${version} ${page}`, 'base64');
  return `W/"${version}-${signature.slice(0, 16)}"`;
}

/**
 * Whether an If-None-Match header contains the ETag, compared weakly, since proxies that compress weaken tags. `*` does not match: it would
 * get a 304 for any page without having it.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header?.includes(etag.startsWith('W/') ? etag.slice(2) : etag) ?? false;
}
