// Hook filters: one table of them, and conversions between URLs, API parameters and bodies.
import type { Filters } from '@hookline/sdk';

export const labelFields = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type LabelField = (typeof labelFields)[number];

/** Numbers with a `min_` and a `max_`. */
const countFields = ['views', 'likes', 'comments', 'shares', 'duration_seconds', 'word_count'] as const;
export type CountField = (typeof countFields)[number];
export type CountName = `${'min' | 'max'}_${CountField}`;

export type FilterName = Exclude<keyof Filters, 'emotion'>;

/** Labels and lists have several values, of which a leading `-` excludes one. */
type Kind = 'label' | 'list' | 'count' | 'time' | 'share' | 'flag' | 'text';

/** Every filter of the API, in the order of links and chips. */
export const kinds: Readonly<Record<FilterName, Kind>> = {
  niche: 'label',
  archetype: 'label',
  emotional_trigger: 'label',
  platform: 'label',
  format: 'label',
  language: 'label',
  min_views: 'count',
  max_views: 'count',
  added_since: 'time',
  q: 'text',
  ids: 'list',
  collection: 'list',
  creator: 'list',
  source_url: 'text',
  template: 'text',
  added_until: 'time',
  published_since: 'time',
  published_until: 'time',
  min_likes: 'count',
  max_likes: 'count',
  min_comments: 'count',
  max_comments: 'count',
  min_shares: 'count',
  max_shares: 'count',
  min_duration_seconds: 'count',
  max_duration_seconds: 'count',
  min_word_count: 'count',
  max_word_count: 'count',
  has: 'list',
  labels_method: 'list',
  min_confidence: 'share',
  sample: 'flag',
};
export const filterNames = Object.keys(kinds) as FilterName[];

/** Filters as in the URL. Valid counts are digits. */
export type HookFilters = Partial<Record<FilterName, string[]>>;

/** Accepts every spelling of the API (repeated, comma-separated, `emotion`), and counts such as `1.5M`. */
export function readFilters(search: string): HookFilters {
  const query = new URLSearchParams(search);
  return gather((name) =>
    isList(name) ? query.getAll(name).flatMap((values) => values.split(',')) : [query.get(name) ?? ''],
  );
}

/** From filters in an API record. Unknown fields are ignored. */
export function fromRecord(record: Readonly<Record<string, unknown>>): HookFilters {
  return gather((name) => {
    return [record[name]].flat().flatMap((value) => (typeof value === typeOf(name) ? [String(value)] : []));
  });
}

