// Filters of hooks as options: the common ones by name, every other one by --filter.
import { describeFilters, filterFields, filterTitle } from '../../sdk/src/index.ts';
import type { Option, OptionTable, Values } from './command.ts';
import { wholeNumber } from './options.ts';
import { UsageError } from './terminal/output.ts';
import type { Column } from './terminal/table.ts';

type Field = { kind: string };
const fields: Readonly<Record<string, Field | undefined>> = {
  ...filterFields,
  emotion: filterFields.emotional_trigger,
};

/** Filters with an option of their own. */
const common = [
  ...(['niche', 'archetype', 'emotion', 'platform', 'language'] as const),
  ...(['min_views', 'max_views', 'added_since'] as const),
];
type CommonName = (typeof common)[number];
type OptionName = CommonName extends infer N ? (N extends `${infer A}_${infer B}` ? `${A}-${B}` : N) : never;

const optionOf = (name: string): Option => {
  const kind = fields[name]?.kind;
  const title = filterTitle(name === 'emotion' ? 'emotional_trigger' : name);
  if (kind === 'label')
    return {
      value: name.toUpperCase(),
      multiple: true,
      help: `${title}; --${name}=-VALUE excludes one.`,
    };
  const isTime = kind === 'time';
  return { value: isTime ? 'DATE' : 'NUMBER', help: `${title}${isTime ? ' this date or time' : ''}.` };
};

export const filterOptions = {
  ...(Object.fromEntries(common.map((name) => [name.replace('_', '-'), optionOf(name)])) as Record<
    OptionName,
    { value: string; multiple: true; help: string }
  >),
  filter: {
    value: 'NAME=VALUE',
    multiple: true,
    help: 'Any other filter of the API, such as format=vlog or has=source_url.',
  },
} as const satisfies OptionTable;

type Filters = Record<string, string | number | boolean | string[]>;

/** Returns query parameters that are also valid as `filters` of a body. Lists may be comma-separated. */
export function filtersOf(values: Values<typeof filterOptions>): Filters {
  const filters: Filters = {};
  for (const name of common)
    for (const value of [values[name.replace('_', '-') as OptionName] ?? []].flat())
      if (fields[name]?.kind === 'count') filters[name] = wholeNumber(`--${name.replace('_', '-')}`, value);
      else add(filters, name, value);
  for (const pair of values.filter ?? []) {
    const [, name = '', value = ''] = /^([\w-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === '') throw new UsageError(`--filter must be NAME=VALUE, such as format=vlog, not ${pair}.`);
    // Other options set these parameters of a list: as filters they would be overwritten, or break paging.
    if (/^(limit|sort|fields|count|seed|diverse|cursor|page|offset|by|window)$/.test(name))
      throw new UsageError(`${name} is not a filter.${/^(cursor|page|offset)$/.test(name) ? '' : ` Pass --${name}.`}`);
    add(filters, name.replaceAll('-', '_'), value);
  }
  return filters;
}

/** Adds a value with the type that a body needs. An invalid one stays text, so that the service reports the error. */
function add(filters: Filters, name: string, value: string): void {
  const kind = fields[name]?.kind ?? 'list';
  if (kind === 'label' || kind === 'list')
    filters[name] = [...[filters[name] ?? []].flat().map(String), ...value.split(',')];
  else if (/^(count|share)$/.test(kind) && /^[\d.]+$/.test(value)) filters[name] = Number(value);
  else filters[name] = kind === 'flag' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

/** Text for a cell of a table. */
export const filterText = (filters: Readonly<Record<string, unknown>>) => describeFilters(filters) || 'all hooks';

/** The text matters most: a narrow terminal shows fewer labels instead of half a line. */
export const hookColumns: readonly Column[] = [
  { field: 'id' },
  { field: 'views', isNumber: true },
  { field: 'text' },
  { field: 'niche', isOptional: true },
  { field: 'archetype', isOptional: true },
  { field: 'platform', isOptional: true },
];

/** Words as one text: `hookline check nobody tells you` needs no quotes. */
export function joinWords(args: readonly string[], what: string): string {
  const text = args.join(' ').trim();
  if (text === '') throw new UsageError(`${what} is missing.`);
  return text;
}
