// Labels that curators set, with their titles and keys, and the values to choose from.
import { labelName } from '../../api/label-names.ts';
import type { ReviewedHook } from '../../api/openapi.ts';

export const labelFields = ['archetype', 'emotional_trigger', 'niche', 'format'] as const;
export type LabelField = (typeof labelFields)[number];
export type CuratedField = LabelField | 'language';

export const fieldTitles: Readonly<Record<CuratedField, string>> = {
  archetype: 'Archetype',
  emotional_trigger: 'Emotion',
  niche: 'Niche',
  format: 'Format',
  language: 'Language',
};

/** `t` stands for type; `o` is used because `e` edits the text. */
export const fieldKeys: Readonly<Record<CuratedField, string>> = {
  archetype: 't',
  emotional_trigger: 'o',
  niche: 'n',
  format: 'f',
  language: 'l',
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** “Portuguese (Brazil)” for `pt-BR`; undefined for an unknown language tag. */
function languageName(tag: string): string | undefined {
  try {
    return languageNames.of(tag);
  } catch {
    return undefined;
  }
}

/** “Finance”, “English” */
export function valueName(field: CuratedField, value: string | null): string {
  if (value === null) return 'Unknown';
  return field === 'language'
    ? (languageName(value) ?? (value === 'und' ? 'Unknown language' : value))
    : labelName(value);
}

const commonLanguages = 'en es pt-BR hi id ar fr de it ru ja ko tr vi th pl nl fil uk zh bn ur fa ro sv und'.split(' ');

/** Returns values for these hooks: first their current and suggested values, most frequent first, then all `others`. */
export function likelyValues(field: CuratedField, hooks: readonly ReviewedHook[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const suggestedBy = ({ review }: ReviewedHook) =>
    field === 'language' ? [] : (review?.[field].alternatives ?? []).map(({ value }) => value);
  for (const hook of hooks)
    for (const [rank, value] of [hook[field], ...suggestedBy(hook)].entries())
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1 / (rank + 1));
  const likely = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  return [...new Set([...likely, ...(field === 'language' ? commonLanguages : others)])];
}

/** The values whose name or id contains the text. A language may also be typed as a tag. */
export function matchValues(field: CuratedField, values: readonly string[], text: string): string[] {
  const part = text.trim().toLowerCase();
  const found = values.filter((value) => `${valueName(field, value)} ${value}`.toLowerCase().includes(part));
  const isTag = field === 'language' && part !== '' && languageName(part) !== undefined && !found.includes(part);
  return isTag ? [...found, part] : found;
}
