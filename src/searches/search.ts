// A saved search as clients request and see it. Field order is part of the contract.
import { z } from 'zod';
import { shownToken } from '../auth/sign-in.ts';
import { type Sort, sorts } from '../catalog/search/filter.ts';
import { filterInput } from '../catalog/search/filter-input.ts';
import type { Db } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import type { IdInAccount } from '../lib/ids.ts';
import { isoOrNull } from '../lib/time.ts';
import { digestFields, digestInput, toDigest } from './digest/digest.ts';
import {
  countReaders,
  type DigestRow,
  findSearch,
  noDigest,
  type SearchRow,
  selectDigests,
  selectSearches,
} from './store.ts';

const maxNameLength = 100;
const nameError = `\`name\` must have 1 to ${maxNameLength} characters.`;
const name = z
  .string({ error: nameError })
  .trim()
  .min(1, nameError)
  .max(maxNameLength, nameError)
  .meta({ description: 'Unique in the account', example: 'Finance hooks over 10M' });
const sort = z.enum(sorts, { error: `\`sort\` must be one of ${sorts.join(', ')}.` }).nullable();

export const createSearchInput = z.strictObject({
  name,
  filters: filterInput.optional(),
  sort: sort.optional().meta({ description: 'Order in the hook explorer. The feed is always newest first' }),
  ...digestInput,
});
export type CreateSearchInput = z.infer<typeof createSearchInput>;

export const updateSearchInput = z.strictObject({
  name: name.optional(),
  filters: filterInput.optional().meta({ description: 'Replaces all current filters' }),
  sort: sort.optional(),
  ...digestInput,
});
export type UpdateSearchInput = z.infer<typeof updateSearchInput>;

const moment = z.iso.datetime();

export const searchSchema = z
  .object({
    search_id: z.string().meta({ description: '`srch_` and 16 letters or digits' }),
    name: z.string(),
    filters: z.looseObject({}).meta({ description: 'Normalized: aliases replaced by ids' }),
    sort: z.enum(sorts).nullable(),
    feed_url: z.url().meta({
      description:
        'Secret URL of the feed. Append .csv, .json, .xml or .md. Ends with /hidden after the operator key has changed: the URL works, but cannot be shown until it is rotated',
      example: 'https://hookline.example/f/8fK2mZ0qLx71TbRe5vNc3wYpH9',
    }),
    last_used_at: moment.nullable().meta({ description: 'Last use of the feed' }),
    last_user_agent: z.string().nullable().meta({ description: 'User agent of the last reader of the feed' }),
    readers: z.int().min(0).meta({ description: 'Distinct readers of the feed in the last 7 days' }),
    ...digestFields,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'SavedSearch', description: 'Saved filters, with a feed and a digest of their hooks' });
export type SavedSearch = z.infer<typeof searchSchema>;

// Reads saved searches, with the URLs of their feeds.

export type ShowDeps = {
  db: Db;
  encryption: Encryption;
  publicUrl: () => string;
  /** Set when an operator views the account. */
  hidesTokens?: boolean;
};

/** Newest first. */
export async function listSearches(deps: ShowDeps, accountId: string): Promise<SavedSearch[]> {
  const rows = await selectSearches(deps.db, accountId);
  const ids = rows.map(({ id }) => id);
  const [readers, digests] = [await countReaders(deps.db, ids), await selectDigests(deps.db, ids)];
  return rows.map((row) => toSearch(deps, row, { readers: readers.get(row.id), digest: digests.get(row.id) }));
}

/** Throws `not_found` for a search of another account. */
export async function getSearch(deps: ShowDeps, { id, accountId }: IdInAccount): Promise<SavedSearch> {
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
