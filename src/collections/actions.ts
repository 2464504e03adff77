// Changes collections: create, update, share, delete. Each change is audited and announced in its transaction.
import { plans } from '../accounts/plan.ts';
import { findAccount, lockAccount } from '../accounts/store.ts';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { hashToken, newToken } from '../auth/sign-in.ts';
import { countRows } from '../db/account-rows.ts';
import { notify, type Trx } from '../db/database.ts';
import { fail, failBody } from '../lib/errors.ts';
import { hookNumber, type IdInAccount, type InAccount, newId } from '../lib/ids.ts';
import { counted } from '../lib/text.ts';
import {
  type Collection,
  type CreateCollectionInput,
  maxTags,
  type RemovedHooks,
  type SavedHook,
  type SavedHooks,
  type SaveHookInput,
  type SaveHooksInput,
  type ShareInput,
  type UpdateCollectionInput,
} from './collection.ts';
import type { LiveCollections } from './live-collections.ts';
import { failUnknownCollection, type ShowDeps, showCollection } from './queries.ts';
import {
  type CollectionRow,
  changeCollection,
  deleteCollection,
  deleteItems,
  findCollectionByName,
  findItem,
  type Item,
  insertCollection,
  lastRank,
  lockCollection,
  lockHooks,
  type Place,
  positionOf,
  type SavableHook,
  saveItems,
  selectItemsOf,
  selectPlaces,
  spreadRanks,
  touchSearches,
} from './store.ts';

type CollectionDeps = Omit<ShowDeps, 'db'> & { collections: Pick<LiveCollections, 'drop'> };
type CollectionContext = CollectionDeps & Context;

export async function createCollection(
  ctx: CollectionContext,
  { accountId, name, description = null }: CreateCollectionInput & InAccount,
): Promise<Collection> {
  return commit(ctx, async (trx, audit) => {
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
    await audit({ action: 'collection.created', subject: row.id, accountId, details });
    return showCollection(ctx, row);
  });
}

export async function updateCollection(
  ctx: CollectionContext,
  { id, accountId, name, description, indexable }: UpdateCollectionInput & IdInAccount,
): Promise<Collection> {
  return change(ctx, { id, accountId }, async (trx, before, audit) => {
    if (name !== undefined && name !== before.name) await failIfNameTaken(trx, accountId, name);
    if (indexable && before.token_hash === null) {
      const detail = 'The collection is not shared. Share it by `POST /collections/{id}/share` with `indexable`.';
      fail('conflict', detail, { errors: [{ pointer: '#/indexable', detail }] });
    }
    const text = description === undefined ? undefined : description || null;
    const after = await changeCollection(trx, id, { name, description: text, indexable });
    const fields = ['name', 'description', 'indexable'] as const;
    await audit({ action: 'collection.changed', subject: id, accountId, before, after, fields });
    return after;
  });
}

/** Creates a new share URL; the former one stops working at once. */
export async function shareCollection(
  ctx: CollectionContext,
  { id, accountId, indexable = false }: ShareInput & IdInAccount,
): Promise<Collection> {
  return change(ctx, { id, accountId }, async (trx, { name }, audit) => {
    const token = newToken();
    const columns = { token_hash: hashToken(token), sealed_token: ctx.encryption.encrypt(token), indexable };
    const after = await changeCollection(trx, id, columns);
    await audit({ action: 'collection.shared', subject: id, accountId, details: { name, indexable } });
    return after;
  });
}

/** Its share page stops working at once. Idempotent. */
export async function unshareCollection(ctx: CollectionContext, { id, accountId }: IdInAccount): Promise<Collection> {
  return change(ctx, { id, accountId }, async (trx, before, audit) => {
    if (before.token_hash === null) return before;
    const after = await changeCollection(trx, id, { token_hash: null, sealed_token: null, indexable: false });
    await audit({ action: 'collection.unshared', subject: id, accountId, details: { name: before.name } });
    return after;
  });
}

export async function removeCollection(ctx: CollectionContext, { id, accountId }: IdInAccount): Promise<Collection> {
  return change(ctx, { id, accountId }, async (trx, before, audit) => {
    await deleteCollection(trx, id);
    await touchSearches(trx, accountId, id);
    await notify(trx, 'hookline_searches', accountId);
    const details = { name: before.name, hooks: before.hooks };
    await audit({ action: 'collection.deleted', subject: id, accountId, details });
    return before;
  });
}

/** `apply` changes and audits the locked collection, and resolves to its row. */
async function change(
  ctx: CollectionContext,
  { id, accountId }: IdInAccount,
  apply: (trx: Trx, before: CollectionRow, audit: Audit) => Promise<CollectionRow>,
): Promise<Collection> {
  const after = await commit(ctx, async (trx, audit) => {
    const row = await apply(trx, (await lockCollection(trx, id, accountId)) ?? failUnknownCollection(), audit);
    await notify(trx, 'hookline_collections', id);
    return row;
  });
  ctx.collections.drop(id);
  return showCollection(ctx, after);
}

