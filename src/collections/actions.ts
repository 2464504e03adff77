// Changes collections: create, update, share, delete. Each change is audited and announced in its transaction.
import { plans } from '../accounts/plan.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import { hashToken, newToken } from '../auth/link-token.ts';
import { notify, type Trx } from '../db/database.ts';
import { counted } from '../lib/counted.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { Collection, CreateCollectionInput, ShareInput, UpdateCollectionInput } from './collection.ts';
import type { LiveCollections } from './live-collections.ts';
import { failUnknownCollection, type ShowDeps, showCollection } from './queries.ts';
import {
  type CollectionRow,
  changeCollection,
  countCollections,
  deleteCollection,
  findCollectionByName,
  insertCollection,
  lockCollection,
} from './store.ts';
import { touchSearches } from './store-filters.ts';

export type CollectionDeps = Omit<ShowDeps, 'db'> & { collections: Pick<LiveCollections, 'drop'> };
export type CollectionActing = CollectionDeps & Pick<Acting, 'db' | 'actor'>;

export async function createCollection(
  deps: CollectionActing,
  accountId: string,
  { name, description = null }: CreateCollectionInput,
): Promise<Collection> {
  return deps.db.transaction().execute(async (trx) => {
    await failIfFull(trx, accountId);
    await failIfNameTaken(trx, accountId, name);
    const now = new Date();
    const times = { created_at: now, updated_at: now };
    const row = await insertCollection(trx, {
      id: newId('col'),
      account_id: accountId,
      name,
      description: description || null,
      ...times,
    });
    const details = { name, description: row.description };
    await writeAudit(trx, deps.actor, { action: 'collection.created', subject: row.id, accountId, details });
    return showCollection(deps, row);
  });
}

export async function updateCollection(
  deps: CollectionActing,
  id: string,
  accountId: string,
  { name, description, indexable }: UpdateCollectionInput,
): Promise<Collection> {
  return change(deps, id, accountId, async (trx, before) => {
    if (name !== undefined && name !== before.name) await failIfNameTaken(trx, accountId, name);
    if (indexable && before.token_hash === null) {
      const detail = 'The collection is not shared. `POST /collections/{id}/share` with `indexable` shares it.';
      fail('conflict', detail, { errors: [{ pointer: '#/indexable', detail }] });
    }
    const text = description === undefined ? undefined : description || null;
    const after = await changeCollection(trx, id, { name, description: text, indexable });
    const details = differences(before, after, ['name', 'description', 'indexable']);
    if (details) await writeAudit(trx, deps.actor, { action: 'collection.changed', subject: id, accountId, details });
    return after;
  });
}

/** Gives it a new address: the former one fails at once. */
export async function shareCollection(
  deps: CollectionActing,
  id: string,
  accountId: string,
  { indexable = false }: ShareInput,
): Promise<Collection> {
  return change(deps, id, accountId, async (trx, { name }) => {
    const token = newToken();
    const columns = { token_hash: hashToken(token), sealed_token: deps.encryption.encrypt(token), indexable };
    const after = await changeCollection(trx, id, columns);
    const details = { name, indexable };
    await writeAudit(trx, deps.actor, { action: 'collection.shared', subject: id, accountId, details });
    return after;
  });
}

/** Its share page fails at once. A second time changes nothing. */
export async function unshareCollection(deps: CollectionActing, id: string, accountId: string): Promise<Collection> {
  return change(deps, id, accountId, async (trx, before) => {
    if (before.token_hash === null) return before;
    const after = await changeCollection(trx, id, { token_hash: null, sealed_token: null, indexable: false });
    const details = { name: before.name };
    await writeAudit(trx, deps.actor, { action: 'collection.unshared', subject: id, accountId, details });
    return after;
  });
}

export async function removeCollection(deps: CollectionActing, id: string, accountId: string): Promise<Collection> {
  return change(deps, id, accountId, async (trx, before) => {
    await deleteCollection(trx, id);
    await touchSearches(trx, accountId, id);
    await notify(trx, 'hookline_searches', accountId);
    const details = { name: before.name, hooks: before.hooks };
    await writeAudit(trx, deps.actor, { action: 'collection.deleted', subject: id, accountId, details });
    return before;
  });
}

/** `apply` changes and audits the locked collection, and resolves to its row. */
async function change(
  deps: CollectionActing,
  id: string,
  accountId: string,
  apply: (trx: Trx, before: CollectionRow) => Promise<CollectionRow>,
): Promise<Collection> {
  const after = await deps.db.transaction().execute(async (trx) => {
    const row = await apply(trx, (await lockCollection(trx, id, accountId)) ?? failUnknownCollection());
    await notify(trx, 'hookline_collections', id);
    return row;
  });
  deps.collections.drop(id);
  return showCollection(deps, after);
}

/** Locks the account, so that the count is valid until commit. */
async function failIfFull(trx: Trx, accountId: string): Promise<void> {
  await lockAccount(trx, accountId);
  const account = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
  const { collections, title } = plans[account.plan];
  if ((await countCollections(trx, accountId)) < collections) return;
  const more = account.plan === 'free' ? `, or get a plan with ${plans.starter.collections}` : '';
  fail('conflict', `The ${title} plan includes ${counted(collections, 'collection')}. Delete one${more}.`);
}

async function failIfNameTaken(trx: Trx, accountId: string, name: string): Promise<void> {
  const other = await findCollectionByName(trx, accountId, name);
  if (!other) return;
  const detail = `Your collection ${other.id} has this name. Choose another one.`;
  fail('conflict', detail, { errors: [{ pointer: '#/name', detail }] });
}
