// Hook filters in words, as in chips: “not Finance”, “≥ 10K likes”, “has duration”.
import { labelName } from '../../api/label-names.ts';
import { formatCompact, formatDate, formatWholePercent } from '../../kit/page/format.ts';
import {
  type CountField,
  countNames,
  type FilterName,
  fromRecord,
  type HookFilters,
  isCount,
  isLabel,
  kinds,
  type LabelField,
  setNames,
} from './hook-filters.ts';

export const labelTitles: Readonly<Record<LabelField, string>> = {
  niche: 'Niche',
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  platform: 'Platform',
  format: 'Video format',
  language: 'Language',
};

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

/** The name of a collection by its id, where it is known. */
export type CollectionName = (id: string) => string;

/** Text of one value, as in a chip. Of `ids` several, comma-separated. */
export function valueText(name: FilterName, value: string, collectionName: CollectionName = (id) => id): string {
  const kind = kinds[name];
  const isExcluded = (kind === 'label' || kind === 'list') && value.startsWith('-');
  const text = isExcluded ? value.slice(1) : value;
  if (name === 'has') return `${isExcluded ? 'no' : 'has'} ${presenceNames[text] ?? text}`;
  if (kind === 'count') return countText(name, value);
  if (kind === 'time') return timeText(name, value);
  const shown = name === 'collection' ? collectionName(text) : text;
  const words = isLabel(name) ? valueName(name, text) : (texts[name]?.(shown) ?? text);
  return isExcluded ? `not ${words}` : words;
}

const texts: Partial<Record<FilterName, (value: string) => string>> = {
  // A phrase has quotation marks of its own.
  q: (value) => `“${value.replace(/^["“](.*)["”]$/, '$1')}”`,
  ids: (value) => (value.includes(',') ? `${value.split(',').length} hook IDs` : value),
  collection: (value) => `in ${value}`,
  creator: (value) => `by ${value}`,
  source_url: (value) => `video ${value}`,
  template: (value) => `template “${value}”`,
  labels_method: (value) => `labels by ${methodNames[value] ?? value}`,
  min_confidence: (value) => `≥ ${Number.isNaN(Number(value)) ? value : formatWholePercent(Number(value))} confidence`,
  sample: (value) => (value === 'false' ? 'no sample data' : 'sample data only'),
};

/** Fields of the record that `has` asks for. */
export const presenceNames: Readonly<Record<string, string>> = {
  source_url: 'video URL',
  duration_seconds: 'duration',
  creator: 'creator',
  published_at: 'publish date',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  format: 'video format',
  language: 'language',
  template: 'template',
};

const methodNames: Readonly<Record<string, string>> = { given: 'the source', curator: 'a curator', rules: 'rules' };

function countText(name: FilterName, value: string): string {
  const unit = countNames[name.slice('min_'.length) as CountField];
  return `${name.startsWith('min') ? '≥' : '≤'} ${isCount(value) ? formatCompact(Number(value)) : value} ${unit}`;
}

function timeText(name: FilterName, value: string): string {
  const words = name.replace('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${Number.isNaN(Date.parse(value)) ? value : formatDate(value)}`;
}

/** Above this many, ids are one chip. */
const maxIdChips = 3;

/** What is a chip each: a value, or many ids. */
export function chipValues(filters: HookFilters, name: FilterName): string[] {
  const values = filters[name] ?? [];
  return name === 'ids' && values.length > maxIdChips ? [values.join(',')] : values;
}

/** Text of each value; empty without filters. */
export function filterTexts(
  filters: HookFilters,
  collectionName?: CollectionName,
): { name: FilterName; text: string }[] {
  return setNames(filters).flatMap((name) =>
    chipValues(filters, name).map((value) => ({ name, text: valueText(name, value, collectionName) })),
  );
}

/** Filters of an API record in one line. */
export function describeFilters(record: Readonly<Record<string, unknown>>, collectionName?: CollectionName): string {
  const all = filterTexts(fromRecord(record), collectionName).map(({ text }) => text);
  return all.join(', ') || 'All hooks';
}
