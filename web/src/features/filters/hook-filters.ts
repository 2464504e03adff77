// Hook filters: converts between URLs, API parameters and text.
import type { Filters } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import { formatCompact, formatDate } from '../../kit/page/format.ts';

export const labelFields = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type LabelField = (typeof labelFields)[number];

const viewFields = ['min_views', 'max_views'] as const;
const singleValueFields = [...viewFields, 'added_since', 'q'] as const;
export const filterNames = [...labelFields, ...singleValueFields];
export type FilterName = (typeof filterNames)[number];

/** Filters as in the URL: labels have several values, other filters one. Valid view counts are digits. */
export type HookFilters = Partial<Record<FilterName, string[]>>;

export const sorts = [
  { value: '-views', label: 'Most viewed' },
  { value: 'views', label: 'Least viewed' },
  { value: '-added_at', label: 'Newest' },
  { value: 'added_at', label: 'Oldest' },
] as const;
export const byRelevance = { value: 'relevance', label: 'Best match' } as const;
export type Sort = (typeof sorts)[number]['value'] | 'relevance';

export const filterTitles: Readonly<Record<FilterName, string>> = {
  niche: 'Niche',
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  platform: 'Platform',
  format: 'Video format',
  language: 'Language',
  min_views: 'Views',
  max_views: 'Views',
  added_since: 'Added',
  q: 'Search',
};

/** Accepts every spelling of the API (repeated, comma-separated, `emotion`), and views such as `1.5M`. */
export function readFilters(search: string): HookFilters {
  const query = new URLSearchParams(search);
  return gather((name) =>
    isSingle(name) ? [query.get(name) ?? ''] : query.getAll(name).flatMap((values) => values.split(',')),
  );
}

/** From filters in an API record. Unknown fields are ignored. */
export function fromRecord(record: Readonly<Record<string, unknown>>): HookFilters {
  return gather((name) => {
    const type = isViews(name) ? 'number' : 'string';
    return [record[name]].flat().flatMap((value) => (typeof value === type ? [String(value)] : []));
  });
}

function gather(valuesOf: (name: FilterName | 'emotion') => string[]): HookFilters {
  const entries = filterNames.map((name) => {
    const raw = [...valuesOf(name), ...(name === 'emotional_trigger' ? valuesOf('emotion') : [])];
    const values = raw.map((value) => value.trim()).map((value) => (isViews(name) && parseViews(value)) || value);
    const isFirst = (value: string, at: number) => values.findIndex((other) => isSame(value, other)) === at;
    return [name, values.filter((value, at) => value && isFirst(value, at))] as const;
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

/** Sorting by relevance requires a search text. */
export function readSort(search: string): Sort {
  const query = new URLSearchParams(search);
  const wanted = query.get('sort');
  const hasWords = Boolean(query.get('q')?.trim());
  if (wanted === 'relevance' && hasWords) return wanted;
  return sorts.find(({ value }) => value === wanted)?.value ?? (hasWords ? 'relevance' : '-views');
}

/** As query parameters of the API and SDK: numbers as numbers, single values unwrapped. */
export function toApiQuery(filters: HookFilters): Record<string, string | number | string[]> {
  return Object.fromEntries(setNames(filters).map((name) => [name, toValue(name, filters[name] ?? [])]));
}

/** As a request body of the API. Invalid views are left out; findFilterError reports them. */
export function toBody(filters: HookFilters): Filters {
  const entries = setNames(filters).map((name) => {
    const values = filters[name] ?? [];
    return [name, isSingle(name) ? toValue(name, values) : values] as const;
  });
  return Object.fromEntries(entries.filter(([name, value]) => !isViews(name) || typeof value === 'number'));
}

function toValue(name: FilterName, values: string[]): string | number | string[] {
  const [first = ''] = values;
  return values.length > 1 ? values : isViews(name) && isCount(first) ? Number(first) : first;
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

export function toggled(filters: HookFilters, name: FilterName, value: string): HookFilters {
  const values = filters[name] ?? [];
  const next = isSet(filters, name, value) ? values.filter((other) => !isSame(other, value)) : [...values, value];
  return { ...filters, [name]: next };
}

export function without(filters: HookFilters, name: FilterName): HookFilters {
  return { ...filters, [name]: undefined };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** Display name of a label value: “How to”, “English”. */
export function valueName(name: LabelField, value: string): string {
  if (name !== 'language') return labelName(value);
  try {
    return languageNames.of(value) ?? value;
  } catch {
    return value;
  }
}

/** Text of one value, as in a chip. */
export function valueText(name: FilterName, value: string): string {
  if (name === 'q') return `“${value}”`;
  if (name === 'added_since') return `Added since ${Number.isNaN(Date.parse(value)) ? value : formatDate(value)}`;
  if (isLabel(name)) return valueName(name, value);
  return `${name === 'min_views' ? '≥' : '≤'} ${isCount(value) ? formatCompact(Number(value)) : value} views`;
}

/** Text of each value; empty without filters. */
export function filterTexts(filters: HookFilters): { name: FilterName; text: string }[] {
  return setNames(filters).flatMap((name) =>
    (filters[name] ?? []).map((value) => ({ name, text: valueText(name, value) })),
  );
}

/** Filters of an API record in one line. */
export function describeFilters(record: Readonly<Record<string, unknown>>): string {
  const texts = filterTexts(fromRecord(record)).map(({ text }) => text);
  return texts.join(', ') || 'All hooks';
}

export const viewsError = 'Enter a number, such as 500k or 1.5M.';

/** Why the filters cannot be sent to the API; undefined when valid. */
export function findFilterError({
  min_views: [min = ''] = [],
  max_views: [max = ''] = [],
  q: [text] = [],
}: HookFilters): string | undefined {
  if ([min, max].some((views) => views && !isCount(views))) return viewsError;
  if (min && max && Number(min) > Number(max)) return 'Min views can’t exceed max views.';
  if (text && !/[\p{L}\p{N}]/u.test(text)) return 'Enter at least one letter or digit.';
  return undefined;
}

/** `1.5M`, `200k`, `1,000,000` → digits; undefined when invalid. */
export function parseViews(text: string): string | undefined {
  const match = /^(\d+(?:\.\d+)?)([kmb])?$/i.exec(text.replaceAll(/[\s,_]/g, ''));
  if (!match) return undefined;
  const power = { k: 3, m: 6, b: 9 }[match[2]?.toLowerCase() ?? ''] ?? 0;
  const views = Math.round(Number(match[1]) * 10 ** power);
  return Number.isSafeInteger(views) ? String(views) : undefined;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isLabel(name: FilterName): name is LabelField {
  return (labelFields as readonly string[]).includes(name);
}

function isSingle(name: string): boolean {
  return (singleValueFields as readonly string[]).includes(name);
}

function isViews(name: string): boolean {
  return (viewFields as readonly string[]).includes(name);
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
