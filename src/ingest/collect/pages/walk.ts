// Walk over the pages of a JSON API. It is stored with each page, so an interrupted walk continues at the next.
import { createHash } from 'node:crypto';
import type { RequestSettings } from '../../../db/tables/collect.ts';
import { hourMs } from '../../../lib/time.ts';
import { isObject, parseJson } from '../../formats/parse-json.ts';
import { findList } from '../../formats/read-json.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { LocationError, type LocationState } from '../collector.ts';
import { counted, type Parameter } from './counted-parameter.ts';

/** The next request: another URL, or parameters. */
export type NextPage = { url: string } | { parameters: readonly Parameter[] };

export type Walk = {
  /** Hash of the settings that the walk began with. */
  of: string;
  /** ISO 8601. Dates in the requests are relative to it. */
  begunAt: string;
  /** Time of the last page, ISO 8601. */
  at: string;
  pages: number;
  records: number;
  /** null once all pages are read. */
  next: NextPage | null;
  /** Reason for an end before the last page. */
  problem: { message: string; remedy: string | null } | null;
  /** Page numbers by the hash of a page or a cursor. */
  seen: Record<string, number>;
};

/** Cursors of an API expire. */
const maxAgeMs = hourMs;

/** Returns the walk to continue, or a new one. A finished walk is returned until its records are imported, which clears the state. */
export function resumeWalk(state: LocationState, settings: RequestSettings, first: NextPage, now = new Date()): Walk {
  const of = shortHash(JSON.stringify(settings));
  const walk = state.walk as Walk | undefined;
  const isFresh = walk?.of === of && now.getTime() - Date.parse(walk.at) < maxAgeMs;
  if (walk && isFresh && (walk.next !== null || walk.records > 0)) return walk;
  const begunAt = now.toISOString();
  return { of, begunAt, at: begunAt, pages: 0, records: 0, next: first, problem: null, seen: {} };
}

/** Progress of the walk in a state. `part`: it ended, but pages were left out. */
export function progressOf(state: LocationState): 'open' | 'part' | 'whole' {
  const walk = state.walk as Walk | undefined;
  if (!walk || walk.next !== null) return 'open';
  return walk.problem === null ? 'whole' : 'part';
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

// Finds the next page of a JSON API: a cursor or a URL in its response, the Link header, or a parameter that counts.

type Paging = Pick<RequestSettings, 'next' | 'next_as' | 'page'>;

export type Page = {
  url: URL;
  text: string;
  document: unknown;
  records: number;
  /** Value of the Link header. */
  link: string | undefined;
};

/** The page of the first request. */
export function firstPage({ page }: Paging): NextPage {
  return { parameters: page === undefined ? [] : [counted(page, 0)] };
}

/** Returns null after the last page. `pages`: the number of pages read. Throws a LocationError if the next page is at another origin. */
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

/** APIs such as TikTok's send a cursor with the last page too, with a flag for its end. */
function saysNoMore(document: unknown, path: string): boolean {
  const parent = path.includes('.') ? valueAt(document, path.slice(0, path.lastIndexOf('.'))) : document;
  return isObject(parent) && more.some((name) => parent[name] === false);
}

/** `next_cursor` is sent as `cursor`, `nextPageToken` as `pageToken`. */
function toParameter(path: string, value: unknown, text: string): Parameter {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const name = last.replace(/^next[_-]?(?=.)/i, '');
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new LocationError(
      `"${path}" of the response is not a cursor.`,
      'Set --next to the path of a string or a number.',
    );
  const digits = String(value);
  // Larger numbers are parsed as strings of their digits.
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
    'Set the location to the origin in the response.',
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

// Reads the records of a page of a JSON API, and the values of its body that lead to the next page.

type PageMapping = Pick<Mapping, 'records' | 'keyField'>;

/** Throws a LocationError if the text is not JSON. */
export function parsePage(host: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new LocationError(
      `The response of ${host} is not JSON.`,
      'Check the location: it must be the URL of an API, not of a page.',
    );
  }
}

/** Each record as JSON. After the first page, an empty or missing list means no records. Throws a LocationError if there is no list. */
export function recordsOf(document: unknown, { records, keyField }: PageMapping): string[] {
  const list = Array.isArray(document) ? document : records !== null ? listAt(document, records) : listIn(document);
  if (Array.isArray(list)) return list.map((record) => JSON.stringify(record));
  if (keyField === null || !isObject(list))
    throw new LocationError(
      `"${records}" is ${isObject(list) ? 'an object' : `a ${typeof list}`}, not a list.`,
      remedy,
    );
  return Object.entries(list).map(([key, member]) =>
    JSON.stringify(isObject(member) ? { ...member, [keyField]: key } : member),
  );
}

const remedy = 'Set --records to the path of the list, such as data.items.';

function listAt(document: unknown, path: string): unknown {
  const found = valueAt(document, path);
  if (found === undefined)
    throw new LocationError(`There is no "${path}" in the response; ${membersOf(document)}.`, remedy);
  return found ?? [];
}

/** Returns the only list of objects of the document. */
function listIn(document: unknown): unknown {
  if (!isObject(document)) throw new LocationError('The response is neither a list nor an object.', remedy);
  const name = findList(document);
  if (name !== null) return document[name];
  if (Object.values(document).some((value) => Array.isArray(value) && value.length === 0)) return [];
  throw new LocationError(`There is no list of records in the response; ${membersOf(document)}.`, remedy);
}

function membersOf(document: unknown): string {
  if (!isObject(document)) return 'it is not an object';
  return `it has: ${Object.keys(document).slice(0, 20).join(', ').slice(0, 300)}`;
}

/** Returns undefined if the path does not exist. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
