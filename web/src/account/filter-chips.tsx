// The filters that are set, as chips in words, each to be taken away; what is searched for stands in the search field.
import { FilterBar } from '../kit/chip.tsx';
import { type FilterName, filterNames, type HookFilters, labelNames, wordsFor } from './hook-filters.ts';
import type { FilterControl } from './use-hook-filters.ts';

export function FilterChips({ control: { filters, change } }: { control: FilterControl }) {
  const isLabel = (name: FilterName) => (labelNames as readonly string[]).includes(name);
  const shown: HookFilters = Object.fromEntries(
    filterNames
      .filter((name) => name !== 'q' && filters[name]?.length)
      .map((name) => [name, filters[name]?.map((value) => wordsFor(name, value))]),
  );
  return (
    <FilterBar
      filters={shown}
      onChange={(name, left) => change({ ...filters, [name]: isLabel(name) ? left : undefined })}
      onClear={() => change({ q: filters.q })}
    />
  );
}
