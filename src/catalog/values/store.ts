// SQL of values that do not ship with Hookline: approved platforms, languages of the catalog, and taxonomy values of operators.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { type OwnValue, setOwnValues } from '../../taxonomy/taxonomy.ts';

type Kind = Tables['known_values']['kind'];

export async function selectKnownValues(db: Db, kind: Kind): Promise<string[]> {
  const rows = await db.selectFrom('known_values').select('value').where('kind', '=', kind).orderBy('value').execute();
  return rows.map(({ value }) => value);
}

export async function insertKnownValues(trx: Trx, kind: Kind, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  const rows = values.map((value) => ({ kind, value }));
  await trx
    .insertInto('known_values')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteKnownValue(trx: Trx, kind: Kind, value: string): Promise<boolean> {
  const deleted = trx.deleteFrom('known_values').where('kind', '=', kind).where('value', '=', value);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

export type GivenPlatform = { name: string; hooks: number };

/** Returns platform names from files, for hooks with `Other`, the most frequent first. */
export async function selectGivenPlatforms(db: Database, limit: number): Promise<GivenPlatform[]> {
  return db
    .selectFrom('hooks')
    .select(({ fn }) => [sql<string>`given_platform`.as('name'), fn.countAll<number>().as('hooks')])
    .where('given_platform', 'is not', null)
    .where('platform', '=', 'Other')
    .groupBy('given_platform')
    .orderBy('hooks', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Returns every platform name from files, for hooks with `Other`. */
export async function selectGivenNames(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('hooks')
    .select('given_platform')
    .distinct()
    .where('given_platform', 'is not', null)
    .where('platform', '=', 'Other')
    .execute();
  return rows.flatMap(({ given_platform }) => given_platform ?? []);
}

/** Condition of records and hooks of a source; an empty name selects all. */
export const isOf = (source: string) => sql<boolean>`(${source} = '' or source = ${source})`;

type PlatformChange = { platform: string; version: number };

/** Gives the platform to hooks with `Other` whose files contain one of these names. Returns their ids. */
export async function givePlatform(
  trx: Trx,
  given: readonly string[],
  { platform, version, source = '' }: PlatformChange & { source?: string },
): Promise<number[]> {
  if (given.length === 0) return [];
  await trx
    .updateTable('hook_sources')
    .set({ platform })
    .where('given_platform', 'in', given)
    .where('platform', '=', 'Other')
    .where(isOf(source))
    .execute();
  const changed = await trx
    .updateTable('hooks')
    .set({ platform, version, updated_at: sql`now()` })
    .where('given_platform', 'in', given)
    .where('platform', '=', 'Other')
    .where(isOf(source))
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

/** Gives `Other` to every hook with the platform, and keeps its name. Returns the number of hooks. */
export async function takePlatform(trx: Trx, { platform, version }: PlatformChange): Promise<number> {
  const other = { platform: 'Other', given_platform: sql<string>`coalesce(given_platform, platform)` };
  await trx.updateTable('hook_sources').set(other).where('platform', '=', platform).execute();
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({
      ...other,
      version,
      updated_at: sql`now()`,
    })
    .where('platform', '=', platform)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

// Niches and archetypes that operators added.

/** Must be called in threads that serve no catalog; others load the values with a snapshot. */
export async function loadOwnValues(db: Db): Promise<void> {
  setOwnValues(await db.selectFrom('own_values').selectAll().orderBy('kind').orderBy('id').execute());
}

/** Includes the number of published and pending hooks. */
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

/** Deletes the mappings too, so that the mapped values are unknown again. */
export async function deleteOwnValue(trx: Trx, { kind, id }: OwnValue): Promise<void> {
  await trx.deleteFrom('value_mappings').where('field', '=', kind).where('becomes', '=', id).execute();
  await trx.deleteFrom('own_values').where('kind', '=', kind).where('id', '=', id).execute();
}
