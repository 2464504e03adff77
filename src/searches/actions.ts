// Changes saved searches: create, update with their digests, rotate the token of the feed, delete. Each change is audited and announced in its transaction.
import { plans } from '../accounts/plan.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { hashToken, newToken } from '../auth/sign-in.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import { isTextSearch, type Sort, toFilter, withoutCollections } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { readStoredFilters } from '../collections/collection.ts';
import { notify, type Trx } from '../db/database.ts';
import { fail, failBody } from '../lib/errors.ts';
import { type IdInAccount, type InAccount, newId } from '../lib/ids.ts';
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
type SearchContext = SearchDeps & Context;

export async function createSearch(
  ctx: SearchContext,
  { accountId, name, filters = {}, sort = null, ...digestInput }: CreateSearchInput & InAccount,
): Promise<SavedSearch> {
  const normalized = await readStoredFilters(ctx, accountId, filters);
  failIfUnsortable(sort, normalized);
  const create = async (trx: Trx, audit: Audit) => {
    await failIfFull(trx, accountId);
    await failIfNameTaken(trx, accountId, name);
    const now = new Date();
    const row = await insertSearch(trx, {
      id: newId('srch'),
      account_id: accountId,
      name,
      filters: JSON.stringify(normalized),
      sort,
      ...tokenColumns(ctx),
      created_at: now,
      updated_at: now,
    });
    const { after } = await setDigest(trx, row, digestInput);
    const { digest, digest_day, digest_hour } = after;
    const details = { name, filters: normalized, sort, ...(digest !== 'off' && { digest, digest_day, digest_hour }) };
    await audit({ action: 'search.created', subject: row.id, accountId, details });
    await notify(trx, 'hookline_searches', accountId);
    return showSearch({ ...ctx, db: trx }, row);
  };
  return commit(ctx, create, { feeds: accountId });
}

const auditedFields = ['name', 'filters', 'sort', ...auditedDigestFields] as const;

export async function updateSearch(
  ctx: SearchContext,
  { id, accountId, name, filters, sort, ...digestInput }: UpdateSearchInput & IdInAccount,
): Promise<SavedSearch> {
  const normalized = filters && (await readStoredFilters(ctx, accountId, filters));
  return change(ctx, { id, accountId }, async (trx, before, audit) => {
    if (name !== undefined && name !== before.name) await failIfNameTaken(trx, accountId, name);
    const after = await changeSearch(trx, id, { name, filters: normalized && JSON.stringify(normalized), sort });
    failIfUnsortable(after.sort as Sort | null, after.filters);
    const digest = await setDigest(trx, after, digestInput);
    const rows = { before: { ...before, ...digest.before }, after: { ...after, ...digest.after } };
    await audit({ action: 'search.changed', subject: id, accountId, ...rows, fields: auditedFields });
    return after;
  });
}

/** The former feed URL stops working at once. */
export async function rotateToken(ctx: SearchContext, { id, accountId }: IdInAccount): Promise<SavedSearch> {
  return change(ctx, { id, accountId }, async (trx, { name }, audit) => {
    const after = await changeSearch(trx, id, tokenColumns(ctx));
    await audit({ action: 'search.rotated', subject: id, accountId, details: { name } });
    return after;
  });
}

/** Its feed stops working at once. */
export async function removeSearch(ctx: SearchContext, { id, accountId }: IdInAccount): Promise<SavedSearch> {
  return change(ctx, { id, accountId }, async (trx, before, audit) => {
    await deleteSearch(trx, id);
    await audit({ action: 'search.deleted', subject: id, accountId, details: { name: before.name } });
    return before;
  });
}

/** `apply` changes and audits the locked search, and resolves to its row. */
async function change(
  ctx: SearchContext,
  { id, accountId }: IdInAccount,
  apply: (trx: Trx, before: SearchRow, audit: Audit) => Promise<SearchRow>,
): Promise<SavedSearch> {
  const changeLocked = async (trx: Trx, audit: Audit) => {
    await lockAccount(trx, accountId);
    const before = (await lockSearch(trx, id, accountId)) ?? failUnknownSearch();
    const after = await apply(trx, before, audit);
    await notify(trx, 'hookline_searches', accountId);
    return showSearch({ ...ctx, db: trx }, after);
  };
  return commit(ctx, changeLocked, { feeds: accountId });
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
