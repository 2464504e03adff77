// SQL of values that operators added to the taxonomy.
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { type OwnValue, setOwnValues } from '../../taxonomy/taxonomy.ts';

export function selectOwnValues(db: Db): Promise<OwnValue[]> {
  return db.selectFrom('own_values').selectAll().orderBy('kind').orderBy('id').execute();
}

/** For threads that serve no catalog: a snapshot brings them. */
export async function loadOwnValues(db: Db): Promise<void> {
  setOwnValues(await selectOwnValues(db));
}

export async function upsertOwnValue(trx: Trx, { kind, id, ...value }: OwnValue): Promise<void> {
  await trx
    .insertInto('own_values')
    .values({ kind, id, ...value })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(value))
    .execute();
}

/** With the mappings to it, so that these values are unknown again. */
export async function deleteOwnValue(trx: Trx, { kind, id }: OwnValue): Promise<void> {
  await trx.deleteFrom('value_mappings').where('field', '=', kind).where('becomes', '=', id).execute();
  await trx.deleteFrom('own_values').where('kind', '=', kind).where('id', '=', id).execute();
}

/** Hooks that are published or wait for review, by the value's id. */
export async function countHooksWith(
  db: Db,
  kind: OwnValue['kind'],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('hooks')
    .select(({ fn, ref }) => [ref(kind).as('id'), fn.countAll<number>().as('hooks')])
    .where(kind, 'in', ids)
    .where('state', 'in', ['published', 'pending'])
    .groupBy(sql.ref(kind))
    .execute();
  return new Map(rows.map(({ id, hooks }) => [id, Number(hooks)]));
}
