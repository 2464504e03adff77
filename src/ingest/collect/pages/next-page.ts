// Where the next page of a JSON API is: a cursor or a URL in its response, the Link header, or a parameter that counts.

import type { RequestSettings } from '../../../db/tables/collect.ts';
import { isObject } from '../../formats/parse-json.ts';
import { LocationError } from '../collector.ts';
import { counted, type Parameter } from './counted-parameter.ts';
import { valueAt } from './read-page.ts';
import type { NextPage } from './walk.ts';

type Paging = Pick<RequestSettings, 'next' | 'next_as' | 'page'>;

export type Page = {
  url: URL;
  text: string;
  document: unknown;
  records: number;
  /** The Link header. */
  link: string | undefined;
};

/** Of the first request. */
export function firstPage({ page }: Paging): NextPage {
  return { parameters: page === undefined ? [] : [counted(page, 0)] };
}

/** Null after the last page. `pages`: those that were read. Throws a LocationError if it is at another origin. */
export function nextPage(page: Page, paging: Paging, pages: number): NextPage | null {
  if (paging.page !== undefined) return page.records === 0 ? null : { parameters: [counted(paging.page, pages)] };
  const { next = '', next_as } = paging;
  const linked = next === 'link' ? relNext(page.link) : undefined;
  if (linked !== undefined) return { url: sameOrigin(page.url, linked) };
  const [path = '', ...others] = next.split(',').map((part) => part.trim());
  const cursor = valueAt(page.document, path);
  if (isEnd(cursor) || saysNoMore(page.document, path)) return null;
  if (next_as === undefined && typeof cursor === 'string' && isUrl(cursor, path))
    return { url: sameOrigin(page.url, cursor) };
  const parameters = [{ ...toParameter(path, cursor, page.text), ...(next_as === undefined ? {} : { name: next_as }) }];
  for (const other of others) {
    const value = valueAt(page.document, other);
    if (!isEnd(value)) parameters.push(toParameter(other, value, page.text));
  }
  return { parameters };
}

function isEnd(cursor: unknown): boolean {
  return cursor === undefined || cursor === null || cursor === '' || cursor === false || cursor === 0;
}

const more = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'];

/** APIs such as TikTok's send a cursor with the last page too, and say beside it that there are no more. */
function saysNoMore(document: unknown, path: string): boolean {
  const parent = path.includes('.') ? valueAt(document, path.slice(0, path.lastIndexOf('.'))) : document;
  return isObject(parent) && more.some((name) => parent[name] === false);
}

/** `next_cursor` is sent as `cursor`, `nextPageToken` as `pageToken`. */
function toParameter(path: string, value: unknown, text: string): Parameter {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const name = last.replace(/^next[_-]?(?=.)/i, '');
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new LocationError(`"${path}" of the response is no cursor.`, 'Set --next to the path of a text or a number.');
  const digits = String(value);
  // Larger numbers are parsed as texts of their digits.
  const isLarge = typeof value === 'string' && /^-?\d{16,}$/.test(value) && !text.includes(JSON.stringify(value));
  const isNumber = typeof value === 'number' || isLarge;
  return { name: `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`, value: digits, isNumber };
}

/** A cursor in Base64 may begin with a slash. */
function isUrl(cursor: string, path: string): boolean {
  return /^https?:\/\//i.test(cursor) || (/^[/?]\S*$/.test(cursor) && !/cursor|token/i.test(path));
}

function sameOrigin(from: URL, target: string): string {
  const url = URL.parse(target, from);
  if (url === null) throw new LocationError('The URL of the next page is invalid.', 'Check --next.');
  if (url.origin === from.origin) return url.href;
  throw new LocationError(
    `The next page is at ${url.origin}, another origin than ${from.origin}, so it was not requested.`,
    'Set the location to the origin that the API names.',
  );
}

/** The target of `rel="next"` (RFC 8288). */
function relNext(link: string | undefined): string | undefined {
  for (const [, target, parameters = ''] of (link ?? '').matchAll(/<([^<>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}
