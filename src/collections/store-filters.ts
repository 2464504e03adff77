// SQL of filters by collections: the name and the hooks of each.
import { sql } from 'kysely';
import type { Collections } from '../catalog/search/collection-filter.ts';
import type { Db, Trx } from '../db/database.ts';

/** Those of `ids` that the account has. */
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

/** Changes the time of the saved searches that name a collection, which is deleted and cannot tell its own any more. */
export async function touchSearches(trx: Trx, accountId: string, collection: string): Promise<void> {
  await trx
    .updateTable('searches')
    .set({ updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`filters -> 'collection' ?| ${[collection, `-${collection}`]}::text[]`)
    .execute();
}
