// Hook filters: conversions between URLs and API parameters.
import { filterFields } from '../../../../sdk/src/filter-fields.ts';

export type FilterName = keyof typeof filterFields;
type NamesOf<K extends string> = {
  [N in FilterName]: (typeof filterFields)[N]['kind'] extends K ? N : never;
}[FilterName];

/** Every filter of the API, in the order of links and chips. */
export const filterNames = Object.keys(filterFields) as FilterName[];
export const namesOf = <K extends string>(kind: K) =>
  filterNames.filter((name) => filterFields[name].kind === kind) as NamesOf<K>[];

export type LabelField = NamesOf<'label'>;
export const labelFields = namesOf('label');

/** Numeric filters with a `min_` or `max_` prefix. */
export type CountName = NamesOf<'count'>;
export type CountField = CountName extends `${'min' | 'max'}_${infer F}` ? F : never;
/** Filters as in the URL. Valid counts are digits. */
export type HookFilters = Partial<Record<FilterName, string[]>>;

/** Accepts every spelling of the API (repeated, comma-separated, `emotion`), and counts such as `1.5M`. */
export function readFilters(search: string): HookFilters {
  const query = new URLSearchParams(search);
  return gather((name) =>
    isList(name) ? query.getAll(name).flatMap((values) => values.split(',')) : [query.get(name) ?? ''],
  );
}

/** Reads the filters of an API record. Unknown fields are ignored. */
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
  if (kindOf(name) === 'count') return parseCount(value, name) ?? value;
  // `has` accepts a short name for one field.
  return name === 'has' ? value.replace(/^(-?)duration$/i, '$1duration_seconds') : value;
}

type Value = string | number | boolean | string[];

/** Returns query parameters of the API and SDK: numbers as numbers, single values unwrapped. */
export function toApiQuery(filters: HookFilters): Record<string, Value> {
  return Object.fromEntries(setNames(filters).map((name) => [name, toValue(name, filters[name] ?? [])]));
}

/** JSON type of one value. */
export function typeOf(name: FilterName): 'number' | 'boolean' | 'string' {
  const kind = kindOf(name);
  return kind === 'count' || kind === 'share' ? 'number' : kind === 'flag' ? 'boolean' : 'string';
}

export function toValue(name: FilterName, values: string[]): Value {
  const [first = ''] = values;
  const kind = kindOf(name);
  if (kind === 'flag' && /^(true|false)$/.test(first)) return first === 'true';
  if (kind === 'count' ? isCount(first, name) : kind === 'share' && isShare(first)) return Number(first);
  return values.length > 1 ? values : first;
}

/** A link with these filters, such as to the export form. */
export function linkWith(path: string, filters: HookFilters, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  for (const name of filterNames) for (const value of filters[name] ?? []) query.append(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns every filter for changeQuery, including unset ones, without aliases. */
export function toChange(filters: HookFilters): Record<string, string[] | undefined> {
  return { ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])), emotion: undefined };
}

export function setNames(filters: HookFilters): FilterName[] {
  return filterNames.filter((name) => filters[name]?.length);
}

export function hasFilters(filters: HookFilters): boolean {
  return setNames(filters).length > 0;
}

/** Compares case-insensitively, as the API does. */
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

/** `1.5M`, `200k`, `1,000,000` → digits; undefined when invalid. */
export function parseCount(text: string, name: FilterName): string | undefined {
  const match = /^(\d+(?:\.\d+)?)([kmb])?$/i.exec(text.replaceAll(/[\s,_]/g, ''));
  if (!match) return undefined;
  const power = { k: 3, m: 6, b: 9 }[match[2]?.toLowerCase() ?? ''] ?? 0;
  const given = Number(match[1]) * 10 ** power;
  if (isDecimal(name)) return String(given);
  const count = Math.round(given);
  return Number.isSafeInteger(count) ? String(count) : undefined;
}

export function isLabel(name: FilterName): name is LabelField {
  return kindOf(name) === 'label';
}

const isDecimal = (name: FilterName) => 'isDecimal' in filterFields[name];

export function isCount(text: string, name: FilterName): boolean {
  if (isDecimal(name)) return /^\d+(\.\d+)?$/.test(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

function isShare(text: string): boolean {
  return /^(0?\.\d+|0|1)(\.0+)?$/.test(text);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether the filter accepts several values, of which a leading `-` excludes one. */
export function isList(name: FilterName): boolean {
  return kindOf(name) === 'label' || kindOf(name) === 'list';
}

/** An alias is not in `filterFields` and stands for a label. */
export function kindOf(name: FilterName): (typeof filterFields)[FilterName]['kind'] {
  return name in filterFields ? filterFields[name].kind : 'label';
}
