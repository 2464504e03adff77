// Reads saved searches, with the addresses of their feeds.
import type { Sort } from '../catalog/search/filter.ts';
import type { Db } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { isoOrNull } from '../lib/time.ts';
import type { SavedSearch } from './search.ts';
import { findSearch, type SearchRow, selectSearches } from './store.ts';
import { countReaders } from './store-readers.ts';

export type ShowDeps = {
  db: Db;
  encryption: Encryption;
  publicUrl: () => string;
  /** To an operator that looks at the account. */
  hidesTokens?: boolean;
};

/** The newest first. */
export async function listSearches(deps: ShowDeps, accountId: string): Promise<SavedSearch[]> {
  const rows = await selectSearches(deps.db, accountId);
  const readers = await countReaders(
    deps.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toSearch(deps, row, readers.get(row.id) ?? 0));
}

/** Throws `not_found` for one of another account. */
export async function getSearch(deps: ShowDeps, id: string, accountId: string): Promise<SavedSearch> {
  return showSearch(deps, (await findSearch(deps.db, id, accountId)) ?? failUnknownSearch());
}

export async function showSearch(deps: ShowDeps, row: SearchRow, readers?: number): Promise<SavedSearch> {
  return toSearch(deps, row, readers ?? (await countReaders(deps.db, [row.id])).get(row.id) ?? 0);
}

function toSearch({ encryption, publicUrl, hidesTokens }: ShowDeps, row: SearchRow, readers: number): SavedSearch {
  return {
    search_id: row.id,
    name: row.name,
    filters: row.filters,
    sort: row.sort as Sort | null,
    feed_url: `${publicUrl()}/f/${hidesTokens ? 'hidden' : encryption.decrypt(row.sealed_token)}`,
    last_used_at: isoOrNull(row.last_used_at),
    last_user_agent: row.last_user_agent,
    readers,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function failUnknownSearch(): never {
  return fail('not_found', 'Saved search not found. GET /searches lists yours.');
}
