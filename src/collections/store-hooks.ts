// SQL of the hooks of collections, in their order.
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, notify, type Trx } from '../db/database.ts';
import type { CollectionHookTable } from '../db/tables/collections.ts';
import type { HookState } from '../db/tables.ts';

export type Item = Selectable<CollectionHookTable>;
/** A hook in its collection, with what is known of it where the catalog has it no more. */
export type ItemRow = Item & { position: number; text: string; hook_state: HookState; rank_epoch: number };
export type Place = Pick<Item, 'rank' | 'hook_id'>;
/** A place when the collection had this epoch. */
export type PlaceThen = Place & { rank_epoch: number };

/** In order. `after`: the place that the page before ended at. */
export function selectItems(
  db: Db,
  collectionId: string,
  { limit, after }: { limit: number; after?: Place | undefined },
): Promise<ItemRow[]> {
  const ordered = db
    .selectFrom('collection_hooks')
    .selectAll()
    .select(sql<number>`(row_number() over (order by rank, hook_id))::int`.as('position'))
    .where('collection_id', '=', collectionId)
    .as('ordered');
  let query = db
    .selectFrom(ordered)
    .innerJoin('hooks', 'hooks.id', 'ordered.hook_id')
    .innerJoin('collections', 'collections.id', 'collection_id')
    .selectAll('ordered')
    .select(['hooks.text', 'hooks.state as hook_state', 'rank_epoch'])
    .orderBy('rank')
    .orderBy('hook_id')
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(rank, hook_id) > (${after.rank}, ${after.hook_id})`);
  return query.execute();
}

/** Where a place is now. undefined if ranks are others since, and its hook was removed. */
export async function placeNow(db: Db, collectionId: string, then: PlaceThen): Promise<Place | undefined> {
  const query = db.selectFrom('collections').select('rank_epoch').where('id', '=', collectionId);
  const epoch = (await query.executeTakeFirst())?.rank_epoch;
  return epoch === then.rank_epoch ? then : findItem(db, collectionId, then.hook_id);
}

export function findItem(db: Db, collectionId: string, hookId: number): Promise<Item | undefined> {
  const query = db.selectFrom('collection_hooks').selectAll().where('collection_id', '=', collectionId);
  return query.where('hook_id', '=', hookId).executeTakeFirst();
}

/** Those of `hookIds` that the collection has. */
export function selectItemsOf(db: Db, collectionId: string, hookIds: readonly number[]): Promise<Item[]> {
  const query = db.selectFrom('collection_hooks').selectAll().where('collection_id', '=', collectionId);
  return query.where(sql<boolean>`hook_id = any(${hookIds}::bigint[])`).execute();
}

/** The first is 1. */
export async function positionOf(db: Db, collectionId: string, { rank, hook_id }: Place): Promise<number> {
  const query = db.selectFrom('collection_hooks').select(({ fn }) => fn.countAll<number>().as('before'));
  const before = query
    .where('collection_id', '=', collectionId)
    .where(sql<boolean>`(rank, hook_id) < (${rank}, ${hook_id})`);
  return (await before.executeTakeFirstOrThrow()).before + 1;
}

/** Places of all other hooks, in order. */
export function selectPlaces(db: Db, collectionId: string, without: number): Promise<Place[]> {
  const query = db.selectFrom('collection_hooks').select(['rank', 'hook_id']).where('collection_id', '=', collectionId);
  return query.where('hook_id', '!=', without).orderBy('rank').orderBy('hook_id').execute();
}

export async function lastRank(db: Db, collectionId: string): Promise<number> {
  const query = db.selectFrom('collection_hooks').select(({ fn }) => fn.max('rank').as('last'));
  return (await query.where('collection_id', '=', collectionId).executeTakeFirst())?.last ?? 0;
}

/** Adds or replaces them. */
export async function saveItems(trx: Trx, items: readonly Insertable<CollectionHookTable>[]): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto('collection_hooks')
    .values(items)
    .onConflict((conflict) =>
      conflict.columns(['collection_id', 'hook_id']).doUpdateSet(({ ref }) => ({
        note: ref('excluded.note'),
        tags: ref('excluded.tags'),
        rank: ref('excluded.rank'),
      })),
    )
    .execute();
}

/** Gives all other hooks the ranks `gap`, 2 × `gap` and so on, in their present order. */
export async function spreadRanks(
  trx: Trx,
  collectionId: string,
  { without, gap }: { without: number; gap: number },
): Promise<void> {
  await sql`update collection_hooks set rank = ordered.n * ${gap}::bigint
    from (select hook_id, row_number() over (order by rank, hook_id) as n from collection_hooks
      where collection_id = ${collectionId} and hook_id != ${without}) as ordered
    where collection_id = ${collectionId} and collection_hooks.hook_id = ordered.hook_id`.execute(trx);
  const next = { rank_epoch: sql<number>`rank_epoch + 1` };
  await trx.updateTable('collections').set(next).where('id', '=', collectionId).execute();
}

/** Returns how many there were. */
export async function deleteItems(trx: Trx, collectionId: string, hookIds: readonly number[]): Promise<number> {
  const query = trx.deleteFrom('collection_hooks').where('collection_id', '=', collectionId);
  const deleted = await query.where(sql<boolean>`hook_id = any(${hookIds}::bigint[])`).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows);
}

export type SavableHook = { id: number; state: HookState; merged_into: number | null };

/** Waits for takedowns of them, which lock the same rows, so that none is saved after its takedown removed it. */
export function lockHooks(trx: Trx, hookIds: readonly number[]): Promise<SavableHook[]> {
  return trx
    .selectFrom('hooks')
    .select(['id', 'state', 'merged_into'])
    .where(sql<boolean>`id = any(${hookIds}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Removes a hook that is taken down from all collections. They are locked first, as by every other change of their hooks. */
export async function removeFromCollections(trx: Trx, hookId: number): Promise<void> {
  const holders = trx.selectFrom('collection_hooks').select('collection_id').where('hook_id', '=', hookId);
  const locked = await trx
    .selectFrom('collections')
    .select('id')
    .where('id', 'in', holders)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return;
  await trx.deleteFrom('collection_hooks').where('hook_id', '=', hookId).execute();
  const ids = locked.map(({ id }) => id);
  await trx
    .updateTable('collections')
    .set({ version: sql`version + 1` })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  await notify(trx, 'hookline_collections', '');
}
