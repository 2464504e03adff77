// SQL of collections.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PlanName } from '../accounts/caller.ts';
import type { Db, Trx } from '../db/database.ts';
import type { CollectionTable } from '../db/tables/collections.ts';

export type CollectionRow = Selectable<CollectionTable> & { hooks: number };

const hooks = sql<number>`(select count(*) from collection_hooks h where h.collection_id = collections.id)::int`;

function collectionsOf(db: Db, accountId: string) {
  return db.selectFrom('collections').selectAll().select(hooks.as('hooks')).where('account_id', '=', accountId);
}

export async function insertCollection(trx: Trx, row: Insertable<CollectionTable>): Promise<CollectionRow> {
  return { ...(await trx.insertInto('collections').values(row).returningAll().executeTakeFirstOrThrow()), hooks: 0 };
}

/** The newest first. `hook`: only those that hold it. */
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

/** Until the transaction ends, nothing else changes the collection or its hooks. */
export async function lockCollection(trx: Trx, id: string, accountId: string): Promise<CollectionRow | undefined> {
  const query = trx.selectFrom('collections').select('id').where('id', '=', id).where('account_id', '=', accountId);
  if (!(await query.forUpdate().executeTakeFirst())) return undefined;
  // After the lock, so that the count is of what the transaction before committed.
  return findCollection(trx, id, accountId);
}

export async function countCollections(db: Db, accountId: string): Promise<number> {
  const query = db.selectFrom('collections').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).all;
}

/** Also for a change of its hooks. */
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

/** Shared by this token. Undefined if its account is suspended or deleted. */
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
