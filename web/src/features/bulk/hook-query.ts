// Filters of hooks in any state, kept in the URL: their names, their text, and the query of the API.
import type { HooksFilter } from '../../api/curation.ts';
import { labelName } from '../../api/label-names.ts';
import { formatPercent } from '../../kit/page/format.ts';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { isReason, labelMethods, reviewReasons, unsureUpTo } from './hook-state.ts';
import { valueName } from './label-fields.ts';

export const labelFilters = ['archetype', 'emotional_trigger', 'niche', 'format', 'platform'] as const;
export const filterNames = [
  ...labelFilters,
  'language',
  'source',
  'source_url',
  'import',
  'reason',
  'creator',
  'text_group',
  'min_confidence',
  'max_confidence',
  'method',
  'claims',
  'duplicates',
] as const;
export type HookFilterName = (typeof filterNames)[number];

export const anyState = 'any';
export const noFilters = Object.fromEntries([...filterNames, 'q', 'state'].map((name) => [name, undefined]));

/** Text of an active filter. */
export function filterText(name: HookFilterName, value: string): string {
  if (name === 'method') return labelMethods.find((method) => method.value === value)?.label ?? value;
  if (name === 'claims') return 'Unlikely view count';
  if (name === 'duplicates') return 'Near duplicates';
  if (name === 'reason' && isReason(value)) return reviewReasons[value];
  if (name === 'creator') return `by ${value}`;
  if (name === 'text_group') return 'Same text';
  if (name === 'max_confidence' && value === unsureUpTo) return 'Less than 50% sure';
  if (name === 'min_confidence') return `At least ${formatPercent(Number(value))} sure`;
  if (name === 'max_confidence') return `At most ${formatPercent(Number(value))} sure`;
  if (name === 'language') return valueName(name, value);
  return labelFilters.some((label) => label === name) ? labelName(value) : value;
}

/**
 * `query`: parameters of GET /operator/hooks without the order. `chips`: active filters other than search and state. `initial`: default
 * state; a search for an id covers all states.
 */
export function useHookQuery(initial?: string) {
  const [q] = useQueryState('q');
  const [state] = useQueryState('state', initial);
  const chips = useFilters(filterNames);
  // The API accepts one value per filter.
  const first = Object.fromEntries(Object.entries(chips).map(([name, [value]]) => [name, value]));
  const text: Record<string, string> = q === '' ? {} : /^hook_\d+$/.test(q) ? { id: q } : { text: q };
  const isAnyState = state === '' || state === anyState || text.id !== undefined;
  return { query: { ...text, ...(isAnyState ? {} : { state }), ...first }, chips };
}

/** Sets a filter, or removes it when it has this value. */
export function toggleHookFilter(name: HookFilterName, value: string): void {
  const now = new URLSearchParams(location.search).get(name);
  changeQuery({ [name]: now === value ? undefined : value });
}

/** URL of this list with the dialog of a hook open. */
export function hookHref(id: string): string {
  const search = new URLSearchParams(location.search);
  search.set('hook', id);
  return `${location.pathname}?${search}`;
}

/** Converts a list's query to the filter in the body of an edit. */
export function toEditFilter({ reason, sort: _, ...query }: Readonly<Record<string, string>>): HooksFilter {
  return reason ? { ...query, reason: [reason] } : query;
}
