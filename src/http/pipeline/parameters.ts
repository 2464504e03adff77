// Query strings: decoded strictly. All unknown, repeated or malformed parameters are reported at once, with suggestions.

import { z } from 'zod';
import { type Filter, isTextSearch, resolveCollections, toFilter } from '../../catalog/search/filter.ts';
import { type FilterInput, type FilterName, filterFields, filterNames } from '../../catalog/search/filter-fields.ts';
import {
  checkFilter,
  type FilterFault,
  type FilterRules,
  findSizeFault,
  textFilter,
} from '../../catalog/search/filter-input.ts';
import { closestMatch, maxSuggestions } from '../../lib/did-you-mean.ts';
import { type Fault, fail, maxFaults } from '../../lib/errors.ts';

/** Parameters whose schema is an array may be repeated or comma-separated; any other may be given once. */
export type ParameterSchema = z.ZodObject;

/** `commas: false` is for lists whose values may contain commas. */
export function parseParameters<S extends ParameterSchema>(
  schema: S,
  text: string,
  { commas = true } = {},
): z.infer<S> {
  const known = knownParameters(schema);
  const faults: Fault[] = [];
  const given = decode(text, known, faults);
  const values: Record<string, unknown> = {};
  // Most of forty parameters are not given, and parsing all of them takes longer than finding the hooks.
  for (const [parameter, texts] of given) {
    const { type, isList } = known.types.get(parameter) as Parameter;
    if (!isList && texts.length > 1) {
      faults.push({ parameter, detail: `${parameter} is given ${texts.length} times. Give it once.` });
      continue;
    }
    let value: unknown = texts[0];
    if (isList && texts.length > 0) value = commas ? splitLists(parameter, texts, faults) : texts;
    const parsed = type.safeParse(value);
    if (parsed.success) values[parameter] = parsed.data;
    else faults.push(...parsed.error.issues.map((issue) => toFault(parameter, value, issue)));
  }
  if (faults.length > 0) failParameters(faults);
  return values as z.infer<S>;
}

function toFault(parameter: string, value: unknown, issue: z.core.$ZodIssue): Fault {
  const nearest = issue.code === 'invalid_value' ? closestMatch(String(value), issue.values.map(String)) : undefined;
  return { parameter, detail: issue.message, ...(nearest ? { did_you_mean: nearest } : {}) };
}

export function failParameters(faults: Fault[]): never {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return fail('invalid_parameter', `${faults[0]?.detail ?? 'The query is malformed.'}${more}`, {
    errors: faults.slice(0, maxFaults),
  });
}

/**
 * Returns the known parameters; any other is a fault. Ends at the first malformed pair, since each costs an exception. The server limits
 * how many pairs a query has.
 */
function decode(text: string, { types: known, needed }: Parameters, faults: Fault[]): Map<string, string[]> {
  const given = new Map<string, string[]>(needed.map((name) => [name, []]));
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodePart(at < 0 ? pair : pair.slice(0, at));
    const value = decodePart(at < 0 ? '' : pair.slice(at + 1));
    if (name === undefined || value === undefined) {
      const detail = 'The query has percent-encoding that is not UTF-8. Encode it again.';
      faults.push({ parameter: pair.slice(0, 40), detail });
      break;
    }
    const texts = given.get(name);
    if (pair.includes('+') && timeWithSpace.test(value)) {
      const written = `${name}=${value.replace(' ', '%2B')}`;
      faults.push({ parameter: name, detail: `\`+\` means a space in a query string. Write it as %2B: ${written}.` });
    } else if (!known.has(name)) faults.push(unknownParameter(name, known, faults.length));
    else if (texts) texts.push(value);
    else given.set(name, [value]);
  }
  return given;
}

/** A time whose offset lost its plus sign. */
const timeWithSpace = /^\d{4}-\d\d-\d\dT[\d:.]{5,15} \d\d:?\d\d$/;

/** Returns undefined for percent-encoding that is not UTF-8. */
function decodePart(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

type Parameter = { type: z.ZodType; isList: boolean };
/** `needed` parameters are parsed even if they are not given, since they are required or have a default. */
type Parameters = { types: ReadonlyMap<string, Parameter>; needed: readonly string[] };

const knownOf = new WeakMap<ParameterSchema, Parameters>();

function knownParameters(schema: ParameterSchema): Parameters {
  let known = knownOf.get(schema);
  if (!known) {
    if (schema.def.checks?.length)
      throw new Error('The schema has a rule between parameters, which are checked one by one.');
    const types = Object.entries(schema.shape as Record<string, z.ZodType>);
    known = {
      types: new Map(types.map(([name, type]) => [name, { type, isList: isList(type) }])),
      needed: types.filter(([, type]) => !(type instanceof z.ZodOptional)).map(([name]) => name),
    };
    knownOf.set(schema, known);
  }
  return known;
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodOptional ? isList(schema.unwrap()) : schema instanceof z.ZodArray;
}

/** Maximum number of values in one list, including empty ones. */
const maxListValues = 1000;

function splitLists(parameter: string, texts: readonly string[], faults: Fault[]): string[] {
  const parts: string[] = [];
  for (const text of texts) parts.push(...text.split(',', maxListValues + 1 - parts.length));
  if (parts.length > maxListValues) {
    faults.push({ parameter, detail: `${parameter} has more than ${maxListValues} values. Send fewer.` });
    return [];
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function unknownParameter(parameter: string, known: Parameters['types'], earlier: number): Fault {
  if (earlier >= maxFaults) return { detail: '' };
  const suggestion = earlier < maxSuggestions ? closestMatch(parameter, known.keys()) : undefined;
  const shown = parameter.slice(0, 60);
  const all = known.size > 0 ? `Known are: ${[...known.keys()].join(', ')}.` : 'It takes none.';
  return {
    parameter: shown,
    detail: `${shown} is not a parameter of this endpoint. ${suggestion ? `Did you mean ${suggestion}?` : all}`,
    did_you_mean: suggestion,
  };
}

/** A non-negative integer in decimal digits; OpenAPI documents it as an integer. */
export function wholeNumber(name: string, { min = 0, max = Number.MAX_SAFE_INTEGER, description = '' }) {
  const message = `${name} is a whole number from ${min} to ${max}, in digits.`;
  return z
    .string()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, { error: message })
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max, description });
}

