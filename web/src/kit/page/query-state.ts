// State in the query string: filters, tab and selected row, so that links and Back work.
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

type Values = Readonly<Record<string, string | readonly string[] | undefined>>;
type NavigateOptions = { replace?: boolean };

/** Updates the given parameters; undefined and '' remove one. Use `replace` for values that change with each keystroke. */
export function changeQuery(values: Values, { replace = false }: NavigateOptions = {}): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    query.delete(name);
    for (const item of [value].flat()) if (item) query.append(name, item);
  }
  const search = query.size > 0 ? `?${query}` : '';
  if (search !== location.search) navigate(location.pathname + search, { replace });
}

/** One parameter of the query. It is `initial` when absent; `initial` is never written. */
export function useQueryState(
  name: string,
  initial = '',
): [string, (value: string, options?: NavigateOptions) => void] {
  const value = new URLSearchParams(useSearch()).get(name) ?? initial;
  return [value, (next, options) => changeQuery({ [name]: next === initial ? undefined : next }, options)];
}

/** Adds a value to a filter, or removes it when set. */
export function toggleFilter(name: string, value: string): void {
  const values = new URLSearchParams(location.search).getAll(name);
  changeQuery({ [name]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] });
}

/** The given parameters that are set, as query parameters of the API. */
export function useFilters<Name extends string>(names: readonly Name[]): Partial<Record<Name, string[]>> {
  const query = new URLSearchParams(useSearch());
  const set = names.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)]);
  return Object.fromEntries(set);
}
