// The filters of hooks: from the query of a page, to the query of the API, into words. Nothing here knows of React.
import { formatCompact, formatDate } from '../kit/format.ts';

export const labelNames = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type LabelName = (typeof labelNames)[number];

const singleNames = ['min_views', 'max_views', 'added_since', 'q'] as const;
export const filterNames = [...labelNames, ...singleNames];
export type FilterName = (typeof filterNames)[number];

/** As they stand in the URL: several values of a label, one of the others. */
export type HookFilters = Partial<Record<FilterName, string[]>>;

export const sorts = [
  { value: '-views', label: 'Most viewed' },
  { value: 'views', label: 'Least viewed' },
  { value: '-added_at', label: 'Newest' },
  { value: 'added_at', label: 'Oldest' },
] as const;
export const byRelevance = { value: 'relevance', label: 'Best match' } as const;
export type Sort = (typeof sorts)[number]['value'] | 'relevance';

export const titles: Readonly<Record<FilterName, string>> = {
  niche: 'Niche',
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  platform: 'Platform',
  format: 'Format',
  language: 'Language',
  min_views: 'Views',
  max_views: 'Views',
  added_since: 'Added',
  q: 'Search',
};

/** Takes every spelling that the API takes: repeated or with commas, and `emotion` for short. */
export function readFilters(search: string): HookFilters {
  const query = new URLSearchParams(search);
  const filters: HookFilters = {};
  for (const name of labelNames) {
    const given = [...query.getAll(name), ...(name === 'emotional_trigger' ? query.getAll('emotion') : [])];
    const values = given.flatMap((one) => one.split(',')).map((one) => one.trim());
    const unique = values.filter((one, at) => one && values.findIndex((other) => isSame(one, other)) === at);
    if (unique.length > 0) filters[name] = unique;
  }
  for (const name of singleNames) {
    const value = query.get(name)?.trim();
    if (value) filters[name] = [value];
  }
  return filters;
}

/** What no word is searched for cannot be sorted by relevance. */
export function readSort(search: string): Sort {
  const query = new URLSearchParams(search);
  const wanted = query.get('sort');
  const hasWords = Boolean(query.get('q')?.trim());
  if (wanted === 'relevance' && hasWords) return wanted;
  return sorts.find(({ value }) => value === wanted)?.value ?? (hasWords ? 'relevance' : '-views');
}

/** As the API and its SDK take them: numbers as numbers, one value by itself. */
export function toApiQuery(filters: HookFilters): Record<string, string | number | string[]> {
  const entries = filterNames.flatMap((name): [string, string | number | string[]][] => {
    const values = filters[name];
    if (!values?.length) return [];
    const [first] = values;
    if (values.length > 1) return [[name, values]];
    return [[name, /_views$/.test(name) && /^\d{1,15}$/.test(first) ? Number(first) : first]];
  });
  return Object.fromEntries(entries);
}

/** An address with these filters in it, such as of the form for an export. */
export function linkWith(path: string, filters: HookFilters, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  for (const name of filterNames) for (const value of filters[name] ?? []) query.append(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** All filters as changeQuery takes them, those that are not set too; aliases are written out. */
export function toChange(filters: HookFilters): Record<string, string[] | undefined> {
  return { ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])), emotion: undefined };
}

export function hasFilters(filters: HookFilters): boolean {
  return filterNames.some((name) => filters[name]?.length);
}

/** Case makes no difference to the API. */
export function isSet(filters: HookFilters, name: FilterName, value: string): boolean {
  return filters[name]?.some((one) => isSame(one, value)) ?? false;
}

export function toggled(filters: HookFilters, name: FilterName, value: string): HookFilters {
  const values = filters[name] ?? [];
  const next = isSet(filters, name, value) ? values.filter((one) => !isSame(one, value)) : [...values, value];
  return { ...filters, [name]: next };
}

export function without(filters: HookFilters, name: FilterName): HookFilters {
  return { ...filters, [name]: undefined };
}

/** One value in words, as a chip shows it. */
export function wordsFor(name: FilterName, value: string): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'added_since') return `added since ${Number.isNaN(Date.parse(value)) ? value : formatDate(value)}`;
  if (name !== 'min_views' && name !== 'max_views') return value;
  const views = /^\d+$/.test(value) ? formatCompact(Number(value)) : value;
  return `${name === 'min_views' ? 'at least' : 'at most'} ${views} views`;
}

/** `1.5M`, `200k`, `1,000,000` → the number as the API takes it; undefined where it is none. */
export function readViews(text: string): string | undefined {
  const match = /^(\d+(?:\.\d+)?)([kmb])?$/i.exec(text.replaceAll(/[\s,_]/g, ''));
  if (!match) return undefined;
  const power = { k: 3, m: 6, b: 9 }[match[2]?.toLowerCase() ?? ''] ?? 0;
  const views = Math.round(Number(match[1]) * 10 ** power);
  return Number.isSafeInteger(views) ? String(views) : undefined;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
