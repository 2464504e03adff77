// The filters of hooks: from the query of a page and from the API, to both of them, into words. Nothing here knows of React.
import type { Filters } from '../../../../sdk/src/openapi.ts';
import { formatCompact, formatDate } from '../../kit/page/format.ts';

export const labelNames = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type LabelName = (typeof labelNames)[number];

const viewNames = ['min_views', 'max_views'] as const;
const singleNames = [...viewNames, 'added_since', 'q'] as const;
export const filterNames = [...labelNames, ...singleNames];
export type FilterName = (typeof filterNames)[number];

/** As they stand in the URL: several values of a label, one of the others, views as digits unless they are no number. */
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
  format: 'Video format',
  language: 'Language',
  min_views: 'Views',
  max_views: 'Views',
  added_since: 'Added',
  q: 'Search',
};

/** Takes every spelling that the API takes: repeated or with commas, and `emotion` for short; and views as people write them. */
export function readFilters(search: string): HookFilters {
  const query = new URLSearchParams(search);
  return gather((name) =>
    isSingle(name) ? [query.get(name) ?? ''] : query.getAll(name).flatMap((one) => one.split(',')),
  );
}

/** Of filters as the API shows them. What is not known here is left out. */
export function fromRecord(record: Readonly<Record<string, unknown>>): HookFilters {
  return gather((name) => {
    const type = isViews(name) ? 'number' : 'string';
    return [record[name]].flat().flatMap((one) => (typeof one === type ? [String(one)] : []));
  });
}

function gather(valuesOf: (name: FilterName | 'emotion') => string[]): HookFilters {
  const entries = filterNames.map((name) => {
    const given = [...valuesOf(name), ...(name === 'emotional_trigger' ? valuesOf('emotion') : [])];
    const values = given.map((one) => one.trim()).map((one) => (isViews(name) && readViews(one)) || one);
    return [name, values.filter((one, at) => one && values.findIndex((other) => isSame(one, other)) === at)] as const;
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

/** What no word is searched for cannot be sorted by relevance. */
export function readSort(search: string): Sort {
  const query = new URLSearchParams(search);
  const wanted = query.get('sort');
  const hasWords = Boolean(query.get('q')?.trim());
  if (wanted === 'relevance' && hasWords) return wanted;
  return sorts.find(({ value }) => value === wanted)?.value ?? (hasWords ? 'relevance' : '-views');
}

/** As a query of the API and its SDK takes them: numbers as numbers, one value by itself. */
export function toApiQuery(filters: HookFilters): Record<string, string | number | string[]> {
  return Object.fromEntries(setNames(filters).map((name) => [name, toValue(name, filters[name] ?? [])]));
}

/** As a body of the API takes them. Views that are no number are not sent; findFault tells of them. */
export function toBody(filters: HookFilters): Filters {
  const entries = setNames(filters).map((name) => {
    const values = filters[name] ?? [];
    return [name, isSingle(name) ? toValue(name, values) : values] as const;
  });
  return Object.fromEntries(entries.filter(([name, value]) => !isViews(name) || typeof value === 'number'));
}

function toValue(name: FilterName, values: string[]): string | number | string[] {
  const [first] = values;
  return values.length > 1 ? values : isViews(name) && isCount(first) ? Number(first) : first;
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

export function setNames(filters: HookFilters): FilterName[] {
  return filterNames.filter((name) => filters[name]?.length);
}

export function hasFilters(filters: HookFilters): boolean {
  return setNames(filters).length > 0;
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
  if (!isViews(name)) return value;
  return `${name === 'min_views' ? 'at least' : 'at most'} ${isCount(value) ? formatCompact(Number(value)) : value} views`;
}

/** Each value in words; none where everything matches. */
export function filterWords(filters: HookFilters): { name: FilterName; words: string }[] {
  return setNames(filters).flatMap((name) =>
    (filters[name] ?? []).map((value) => ({ name, words: wordsFor(name, value) })),
  );
}

/** Filters of a record in one line. */
export function describeFilters(record: Readonly<Record<string, unknown>>): string {
  const words = filterWords(fromRecord(record)).map(({ words }) => words);
  return words.join(', ') || 'All hooks';
}

export const viewsFault = 'Write views as a number, such as 500k or 1.5M.';

/** What cannot be asked for, in words. */
export function findFault({ min_views: [least = ''] = [], max_views: [most = ''] = [], q: [words] = [] }: HookFilters) {
  if ([least, most].some((views) => views && !isCount(views))) return viewsFault;
  if (least && most && Number(least) > Number(most))
    return 'The least views are more than the most: nothing can match.';
  if (words && !/[\p{L}\p{N}]/u.test(words)) return 'The words hold no letter and no digit.';
  return undefined;
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

function isSingle(name: string): boolean {
  return (singleNames as readonly string[]).includes(name);
}

function isViews(name: string): boolean {
  return (viewNames as readonly string[]).includes(name);
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}
