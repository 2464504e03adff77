// The active hook filters as chips, which a click turns from “is” to “is not” or opens, and a list of filters to add. A separate chunk.
import { useState } from 'react';
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { HookFilterFields } from './filter-fields.tsx';
import { chipValues, valueText } from './filter-text.ts';
import { type FilterName, type HookFilters, isList, kindOf, setNames, toggled } from './hook-filters.ts';
import { useCollectionNames } from './use-collection-names.ts';

type FilterChipsProps = {
  filters: HookFilters;
  onChange: (filters: HookFilters) => void;
  /** Filter that the search field shows and clears instead. */
  except?: 'q';
  hasPanel?: boolean;
};

export function FilterChips({ filters, onChange, except, hasPanel }: FilterChipsProps) {
  const collectionName = useCollectionNames(filters);
  const [opened, onOpen] = useState<string>();
  const names = setNames(filters).filter((name) => name !== except);
  return (
    <FilterBar
      filters={
        Object.fromEntries(names.map((name) => [name, chipValues(filters, name)])) as Partial<
          Record<FilterName, string[]>
        >
      }
      labelOf={(name, value) => valueText(name, value, collectionName)}
      onOpen={(name, value) => {
        if (name === 'ids' || name === 'q' || name === 'match') return;
        if (isList(name))
          return () => onChange(toggled(filters, name, value.startsWith('-') ? value.slice(1) : `-${value}`));
        return () => onOpen(kindOf(name) === 'count' ? name.replace('max_', 'min_') : name);
      }}
      onChange={(name, left) => onChange({ ...filters, [name]: left })}
      onClear={() => onChange(except ? { [except]: filters[except] } : {})}
    >
      <HookFilterFields {...{ filters, onChange, hasPanel, opened, onOpen }} />
    </FilterBar>
  );
}
