// The active hook filters as removable chips.
import type { Collection } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { FilterBar } from '../../kit/display/chip.tsx';
import { chipValues, valueText } from './filter-text.ts';
import { type FilterName, type HookFilters, setNames } from './hook-filters.ts';

type FilterChipsProps = {
  filters: HookFilters;
  onChange: (filters: HookFilters) => void;
  /** Omitted here: shown and cleared in the search field. */
  except?: 'q';
};

export function FilterChips({ filters, onChange, except }: FilterChipsProps) {
  const { data: collections } = useApi<Collection[]>(filters.collection ? '/collections' : null);
  const nameOf = (id: string) => collections?.find(({ collection_id }) => collection_id === id)?.name ?? id;
  const names = setNames(filters).filter((name) => name !== except);
  return (
    <FilterBar
      filters={
        Object.fromEntries(names.map((name) => [name, chipValues(filters, name)])) as Partial<
          Record<FilterName, string[]>
        >
      }
      labelOf={(name, value) => valueText(name, name === 'collection' ? nameOf(value) : value)}
      onChange={(name, left) => onChange({ ...filters, [name]: left })}
      onClear={() => onChange(except ? { [except]: filters[except] } : {})}
    />
  );
}
