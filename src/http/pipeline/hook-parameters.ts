// Filters as query parameters, checked against the taxonomy and the catalog.
import { z } from 'zod';
import { resolveCollections } from '../../catalog/search/collection-filter.ts';
import { type Filter, toFilter } from '../../catalog/search/filter.ts';
import { type FilterInput, type FilterName, filterFields, filterNames } from '../../catalog/search/filter-fields.ts';
import {
  checkFilter,
  type FilterFault,
  type FilterRules,
  findSizeFault,
  textFilter,
} from '../../catalog/search/filter-input.ts';
import { closestMatch } from '../../lib/did-you-mean.ts';
import type { Fault } from '../../lib/errors.ts';
import { failParameters, flagParameter, shareParameter, wholeNumber } from './parameters.ts';

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

export const distinctParameter = z.enum(['text'], { error: '`distinct` must be text.' }).optional().meta({
  description:
    '`text`: one hook of each `text_group`, the first in the order of the list; `total`, facets and groups count them',
});

/** For endpoints without sort, facets and fields. */
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
  return filter;
}

/** Adds a fault for each name that is not known. */
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
