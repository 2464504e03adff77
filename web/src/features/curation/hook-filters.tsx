// HookFilters: search, one choice, sort order and more filters of lists of hooks in any state, kept in the URL.
import { type ReactNode, useState } from 'react';
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { filterText, type HookFilterName, noFilters } from '../bulk/hook-query.ts';

const MoreFilters = lazyPart(() => import('./more-filters.tsx'), 'MoreFilters', <span className="h-8 w-28" />);

type Option = { value: string; label: string };

type HookFiltersProps = {
  sorts: readonly Option[];
  /** Default order; not in the URL. */
  sort: string;
  chips: Partial<Record<HookFilterName, string[]>>;
  children: ReactNode;
};

export function HookFilters({ sorts, sort: initial, chips, children }: HookFiltersProps) {
  const [q, setQ] = useQueryState('q');
  const [sort, setSort] = useQueryState('sort', initial);
  const [opened, onOpen] = useState<string>();
  return (
    <div className="stack gap-3">
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 sm:[&_select]:max-w-52">
        <div className="flex min-w-0 basis-60 grow max-sm:col-span-2">
          <SearchField
            label="Find by text or id"
            placeholder="Text or hook_1204"
            value={q}
            onChange={(value) => setQ(value, { replace: true })}
          />
        </div>
        {children}
        <SelectField
          name="sort"
          label="Sort by"
          hideLabel
          options={sorts}
          value={sort}
          onChange={(event) => setSort(event.target.value)}
        />
      </div>
      <FilterBar
        filters={chips}
        labelOf={filterText}
        onChange={(name, values) => changeQuery({ [name]: values })}
        onOpen={(name) => (name === 'text_group' || name === 'source_url' ? undefined : () => onOpen(name))}
        onClear={() => changeQuery(noFilters)}
      >
        <MoreFilters opened={opened} onOpen={onOpen} />
      </FilterBar>
    </div>
  );
}

type FilterSelectProps = { name: string; label: string; options: readonly Option[] };

/** A filter of one value; the first option is the default. */
export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const [value, setValue] = useQueryState(name, options[0]?.value);
  return (
    <SelectField
      name={name}
      label={label}
      hideLabel
      options={options}
      value={value}
      onChange={(event) => setValue(event.target.value)}
    />
  );
}
