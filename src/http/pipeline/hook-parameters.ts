// Parameters of the hook endpoints: from query text to filter, sort and page. Parsed once per text and catalog version.
import { z } from 'zod';
import { fullHookFields, hookFields } from '../../catalog/hook.ts';
import { type Cursor, decodeCursor, queryFingerprint } from '../../catalog/search/cursor.ts';
import { type Filter, filterKey, isTextSearch, type Sort, sorts, toFilter } from '../../catalog/search/filter.ts';
import { type FilterInput, type FilterName, filterFields, filterNames } from '../../catalog/search/filter-fields.ts';
import {
  checkFilter,
  type FilterFault,
  type FilterLimits,
  findSizeFault,
  textFilter,
} from '../../catalog/search/filter-input.ts';
import { type Dimension, dimensions, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { closestMatch } from '../../lib/did-you-mean.ts';
import type { Fault } from '../../lib/errors.ts';
import { cursorParameter, failParameters, flagParameter, shareParameter, wholeNumber } from './parameters.ts';

const maxIds = 100;
const idList = z.array(z.string()).max(maxIds, `ids has at most ${maxIds} ids. Send more by POST /hooks/query.`);

/** In a query lists are repeated or comma-separated, and numbers are digits. */
export const filterShape = Object.fromEntries(filterNames.map((name) => [name, queryFilter(name)])) as {
  [N in FilterName]: z.ZodOptional<z.ZodType<NonNullable<FilterInput[N]>, unknown>>;
};

function queryFilter(name: FilterName): z.ZodType {
  const { kind, description } = filterFields[name];
  const text = textFilter(name);
  if (text) return text.optional().meta({ description });
  if (kind === 'count') return wholeNumber(name, { description }).optional();
  if (kind === 'flag') return flagParameter(name).optional().meta({ description });
  if (kind === 'share') return shareParameter(name).optional().meta({ description });
  return (name === 'ids' ? idList : z.array(z.string())).optional().meta({ description });
}

const distinctParameter = z.enum(['text'], { error: '`distinct` must be text.' }).optional().meta({
  description:
    '`text`: one hook of each `text_group`, the first in the order of the list; `total` and facets count them',
});

const listShape = {
  ...filterShape,
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Hooks per page. Default 20' }).optional(),
  cursor: cursorParameter,
  sort: z
    .enum(sorts, { error: `sort is one of ${sorts.join(', ')}.` })
    .optional()
    .meta({ description: 'Default `-views`, or `relevance` with q' }),
  distinct: distinctParameter,
  facets: z
    .array(z.string())
    .optional()
    .meta({ description: `Counts per value: ${dimensions.join(', ')}` }),
  fields: z.array(z.string()).optional().meta({ description: 'Only these fields' }),
};

export const listParameters = z.object(listShape);
export const randomParameters = z.object({
  ...filterShape,
  distinct: distinctParameter.meta({
    description: '`text`: draws texts instead of hooks, and the most viewed matching hook of each',
  }),
  count: wholeNumber('count', { min: 1, max: 100, description: 'Number of hooks. Default 10' }).optional(),
  seed: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The same seed returns the same hooks until the catalog changes' }),
});

export type ListQuery = {
  filter: Filter;
  sort: Sort;
  limit: number;
  after: Cursor | null;
  isDistinct: boolean;
  /** Cursors carry it, so that they fit no other query. */
  fingerprint: number;
  facets: Dimension[];
  fields: string[] | null;
};

/** What filters are checked against. */
type FilterRules = { snapshot: Snapshot; limits: FilterLimits };

export function toListQuery(given: z.infer<typeof listParameters>, rules: FilterRules, isFull: boolean): ListQuery {
  const faults: Fault[] = [];
  const filter = readFilter(given, rules, faults);
  const sort = given.sort ?? (isTextSearch(filter) ? 'relevance' : '-views');
  if (sort === 'relevance' && !isTextSearch(filter))
    faults.push({ parameter: 'sort', detail: 'sort=relevance needs q with a word or a phrase.' });
  const facets = (given.facets ?? []).map((name) => (name === 'emotion' ? 'emotional_trigger' : name));
  checkNames('facets', given.facets && facets, dimensions, rules, faults);
  const known: readonly string[] = isFull ? fullHookFields : hookFields;
  checkNames('fields', given.fields, known, rules, faults);
  if (faults.length > 0) failParameters(faults);
  const isDistinct = given.distinct !== undefined;
  const fingerprint = queryFingerprint(`${filterKey(filter)} ${sort}${isDistinct ? ' distinct' : ''}`);
  return {
    filter,
    sort,
    limit: given.limit ?? 20,
    after: given.cursor === undefined ? null : decodeCursor(given.cursor, fingerprint),
    isDistinct,
    fingerprint,
    facets: [...new Set(facets)] as Dimension[],
    fields: given.fields ? known.filter((name) => given.fields?.includes(name)) : null,
  };
}

/** For endpoints without sort, facets and fields. */
export function toCheckedFilter(given: FilterInput, rules: FilterRules): Filter {
  const faults: Fault[] = [];
  const filter = readFilter(given, rules, faults);
  if (faults.length > 0) failParameters(faults);
  return filter;
}

function readFilter(given: FilterInput, rules: FilterRules, faults: Fault[]): Filter {
  const found: FilterFault[] = [];
  const filter = toFilter(checkFilter(given, rules, found));
  faults.push(...found.map(({ field, ...fault }) => ({ parameter: field, ...fault })));
  return filter;
}

function checkNames(
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
