// SQL of announcing catalog changes: the last announced version, hooks that reached a threshold, retired and returned hooks.
import { type RawBuilder, sql } from 'kysely';
import { toSnapshotRow } from '../../catalog/search/match.ts';
import { snapshotColumns } from '../../catalog/snapshot/store.ts';
import type { CatalogVersion } from '../../catalog/store.ts';
import type { Trx } from '../../db/database.ts';
import { thresholds } from './event.ts';
import type { AddedHook } from './store-announce.ts';

/** Locks the row until the transaction ends. Resolves to undefined if another process is announcing, or there is no newer version. */
export async function lockAnnounced(trx: Trx, version: number): Promise<AnnouncedVersion | undefined> {
  const query = trx.selectFrom('announced_versions').select(['version', 'at']).where('name', '=', 'hooks');
  return query.where('version', '<', version).forUpdate().skipLocked().executeTakeFirst();
}

/** `at` is null after an upgrade. */
type AnnouncedVersion = { version: number; at: Date | null };

export async function setAnnounced(trx: Trx, { version, at }: CatalogVersion): Promise<void> {
  await trx.updateTable('announced_versions').set({ version, at }).where('name', '=', 'hooks').execute();
}

/** Versions after `after`, up to `until`. */
export type Range = { after: AnnouncedVersion; until: CatalogVersion };

/** Fields that the event adds to the hook; null if it reached no threshold of this kind. */
type Reached = 'crossed' | 'previous_views' | 'crossed_views_per_day' | 'views_per_day';
export type Crossing = { id: number } & Record<Reached, number | null>;

const highest = (column: 'views' | 'views_per_day') =>
  sql`coalesce((select max(n) from unnest(${thresholds[column]}::bigint[]) n where n <= ${sql.ref(`h.${column}`)}), 0)`;

/**
 * Stores the highest thresholds that each changed hook has reached. Returns hooks that reached a new one, except hooks that these versions
 * added. A count that falls and rises again is not returned twice.
 */
export async function reachThresholds(trx: Trx, { after, until }: Range): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
with reached as (
  insert into hook_thresholds as t (hook_id, views, views_per_day)
  select id, ${highest('views')}, ${highest('views_per_day')} from hooks h
  where version > ${after.version} and version <= ${until.version} and state = 'published'
    and (views >= ${thresholds.views[0]} or views_per_day >= ${thresholds.views_per_day[0]})
  on conflict (hook_id) do update set views = greatest(t.views, excluded.views), views_per_day = greatest(t.views_per_day, excluded.views_per_day)
    where t.views < excluded.views or t.views_per_day < excluded.views_per_day
  returning hook_id, views, views_per_day
), crossed as (
  -- Within the statement the table has the former thresholds.
  select r.hook_id, case when r.views > coalesce(t.views, 0) then r.views end as views,
    case when r.views_per_day > coalesce(t.views_per_day, 0) then r.views_per_day end as views_per_day
  from reached r left join hook_thresholds t using (hook_id)
)
select h.id, case when before.views is not null then c.views end as crossed, before.views as previous_views,
  c.views_per_day as crossed_views_per_day, case when c.views_per_day is not null then h.views_per_day end as views_per_day
from crossed c join hooks h on h.id = c.hook_id and h.added_version <= ${after.version}
left join lateral (select v.views from view_history v where v.hook_id = c.hook_id and v.views < c.views
  order by v.captured_at desc limit 1) before on true
where before.views is not null or c.views_per_day is not null order by h.id`.execute(trx);
  return rows;
}

/** Lowers the thresholds of hooks after an undo, so that reaching them again triggers a notification. */
export async function lowerThresholds(trx: Trx, hookIds: RawBuilder<unknown>) {
  await sql`
update hook_thresholds t set views = least(t.views, ${highest('views')}), views_per_day = least(t.views_per_day, ${highest('views_per_day')})
from hooks h where h.id = t.hook_id and t.hook_id in (${hookIds})`.execute(trx);
}

const pageSize = 10_000;

/** In order of id, in pages. */
async function* pagesOf<H extends Parameters<typeof toSnapshotRow>[0]>(select: (after: number) => Promise<H[]>) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const hooks: ReturnType<typeof toSnapshotRow<H>>[] = (await select(after)).map(toSnapshotRow);
    if (hooks.length > 0) yield hooks;
    after = hooks.length < pageSize ? undefined : hooks.at(-1)?.id;
  }
}

function changedHooks(trx: Trx, { after, until }: Range, last: number) {
  return trx
    .selectFrom('hooks')
    .select(snapshotColumns)
    .where('version', '>', after.version)
    .where('version', '<=', until.version)
    .where('id', '>', last)
    .orderBy('id')
    .limit(pageSize);
}

export type RetiredHook = AddedHook & { retired_by: string | null; retired_at: Date };

/** Tolerance for clock differences between processes, one of which sets the time of an undo. */
const tolerance = sql`interval '1 minute'`;

/**
 * Selects hooks that clients had and no longer have, including hooks that these versions both added and removed. Imports may change the
 * version of a hook that is pending again after an undo; that does not announce it again.
 */
export function selectRetired(trx: Trx, range: Range): AsyncGenerator<RetiredHook[]> {
  const since = sql`coalesce(${range.after.at}::timestamptz - ${tolerance}, '-infinity')`;
  const wasUndone = sql<boolean>`state in ('pending', 'rejected') and exists (
    select 1 from edits where undone_at > ${since} union all select 1 from imports where undone_at > ${since})`;
  return pagesOf((last) =>
    changedHooks(trx, range, last)
      .select(['retired_by', 'updated_at as retired_at'])
      .where(({ or, eb }) => or([eb('state', '=', 'retired'), wasUndone]))
      .where('added_version', 'is not', null)
      .execute(),
  );
}

/** Selects hooks that clients had before and that these versions published again. */
export function selectReturned(trx: Trx, range: Range): AsyncGenerator<AddedHook[]> {
  const { after } = range;
  return pagesOf(async (last) => {
    if (after.at === null) return [];
    const query = changedHooks(trx, range, last).where('state', '=', 'published');
    return query.where('added_version', '>', after.version).where('added_at', '<', after.at).execute();
  });
}
