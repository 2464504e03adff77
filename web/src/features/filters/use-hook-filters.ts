// useHookFilters: the filters in the URL. useFacets: number of hooks per value under these filters.
import type { HookQuery } from '@hookline/sdk';
import { useSearch } from 'wouter';
import { listHooks } from '../../api/catalog.ts';
import { useApi } from '../../api/use-api.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import {
  type FilterName,
  type HookFilters,
  labelFields,
  readFilters,
  toApiQuery,
  toChange,
  toggled,
} from './hook-filters.ts';

type FilterQuery = Omit<HookQuery, 'fields' | 'facets' | 'sort' | 'limit' | 'cursor'>;

export type FilterControl = {
  filters: HookFilters;
  /** The filters as API parameters. */
  query: FilterQuery;
  change: (filters: HookFilters, options?: { replace?: boolean }) => void;
  toggle: (name: FilterName, value: string) => void;
};

export function useHookFilters(): FilterControl {
  const filters = readFilters(useSearch());
  const change: FilterControl['change'] = (next, options) => changeQuery(toChange(next), options);
  return {
    filters,
    query: toApiQuery(filters),
    change,
    toggle: (name, value) => change(toggled(filters, name, value)),
  };
}

export type Facets = ReturnType<typeof useFacets>;

export function useFacets(query: FilterQuery) {
  const read = () => listHooks({ ...query, facets: labelFields, fields: 'id', limit: 1 });
  const { data, error } = useApi(['facets', query], read);
  // After an error, the kept counts would belong to other filters.
  return { counts: error ? undefined : data?.facets, error };
}
