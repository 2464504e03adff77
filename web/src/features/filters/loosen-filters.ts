// Suggests other filters when nothing matches or the API rejects a value.
import type { Meta } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import { onlyOneWord, withoutOneWord } from './fewer-words.ts';
import { chipValues, valueText } from './filter-text.ts';
import { type FilterName, filterNames, type HookFilters, labelFields, setNames, without } from './hook-filters.ts';

/** Alternative filters, and the text of the button that applies them. */
export type Suggestion = { label: string; filters: HookFilters };

/** Each suggestion leaves out one word of the search. */
export function suggestFewerWords(filters: HookFilters): Suggestion[] {
  return withoutOneWord(filters.q?.[0] ?? '').map(({ word, q }) => ({
    label: `Without “${word.replaceAll(/["“”]/g, '')}”`,
    filters: { ...filters, q: [q] },
  }));
}

/** Suggests the label whose name is the search: “Niche: Fitness”. */
export function suggestLabels(
  { q, match: _, ...filters }: HookFilters,
  values: Meta['values'] | undefined,
): Suggestion[] {
  const words = q?.[0]?.trim().toLowerCase();
  return labelFields.flatMap((name) =>
    Object.keys(values?.[name] ?? {})
      .filter((value) => labelName(value).toLowerCase() === words)
      .map((value) => ({ label: textOf({ [name]: [value] }, name), filters: { ...filters, [name]: [value] } })),
  );
}

/** Suggests a search by meaning, since hooks may use other words. */
export function suggestMeaning(filters: HookFilters): Suggestion[] {
  if (!filters.q?.[0] || filters.match) return [];
  return [{ label: 'Similar meaning', filters: { ...filters, match: ['both'] } }];
}

/** Each suggestion removes one filter, except a lone search of several words, which suggestFewerWords shortens instead. */
export function suggestRemovals(filters: HookFilters): Suggestion[] {
  const names = setNames(filters);
  if (names.length === 1 && suggestFewerWords(filters).length > 0) return [];
  return names.map((name) => ({ label: `Remove ${textOf(filters, name)}`, filters: without(filters, name) }));
}

/** Each suggestion keeps a single word or a single filter, for when removing one is not enough. */
export function suggestSingles(filters: HookFilters): Suggestion[] {
  const words = onlyOneWord(filters.q?.[0] ?? '').map((word) => ({
    label: `Only “${word.replaceAll(/["“”]/g, '')}”`,
    filters: { ...filters, q: [word] },
  }));
  const names = setNames(filters);
  if (names.length < 3) return words;
  const kept = names.map((name) => ({
    label: `Keep only ${textOf(filters, name)}`,
    filters: { [name]: filters[name] },
  }));
  return [...words, ...kept];
}

export type CountedSuggestion = Suggestion & { total: number };

/** Suggestions with matches, most matches first. */
export function rankSuggestions(suggestions: readonly CountedSuggestion[]): CountedSuggestion[] {
  return suggestions.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}

type FieldError = { parameter?: string; detail: string; did_you_mean?: string };

/** Corrects a rejected query: uses the suggested value, else removes the rejected one. */
export function suggestCorrections(filters: HookFilters, errors: readonly FieldError[]): Suggestion[] {
  return errors.flatMap(({ parameter, detail, did_you_mean: suggested }) => {
    const field = parameter === 'emotion' ? 'emotional_trigger' : parameter;
    const name = filterNames.find((candidate) => candidate === field);
    const values = (name && filters[name]) ?? [];
    const [first] = values;
    if (!name || first === undefined) return [];
    // The error detail starts with the rejected value, truncated when long.
    const rejected = values.find((value) => detail.startsWith(`${bare(value).slice(0, 60)} is not`)) ?? first;
    const others = values.filter((value) => value !== rejected);
    const correct = suggested && (rejected.startsWith('-') ? `-${suggested}` : suggested);
    const next = { ...filters, [name]: correct && !others.includes(correct) ? [...others, correct] : others };
    const label = correct ? `Use ${valueText(name, correct)}` : `Remove ${valueText(name, rejected)}`;
    return [{ label, filters: next }];
  });
}

/** Removes the sign that excludes a value. */
const bare = (value: string) => value.replace(/^-/, '');

function textOf(filters: HookFilters, name: FilterName): string {
  return chipValues(filters, name)
    .map((value) => valueText(name, value))
    .join(', ');
}
