// SQL of values that do not ship: approved platforms, the languages of the catalog, and what operators added to the taxonomy.
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

/** Platforms as files named them, of hooks that have `Other`; the most frequent first. */
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

/** Every name that files give to hooks with `Other`. */
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

/** The condition of records and hooks of a source; the empty one is all. */
export const isOf = (source: string) => sql<boolean>`(${source} = '' or source = ${source})`;

type PlatformChange = { platform: string; version: number };

/** Hooks with `Other` whose files give one of these names get the platform. Returns their numbers. */
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

/** Every hook with the platform gets `Other`, and keeps the name. Returns their number. */
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
