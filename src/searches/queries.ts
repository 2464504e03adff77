// Reads saved searches, with the addresses of their feeds.
import { shownToken } from '../auth/link-token.ts';
import type { Sort } from '../catalog/search/filter.ts';
import type { Db } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { isoOrNull } from '../lib/time.ts';
import { toDigest } from './digest/digest.ts';
import { type DigestRow, noDigest, selectDigests } from './digest/store.ts';
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
  const ids = rows.map(({ id }) => id);
  const [readers, digests] = [await countReaders(deps.db, ids), await selectDigests(deps.db, ids)];
  return rows.map((row) => toSearch(deps, row, { readers: readers.get(row.id), digest: digests.get(row.id) }));
}

/** Throws `not_found` for one of another account. */
export async function getSearch(deps: ShowDeps, id: string, accountId: string): Promise<SavedSearch> {
  return showSearch(deps, (await findSearch(deps.db, id, accountId)) ?? failUnknownSearch());
}

export async function showSearch(deps: ShowDeps, row: SearchRow): Promise<SavedSearch> {
  const readers = (await countReaders(deps.db, [row.id])).get(row.id);
  const digest = (await selectDigests(deps.db, [row.id])).get(row.id);
  return toSearch(deps, row, { readers, digest });
}

function toSearch(
  { encryption, publicUrl, hidesTokens }: ShowDeps,
  row: SearchRow,
  { readers = 0, digest }: { readers: number | undefined; digest: DigestRow | undefined },
): SavedSearch {
  return {
    search_id: row.id,
    name: row.name,
    filters: row.filters,
    sort: row.sort as Sort | null,
    feed_url: `${publicUrl()}/f/${shownToken(encryption, row.sealed_token, hidesTokens)}`,
    last_used_at: isoOrNull(row.last_used_at),
    last_user_agent: row.last_user_agent,
    readers,
    ...toDigest(digest ?? noDigest),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function failUnknownSearch(): never {
  return fail('not_found', 'Saved search not found. GET /searches lists yours.');
}