/** `true` or `false`; OpenAPI documents it as a boolean. */
export function flagParameter(name: string) {
  return z
    .string()
    .refine((text) => text === 'true' || text === 'false', { error: `\`${name}\` must be true or false.` })
    .transform((text) => text === 'true')
    .meta({ type: 'boolean' });
}

/** A number from 0 to 1; OpenAPI documents it as a number. */
export function shareParameter(name: string) {
  return decimal(name, /^(?:0?\.\d{1,6}|0|1|1\.0{1,6})$/, 'from 0 to 1, such as 0.8').meta({ maximum: 1 });
}

function decimal(name: string, form: RegExp, range = 'of 0 or more, such as 2.5') {
  const text = z.string().refine((given) => form.test(given), { error: `\`${name}\` must be a number ${range}.` });
  return text.transform(Number).meta({ type: 'number', minimum: 0 });
}

/** `next_cursor` of the page before, as the search encodes it. */
export const cursorParameter = z
  .string()
  .max(200, 'cursor is not one that this API returned.')
  .optional()
  .meta({ description: '`next_cursor` of the page before' });

/** `next_cursor` of lists whose cursor is the id of a record. */
export const pageCursor = z.string().max(100).optional().meta({ description: '`next_cursor` of the page before' });

/** Returns the `Link` header of a page that is not the last. */
export function nextLink(publicUrl: string, path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `<${publicUrl}${path}?${new URLSearchParams(given)}>; rel="next"`;
}

/** Parameters of the operator's lists, whose cursor is `after`. */
export const operatorPage = {
  after: z.string().optional(),
  limit: wholeNumber('limit', { min: 1, max: 200 }).optional(),
};

// Filters as query parameters, checked against the taxonomy and the catalog.

const maxIds = 100;
const idList = z.array(z.string()).max(maxIds, `ids has at most ${maxIds} ids. Send more by POST /hooks/query.`);

/** In a query lists are repeated or comma-separated, and numbers are digits. */
export const filterShape = Object.fromEntries(filterNames.map((name) => [name, queryFilter(name)])) as {
  [N in FilterName]: z.ZodOptional<z.ZodType<NonNullable<FilterInput[N]>, unknown>>;
};

function queryFilter(name: FilterName): z.ZodType {
  const { kind, description, isDecimal } = filterFields[name];
  const text = textFilter(name);
  if (text) return text.optional().meta({ description });
  if (isDecimal)
    return decimal(name, /^\d{1,9}(?:\.\d{1,6})?$/)
      .optional()
      .meta({ description });
  if (kind === 'count') return wholeNumber(name, { description }).optional();
  if (kind === 'flag') return flagParameter(name).optional().meta({ description });
  if (kind === 'share') return shareParameter(name).optional().meta({ description });
  return (name === 'ids' ? idList : z.array(z.string())).optional().meta({ description });
}

export const distinctParameter = z.enum(['text'], { error: '`distinct` must be text.' }).optional().meta({
  description:
    '`text`: one hook of each `text_group`, the first in the order of the list; `total`, facets and groups count them',
});

/** Used by endpoints without sort, facets and fields. */
export function toCheckedFilter(given: FilterInput, rules: FilterRules): Filter {
  const faults: Fault[] = [];
  const filter = readFilter(given, rules, faults);
  if (faults.length > 0) failParameters(faults);
  return filter;
}

export function readFilter(given: FilterInput, rules: FilterRules, faults: Fault[]): Filter {
  const found: FilterFault[] = [];
  const filter = toFilter(resolveCollections(checkFilter(given, rules, found), rules.collections));
  for (const { field, ...fault } of found) faults.push({ parameter: field, ...fault });
  const { nearest } = rules;
  return nearest && isTextSearch(filter) ? { ...filter, nearest } : filter;
}

/** Adds a fault for each unknown name. */
export function checkNames(
  parameter: string,
  names: readonly string[] | undefined,
  known: readonly string[],
  { limits }: FilterRules,
  faults: Fault[],
): void {
  const detail = names && names.length > 0 ? findSizeFault(parameter, names, limits) : undefined;
  if (detail) faults.push({ parameter, detail });
  else for (const name of names ?? []) checkName(parameter, name, known, faults);
}

function checkName(parameter: string, name: string, known: readonly string[], faults: Fault[]): void {
  if (known.includes(name)) return;
  const suggestion = closestMatch(name, known);
  const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${known.join(', ')}.`;
  faults.push({
    parameter,
    detail: `${name.slice(0, 60)} is not a value of ${parameter}. ${hint}`,
    did_you_mean: suggestion,
  });
}
