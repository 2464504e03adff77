// The active hook filters as removable chips.
import { FilterBar } from '../../kit/display/chip.tsx';
import { chipValues, valueText } from './filter-text.ts';
import { type FilterName, type HookFilters, setNames } from './hook-filters.ts';
import { useCollectionNames } from './use-collection-names.ts';

type FilterChipsProps = {
  filters: HookFilters;
  onChange: (filters: HookFilters) => void;
  /** Omitted here: shown and cleared in the search field. */
  except?: 'q';
};

export function FilterChips({ filters, onChange, except }: FilterChipsProps) {
  const collectionName = useCollectionNames(filters);
  const names = setNames(filters).filter((name) => name !== except);
  return (
    <FilterBar
      filters={
        Object.fromEntries(names.map((name) => [name, chipValues(filters, name)])) as Partial<
          Record<FilterName, string[]>
        >
      }
      labelOf={(name, value) => valueText(name, value, collectionName)}
      onChange={(name, left) => onChange({ ...filters, [name]: left })}
      onClear={() => onChange(except ? { [except]: filters[except] } : {})}
    />
  );
}