/** Locks the account, so that the count is valid until commit. */
async function failIfFull(trx: Trx, accountId: string): Promise<void> {
  await lockAccount(trx, accountId);
  const account = (await findAccount(trx, accountId)) ?? fail('not_found', `Account ${accountId} does not exist.`);
  const { collections, title } = plans[account.plan];
  if ((await countRows(trx, 'collections', accountId)) < collections) return;
  const more = account.plan === 'free' ? `, or get a plan with ${plans.starter.collections}` : '';
  fail('conflict', `The ${title} plan includes ${counted(collections, 'collection')}. Delete one${more}.`);
}

async function failIfNameTaken(trx: Trx, accountId: string, name: string): Promise<void> {
  const other = await findCollectionByName(trx, accountId, name);
  if (!other) return;
  const detail = `Your collection ${other.id} has this name. Choose another one.`;
  fail('conflict', detail, { errors: [{ pointer: '#/name', detail }] });
}

// Changes the hooks of a collection: save with note, tags and place, save and remove several. Each change is audited in its transaction.

/** Adds the hook at the end, or at the given place. Absent fields are unchanged, so the call is idempotent. */
export async function saveHook(
  ctx: CollectionContext,
  { id: collectionId, hookId, accountId, note, tags, ...place }: SaveHookInput & IdInAccount & { hookId: string },
): Promise<SavedHook> {
  const hook = hookNumber(hookId) ?? fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
  return changeHooks(ctx, { id: collectionId, accountId, hooks: [hook] }, async (trx, collection, [found]) => {
    const before = await findItem(trx, collectionId, hook);
    if (!before) {
      failIfNotPublished(hookId, found);
      await failIfCollectionFull(trx, collection, 1);
    }
    const item: Item = {
      ...(before ?? newItem(collectionId, hook)),
      ...(note === undefined ? {} : { note: note || null }),
      ...(tags === undefined ? {} : { tags }),
      rank: await rankAt(trx, collectionId, hook, place, before?.rank),
    };
    const isChanged = JSON.stringify(item) !== JSON.stringify(before);
    if (isChanged) await saveItems(trx, [item]);
    const saved: SavedHook = {
      collection_id: collectionId,
      hook_id: hookId,
      note: item.note,
      tags: item.tags,
      position: await positionOf(trx, collectionId, item),
      added_at: item.added_at.toISOString(),
    };
    const { position } = saved;
    return {
      result: saved,
      changed: isChanged ? { hooks: [hookId], position } : undefined,
      action: 'collection.hooks_saved',
    };
  });
}

/** Adds the hooks at the end, in the given order. Hooks in the collection keep their place and note, and get the tags too. */
export async function saveHooks(
  ctx: CollectionContext,
  { id: collectionId, accountId, ids, tags = [] }: SaveHooksInput & IdInAccount,
): Promise<SavedHooks> {
  const numbers = ids.flatMap((id) => hookNumber(id) ?? []);
  return changeHooks(ctx, { id: collectionId, accountId, hooks: numbers }, async (trx, collection, found) => {
    const present = await selectItemsOf(trx, collectionId, numbers);
    const known = new Set(present.map(({ hook_id }) => hook_id));
    const published = new Set(found.flatMap(({ id, state }) => (state === 'published' ? [id] : [])));
    const added = numbers.filter((id) => !known.has(id) && published.has(id));
    if (added.length > 0) await failIfCollectionFull(trx, collection, added.length);
    const last = await lastRank(trx, collectionId);
    const tagged = tags.length === 0 ? [] : present.map((item) => ({ ...item, tags: withTags(item, tags) }));
    const items = added.map((id, at) => ({ ...newItem(collectionId, id), tags, rank: last + (at + 1) * rankGap }));
    await saveItems(trx, [...tagged, ...items]);
    const result: SavedHooks = {
      added: added.length,
      present: present.length,
      missing: numbers.filter((id) => !known.has(id) && !published.has(id)).map((id) => `hook_${id}`),
      hooks: collection.hooks + added.length,
    };
    const isChanged = items.length + tagged.length > 0;
    const changed = isChanged
      ? { hooks: [...tagged, ...items].map(({ hook_id }) => `hook_${hook_id}`), ...(tags.length > 0 && { tags }) }
      : undefined;
    return { result, changed, action: 'collection.hooks_saved' };
  });
}

/** Hooks that are not in the collection are no error, so the call is idempotent. */
export async function removeHooks(
  ctx: CollectionContext,
  { id, accountId, ids }: IdInAccount & { ids: readonly string[] },
): Promise<RemovedHooks> {
  const numbers = ids.flatMap((id) => hookNumber(id) ?? []);
  return changeHooks(ctx, { id, accountId, hooks: [] }, async (trx, collection) => {
    const removed = await deleteItems(trx, id, numbers);
    const changed = removed === 0 ? undefined : { hooks: [...ids] };
    return { result: { removed, hooks: collection.hooks - removed }, changed, action: 'collection.hooks_removed' };
  });
}