function gather(valuesOf: (name: FilterName) => string[]): HookFilters {
  const entries = filterNames.map((name) => {
    const raw = [...valuesOf(name), ...(name === 'emotional_trigger' ? valuesOf('emotion' as FilterName) : [])];
    const values = raw.map((value) => normalised(name, value.trim()));
    const isFirst = (value: string, at: number) => values.findIndex((other) => isSame(value, other)) === at;
    return [name, values.filter((value, at) => value && isFirst(value, at))] as const;
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

function normalised(name: FilterName, value: string): string {
  if (kinds[name] === 'count') return parseCount(value) ?? value;
  // `has` knows one field by a short name too.
  return name === 'has' ? value.replace(/^(-?)duration$/i, '$1duration_seconds') : value;
}

type Value = string | number | boolean | string[];

/** As query parameters of the API and SDK: numbers as numbers, single values unwrapped. */
export function toApiQuery(filters: HookFilters): Record<string, Value> {
  return Object.fromEntries(setNames(filters).map((name) => [name, toValue(name, filters[name] ?? [])]));
}

/** As a request body of the API. Invalid numbers and flags are left out; findFilterError reports them. */
export function toBody(filters: HookFilters): Filters {
  const entries = setNames(filters).map((name) => {
    const values = filters[name] ?? [];
    return [name, isList(name) ? values : toValue(name, values)] as const;
  });
  return Object.fromEntries(entries.filter(([name, value]) => isList(name) || typeof value === typeOf(name)));
}

/** Of one value, in JSON. */
function typeOf(name: FilterName): 'number' | 'boolean' | 'string' {
  const kind = kinds[name];
  return kind === 'count' || kind === 'share' ? 'number' : kind === 'flag' ? 'boolean' : 'string';
}

function toValue(name: FilterName, values: string[]): Value {
  const [first = ''] = values;
  const kind = kinds[name];
  if (kind === 'flag' && /^(true|false)$/.test(first)) return first === 'true';
  if (kind === 'count' ? isCount(first) : kind === 'share' && isShare(first)) return Number(first);
  return values.length > 1 ? values : first;
}

/** A link with these filters, such as to the export form. */
export function linkWith(path: string, filters: HookFilters, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  for (const name of filterNames) for (const value of filters[name] ?? []) query.append(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** For changeQuery: every filter, also unset ones, without aliases. */
export function toChange(filters: HookFilters): Record<string, string[] | undefined> {
  return { ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])), emotion: undefined };
}

export function setNames(filters: HookFilters): FilterName[] {
  return filterNames.filter((name) => filters[name]?.length);
}

export function hasFilters(filters: HookFilters): boolean {
  return setNames(filters).length > 0;
}

/** Case-insensitive, as in the API. */
export function isSet(filters: HookFilters, name: FilterName, value: string): boolean {
  return filters[name]?.some((other) => isSame(other, value)) ?? false;
}

/** Sets a value or removes it. A value is never both included and excluded, which would match nothing. */
export function toggled(filters: HookFilters, name: FilterName, value: string): HookFilters {
  const opposite = value.startsWith('-') ? value.slice(1) : `-${value}`;
  const others = filters[name]?.filter((other) => !isSame(other, value) && !isSame(other, opposite)) ?? [];
  return { ...filters, [name]: isSet(filters, name, value) ? others : [...others, value] };
}

export function without(filters: HookFilters, name: FilterName): HookFilters {
  return { ...filters, [name]: undefined };
}

export const countError = 'Enter a number, such as 500k or 1.5M.';

/** Why the filters cannot be sent to the API; undefined when valid. */
export function findFilterError(filters: HookFilters): string | undefined {
  const first = (name: FilterName) => filters[name]?.[0] ?? '';
  const names = setNames(filters);
  if (names.some((name) => kinds[name] === 'count' && !isCount(first(name)))) return countError;
  for (const field of countFields) {
    const [min, max] = [first(`min_${field}`), first(`max_${field}`)];
    if (min && max && Number(min) > Number(max))
      return `Min ${countNames[field]} can’t exceed max ${countNames[field]}.`;
  }
  if (first('q') && !/[\p{L}\p{N}]/u.test(first('q'))) return 'Enter at least one letter or digit.';
  return undefined;
}

export const countNames: Readonly<Record<CountField, string>> = {
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  duration_seconds: 'seconds',
  word_count: 'words',
};

/** `1.5M`, `200k`, `1,000,000` → digits; undefined when invalid. */
export function parseCount(text: string): string | undefined {
  const match = /^(\d+(?:\.\d+)?)([kmb])?$/i.exec(text.replaceAll(/[\s,_]/g, ''));
  if (!match) return undefined;
  const power = { k: 3, m: 6, b: 9 }[match[2]?.toLowerCase() ?? ''] ?? 0;
  const count = Math.round(Number(match[1]) * 10 ** power);
  return Number.isSafeInteger(count) ? String(count) : undefined;
}

export function isLabel(name: FilterName): name is LabelField {
  return kinds[name] === 'label';
}

export function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

function isShare(text: string): boolean {
  return /^(0?\.\d+|0|1)(\.0+)?$/.test(text);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isList(name: FilterName): boolean {
  return kinds[name] === 'label' || kinds[name] === 'list';
}
