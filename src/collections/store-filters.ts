// SQL of filters by collections: the name and the hooks of each.
import { sql } from 'kysely';
import type { Collections } from '../catalog/search/collection-filter.ts';
import type { Db } from '../db/database.ts';

/** Those of `ids` that the account has. */
export async function loadCollections(db: Db, accountId: string, ids: readonly string[]): Promise<Collections> {
  const rows = await db
    .selectFrom('collections as c')
    .select(['c.id', 'c.name', 'c.version'])
    .select(
      sql<number[]>`array(select h.hook_id from collection_hooks h where h.collection_id = c.id)::float8[]`.as('hooks'),
    )
    .where('c.account_id', '=', accountId)
    .where(sql<boolean>`c.id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name, version, hooks }) => [id, { name, version, hooks: new Set(hooks) }]));
}
