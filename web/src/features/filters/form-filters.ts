// Hook filters of forms: validation, and the body of a request.
import type { Filters } from '@hookline/sdk';
import { filterFields } from '../../../../sdk/src/filter-fields.ts';
import {
  type CountField,
  type FilterName,
  type HookFilters,
  isCount,
  isList,
  kindOf,
  namesOf,
  setNames,
  toValue,
  typeOf,
  without,
} from './hook-filters.ts';

export const countFields = namesOf('count').flatMap((name) =>
  name.startsWith('min_') ? [name.slice('min_'.length) as CountField] : [],
);
const unitOf = (field: CountField) => filterFields[`min_${field}`].unit;

/** Returns the body of stored filters, which match words only. Invalid numbers and flags are left out; findFilterError reports them. */
export function toBody(filters: HookFilters): Filters {
  const entries = setNames(without(filters, 'match')).map((name) => {
    const values = filters[name] ?? [];
    return [name, isList(name) ? values : toValue(name, values)] as const;
  });
  return Object.fromEntries(entries.filter(([name, value]) => isList(name) || typeof value === typeOf(name)));
}

export const countError = 'Enter a number, such as 500k or 1.5M.';

/** Why the filters cannot be sent to the API; undefined when valid. */
export function findFilterError(filters: HookFilters): string | undefined {
  const first = (name: FilterName) => filters[name]?.[0] ?? '';
  const names = setNames(filters);
  if (names.some((name) => kindOf(name) === 'count' && !isCount(first(name), name))) return countError;
  for (const field of countFields) {
    const [min, max] = [first(`min_${field}`), first(`max_${field}`)];
    if (min && max && Number(min) > Number(max)) return `Min ${unitOf(field)} can’t exceed max ${unitOf(field)}.`;
  }
  if (first('q') && !/[\p{L}\p{N}]/u.test(first('q'))) return 'Enter at least one letter or digit.';
  return undefined;
}
