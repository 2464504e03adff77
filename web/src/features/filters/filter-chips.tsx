// The filters that are set, as chips in words, each to be taken away.
import { FilterBar } from '../../kit/display/chip.tsx';
import { type HookFilters, setNames, wordsFor } from './hook-filters.ts';

type FilterChipsProps = {
  filters: HookFilters;
  onChange: (filters: HookFilters) => void;
  /** Shown in a search field, and cleared there. */
  apart?: 'q';
};

export function FilterChips({ filters, onChange, apart }: FilterChipsProps) {
  const names = setNames(filters).filter((name) => name !== apart);
  return (
    <FilterBar
      filters={Object.fromEntries(names.map((name) => [name, filters[name] ?? []]))}
      labelOf={wordsFor}
      onChange={(name, left) => onChange({ ...filters, [name]: left })}
      onClear={() => onChange(apart ? { [apart]: filters[apart] } : {})}
    />
  );
}
