// SQL of values that operators added to the taxonomy.
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { type OwnValue, setOwnValues } from '../../taxonomy/taxonomy.ts';

/** For threads that serve no catalog: to others a snapshot brings them. */
export async function loadOwnValues(db: Db): Promise<void> {
  setOwnValues(await db.selectFrom('own_values').selectAll().orderBy('kind').orderBy('id').execute());
}

/** With the number of hooks that are published or wait for review. */
export async function selectOwnValues(db: Db): Promise<(OwnValue & { hooks: number })[]> {
  const { rows } = await sql<OwnValue & { hooks: number }>`
select o.*, coalesce(h.hooks, 0) as hooks from own_values o left join (
  select 'niche' as kind, niche as id, count(*)::int as hooks from hooks where state in ('published', 'pending') group by niche
  union all select 'archetype', archetype, count(*)::int from hooks where state in ('published', 'pending') group by archetype
) h using (kind, id) order by kind, id`.execute(db);
  return rows;
}

export async function upsertOwnValue(trx: Trx, { kind, id, ...value }: OwnValue): Promise<void> {
  const insert = trx.insertInto('own_values').values({ kind, id, ...value });
  await insert.onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(value)).execute();
}

/** With the mappings to it, so that these values are unknown again. */
export async function deleteOwnValue(trx: Trx, { kind, id }: OwnValue): Promise<void> {
  await trx.deleteFrom('value_mappings').where('field', '=', kind).where('becomes', '=', id).execute();
  await trx.deleteFrom('own_values').where('kind', '=', kind).where('id', '=', id).execute();
}
