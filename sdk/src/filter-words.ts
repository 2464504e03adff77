// Describes filters in words, for chips, tables, emails and feeds: “not Finance”, “≥ 10K likes”, “has duration”.
// Copy, written from src/catalog/search/filter-words.ts by `npm run generate`. Do not edit.
import { filterFields } from './filter-fields.ts';

type Field = { kind: string; title?: string; unit?: string; values?: Readonly<Record<string, string>> };
const fields: Readonly<Record<string, Field | undefined>> = filterFields;

/** Display names that the table of filters lacks. Default: the id. */
export type FilterNames = {
  label?: (value: string, filter: string) => string;
  collection?: (id: string) => string;
};

const format = (value: number, options: Intl.NumberFormatOptions) => value.toLocaleString('en', options);
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** Returns “English” for `en`. Invalid language tags stay as they are. */
function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns whether a list excludes the value. */
const isExcluded = (name: string, value: string) =>
  /^(label|list)$/.test(fields[name]?.kind ?? '') && /^-./.test(value);

/** Describes one value of a filter. Several ids may be comma-separated. */
export function filterValueText(name: string, value: string, names: FilterNames = {}): string {
  const excluded = isExcluded(name, value);
  const text = excluded ? value.slice(1) : value;
  if (name === 'has') return `${excluded ? 'no' : 'has'} ${fields.has?.values?.[text] ?? text}`;
  const words = wordsOf(name, text, names);
  return excluded ? `not ${words}` : words;
}

function wordsOf(name: string, value: string, { label = (id) => id, collection = (id) => id }: FilterNames): string {
  const { kind, unit, values } = fields[name] ?? {};
  if (name === 'language') return languageName(value);
  if (kind === 'label') return label(value, name);
  if (kind === 'count') {
    const count = /^\d+(\.\d+)?$/.test(value)
      ? format(+value, { notation: 'compact', maximumFractionDigits: 1 })
      : value;
    return `${name.startsWith('min') ? '≥' : '≤'} ${count} ${unit}`;
  }
  if (kind === 'time') {
    const time = new Date(value);
    const day = Number.isNaN(+time)
      ? value
      : time.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    return `${titleOfTime(name)} ${day}`;
  }
  return texts[name]?.(value, values, collection) ?? values?.[value] ?? value;
}

const titleOfTime = (name: string) => name.replace('_', ' ').replace(/^./, (first) => first.toUpperCase());

type TextOf = (value: string, values: Field['values'], collection: (id: string) => string) => string;
const texts: Readonly<Record<string, TextOf>> = {
  // A phrase already has quotation marks.
  q: (value) => `“${value.replace(/^["“](.*)["”]$/, '$1')}”`,
  ids: (value) => (value.includes(',') ? `${value.split(',').length} hook IDs` : value),
  collection: (value, _, collection) => `in ${collection(value)}`,
  creator: (value) => `by ${value}`,
  source_url: (value) => `video ${value}`,
  template: (value) => `template “${value}”`,
  labels_method: (value, values) => `labelled by ${values?.[value] ?? value}`,
  min_confidence: (value) => `labels ≥ ${Number.isNaN(+value) ? value : format(+value, { style: 'percent' })} sure`,
  sample: (value) => (value === 'false' ? 'no sample data' : 'sample data only'),
};

/** Returns the label of a form field: “Niche”, “Min views”, “Added since”. */
export function filterTitle(name: string): string {
  const { title, unit } = fields[name] ?? {};
  return title ?? (unit ? `${name.startsWith('min') ? 'Min' : 'Max'} ${unit}` : titleOfTime(name));
}

/** Above this number, ids are described as one value. */
const maxIds = 3;

/** Returns the values of a filter that are described separately. */
export function filterValues(name: string, values: readonly string[]): string[] {
  return name === 'ids' && values.length > maxIds ? [values.join()] : [...values];
}

/**
 * Describes all filters in one line; '' without any. Unknown filters are left out.
 *
 * @example
 * describeFilters({ niche: ['finance', '-crypto'], min_views: 1_000_000 }); // 'finance, not crypto, ≥ 1M views'
 */
export function describeFilters(filters: Readonly<Record<string, unknown>>, names?: FilterNames): string {
  return Object.entries(filters)
    .filter(([name]) => fields[name])
    .flatMap(([name, value]) => {
      const values = filterValues(name, [value ?? []].flat().map(String));
      const textOf = (one: string) => filterValueText(name, one, names);
      // Values are alternatives, but excluded values and fields of `has` must all match.
      const isAlone = (one: string) => name === 'has' || isExcluded(name, one);
      const any = values.filter((one) => !isAlone(one)).map(textOf);
      return [...(any.length > 0 ? [any.join(' or ')] : []), ...values.filter(isAlone).map(textOf)];
    })
    .join(', ');
}
