// Validates clients' filters, from a query or JSON, against the taxonomy and the catalog.

import { z } from 'zod';
import type { Limits } from '../../config/limits.ts';
import { closestMatch, maxSuggestions } from '../../lib/did-you-mean.ts';
import { failBody, maxFaults } from '../../lib/errors.ts';
import { hookNumber } from '../../lib/ids.ts';
import { canonicalLanguage, findValue, foldLabel, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { labelMethods } from '../snapshot/filter-columns.ts';
import { type Dimension, dimensions, perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { type Collections, type FilterContext, parseTime } from './filter.ts';
import { type FilterInput, type FilterName, filterFields, filterNames, presenceFields } from './filter-fields.ts';
import { comparedText, countQueryWords, maxQueryWords, readTextQuery } from './text-search.ts';

export type FilterFault = { field: string; detail: string; did_you_mean?: string };

export type FilterLimits = Pick<Limits, 'filterValues' | 'filterValueLength'>;

export const maxTextLength = { q: 200, template: 500, source_url: 2048 } as const;
const maxIds = 1000;
/** Creator names are longer than label values. */
const maxCreatorLength = 200;

/** Returns the schema of a filter that has the same syntax in a query and in JSON, else undefined. */
export function textFilter(name: FilterName): z.ZodType<string> | undefined {
  const { kind, values = {} } = filterFields[name];
  if (kind === 'time')
    return z.string().refine((text) => parseTime(text) !== undefined && isDayOfCalendar(text), {
      error: `\`${name}\` must be a date or a time in ISO 8601, such as 2026-11-21 or 2026-11-21T06:00:00Z.`,
    });
  if (name === 'q') return wordsFilter;
  if (kind === 'choice') {
    const choices = Object.keys(values);
    return z.enum(choices, { error: `\`${name}\` must be one of ${choices.join(', ')}.` });
  }
  if (name !== 'template' && name !== 'source_url') return undefined;
  const max = maxTextLength[name];
  return z.string().min(1, `\`${name}\` is empty. Set a value, or leave it out.`).max(max, tooLong(name, max));
}

/** `Date.parse` reads February 30 as March 2. */
function isDayOfCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const tooLong = (name: string, max: number) => `\`${name}\` must have at most ${max} characters.`;

const wordsFilter = z
  .string()
  .max(maxTextLength.q, tooLong('q', maxTextLength.q))
  .refine((text) => countQueryWords(readTextQuery(text)) > 0, { error: '`q` must contain a letter or digit.' })
  .refine((text) => countQueryWords(readTextQuery(text)) <= maxQueryWords, {
    error: `\`q\` must have at most ${maxQueryWords} words.`,
  });

export const filterInput = z
  .strictObject(
    Object.fromEntries(filterNames.map((name) => [name, jsonFilter(name)])) as {
      [N in FilterName]: z.ZodOptional<z.ZodType<NonNullable<FilterInput[N]>, JsonFilter<N>>>;
    },
    { error: ({ code }) => (code === 'invalid_type' ? '`filters` must be an object.' : undefined) },
  )
  .meta({ description: 'Filters as in GET /hooks: OR within one, AND between them' });

/** A list may be sent as a single value. */
type JsonFilter<N extends FilterName> =
  NonNullable<FilterInput[N]> extends string[] ? string | string[] : NonNullable<FilterInput[N]>;

function jsonFilter(name: FilterName): z.ZodType {
  const { description } = filterFields[name];
  return (textFilter(name) ?? jsonValue(name, filterFields[name])).optional().meta({ description });
}

function jsonValue(name: FilterName, { kind, isDecimal }: (typeof filterFields)[FilterName]): z.ZodType {
  if (kind === 'list' || kind === 'label')
    return z
      .union([z.string(), z.array(z.string())], { error: `\`${name}\` must be a value or a list of values.` })
      .transform((values) => [values].flat());
  if (kind === 'flag') return z.boolean({ error: `\`${name}\` must be true or false.` });
  if (kind === 'share') {
    const error = `\`${name}\` must be a number from 0 to 1.`;
    return z.number({ error }).min(0, error).max(1, error);
  }
  if (isDecimal) {
    const error = `\`${name}\` must be a number of 0 or more.`;
    return z.number({ error }).min(0, error);
  }
  const error = `\`${name}\` must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}.`;
  return z.int({ error }).min(0, error);
}

/** `collections` are the caller's collections that the filters name. Without them, every collection is unknown. */
export type FilterRules = FilterContext & { snapshot: Snapshot; limits: FilterLimits };

/** Returns the filters with the catalog's values. Adds invalid values to `faults`. */
export function checkFilter(
  input: FilterInput,
  { snapshot, limits, collections, nearest }: FilterRules,
  faults: FilterFault[],
): FilterInput {
  const checked = input.emotion ? withoutAlias(input) : { ...input };
  // Most queries use few of the fields.
  for (const dimension of dimensions)
    if (checked[dimension])
      checkList(checked, dimension, limits, faults, (text) => toValue(dimension, text, snapshot, faults));
  if (checked.has) checkList(checked, 'has', limits, faults, (text) => toKnown('has', text, presenceNames, faults));
  if (checked.labels_method)
    checkList(checked, 'labels_method', limits, faults, (text) => toKnown('labels_method', text, methodNames, faults));
  if (checked.creator)
    checkList(checked, 'creator', { ...limits, filterValueLength: maxCreatorLength }, faults, (name) => name);
  if (checked.collection) checkList(checked, 'collection', limits, faults, (id) => toOwn(id, collections, faults));
  if (checked.ids) checkIds(checked.ids, { ...limits, filterValues: maxIds }, faults);
  const detail = checked.match && matchFault(checked, nearest);
  if (detail) faults.push({ field: 'match', detail });
  // `nearest` already contains how `q` matches.
  delete checked.match;
  return checked;
}

function matchFault({ match, q = '' }: FilterInput, nearest: FilterContext['nearest']): string | undefined {
  if (match === 'words' || comparedText(q) === '') return undefined;
  if (!nearest)
    return '`match` is for lists, random hooks, trends and templates. Leave it out, or send the `ids` of hooks that GET /hooks finds.';
  return match === 'both' || nearest.vectors > 0
    ? undefined
    : '`q` cannot be compared by meaning: its language is not supported, or embeddings are off, not loaded or busy. Send match=both, which then matches words only.';
}

function withoutAlias({ emotion = [], emotional_trigger = [], ...rest }: FilterInput): FilterInput {
  return { ...rest, emotional_trigger: [...emotional_trigger, ...emotion] };
}

/** Replaces the values of a list by the results of `read`, and keeps their `-`. */
function checkList(
  checked: FilterInput,
  field: Dimension | 'has' | 'labels_method' | 'creator' | 'collection',
  limits: FilterLimits,
  faults: FilterFault[],
  read: (text: string) => string | undefined,
): void {
  const texts = checked[field] ?? [];
  const isWithout = texts.includes('-')
    ? `\`${field}\` has a \`-\` without a value. Write it before the value to exclude.`
    : undefined;
  const detail = findSizeFault(field, texts, limits) ?? isWithout;
  if (detail) {
    faults.push({ field, detail });
    return;
  }
  const values: string[] = [];
  for (const text of texts) {
    const isExcluded = text.startsWith('-');
    const value = read(isExcluded ? text.slice(1) : text);
    if (value !== undefined) values.push(isExcluded ? `-${value}` : value);
  }
  checked[field] = values;
}

const presenceNames: ReadonlyMap<string, string> = new Map([
  ...presenceFields.map((name) => [name, name] as const),
  ['duration', 'duration_seconds'],
]);
const methodNames: ReadonlyMap<string, string> = new Map(labelMethods.map((name) => [name, name]));

function toKnown(
  field: string,
  text: string,
  known: ReadonlyMap<string, string>,
  faults: FilterFault[],
): string | undefined {
  const value = known.get(text.toLowerCase());
  if (value === undefined && faults.length < maxFaults) {
    const nearest = closestMatch(text, known.keys());
    const hint = nearest ? `Did you mean ${nearest}?` : `Known are: ${[...known.keys()].join(', ')}.`;
    faults.push({ field, detail: `${text.slice(0, 60)} is not a value of ${field}. ${hint}`, did_you_mean: nearest });
  }
  return value;
}

function toOwn(id: string, collections: Collections | undefined, faults: FilterFault[]): string | undefined {
  if (collections?.has(id)) return id;
  const detail = `You have no collection ${id.slice(0, 60)}. GET /collections lists yours.`;
  if (faults.length < maxFaults) faults.push({ field: 'collection', detail });
  return undefined;
}

function checkIds(ids: readonly string[], limits: FilterLimits, faults: FilterFault[]): void {
  const wrong = ids.find((id) => hookNumber(id) === undefined);
  const detail =
    findSizeFault('ids', ids, limits) ??
    (wrong === undefined
      ? undefined
      : `${wrong.slice(0, 60)} is not an id. Ids are hook_ and digits, such as hook_1204.`);
  if (detail) faults.push({ field: 'ids', detail });
}

/** Reads the filters of a JSON body. Throws `invalid_body` with a pointer to every fault. */
export function readFilters(input: FilterInput, rules: FilterRules): FilterInput {
  const faults: FilterFault[] = [];
  const checked = checkFilter(input, rules, faults);
  if (faults.length === 0) return checked;
  return failBody(faults.map(({ field, ...fault }) => ({ pointer: `#/filters/${field}` as const, ...fault })));
}

/** Returns what is wrong with the number or length of the values of `field`, if anything. */
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

/** Values of the catalog by their folded spelling, and by their own, since folding takes longer than the rest of the check. */
const valuesInUse = perSnapshot(
  ({ columns }) =>
    Object.fromEntries(
      dimensions.map((name) => {
        const values = columns[name].values.filter((value) => value !== '');
        const byFolded = new Map(values.map((value) => [foldLabel(value), value]));
        for (const value of [...byFolded.values()]) if (!byFolded.has(value)) byFolded.set(value, value);
        return [name, byFolded];
      }),
    ) as Record<Dimension, Map<string, string>>,
);

/** Ids and aliases. */
const labelsOf = (set: TaxonomySet) => taxonomy[set].flatMap(({ id, aliases }) => [id, ...aliases]);

function toValue(dimension: Dimension, text: string, snapshot: Snapshot, faults: FilterFault[]): string | undefined {
  if (faults.length >= maxFaults) return undefined;
  const exact = valuesInUse(snapshot)[dimension].get(text);
  if (exact !== undefined) return exact;
  const folded = foldLabel(text);
  const value =
    valuesInUse(snapshot)[dimension].get(folded) ?? (dimension === 'language' ? undefined : findValue(dimension, text));
  if (value !== undefined) return value;
  // Any valid language tag is accepted, even without hooks.
  if (dimension === 'language' && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text))
    return canonicalLanguage(text) ?? text.toLowerCase();
  const nearest =
    faults.length < maxSuggestions
      ? closestMatch(folded, dimension === 'language' ? snapshot.columns.language.values : labelsOf(dimension))
      : undefined;
  const found = nearest && (dimension === 'language' ? nearest : findValue(dimension as TaxonomySet, nearest));
  // An alias of `other`, such as “none”, resembles many words.
  const suggestion = found === 'other' ? undefined : found;
  const hint = suggestion ? `Did you mean ${suggestion}?` : 'GET /meta lists the values.';
  faults.push({
    field: dimension,
    detail: `${text.slice(0, 60)} is not a known ${dimension}. ${hint}`,
    did_you_mean: suggestion,
  });
  return undefined;
}