type Change<Result> = {
  result: Result;
  /** Details for the audit log; undefined if nothing changed. */
  changed: Record<string, unknown> | undefined;
  action: 'collection.hooks_saved' | 'collection.hooks_removed';
};

/** Locks the hooks before the collection, as a takedown does, to prevent deadlocks. `apply` gets the hooks that exist. */
async function changeHooks<Result>(
  ctx: CollectionContext,
  { id, accountId, hooks }: IdInAccount & { hooks: readonly number[] },
  apply: (trx: Trx, collection: CollectionRow, found: SavableHook[]) => Promise<Change<Result>>,
): Promise<Result> {
  const result = await commit(ctx, async (trx, audit) => {
    const found = hooks.length === 0 ? [] : await lockHooks(trx, hooks);
    const collection = (await lockCollection(trx, id, accountId)) ?? failUnknownCollection();
    const { result, changed: details, action } = await apply(trx, collection, found);
    if (details) {
      await changeCollection(trx, id);
      await audit({ action, subject: id, accountId, details });
      await notify(trx, 'hookline_collections', id);
    }
    return result;
  });
  ctx.collections.drop(id);
  return result;
}

function newItem(collectionId: string, hookId: number): Item {
  return { collection_id: collectionId, hook_id: hookId, note: null, tags: [], rank: 0, added_at: new Date() };
}

function withTags(item: Item, more: readonly string[]): string[] {
  const tags = [...new Set([...item.tags, ...more])];
  if (tags.length <= maxTags) return tags;
  return fail(
    'conflict',
    `hook_${item.hook_id} would have ${tags.length} tags. A hook has at most ${maxTags}; remove some first.`,
  );
}

function failIfNotPublished(hookId: string, found: SavableHook | undefined): void {
  if (found?.state === 'published') return;
  if (found?.state !== 'retired') fail('not_found', `There is no ${hookId}.`);
  const instead = found.merged_into === null ? '' : ` Save hook_${found.merged_into}, which replaced it.`;
  fail('gone', `${hookId} was retired from the catalog.${instead}`);
}

/** The collection must be locked. */
async function failIfCollectionFull(trx: Trx, { account_id, hooks }: CollectionRow, more: number): Promise<void> {
  const account = (await findAccount(trx, account_id)) ?? failUnknownCollection();
  const { hooksPerCollection: max, title } = plans[account.plan];
  if (hooks + more <= max) return;
  fail(
    'conflict',
    `The collection would have ${counted(hooks + more, 'hook')}. ${title} includes ${max} in each: remove some, or save to another collection.`,
  );
}

// Order of a collection: each hook has a rank, with gaps, so that a move changes one row. The collection is locked meanwhile.

/** Gap between hooks that are saved one after the other. */
const rankGap = 2 ** 20;

type Wanted = Pick<SaveHookInput, 'before' | 'after' | 'position'>;

/** Returns the rank for the wanted place; without one, the present rank or the end. */
async function rankAt(
  trx: Trx,
  collectionId: string,
  hook: number,
  wanted: Wanted,
  present: number | undefined,
): Promise<number> {
  const { before, after, position } = wanted;
  const isPlaced = before !== undefined || after !== undefined || position !== undefined;
  if (!isPlaced && present !== undefined) return present;
  const places = await selectPlaces(trx, collectionId, hook);
  const index = isPlaced ? indexOf(places, wanted) : places.length;
  const [left, right] = [places[index - 1], places[index]];
  if (present !== undefined && isBetween(left, { rank: present, hook_id: hook }, right)) return present;
  const rank = between(left, right);
  if (rank !== undefined) return rank;
  await spreadRanks(trx, collectionId, { without: hook, gap: rankGap });
  return (index + 0.5) * rankGap;
}

/** Returns the number of other hooks before it. */
function indexOf(places: readonly Place[], { before, after, position = 1 }: Wanted): number {
  const neighbour = before ?? after;
  if (neighbour === undefined) return Math.min(position - 1, places.length);
  const at = places.findIndex(({ hook_id }) => hook_id === hookNumber(neighbour));
  if (at >= 0) return before === undefined ? at + 1 : at;
  const pointer = before === undefined ? '#/after' : '#/before';
  return failBody([{ pointer, detail: `${neighbour} is not another hook of the collection.` }]);
}

/** Returns undefined if the gap is used up. */
function between(left: Place | undefined, right: Place | undefined): number | undefined {
  if (!left) return right ? right.rank - rankGap : rankGap;
  if (!right) return left.rank + rankGap;
  const middle = Math.floor((left.rank + right.rank) / 2);
  return middle > left.rank && middle < right.rank ? middle : undefined;
}

/** Whether the place is between the two already. */
function isBetween(left: Place | undefined, place: Place, right: Place | undefined): boolean {
  return (!left || isBefore(left, place)) && (!right || isBefore(place, right));
}

function isBefore(a: Place, b: Place): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.hook_id < b.hook_id);
}
