// Filters of clients, in a query or in JSON: validates them against the taxonomy and the catalog.
import { z } from 'zod';
import type { Limits } from '../../config/limits.ts';
import { closestMatch, maxSuggestions } from '../../lib/did-you-mean.ts';
import { fail, maxFaults } from '../../lib/errors.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { findValue, foldLabel, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { type Dimension, dimensions, dimensionTitles, type Snapshot } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { type FilterInput, parseTime } from './filter.ts';

export type FilterFault = { field: string; detail: string; did_you_mean?: string };

export type FilterLimits = Pick<Limits, 'filterValues' | 'filterValueLength'>;

export const labelNames: Readonly<Record<Dimension | 'emotion', string>> = {
  ...dimensionTitles,
  language: `${dimensionTitles.language}, where en also finds en-US`,
  emotion: 'Alias of emotional_trigger',
};

/** Filters with the same syntax in a query and in JSON. */
export const textFilters = {
  added_since: z
    .string()
    .refine((text) => parseTime(text) !== undefined, {
      error: '`added_since` must be a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T06:00:00Z.',
    })
    .optional()
    .meta({
      description: 'Added to the database at or after this time, ISO 8601; a date is its start in UTC',
    }),
  q: z
    .string()
    .max(200, '`q` must have at most 200 characters.')
    .refine((text) => splitWords(text).length > 0, {
      error: '`q` must contain a letter or digit.',
    })
    .refine((text) => splitWords(text).length <= 10, { error: '`q` must have at most 10 words.' })
    .optional()
    .meta({
      description:
        'Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more',
    }),
};

const label = (field: keyof typeof labelNames) =>
  z
    .union([z.string(), z.array(z.string())], { error: `\`${field}\` must be a value or a list of values.` })
    .transform((values) => [values].flat())
    .optional()
    .meta({ description: `${labelNames[field]}: one or more values (OR); case and known aliases do not matter` });

const views = (field: string, description: string) => {
  const error = `\`${field}\` must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}.`;
  return z.int({ error }).min(0, error).optional().meta({ description });
};

/** Filters in a JSON body. */
export const filterInput = z
  .strictObject(
    {
      niche: label('niche'),
      archetype: label('archetype'),
      emotional_trigger: label('emotional_trigger'),
      emotion: label('emotion'),
      platform: label('platform'),
      format: label('format'),
      language: label('language'),
      min_views: views('min_views', 'Minimum of views'),
      max_views: views('max_views', 'Maximum of views'),
      ...textFilters,
    },
    { error: ({ code }) => (code === 'invalid_type' ? '`filters` must be an object.' : undefined) },
  )
  .meta({ description: 'Filters as in GET /hooks: OR within one, AND between them' });

/** The filters with values as in the catalog. Invalid values are added to `faults`. */
export function checkFilter(
  input: FilterInput,
  { snapshot, limits }: { snapshot: Snapshot; limits: FilterLimits },
  faults: FilterFault[],
): FilterInput {
  const { emotion, emotional_trigger, ...rest } = input;
  const triggers = emotion || emotional_trigger ? [...(emotional_trigger ?? []), ...(emotion ?? [])] : undefined;
  const checked: FilterInput = { ...rest, emotional_trigger: triggers };
  for (const dimension of dimensions) {
    const texts = checked[dimension];
    if (!texts) continue;
    const detail = findSizeFault(dimension, texts, limits);
    if (detail) faults.push({ field: dimension, detail });
    else checked[dimension] = texts.flatMap((text) => toValue(dimension, text, snapshot, faults) ?? []);
  }
  return checked;
}

/** The filters of a JSON body. Throws `invalid_body` with the pointer of every fault. */
export function readFilters(input: FilterInput, catalog: { snapshot: Snapshot; limits: FilterLimits }): FilterInput {
  const faults: FilterFault[] = [];
  const checked = checkFilter(input, catalog, faults);
  if (faults.length === 0) return checked;
  const errors = faults.map(({ field, ...fault }) => ({ pointer: `#/filters/${field}` as const, ...fault }));
  return fail('invalid_body', errors.map(({ detail }) => detail).join(' '), { errors });
}

/** What is wrong with the number or the length of the values of `field`, if anything. */
export function findSizeFault(
  field: string,
  values: readonly string[],
  { filterValues, filterValueLength }: FilterLimits,
): string | undefined {
  if (values.length === 0) return `\`${field}\` is empty. Set a value, or leave it out.`;
  if (values.length > filterValues) return `\`${field}\` has ${values.length} values. Send at most ${filterValues}.`;
  const long = values.find(({ length }) => length > filterValueLength);
  if (long === undefined) return undefined;
  return `A value of \`${field}\` has ${long.length} characters. Send at most ${filterValueLength}.`;
}

/** Values of the catalog by their folded spelling. */
const valuesInUse = perSnapshot(
  ({ columns }) =>
    Object.fromEntries(
      dimensions.map((name) => {
        const values = columns[name].values.filter((value) => value !== '');
        return [name, new Map(values.map((value) => [foldLabel(value), value]))];
      }),
    ) as Record<Dimension, Map<string, string>>,
);

const labelsOf = new Map<Dimension, readonly string[]>(
  Object.entries(taxonomy).map(([set, terms]) => [
    set as TaxonomySet,
    terms.flatMap(({ id, aliases }) => [id, ...aliases]),
  ]),
);

function toValue(dimension: Dimension, text: string, snapshot: Snapshot, faults: FilterFault[]): string | undefined {
  if (faults.length >= maxFaults) return undefined;
  const folded = foldLabel(text);
  const value =
    valuesInUse(snapshot)[dimension].get(folded) ?? (dimension === 'language' ? undefined : findValue(dimension, text));
  if (value !== undefined) return value;
  // Any valid language tag is accepted, even without hooks.
  if (dimension === 'language' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text))
    return canonicalLanguage(text) ?? text.toLowerCase();
  const nearest =
    faults.length < maxSuggestions
      ? closestMatch(folded, labelsOf.get(dimension) ?? snapshot.columns.language.values)
      : undefined;
  const suggestion = nearest && (dimension === 'language' ? nearest : findValue(dimension as TaxonomySet, nearest));
  const hint = suggestion ? `Did you mean ${suggestion}?` : 'GET /meta lists the values.';
  faults.push({
    field: dimension,
    detail: `${text.slice(0, 60)} is not a known ${dimension}. ${hint}`,
    did_you_mean: suggestion,
  });
  return undefined;
}
