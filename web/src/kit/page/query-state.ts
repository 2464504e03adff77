// The URL is the state: filters, tab and selected row are read from the query and written to it, so that Back undoes them.
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

type Values = Readonly<Record<string, string | readonly string[] | undefined>>;
type How = { replace?: boolean };

/** Writes some of the query and leaves the rest; undefined and '' take away. `replace` for what is typed letter by letter. */
export function changeQuery(values: Values, { replace = false }: How = {}): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    query.delete(name);
    for (const one of [value].flat()) if (one) query.append(name, one);
  }
  const search = query.size > 0 ? `?${query}` : '';
  if (search !== location.search) navigate(location.pathname + search, { replace });
}

/** One value of the query; `initial` where it is not there, and never written. */
export function useQueryState(name: string, initial = ''): [string, (value: string, how?: How) => void] {
  const value = new URLSearchParams(useSearch()).get(name) ?? initial;
  return [value, (next, how) => changeQuery({ [name]: next === initial ? undefined : next }, how)];
}

/** Adds a value to a filter, or takes it away where it is set: what a chip does. */
export function toggleFilter(name: string, value: string): void {
  const values = new URLSearchParams(location.search).getAll(name);
  changeQuery({ [name]: values.includes(value) ? values.filter((one) => one !== value) : [...values, value] });
}

/** All of the names that are there, as the API takes them. */
export function useFilters<Name extends string>(names: readonly Name[]): Partial<Record<Name, string[]>> {
  const query = new URLSearchParams(useSearch());
  const found = names.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)]);
  return Object.fromEntries(found);
}
