// Changes saved searches: create, update with their digests, rotate the token of the feed, delete. Each change is audited and announced in its transaction.
import { plans } from '../accounts/plan.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import { type Acting, commit } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { hashToken, newToken } from '../auth/sign-in.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import { isTextSearch, type Sort, toFilter, withoutCollections } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { readStoredFilters } from '../collections/collection.ts';
import { notify, type Trx } from '../db/database.ts';
import { fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { auditedDigestFields, setDigest } from './digest/actions.ts';
import {
  type CreateSearchInput,
  failUnknownSearch,
  type SavedSearch,
  type ShowDeps,
  showSearch,
  type UpdateSearchInput,
} from './search.ts';
import {
  changeSearch,
  countSearches,
  deleteSearch,
  findSearchByName,
  insertSearch,
  lockSearch,
  type SearchRow,
} from './store.ts';

type SearchDeps = ShowDeps & { catalog: () => Catalog; limits: FilterLimits };
type SearchActing = SearchDeps & Acting;

export async function createSearch(
  deps: SearchActing,
  accountId: string,
  { name, filters = {}, sort = null, ...digestInput }: CreateSearchInput,
): Promise<SavedSearch> {
  const normalized = await readStoredFilters(deps, accountId, filters);
  failIfUnsortable(sort, normalized);
  return commit(deps, { feeds: accountId }, async (trx) => {
    await failIfFull(trx, accountId);
    await failIfNameTaken(trx, accountId, name);
    const now = new Date();
    const row = await insertSearch(trx, {
      id: newId('srch'),
      account_id: accountId,
      name,
      filters: JSON.stringify(normalized),
      sort,
      ...tokenColumns(deps),
      created_at: now,
      updated_at: now,
    });
    const { after } = await setDigest(trx, row, digestInput);
    const { digest, digest_day, digest_hour } = after;
    const details = { name, filters: normalized, sort, ...(digest !== 'off' && { digest, digest_day, digest_hour }) };
    await writeAudit(trx, deps.actor, { action: 'search.created', subject: row.id, accountId, details });
    await notify(trx, 'hookline_searches', accountId);
    return showSearch({ ...deps, db: trx }, row);
  });
}

const auditedFields = ['name', 'filters', 'sort', ...auditedDigestFields] as const;

export async function updateSearch(
  deps: SearchActing,
  id: string,
  accountId: string,
  { name, filters, sort, ...digestInput }: UpdateSearchInput,
): Promise<SavedSearch> {
  const normalized = filters && (await readStoredFilters(deps, accountId, filters));
  return change(deps, id, accountId, async (trx, before) => {
    if (name !== undefined && name !== before.name) await failIfNameTaken(trx, accountId, name);
    const after = await changeSearch(trx, id, { name, filters: normalized && JSON.stringify(normalized), sort });
    failIfUnsortable(after.sort as Sort | null, after.filters);
    const digest = await setDigest(trx, after, digestInput);
    const details = differences({ ...before, ...digest.before }, { ...after, ...digest.after }, auditedFields);
    if (details) await writeAudit(trx, deps.actor, { action: 'search.changed', subject: id, accountId, details });
    return after;
  });
}

/** The former address of the feed fails at once. */
export async function rotateToken(deps: SearchActing, id: string, accountId: string): Promise<SavedSearch> {
  return change(deps, id, accountId, async (trx, { name }) => {
    const after = await changeSearch(trx, id, tokenColumns(deps));
    const details = { name };
    await writeAudit(trx, deps.actor, { action: 'search.rotated', subject: id, accountId, details });
    return after;
  });
}

/** Its feed fails at once. */
export async function removeSearch(deps: SearchActing, id: string, accountId: string): Promise<SavedSearch> {
  return change(deps, id, accountId, async (trx, before) => {
    await deleteSearch(trx, id);
    const details = { name: before.name };
    await writeAudit(trx, deps.actor, { action: 'search.deleted', subject: id, accountId, details });
    return before;
  });
}

/** `apply` changes and audits the locked search, and resolves to its row. */
async function change(
  deps: SearchActing,
  id: string,
  accountId: string,
  apply: (trx: Trx, before: SearchRow) => Promise<SearchRow>,
): Promise<SavedSearch> {
  return commit(deps, { feeds: accountId }, async (trx) => {
    await lockAccount(trx, accountId);
    const before = (await lockSearch(trx, id, accountId)) ?? failUnknownSearch();
    const after = await apply(trx, before);
    await notify(trx, 'hookline_searches', accountId);
    return showSearch({ ...deps, db: trx }, after);
  });
}

function tokenColumns({ encryption }: SearchDeps) {
  const token = newToken();
  return { token_hash: hashToken(token), sealed_token: encryption.encrypt(token) };
}

/** Locks the account, so that the count is valid until commit. */
async function failIfFull(trx: Trx, accountId: string): Promise<void> {
  await lockAccount(trx, accountId);
  const account = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
  const { savedSearches, title } = plans[account.plan];
  if ((await countSearches(trx, accountId)) < savedSearches) return;
  const more = account.plan === 'free' ? `, or get a plan with ${plans.starter.savedSearches}` : '';
  fail('conflict', `The ${title} plan includes ${savedSearches} saved searches. Delete one, or change another${more}.`);
}

async function failIfNameTaken(trx: Trx, accountId: string, name: string): Promise<void> {
  const other = await findSearchByName(trx, accountId, name);
  if (!other) return;
  const detail = `Your saved search ${other.id} has this name. Choose another one.`;
  fail('conflict', detail, { errors: [{ pointer: '#/name', detail }] });
}

function failIfUnsortable(sort: Sort | null, filters: FilterInput): void {
  if (sort !== 'relevance' || isTextSearch(toFilter(withoutCollections(filters)))) return;
  failBody([{ pointer: '#/sort', detail: 'relevance needs the filter q with a word or a phrase.' }]);
}
