// Filters of hooks as options: the common ones by name, every other one by --filter.
import type { OptionTable, Values } from './command.ts';
import { wholeNumber } from './options.ts';
import { UsageError } from './terminal/output.ts';
import type { Column } from './terminal/table.ts';

export const filterOptions = {
  niche: { value: 'NICHE', multiple: true, help: 'Niche, such as finance; --niche=-finance excludes it.' },
  archetype: { value: 'ARCHETYPE', multiple: true, help: 'What the line does, such as bold_claim.' },
  emotion: { value: 'EMOTION', multiple: true, help: 'What the line makes the viewer feel, such as curiosity.' },
  platform: {
    value: 'PLATFORM',
    multiple: true,
    help: 'TikTok, YouTube, Reels or another one of "hookline taxonomy platform".',
  },
  language: { value: 'TAG', multiple: true, help: 'Language, such as en.' },
  'min-views': { value: 'NUMBER', help: 'Minimum views.' },
  'max-views': { value: 'NUMBER', help: 'Maximum views.' },
  'added-since': { value: 'DATE', help: 'Added at or after this date or time.' },
  filter: {
    value: 'NAME=VALUE',
    multiple: true,
    help: 'Any other filter of the API, such as format=vlog or has=source_url.',
  },
} as const satisfies OptionTable;

type Filters = Record<string, string | number | boolean | string[]>;

/** As query parameters, and as `filters` of a body. Lists may be comma-separated. */
export function filtersOf(values: Values<typeof filterOptions>): Filters {
  const filters: Filters = {};
  for (const name of ['niche', 'archetype', 'emotion', 'platform', 'language'] as const)
    for (const value of values[name] ?? []) add(filters, name, value);
  for (const name of ['min-views', 'max-views'] as const) {
    const text = values[name];
    if (text !== undefined) filters[name.replace('-', '_')] = wholeNumber(`--${name}`, text);
  }
  if (values['added-since'] !== undefined) filters.added_since = values['added-since'];
  for (const pair of values.filter ?? []) {
    const [, name = '', value = ''] = /^([\w-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === '') throw new UsageError(`--filter must be NAME=VALUE, such as format=vlog, not ${pair}.`);
    // Parameters of a list, which other options set: here they would be overwritten, or break the reading of pages.
    if (/^(limit|sort|fields|count|seed|diverse|cursor|page|offset|by|window)$/.test(name))
      throw new UsageError(`${name} is not a filter.${/^(cursor|page|offset)$/.test(name) ? '' : ` Pass --${name}.`}`);
    add(filters, name.replaceAll('-', '_'), value);
  }
  return filters;
}

const singular = /^(min|max)_|_(since|until)$|^(q|source_url|template|sample)$/;

function add(filters: Filters, name: string, value: string): void {
  if (singular.test(name)) filters[name] = typed(name, value);
  else filters[name] = [...[filters[name] ?? []].flat().map(String), ...value.split(',')];
}

/** As a body needs it. What is invalid stays a text, so that the service says what is wrong. */
function typed(name: string, value: string): string | number | boolean {
  if (/^(min|max)_/.test(name) && /^[\d.]+$/.test(value)) return Number(value);
  return name === 'sample' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

/** In a cell of a table. */
export function filterText(filters: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(filters).map(([name, value]) => `${name}=${[value].flat().join()}`);
  return pairs.join(' ') || 'all hooks';
}

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
