// Settings of a source on the command line: locations, mapping, the requests of a JSON API, and which videos are collected.
import { resolve } from 'node:path';
import type { CollectInput, RequestSettings } from '../../db/tables/collect.ts';
import { type Options, UsageError } from '../options.ts';

type Body = Record<string, unknown>;
/** Settings of the source that is changed; null for a new one. */
type Current = { request: RequestSettings | null; collect: CollectInput | null } | null;

/** Joins one or more locations, and adds the quotation marks for searches of several words that the shell removed. */
export function toLocation(given: readonly string[]): string {
  if (given.some(isCollected)) return given.map(quoteSearch).join(' ');
  if (given.length > 1)
    throw new UsageError(
      'Only youtube: and yt-dlp: locations can be combined. Add a separate source for each other location.',
    );
  return toAbsolute(given[0] ?? '');
}

const isCollected = (location: string) => /^(?:youtube|yt-dlp):/.test(location);

/** Words that are not several locations are one search. */
function quoteSearch(location: string): string {
  const [, prefix, words = ''] = /^(youtube:search:)([^"]*\s[^"]*)$/.exec(location) ?? [];
  if (prefix === undefined || location.split(/\s+/).every(isCollected)) return location;
  return `${prefix}"${words.trim()}"`;
}

/** Paths are relative to the directory of the command; the service runs in another. */
function toAbsolute(location: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? location : resolve(location);
}

/** Returns only the given settings, so that an update leaves the others unchanged. An empty text clears a setting. */
export function settingsOf(options: Options, current: Current = null): Body {
  const body: Body = {};
  for (const name of ['preset', 'records', 'format', 'encoding', 'every'] as const)
    if (options[name] !== undefined) body[name] = options[name] || null;
  if (options['records-of'] !== undefined) body.records_of = options['records-of'] || null;
  if (options['on-duplicate'] !== undefined) body.on_duplicate = options['on-duplicate'] || null;
  if (options['header-row'] !== undefined) body.header_row = toNumber('header-row', options['header-row']) ?? null;
  for (const name of ['map', 'set'] as const) {
    const pairs = options[name];
    if (pairs) body[name] = pairs.every((pair) => pair === '') ? null : pairs;
  }
  if (options.snapshot) body.snapshot = true;
  if (options.additive) body.snapshot = false;
  if (options['allow-shrink']) body.allow_shrink = true;
  if (changesRequest(options)) body.request = orNull({ ...current?.request, ...requestOf(options) });
  if (changesCollect(options)) body.collect = orNull({ ...current?.collect, ...collectOf(options) });
  return body;
}

const requestOptions = ['header', 'body', 'next', 'next-as', 'page'] as const;
const collectOptions = ['max-seconds', 'orientation', 'max-videos', 'language', 'region'] as const;

/** Returns whether the current settings are needed, since `request` and `collect` are replaced as a whole. */
export function needsCurrent(options: Options): boolean {
  return changesRequest(options) || changesCollect(options);
}

const changesRequest = (options: Options) => requestOptions.some((name) => options[name] !== undefined);
const changesCollect = (options: Options) => collectOptions.some((name) => options[name] !== undefined);

/** Members that are undefined are removed. */
function requestOf(options: Options): Body {
  return {
    ...(options.header ? { headers: headersOf(options.header) } : {}),
    ...textsOf(options, { body: 'body', next: 'next', 'next-as': 'next_as', page: 'page' }),
  };
}

function collectOf(options: Options): Body {
  const { 'max-seconds': maxSeconds, 'max-videos': maxVideos } = options;
  return {
    ...(maxSeconds === undefined
      ? {}
      : { max_seconds: maxSeconds === 'any' ? null : toNumber('max-seconds', maxSeconds, ' or any') }),
    ...(maxVideos === undefined ? {} : { max_videos: toNumber('max-videos', maxVideos) }),
    ...textsOf(options, { orientation: 'orientation', language: 'language', region: 'region' }),
  };
}

type TextOption = 'body' | 'next' | 'next-as' | 'page' | 'orientation' | 'language' | 'region';

function textsOf(options: Options, names: { [name in TextOption]?: string }): Body {
  const given = Object.entries(names).filter(([option]) => options[option as TextOption] !== undefined);
  return Object.fromEntries(given.map(([option, member]) => [member, options[option as TextOption] || undefined]));
}

function headersOf(given: readonly string[]): Record<string, string> | undefined {
  if (given.every((header) => header === '')) return undefined;
  return Object.fromEntries(
    given.map((header) => {
      const [, name, value] = /^([^:\s]+)\s*:\s*(.+)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(
          `"${header.slice(0, 40)}" is not a header. Use a header such as 'Authorization: Bearer $secret:NAME'.`,
        );
      return [name, value];
    }),
  );
}

/** An empty text restores the default. */
function toNumber(option: string, text: string, more = ''): number | undefined {
  if (text === '') return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} must be a whole number${more}.`);
  return Number(text);
}

/** Returns null, the default, if nothing is set. */
function orNull(settings: Body): Body | null {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined);
  return set.length === 0 ? null : Object.fromEntries(set);
}
