// Hook filters as text, with the names of labels, as in chips: “not Finance”, “≥ 10K likes”, “has duration”.
import { describeFilters as describe, filterValues, filterValueText } from '../../../../sdk/src/filter-words.ts';
import { labelName } from '../../api/label-names.ts';
import { type FilterName, fromRecord, type HookFilters, type LabelField, setNames } from './hook-filters.ts';

/** Display name of a label value: “How to”, “English”. */
export const valueName = (name: LabelField, value: string) => filterValueText(name, value, { label: labelName });

/** The name of a collection by its id, where it is known. */
export type CollectionName = (id: string) => string;

/** Text of one value, as in a chip; `ids` may be several, comma-separated. */
export const valueText = (name: FilterName, value: string, collection?: CollectionName) =>
  filterValueText(name, value, { label: labelName, collection });

/** Values that each get a chip; many ids share one. */
export const chipValues = (filters: HookFilters, name: FilterName) => filterValues(name, filters[name] ?? []);

/** Text of each value; empty without filters. */
export function filterTexts(filters: HookFilters, collection?: CollectionName): { name: FilterName; text: string }[] {
  return setNames(filters).flatMap((name) =>
    chipValues(filters, name).map((value) => ({ name, text: valueText(name, value, collection) })),
  );
}

/** Filters of an API record in one line. */
export function describeFilters(record: Readonly<Record<string, unknown>>, collection?: CollectionName): string {
  return describe(fromRecord(record), { label: labelName, collection }) || 'All hooks';
}
