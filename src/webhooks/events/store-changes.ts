// SQL of announcing changes of the catalog: how far they were announced, hooks that reached a threshold, and retired hooks.
import { sql } from 'kysely';
import { matchedColumns } from '../../catalog/search/match.ts';
import type { Trx } from '../../db/database.ts';
import { type AddedHook, msOf } from './store-announce.ts';

/** Locked until the transaction ends; undefined if another process announces now, or nothing is new. */
export async function lockAnnounced(trx: Trx, version: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('announced_versions')
    .select('version')
    .where('name', '=', 'hooks')
    .where('version', '<', version)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.version;
}

export async function setAnnounced(trx: Trx, version: number): Promise<void> {
  await trx.updateTable('announced_versions').set({ version }).where('name', '=', 'hooks').execute();
}

/** Versions after the first up to the second. */
export type Range = { after: number; until: number };

export type Crossing = { id: number; crossed: number; previousViews: number };

/**
 * Stores the highest threshold that each changed hook has reached. Returns those that reached it since: not hooks that clients got in
 * these versions, and not again after a count went down and up.
 */
export async function reachThresholds(
  trx: Trx,
  { after, until }: Range,
  thresholds: readonly number[],
): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
with reached as (
  insert into hook_thresholds as t (hook_id, views)
  select id, (select max(n) from unnest(${thresholds}::bigint[]) n where n <= h.views) from hooks h
  where version > ${after} and version <= ${until} and state = 'published' and views >= ${thresholds[0]}
  on conflict (hook_id) do update set views = excluded.views where t.views < excluded.views
  returning hook_id, views
)
select r.hook_id as id, r.views as crossed, before.views as "previousViews" from reached r
join hooks h on h.id = r.hook_id and h.added_version <= ${after}
cross join lateral (select v.views from view_history v where v.hook_id = r.hook_id and v.views < r.views
  order by v.captured_at desc limit 1) before
order by r.hook_id`.execute(trx);
  return rows;
}

export type RetiredHook = AddedHook & { retired_by: string | null; retired_at: Date };

/** Hooks that clients had before these versions, in order of id, in pages. */
export async function* selectRetired(trx: Trx, { after, until }: Range): AsyncGenerator<RetiredHook[]> {
  const pageSize = 10_000;
  for (let last: number | undefined = 0; last !== undefined; ) {
    const hooks: RetiredHook[] = await trx
      .selectFrom('hooks')
      .select(matchedColumns.filter((name) => name !== 'added_at' && name !== 'published_at'))
      .select([msOf('added_at').$notNull().as('added_at'), msOf('published_at').as('published_at')])
      .select(['retired_by', 'updated_at as retired_at'])
      .where('state', '=', 'retired')
      .where('version', '>', after)
      .where('version', '<=', until)
      .where('added_version', '<=', after)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (hooks.length > 0) yield hooks;
    last = hooks.length < pageSize ? undefined : hooks.at(-1)?.id;
  }
}
