// Changes the hooks of a collection: save with note, tags and place, save and remove several. Each change is audited in its transaction.
import { plans } from '../accounts/plan.ts';
import { findAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import { notify, type Trx } from '../db/database.ts';
import { counted } from '../lib/counted.ts';
import { fail } from '../lib/errors.ts';
import { hookNumber } from '../lib/ids.ts';
import type { CollectionActing } from './actions.ts';
import {
  maxTags,
  type RemovedHooks,
  type SavedHook,
  type SavedHooks,
  type SaveHookInput,
  type SaveHooksInput,
} from './collection.ts';
import { rankAt, rankGap } from './order.ts';
import { failUnknownCollection } from './queries.ts';
import { type CollectionRow, changeCollection, lockCollection } from './store.ts';
import {
  deleteItems,
  findItem,
  type Item,
  lastRank,
  lockHooks,
  positionOf,
  type SavableHook,
  saveItems,
  selectItemsOf,
} from './store-hooks.ts';

/** Adds the hook at the end, or at the given place. What is not given stays as it is, so a second time changes nothing. */
export async function saveHook(
  deps: CollectionActing,
  collectionId: string,
  hookId: string,
  accountId: string,
  { note, tags, ...place }: SaveHookInput,
): Promise<SavedHook> {
  const hook = hookNumber(hookId) ?? fail('not_found', 'A hook id is hook_ and digits, such as hook_1204.');
  return change(deps, collectionId, accountId, [hook], async (trx, collection, [found]) => {
    const before = await findItem(trx, collectionId, hook);
    if (!before) {
      failIfNotPublished(hookId, found);
      await failIfFull(trx, collection, 1);
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

/** Adds the hooks at the end, in the given order. Those that are there keep their place and note, and get the tags too. */
export async function saveHooks(
  deps: CollectionActing,
  collectionId: string,
  accountId: string,
  { ids, tags = [] }: SaveHooksInput,
): Promise<SavedHooks> {
  const numbers = ids.flatMap((id) => hookNumber(id) ?? []);
  return change(deps, collectionId, accountId, numbers, async (trx, collection, found) => {
    const present = await selectItemsOf(trx, collectionId, numbers);
    const known = new Set(present.map(({ hook_id }) => hook_id));
    const published = new Set(found.flatMap(({ id, state }) => (state === 'published' ? [id] : [])));
    const added = numbers.filter((id) => !known.has(id) && published.has(id));
    if (added.length > 0) await failIfFull(trx, collection, added.length);
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

/** Those that are not there are no error, so a second time changes nothing. */
export async function removeHooks(
  deps: CollectionActing,
  collectionId: string,
  accountId: string,
  ids: readonly string[],
): Promise<RemovedHooks> {
  const numbers = ids.flatMap((id) => hookNumber(id) ?? []);
  return change(deps, collectionId, accountId, [], async (trx, collection) => {
    const removed = await deleteItems(trx, collectionId, numbers);
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

/**
 * Locks the hooks before the collection, as a takedown does, so that neither waits for the other. `apply` gets those that exist.
 */
async function change<Result>(
  { db, actor, collections }: CollectionActing,
  id: string,
  accountId: string,
  hooks: readonly number[],
  apply: (trx: Trx, collection: CollectionRow, found: SavableHook[]) => Promise<Change<Result>>,
): Promise<Result> {
  const result = await db.transaction().execute(async (trx) => {
    const found = hooks.length === 0 ? [] : await lockHooks(trx, hooks);
    const collection = (await lockCollection(trx, id, accountId)) ?? failUnknownCollection();
    const { result, changed: details, action } = await apply(trx, collection, found);
    if (details) {
      await changeCollection(trx, id);
      await writeAudit(trx, actor, { action, subject: id, accountId, details });
      await notify(trx, 'hookline_collections', id);
    }
    return result;
  });
  collections.drop(id);
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

/** The collection is locked. */
async function failIfFull(trx: Trx, { account_id, hooks }: CollectionRow, more: number): Promise<void> {
  const account = (await findAccount(trx, account_id)) ?? failUnknownCollection();
  const { hooksPerCollection: max, title } = plans[account.plan];
  if (hooks + more <= max) return;
  fail(
    'conflict',
    `The collection would have ${counted(hooks + more, 'hook')}. ${title} includes ${max} in each: remove some, or save to another collection.`,
  );
}
