// Query of a list of hooks, from the parameters of GET or the body of POST: filter, sort, page and output.
import { z } from 'zod';
import { fullHookFields, hookFields } from '../../catalog/record.ts';
import { type Cursor, decodeCursor, queryFingerprint } from '../../catalog/search/cursor.ts';
import { maxGroupDimensions } from '../../catalog/search/facets.ts';
import { type Filter, filterKey, isTextSearch, resultKey, type Sort, sorts } from '../../catalog/search/filter.ts';
import { type FilterInput, filterNames } from '../../catalog/search/filter-fields.ts';
import { checkFilter, type FilterRules, filterInput } from '../../catalog/search/filter-input.ts';
import { type Dimension, dimensions } from '../../catalog/snapshot/snapshot.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { toSought } from '../../searches/empty-searches.ts';
import type { Sought } from '../../searches/store.ts';
import {
  checkNames,
  cursorParameter,
  distinctParameter,
  failParameters,
  filterShape,
  flagParameter,
  readFilter,
  wholeNumber,
} from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import { type Output, outputs } from './output.ts';

const maxLimit = 100;
const defaultLimit = 20;

const listDescriptions = {
  limit: `Hooks per page. Default ${defaultLimit}`,
  facets: `Counts per value: ${dimensions.join(', ')}`,
  group_by: `Count, median and 90th percentile of views for each group of all matching hooks, the largest first, by up to ${maxGroupDimensions} of ${dimensions.join(', ')}`,
  fields: 'Only these fields',
  highlight:
    'Adds `highlights` to each hook: where the words and phrases of q are in its text, as `[start, end]` in UTF-16 units',
};

/** Named `output`, since `format` is a filter. */
export const outputParameter = z
  .enum(outputs, { error: `\`output\` must be one of ${outputs.join(', ')}.` })
  .optional()
  .meta({ description: 'Response format. Default from `Accept`, else json' });

const names = (description: string) => z.array(z.string()).optional().meta({ description });

const sortParameter = z
  .enum(sorts, { error: `\`sort\` must be one of ${sorts.join(', ')}.` })
  .optional()
  .meta({ description: 'Default `-views`, or `relevance` with q' });

export const listParameters = z.object({
  ...filterShape,
  limit: wholeNumber('limit', { min: 1, max: maxLimit, description: listDescriptions.limit }).optional(),
  cursor: cursorParameter,
  sort: sortParameter,
  distinct: distinctParameter,
  facets: names(listDescriptions.facets),
  group_by: names(listDescriptions.group_by),
  fields: names(listDescriptions.fields),
  highlight: flagParameter('highlight').optional().meta({ description: listDescriptions.highlight }),
  output: outputParameter,
});

/** Query as clients send it, by GET or POST. */
type ListInput = FilterInput & {
  limit?: number;
  cursor?: string;
  sort?: Sort;
  distinct?: 'text';
  facets?: string[];
  group_by?: string[];
  fields?: string[];
  highlight?: boolean;
  output?: Output;
};

export type ListQuery = {
  filter: Filter;
  sort: Sort;
  limit: number;
  after: Cursor | null;
  isDistinct: boolean;
  /** Included in cursors, so that they are valid for this query only. */
  fingerprint: number;
  facets: Dimension[];
  groupBy: Dimension[];
  fields: string[] | null;
  isHighlighted: boolean;
  output: Output;
  /** Search to record if it finds too few hooks. */
  sought: () => Sought | undefined;
};

type Reading = {
  isFull: boolean;
  /** Output format if the query has no `output`. */
  accepted?: Output;
  /** Default: throws a problem that lists the parameters. */
  fail?: (faults: Fault[]) => never;
};

