// SQL of collections.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlanName } from '../accounts/caller.ts';
import type { Collections } from '../catalog/search/filter.ts';
import { type Db, notify, type Trx } from '../db/database.ts';
import type { CollectionHookTable, CollectionTable } from '../db/tables/collections.ts';
import type { HookState } from '../db/tables.ts';

export type CollectionRow = Selectable<CollectionTable> & { hooks: number };

const hooks = sql<number>`(select count(*) from collection_hooks h where h.collection_id = collections.id)::int`;

function collectionsOf(db: Db, accountId: string) {
  return db.selectFrom('collections').selectAll().select(hooks.as('hooks')).where('account_id', '=', accountId);
}

export async function insertCollection(trx: Trx, row: Insertable<CollectionTable>): Promise<CollectionRow> {
  return { ...(await trx.insertInto('collections').values(row).returningAll().executeTakeFirstOrThrow()), hooks: 0 };
}

/** Newest first. `hook` selects collections that contain it. */
export function selectCollections(db: Db, accountId: string, hook?: number): Promise<CollectionRow[]> {
  let query = collectionsOf(db, accountId).orderBy('created_at', 'desc').orderBy('id', 'desc');
  if (hook !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('collection_hooks')
          .select('hook_id')
          .whereRef('collection_id', '=', 'collections.id')
          .where('hook_id', '=', hook),
      ),
    );
  return query.execute();
}

