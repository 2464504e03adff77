// Query of a list of hooks in a JSON body: as the parameters of GET, with the filters in an object of their own.
import { z } from 'zod';
import { filterNames } from '../../catalog/search/filter-fields.ts';
import { type FilterRules, filterInput } from '../../catalog/search/filter-input.ts';
import { failBody } from '../../lib/errors.ts';
import { distinctParameter } from '../pipeline/hook-parameters.ts';
import { cursorParameter } from '../pipeline/parameters.ts';
import { readBody } from '../pipeline/read-body.ts';
import {
  type ListQuery,
  listDescriptions,
  maxLimit,
  outputParameter,
  sortParameter,
  toListQuery,
} from './list-query.ts';
import type { Output } from './output.ts';

const names = (name: 'facets' | 'group_by' | 'fields') =>
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
    facets: names('facets'),
    group_by: names('group_by'),
    fields: names('fields'),
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