export function toListQuery(
  given: ListInput,
  rules: FilterRules,
  { isFull, accepted = 'json', fail = failParameters }: Reading,
): ListQuery {
  const faults: Fault[] = [];
  const filter = readFilter(given, rules, faults);
  const sort = given.sort ?? (isTextSearch(filter) ? 'relevance' : '-views');
  if (sort === 'relevance' && !isTextSearch(filter))
    faults.push({ parameter: 'sort', detail: 'sort=relevance needs q with a word or a phrase.' });
  const facets = readDimensions('facets', given.facets, rules, faults);
  const groupBy = readDimensions('group_by', given.group_by, rules, faults);
  if (groupBy.length > maxGroupDimensions)
    faults.push({
      parameter: 'group_by',
      detail: `group_by has ${groupBy.length} labels. Send at most ${maxGroupDimensions}.`,
    });
  const known: readonly string[] = isFull ? fullHookFields : hookFields;
  checkNames('fields', given.fields, known, rules, faults);
  if (given.fields?.length === 0)
    faults.push({ parameter: 'fields', detail: '`fields` is empty. Name a field, or leave it out for all.' });
  const output = given.output ?? accepted;
  checkOutput(output, given, faults);
  if (faults.length > 0) fail(faults);
  const isDistinct = given.distinct !== undefined;
  const fingerprint = queryFingerprint(`${filterKey(filter)} ${sort}${isDistinct ? ' distinct' : ''}`);
  // A query for ids only is not recorded: pages send it to count hooks for suggestions.
  const isNoted = given.cursor === undefined && given.fields?.join() !== 'id';
  return {
    filter,
    sort,
    limit: given.limit ?? defaultLimit,
    after: given.cursor === undefined ? null : decodeCursor(given.cursor, fingerprint),
    isDistinct,
    fingerprint,
    facets,
    groupBy,
    fields: given.fields ? known.filter((name) => given.fields?.includes(name)) : null,
    isHighlighted: given.highlight ?? false,
    output,
    sought: () => (isNoted ? toSought(checkFilter(given, rules, [])) : undefined),
  };
}

/** Equal queries have the same key. */
export function listKey({ filter, ...rest }: ListQuery): string {
  return JSON.stringify([resultKey(filter), rest]);
}

function readDimensions(
  parameter: 'facets' | 'group_by',
  given: readonly string[] | undefined,
  rules: FilterRules,
  faults: Fault[],
): Dimension[] {
  if (given === undefined) return [];
  const wanted = given.map((name) => (name === 'emotion' ? 'emotional_trigger' : name));
  checkNames(parameter, wanted, dimensions, rules, faults);
  return [...new Set(wanted)] as Dimension[];
}

/** JSON Lines and CSV have no place for members of the whole list, and CSV cells cannot hold lists. */
function checkOutput(output: Output, given: ListInput, faults: Fault[]): void {
  if (output === 'json') return;
  for (const parameter of ['facets', 'group_by'] as const)
    if (given[parameter]?.length)
      faults.push({
        parameter,
        detail: `${parameter} needs JSON: ${output} has only a line for each hook. Leave it out, or use output=json.`,
      });
  if (output === 'csv' && given.highlight)
    faults.push({
      parameter: 'highlight',
      detail: 'highlight needs JSON: a csv cell cannot contain a list. Leave it out, or use output=jsonl.',
    });
}

// Query of a list of hooks in a JSON body: the parameters of GET, with the filters in an object of their own.

const namesOf = (name: 'facets' | 'group_by' | 'fields') =>
  z
    .union([z.string(), z.array(z.string())], { error: `\`${name}\` must be a name or a list of names.` })
    .transform((given) => [given].flat())
    .optional()
    .meta({ description: listDescriptions[name] });

const limitError = `\`limit\` must be an integer from 1 to ${maxLimit}.`;

export const listBody = z
  .strictObject({
    filters: filterInput.optional(),
    limit: z
      .int({ error: limitError })
      .min(1, limitError)
      .max(maxLimit, limitError)
      .optional()
      .meta({ description: listDescriptions.limit }),
    cursor: cursorParameter,
    sort: sortParameter,
    distinct: distinctParameter,
    facets: namesOf('facets'),
    group_by: namesOf('group_by'),
    fields: namesOf('fields'),
    highlight: z
      .boolean({ error: '`highlight` must be true or false.' })
      .optional()
      .meta({ description: listDescriptions.highlight }),
    output: outputParameter,
  })
  .meta({ example: { filters: { niche: ['finance', '-business'], min_views: 1_000_000 }, sort: '-views', limit: 5 } });

/** Throws `invalid_body` with the pointer of every fault. */
export function readListBody(
  body: unknown,
  rules: FilterRules,
  reading: { isFull: boolean; accepted: Output },
): ListQuery {
  const { filters, ...rest } = readBody(listBody, body ?? {});
  return toListQuery({ ...filters, ...rest }, rules, {
    ...reading,
    fail: (faults) =>
      failBody(faults.map(({ parameter = '', ...fault }) => ({ pointer: pointerOf(parameter), ...fault }))),
  });
}

function pointerOf(name: string): `#/${string}` {
  return (filterNames as readonly string[]).includes(name) ? `#/filters/${name}` : `#/${name}`;
}
