// Identity of a result: what is computed of its rows is cached under this number, for all pages and queries that have the same rows.
import type { Matches } from './text-search.ts';

const ids = new WeakMap<Matches, number>();
let last = 0;

export function matchesId(matches: Matches): number {
  let id = ids.get(matches);
  if (id === undefined) {
    id = ++last;
    ids.set(matches, id);
  }
  return id;
}
