// useHookFilters: the filters in the URL and how they are changed; useFacets: hooks per value under them.
import type { HookQuery } from '@hookline/sdk';
import { useSearch } from 'wouter';
import { listHooks } from '../../api/catalog.ts';
import { useApi } from '../../api/use-api.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import {
  type FilterName,
  type HookFilters,
  labelNames,
  readFilters,
  toApiQuery,
  toChange,
  toggled,
} from './hook-filters.ts';

type FilterQuery = Omit<HookQuery, 'fields' | 'facets' | 'sort' | 'limit' | 'cursor'>;

export type FilterControl = {
  filters: HookFilters;
  /** For the API. */
  query: FilterQuery;
  change: (filters: HookFilters, how?: { replace?: boolean }) => void;
  toggle: (name: FilterName, value: string) => void;
};

export function useHookFilters(): FilterControl {
  const filters = readFilters(useSearch());
  const change: FilterControl['change'] = (next, how) => changeQuery(toChange(next), how);
  return {
    filters,
    query: toApiQuery(filters),
    change,
    toggle: (name, value) => change(toggled(filters, name, value)),
  };
}

export function useFacets(query: FilterQuery) {
  const read = () => listHooks({ ...query, facets: labelNames, fields: 'id', limit: 1 });
  const { data, error } = useApi(['facets', query], read);
  // Without counts there is still what is chosen.
  return data?.facets ?? (error ? {} : undefined);
}
