// SQL that publishes the results of refreshes: view counts with their history, and the state of videos.
import { sql } from 'kysely';
import { creatorsOf, prepareMedians, showOutliers, viewsPerDay } from '../../catalog/outliers/store.ts';
import { storeMeasured } from '../../catalog/source-records/store.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/database.ts';
import { retireAfterMs, unavailableAfter } from './schedule.ts';
import { isRefreshed } from './store.ts';

export type FoundRules = {
  limits: Pick<Limits, 'viewJumpFactor' | 'viewJumpPerDay'>;
  retiresUnavailable: boolean;
};
export type FoundStamp = { now: Date; version: number };

/** `changed` hooks need a version; `held` ones have a count that is held for the operator. */
export type FoundWork = { found: number; changed: number; moved: number; held: number };

const seconds = (ms: number) => sql.lit(ms / 1000);

/**
 * Creates `refreshed`: the effects of at most `size` results. A count is accepted if it is newer than the hook's count from any source, and
 * not a jump (`is_held`), which is held for the operator as in an import. A count that confirms a dated one changes nothing.
 */
export async function collectFound(
  trx: Trx,
  size: number,
  { limits, retiresUnavailable }: FoundRules,
): Promise<FoundWork> {
  await sql`drop table if exists refreshed`.execute(trx);
  await sql`
create temporary table refreshed on commit drop as
with found as (
  select c.*, h.id is not null as is_known, h.views as former_views, coalesce(h.views_captured_at, h.updated_at) as former_at,
    h.views_captured_at is null as is_undated, h.views_per_day, h.state, h.retired_by, h.source_state, h.source
  from (select * from view_checks where is_found order by hook_id limit ${size} for update) c
  left join hooks h on h.id = c.hook_id and ${isRefreshed('h')}
), judged as (
  select f.*, coalesce(f.views is not null and f.checked_at > f.former_at, false) as is_newer,
    coalesce(f.views > ${limits.viewJumpFactor}::float8 * f.former_views and f.views - f.former_views > ${limits.viewJumpPerDay}::float8
      * greatest(1, extract(epoch from f.checked_at - f.former_at) / 86400), false) as is_jump,
    case when f.omissions = 0 then 'available'
      when f.omissions >= ${sql.lit(unavailableAfter.omissions)}
        and f.checked_at - f.omitted_since >= ${seconds(unavailableAfter.ms)} * interval '1 second' then 'unavailable'
      else f.source_state end as next_state
  from found f
), decided as (
  select j.*, is_newer and is_jump as is_held, is_newer and not is_jump and (views <> former_views or is_undated) as is_move,
    is_newer and views = former_views and not is_undated as is_confirmed,
    -- Counts of a platform rise in lumps, so only a day without a rise says that views do not grow.
    is_newer and views = former_views and views_per_day > 0 and checked_at - former_at >= interval '1 day' as is_stalled,
    ${retiresUnavailable}::boolean and coalesce(next_state = 'unavailable' and state in ('published', 'pending') and retired_at is null
      and checked_at - omitted_since >= ${seconds(retireAfterMs)} * interval '1 second', false) as is_retired,
    coalesce(next_state = 'available' and retired_by = 'unavailable', false) as is_back
  from judged j
)
select d.*, is_known and (is_move or coalesce(is_stalled, false) or is_retired or is_back or next_state is distinct from source_state) as is_change from decided d`.execute(
    trx,
  );
  await sql`analyze refreshed`.execute(trx);
  const { rows } = await sql<FoundWork>`
select count(*) as found, count(*) filter (where is_change) as changed, count(*) filter (where is_move) as moved,
  count(*) filter (where is_held) as held from refreshed`.execute(trx);
  return rows[0] ?? { found: 0, changed: 0, moved: 0, held: 0 };
}

/**
 * Keeps former counts, and the new ones as measured by a refresh: one per UTC day, since trends count by day. A former count belongs to the
 * import that last changed the hook, so that its undo removes it.
 */
export async function insertRefreshedHistory(trx: Trx): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select r.hook_id, r.former_at, r.former_views, (
  select s.import_id from hook_sources s where s.hook_id = r.hook_id order by s.updated_at desc limit 1)
from refreshed r where r.is_move and r.former_views <> r.views
on conflict do nothing`.execute(trx);
  await sql`
delete from view_history v using refreshed r where r.is_move and v.hook_id = r.hook_id and v.refreshed and v.captured_at < r.checked_at
  and v.captured_at >= date_trunc('day', r.checked_at at time zone 'UTC') at time zone 'UTC'`.execute(trx);
  await sql`
insert into view_history (hook_id, captured_at, views, refreshed)
select hook_id, checked_at, views, true from refreshed where is_move
union all
select hook_id, confirmed_at, former_views, true from refreshed
where is_move and former_views <> views and confirmed_at > former_at and confirmed_at < checked_at
on conflict (hook_id, captured_at) do update set views = excluded.views, refreshed = true`.execute(trx);
}

export async function updateRefreshed(trx: Trx, { now, version }: FoundStamp): Promise<void> {
  const rate = viewsPerDay(
    // A rise after days without one belongs to the last day at most.
    { views: sql`r.former_views`, at: sql`greatest(r.former_at, r.confirmed_at - interval '1 day')` },
    { views: sql`r.views`, at: sql`r.checked_at` },
    sql`h.views_per_day`,
  );
  await sql`
update hooks h set
  views_per_day = case when r.is_move then ${rate} when r.is_stalled then 0 else h.views_per_day end,
  views = case when r.is_move then r.views else h.views end,
  views_captured_at = case when r.is_move then r.checked_at else h.views_captured_at end,
  source_state = r.next_state,
  state = case when r.is_retired then 'retired' when not r.is_back then h.state when h.added_version is null then 'pending' else 'published' end,
  retired_by = case when r.is_retired then 'unavailable' when r.is_back then null else h.retired_by end,
  added_version = case when r.is_back and h.added_version is not null then ${version}::bigint else h.added_version end,
  updated_at = ${now}::timestamptz, version = ${version}::bigint
from refreshed r where r.hook_id = h.id and r.is_change`.execute(trx);
  await storeMeasured(trx, sql`select hook_id from refreshed where is_move`);
  await prepareMedians(trx, creatorsOf(version));
  await showOutliers(trx, version);
}

/** Stores the counts as claims of the owner. If the operator refused one, they are ignored. */
export async function insertHeld(trx: Trx, now: Date): Promise<void> {
  await sql`
update hook_sources o set claimed_views = r.views, claimed_captured_at = r.checked_at, claimed_at = ${now}
from refreshed r where r.is_held and o.hook_id = r.hook_id and o.source = r.source and o.rejected_at is null`.execute(
    trx,
  );
}

/** Removes the published results. */
export async function clearFound(trx: Trx): Promise<void> {
  await sql`
update view_checks c set is_found = false, views = null,
  confirmed_at = case when r.is_confirmed then r.checked_at when r.is_move then null else c.confirmed_at end,
  retired_at = case when r.is_retired then r.checked_at when r.omissions > 0 then c.retired_at end
from refreshed r where r.hook_id = c.hook_id`.execute(trx);
}
