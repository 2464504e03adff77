// FilterLine: filters of an API record in one line, with the names of collections.
import { capitalized } from '../../kit/page/format.ts';
import { describeFilters } from './filter-text.ts';
import { useCollectionNames } from './use-collection-names.ts';

export function FilterLine({ of: filters }: { of: Readonly<Record<string, unknown>> }) {
  return capitalized(describeFilters(filters, useCollectionNames(filters)));
}