export function findCollection(db: Db, id: string, accountId: string): Promise<CollectionRow | undefined> {
  return collectionsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

export function findCollectionByName(db: Db, accountId: string, name: string): Promise<CollectionRow | undefined> {
  return collectionsOf(db, accountId).where('name', '=', name).executeTakeFirst();
}

/** Prevents other changes of the collection and its hooks until the transaction ends. */
export async function lockCollection(trx: Trx, id: string, accountId: string): Promise<CollectionRow | undefined> {
  const query = trx.selectFrom('collections').select('id').where('id', '=', id).where('account_id', '=', accountId);
  if (!(await query.forUpdate().executeTakeFirst())) return undefined;
  // Read after the lock, so that the count includes what the previous transaction committed.
  return findCollection(trx, id, accountId);
}

/** Without `change`, only the version and time change, since its hooks did. */
export async function changeCollection(
  trx: Trx,
  id: string,
  change: Updateable<CollectionTable> = {},
): Promise<CollectionRow> {
  return trx
    .updateTable('collections')
    .set({ ...change, version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .returning(hooks.as('hooks'))
    .executeTakeFirstOrThrow();
}

export async function deleteCollection(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('collections').where('id', '=', id).execute();
}

export type SharedRow = CollectionRow & { plan: PlanName };

/** Finds the collection shared by this token; undefined if its account is suspended or deleted. */
export function findShared(db: Db, tokenHash: string): Promise<SharedRow | undefined> {
  return db
    .selectFrom('collections')
    .innerJoin('accounts', 'accounts.id', 'collections.account_id')
    .selectAll('collections')
    .select(['accounts.plan', hooks.as('hooks')])
    .where('token_hash', '=', tokenHash)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

// SQL of the hooks of collections, in their order.

export type Item = Selectable<CollectionHookTable>;
/** Hook in its collection, with its stored text and state in case the catalog no longer has it. */
export type ItemRow = Item & { position: number; text: string; hook_state: HookState; rank_epoch: number };
export type Place = Pick<Item, 'rank' | 'hook_id'>;
/** Place as of an epoch of the collection. */
export type PlaceThen = Place & { rank_epoch: number };

/** Returns items in order. `after` is the last place of the previous page. */
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

/** Returns where a place is now; undefined if the ranks have changed since and its hook was removed. */
export async function placeNow(db: Db, collectionId: string, then: PlaceThen): Promise<Place | undefined> {
  const query = db.selectFrom('collections').select('rank_epoch').where('id', '=', collectionId);
  const epoch = (await query.executeTakeFirst())?.rank_epoch;
  return epoch === then.rank_epoch ? then : findItem(db, collectionId, then.hook_id);
}

export function findItem(db: Db, collectionId: string, hookId: number): Promise<Item | undefined> {
  const query = db.selectFrom('collection_hooks').selectAll().where('collection_id', '=', collectionId);
  return query.where('hook_id', '=', hookId).executeTakeFirst();
}

/** Items of `hookIds` that the collection has. */
export function selectItemsOf(db: Db, collectionId: string, hookIds: readonly number[]): Promise<Item[]> {
  const query = db.selectFrom('collection_hooks').selectAll().where('collection_id', '=', collectionId);
  return query.where(sql<boolean>`hook_id = any(${hookIds}::bigint[])`).execute();
}

/** Positions begin at 1. */
export async function positionOf(db: Db, collectionId: string, { rank, hook_id }: Place): Promise<number> {
  const query = db.selectFrom('collection_hooks').select(({ fn }) => fn.countAll<number>().as('before'));
  const before = query
    .where('collection_id', '=', collectionId)
    .where(sql<boolean>`(rank, hook_id) < (${rank}, ${hook_id})`);
  return (await before.executeTakeFirstOrThrow()).before + 1;
}

/** Places of all hooks but `without`, in order. */
export function selectPlaces(db: Db, collectionId: string, without: number): Promise<Place[]> {
  const query = db.selectFrom('collection_hooks').select(['rank', 'hook_id']).where('collection_id', '=', collectionId);
  return query.where('hook_id', '!=', without).orderBy('rank').orderBy('hook_id').execute();
}

export async function lastRank(db: Db, collectionId: string): Promise<number> {
  const query = db.selectFrom('collection_hooks').select(({ fn }) => fn.max('rank').as('last'));
  return (await query.where('collection_id', '=', collectionId).executeTakeFirst())?.last ?? 0;
}

/** Inserts or updates the items. */
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

/** Gives all hooks but `without` the ranks `gap`, 2 × `gap` and so on, in their present order. */
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

/** Returns the number of deleted items. */
export async function deleteItems(trx: Trx, collectionId: string, hookIds: readonly number[]): Promise<number> {
  const query = trx.deleteFrom('collection_hooks').where('collection_id', '=', collectionId);
  const deleted = await query.where(sql<boolean>`hook_id = any(${hookIds}::bigint[])`).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows);
}

export type SavableHook = { id: number; state: HookState; merged_into: number | null };

/** Waits for takedowns of these hooks, which lock the same rows, so that no hook is saved after its takedown removed it. */
export function lockHooks(trx: Trx, hookIds: readonly number[]): Promise<SavableHook[]> {
  return trx
    .selectFrom('hooks')
    .select(['id', 'state', 'merged_into'])
    .where(sql<boolean>`id = any(${hookIds}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Removes a hook that is taken down from all collections. They are locked first, as in every other change of their hooks. */
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

// SQL of filters by collections: the name and the hooks of each.

/** Loads the collections in `ids` that the account has. */
export async function loadCollections(db: Db, accountId: string, ids: readonly string[]): Promise<Collections> {
  const rows = await db
    .selectFrom('collections as c')
    .select(['c.id', 'c.name', 'c.version', 'c.updated_at'])
    .select(
      sql<number[]>`array(select h.hook_id from collection_hooks h where h.collection_id = c.id)::float8[]`.as('hooks'),
    )
    .where('c.account_id', '=', accountId)
    .where(sql<boolean>`c.id = any(${ids}::text[])`)
    .execute();
  return new Map(
    rows.map(({ id, name, version, updated_at, hooks }) => [
      id,
      { name, version, updatedAt: updated_at, hooks: new Set(hooks) },
    ]),
  );
}

/** Updates the time of saved searches that name a collection, since the deleted collection has no time any more. */
export async function touchSearches(trx: Trx, accountId: string, collection: string): Promise<void> {
  await trx
    .updateTable('searches')
    .set({ updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`filters -> 'collection' ?| ${[collection, `-${collection}`]}::text[]`)
    .execute();
}
