// The parameters of the hook endpoints and what they mean: text → filter, sort, page. Parsed once per text and catalog.
import { z } from 'zod';
import { type Cursor, decodeCursor, queryFingerprint } from '../catalog/cursor.ts';
import { type Filter, filterKey, type Sort, sorts } from '../catalog/filter.ts';
import { fullHookFields, hookFields } from '../catalog/hook.ts';
import { type Dimension, dimensions, type Snapshot } from '../catalog/snapshot.ts';
import { splitWords } from '../catalog/words.ts';
import type { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { findValue, foldLabel, type TaxonomySet, taxonomy } from '../taxonomy/taxonomy.ts';
import { failParameters, wholeNumber } from './parameters.ts';
import { perSnapshot } from './per-snapshot.ts';

const labels = (name: string) =>
  z
    .array(z.string())
    .optional()
    .meta({
      description: `${name}: one or more values (OR), repeated or comma-separated; case and known aliases do not matter`,
    });

const filterShape = {
  niche: labels('Niche'),
  archetype: labels('Archetype'),
  emotional_trigger: labels('Emotional trigger'),
  emotion: labels('Alias of emotional_trigger'),
  platform: labels('Platform'),
  format: labels('Video format'),
  language: labels('Language, BCP 47'),
  min_views: wholeNumber('min_views', { description: 'At least so many views' }).optional(),
  max_views: wholeNumber('max_views', { description: 'At most so many views' }).optional(),
  added_since: z
    .string()
    .refine((text) => parseMoment(text) !== undefined, {
      error: 'added_since is a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T06:00:00Z.',
    })
    .optional()
    .meta({
      description: 'Added to the database at or after this moment, ISO 8601; a date means its beginning in UTC',
    }),
  q: z
    .string()
    .max(200, 'q has more than 200 characters. Send the words that matter.')
    .refine((text) => splitWords(text).length > 0, {
      error: 'q holds no word. Send letters or digits, or leave q out.',
    })
    .refine((text) => splitWords(text).length <= 10, { error: 'q has more than 10 words. Send the words that matter.' })
    .optional()
    .meta({
      description:
        'Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more',
    }),
};

const listShape = {
  ...filterShape,
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Hooks per page, 20 unless told' }).optional(),
  cursor: z
    .string()
    .max(200, 'cursor is not one that this API gave out.')
    .optional()
    .meta({ description: '`next_cursor` of the page before' }),
  sort: z
    .enum(sorts, { error: `sort is one of ${sorts.join(', ')}.` })
    .optional()
    .meta({ description: '`-views` unless told, `relevance` with q' }),
  facets: z
    .array(z.string())
    .optional()
    .meta({ description: `Counts per value: ${dimensions.join(', ')}` }),
  fields: z.array(z.string()).optional().meta({ description: 'Only these fields' }),
};

export const listParameters = z.object(listShape);
export const randomParameters = z.object({
  ...filterShape,
  count: wholeNumber('count', { min: 1, max: 100, description: 'Hooks wanted, 10 unless told' }).optional(),
  seed: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The same seed gives the same hooks until the catalog changes' }),
});

export type ListQuery = {
  filter: Filter;
  sort: Sort;
  limit: number;
  after: Cursor | null;
  /** What a cursor of this query carries. */
  fingerprint: number;
  facets: Dimension[];
  fields: string[] | null;
};

export function toListQuery(given: z.infer<typeof listParameters>, snapshot: Snapshot, isFull: boolean): ListQuery {
  const faults: Fault[] = [];
  const filter = toFilter(given, snapshot, faults);
  const sort = given.sort ?? (filter.words ? 'relevance' : '-views');
  if (sort === 'relevance' && !filter.words) faults.push({ parameter: 'sort', detail: 'sort=relevance needs q.' });
  const facets = (given.facets ?? []).map((name) => (name === 'emotion' ? 'emotional_trigger' : name));
  for (const name of facets) checkName('facets', name, dimensions, faults);
  const known: readonly string[] = isFull ? fullHookFields : hookFields;
  for (const name of given.fields ?? []) checkName('fields', name, known, faults);
  if (faults.length > 0) failParameters(faults);
  const fingerprint = queryFingerprint(`${filterKey(filter)} ${sort}`);
  return {
    filter,
    sort,
    limit: given.limit ?? 20,
    after: given.cursor === undefined ? null : decodeCursor(given.cursor, fingerprint),
    fingerprint,
    facets: [...new Set(facets)] as Dimension[],
    fields: given.fields && known.filter((name) => given.fields?.includes(name)),
  } as ListQuery;
}

export function toRandomFilter(given: z.infer<typeof randomParameters>, snapshot: Snapshot): Filter {
  const faults: Fault[] = [];
  const filter = toFilter(given, snapshot, faults);
  if (faults.length > 0) failParameters(faults);
  return filter;
}

type FilterParameters = z.infer<z.ZodObject<typeof filterShape>>;

function toFilter(given: FilterParameters, snapshot: Snapshot, faults: Fault[]): Filter {
  const filter: Filter = { labels: {} };
  for (const dimension of dimensions) {
    const texts =
      dimension === 'emotional_trigger'
        ? [...(given.emotional_trigger ?? []), ...(given.emotion ?? [])]
        : given[dimension];
    const wasGiven = dimension === 'emotional_trigger' ? (given.emotional_trigger ?? given.emotion) : given[dimension];
    if (wasGiven && texts?.length === 0)
      faults.push({ parameter: dimension, detail: `${dimension} is empty. Give a value, or leave it out.` });
    if (texts?.length)
      filter.labels[dimension] = texts.flatMap((text) => toValue(dimension, text, snapshot, faults) ?? []);
  }
  filter.minViews = given.min_views;
  filter.maxViews = given.max_views;
  filter.addedSince = given.added_since === undefined ? undefined : parseMoment(given.added_since);
  filter.words = given.q === undefined ? undefined : splitWords(given.q);
  return filter;
}

/** The values that a catalog has, by their folded spelling. */
const valuesInUse = perSnapshot(
  ({ columns }) =>
    Object.fromEntries(
      dimensions.map((name) => {
        const values = columns[name].values.filter((value) => value !== '');
        return [name, new Map(values.map((value) => [foldLabel(value), value]))];
      }),
    ) as Record<Dimension, Map<string, string>>,
);

function toValue(dimension: Dimension, text: string, snapshot: Snapshot, faults: Fault[]): string | undefined {
  const folded = foldLabel(text);
  const value =
    valuesInUse(snapshot)[dimension].get(folded) ?? (dimension === 'language' ? undefined : findValue(dimension, text));
  if (value !== undefined) return value;
  // Any well-formed language may be asked for; there may simply be no hook in it yet.
  if (dimension === 'language' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)) return text.toLowerCase();
  const candidates =
    dimension === 'language'
      ? snapshot.columns.language.values
      : taxonomy[dimension as TaxonomySet].flatMap(({ id, aliases }) => [id, ...aliases]);
  const near = nearest(folded, candidates);
  const suggestion = near && (dimension === 'language' ? near : findValue(dimension as TaxonomySet, near));
  const shown = text.slice(0, 60);
  const hint = suggestion ? `Did you mean ${suggestion}?` : 'GET /meta lists the values.';
  faults.push({
    parameter: dimension,
    detail: `${shown} is not a known ${dimension}. ${hint}`,
    did_you_mean: suggestion,
  });
  return undefined;
}

function checkName(parameter: string, name: string, known: readonly string[], faults: Fault[]): void {
  if (known.includes(name)) return;
  const suggestion = nearest(name, known);
  const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${known.join(', ')}.`;
  faults.push({
    parameter,
    detail: `${name.slice(0, 60)} cannot be asked for in ${parameter}. ${hint}`,
    did_you_mean: suggestion,
  });
}

function parseMoment(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
