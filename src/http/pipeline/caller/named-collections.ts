// The collections that the filters of a request name, before they are parsed: they are loaded first, since a search is synchronous.
import type { Target } from '../endpoint.ts';

const ids = /col_[0-9A-Za-z]{16}/g;
/** The name of a parameter may be percent-encoded. */
const isNamed = (query: string) =>
  query.includes('collection=') || (query.includes('%') && /(?:^|&)[^=&]*%/.test(query));

/** Their ids; undefined if the request has no such filter. What looks like an id may be another value. */
export function namedCollections({ query, body }: Pick<Target, 'query' | 'body'>): string[] | undefined {
  const inQuery = isNamed(query) ? query : '';
  const inBody = collectionIn(body);
  if (inQuery === '' && inBody === undefined) return undefined;
  return [...new Set(`${decoded(inQuery)} ${inBody ?? ''}`.match(ids))];
}

function collectionIn(body: unknown): string | undefined {
  // Arguments of a tool have filters beside the others.
  const named = [memberOf(memberOf(body, 'filters'), 'collection'), memberOf(body, 'collection')];
  return named.some((one) => one !== undefined) ? JSON.stringify(named) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
