// What the filter builder holds, and its two other forms: the body of the API and the query of an address. Nothing here knows of React.
import type { Filters } from '../../../sdk/src/openapi.ts';
import { formatCompact, formatDate } from '../kit/format.ts';

export const labelFilters = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format', 'language'] as const;
export type LabelFilter = (typeof labelFilters)[number];

export const labelTitles: Readonly<Record<LabelFilter, string>> = {
  niche: 'Niche',
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  platform: 'Platform',
  format: 'Video format',
  language: 'Language',
};

export type FilterState = {
  labels: Partial<Record<LabelFilter, readonly string[]>>;
  min_views?: number;
  max_views?: number;
  /** As the API takes it: a date or a moment in ISO 8601. */
  added_since?: string;
  q?: string;
};

export const noFilters: FilterState = { labels: {} };

/** Every name that may stand in an address; `emotion` is the API's alias. */
export const filterNames = [...labelFilters, 'emotion', 'min_views', 'max_views', 'added_since', 'q'] as const;

/** Of the query of an address, where values are repeated or separated by commas, as in GET /hooks. */
export function fromQuery(query: URLSearchParams): FilterState {
  const values = (name: string) => query.getAll(name).flatMap((one) => one.split(','));
  const one = (name: string) => query.get(name) ?? undefined;
  return fromRecord({
    ...Object.fromEntries(labelFilters.map((name) => [name, values(name)])),
    emotion: values('emotion'),
    min_views: toViews(one('min_views')),
    max_views: toViews(one('max_views')),
    added_since: one('added_since'),
    q: one('q'),
  });
}

/** Of filters as the API shows them. What is not known here is left out. */
export function fromRecord(record: Readonly<Record<string, unknown>>): FilterState {
  const given = { ...record, emotional_trigger: [record.emotional_trigger, record.emotion].flat() };
  const labels = labelFilters
    .map((name) => [name, toValues((given as Record<string, unknown>)[name])] as const)
    .filter(([, values]) => values.length > 0);
  const state: FilterState = { labels: Object.fromEntries(labels) };
  for (const name of ['min_views', 'max_views'] as const) {
    const views = record[name];
    if (typeof views === 'number') state[name] = views;
  }
  for (const name of ['added_since', 'q'] as const) {
    const text = record[name];
    if (typeof text === 'string' && text.trim() !== '') state[name] = text.trim();
  }
  return state;
}

/** As a body of the API takes them; what is not set is not there. */
export function toFilters({ labels, ...rest }: FilterState): Filters {
  const set = labelFilters.flatMap((name) => (labels[name]?.length ? [[name, [...(labels[name] ?? [])]]] : []));
  const others = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries([...set, ...others]);
}

/** As an address takes them, for changeQuery and for links. */
export function toQuery(state: FilterState): Record<string, string[]> {
  const entries = Object.entries(toFilters(state)).map(([name, value]) => [name, [value].flat().map(String)]);
  return Object.fromEntries(entries);
}

/** The state with a value of a label chosen, or no longer chosen. */
export function toggleValue(state: FilterState, name: LabelFilter, value: string): FilterState {
  const values = state.labels[name] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...state, labels: { ...state.labels, [name]: next } };
}

export type FilterPart = { name: string; words: string; without: FilterState };

/** Each single filter in words, with what is left when it is taken away. */
export function filterParts(state: FilterState): FilterPart[] {
  const { min_views, max_views, added_since, q } = state;
  const labels = labelFilters.flatMap((name) =>
    (state.labels[name] ?? []).map((value) => ({ name, words: value, without: toggleValue(state, name, value) })),
  );
  const part = (name: keyof FilterState, words: string) => ({ name, words, without: { ...state, [name]: undefined } });
  return [
    ...labels,
    ...(isNone(min_views) ? [] : [part('min_views', `≥ ${formatCompact(min_views)} views`)]),
    ...(isNone(max_views) ? [] : [part('max_views', `≤ ${formatCompact(max_views)} views`)]),
    ...(added_since === undefined ? [] : [part('added_since', `added since ${toDay(added_since)}`)]),
    ...(q === undefined ? [] : [part('q', `“${q}”`)]),
  ];
}

/** Filters of a record in one line; what matches is everything where there are none. */
export function describeFilters(record: Readonly<Record<string, unknown>>): string {
  const words = filterParts(fromRecord(record)).map(({ words }) => words);
  return words.length > 0 ? words.join(', ') : 'All hooks';
}

/** What cannot be asked for, in words. */
export function findFault({ min_views, max_views, q }: FilterState): string | undefined {
  if (Number.isNaN(min_views) || Number.isNaN(max_views)) return 'Write views as a number, such as 500k or 1.5m.';
  if (min_views !== undefined && max_views !== undefined && min_views > max_views)
    return 'The least views are more than the most: nothing can match.';
  if (q !== undefined && !/[\p{L}\p{N}]/u.test(q)) return 'The words hold no letter and no digit.';
  return undefined;
}

/** “1000000”, “1,000,000”, “1.5m” and “200k” are views; what is no number is none. */
export function toViews(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([km]?)$/i.exec((text ?? '').replaceAll(',', '').trim());
  if (!match) return undefined;
  return Math.round(Number(match[1]) * { '': 1, k: 1000, m: 1_000_000 }[match[2].toLowerCase() as '' | 'k' | 'm']);
}

/** What is written and is no number is told by findFault. */
function isNone(views: number | undefined): views is undefined {
  return views === undefined || Number.isNaN(views);
}

function toValues(given: unknown): string[] {
  const texts = [given].flat().filter((one): one is string => typeof one === 'string');
  return [...new Set(texts.map((one) => one.trim()).filter((one) => one !== ''))];
}

function toDay(text: string): string {
  return Number.isNaN(Date.parse(text)) ? text : formatDate(text);
}
