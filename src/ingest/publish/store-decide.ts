// SQL of what each staged record means: which hook it belongs to, and what it changes. store-merge.ts makes the changes.
// The rules in words are in docs/importing.md.
import { sql, type Transaction } from 'kysely';
import { changesHook, publishesHook, saidOf } from '../../catalog/holders/store-said.ts';
import type { Limits } from '../../config/limits.ts';
import type { Tables } from '../../db/tables.ts';
import type { StagedHook } from './store.ts';

/** The columns of `decided` that statements other than `sql` use. */
type Decided = { hook_id: number | null; is_return: boolean };
export type MergeTrx = Transaction<Tables & { incoming: StagedHook; decided: Decided }>;

export type ViewLimits = Pick<Limits, 'viewJumpFactor' | 'viewJumpPerDay'>;

/**
 * Creates `located`: the hook of every staged record, or none. A record's identity is its video, else (source, source id), else its
 * text, or one that a curator replaced, or that of a hook that was merged. A hook that was known by its source id alone gets the video
 * of the first record that names one. Records that share a source id but not the video are told apart by the video; one that names none
 * is of neither. The ids of a merged hook, which has no holders left, are of the one that stayed.
 */
async function locate(trx: MergeTrx, source: string): Promise<void> {
  await sql`analyze incoming`.execute(trx);
  await sql`
create temporary table located as
with shared as (
  select source_id, min(video_key) as video_key, coalesce(min(video_key) <> max(video_key), false) as is_ambiguous
  from incoming where source_id is not null group by 1 having count(*) > 1
), keyed as (
  select i.seq, coalesce(i.video_key, case when not s.is_ambiguous then s.video_key end) as video_key, i.source_id,
    i.text_key, coalesce(s.is_ambiguous, false) as is_ambiguous
  from incoming i left join shared s on s.source_id = i.source_id
), found as (
  select k.*, v.id as video_hook from keyed k left join hooks v on v.video_key = k.video_key
), known as (
  select o.source_id, coalesce(min(o.hook_id) filter (where o.video_key is null), min(o.hook_id)) as hook_id,
    max(o.video_key) as video_key from (
    select h.source_id, h.id as hook_id, h.video_key from hooks h where h.source = ${source} and h.merged_into is null
    union all
    select s.source_id, s.hook_id, h.video_key from hook_sources s join hooks h on h.id = s.hook_id where s.source = ${source}
    union all
    select d.source_id, h.id, h.video_key from hooks d join hooks h on h.id = d.merged_into
    where d.source = ${source} and not exists (select from hook_sources s where s.hook_id = d.id)
  ) o where o.source_id in (select f.source_id from found f where f.video_hook is null)
  group by o.source_id having bool_or(o.video_key is null) or min(o.video_key) = max(o.video_key)
), adopted as (
  select f.video_key, min(k.hook_id) as hook_id from found f join known k on k.source_id = f.source_id
  where f.video_hook is null and f.video_key is not null and not f.is_ambiguous and k.video_key is null
  group by f.video_key
), edited as (
  select o.text_key, min(h.id) as hook_id from former_texts o join hooks h on h.id = o.hook_id
  where h.video_key is null and h.source_id is null and h.merged_into is null group by o.text_key
), merged as (
  select text_key, min(merged_into) as hook_id from (
    select text_key, merged_into from hooks where merged_into is not null and video_key is null and source_id is null
    union all
    select o.text_key, h.merged_into from former_texts o join hooks h on h.id = o.hook_id where h.merged_into is not null
  ) texts group by text_key
)
select f.seq, f.video_key, f.source_id, coalesce(f.video_hook, a.hook_id, k.hook_id, t.id, e.hook_id, m.hook_id) as hook_id,
  coalesce('hook ' || coalesce(f.video_hook, a.hook_id, k.hook_id, t.id, e.hook_id, m.hook_id), f.video_key, 'id ' || f.source_id, f.text_key) as target
from found f
left join adopted a on f.video_hook is null and a.video_key = f.video_key
left join known k on f.video_key is null and k.source_id = f.source_id
left join hooks t on f.video_key is null and f.source_id is null and t.text_key = f.text_key
  and t.video_key is null and t.source_id is null and t.merged_into is null
left join edited e on f.video_key is null and f.source_id is null and e.text_key = f.text_key
left join merged m on f.video_key is null and f.source_id is null and m.text_key = f.text_key`.execute(trx);
  await sql`analyze located`.execute(trx);
}

/**
 * Creates `decided`: one row per staged record, with its verdict. Views are compared with what this source said before (`base`), never
 * with another source's. `is_current` records are not older than that; among those of one hook the last in order of capture is the
 * state to keep (`is_last`), and `is_move` ones change the views on the way. `is_sole`: no other source ever held the hook, so
 * hook_sources has no row of it and the record changes the hook itself; otherwise what the holders say together does. `is_held`
 * records jump further than any video does, and wait for the operator. Their reference is the owner's count, which no other source can
 * raise step by step. Only `contested` targets, with several records, need their order; their rows are sorted, so they are narrow: the
 * other values of a record stay in `incoming`.
 */
export async function decide(
  trx: MergeTrx,
  { source, now, limits }: { source: string; now: Date; limits: ViewLimits },
): Promise<void> {
  await locate(trx, source);
  await sql`
create temporary table decided as
with claimed as (
  select l.seq, l.video_key, l.hook_id, l.target, i.views, i.views_captured_at, i.is_ready,
    h.source = ${source} as is_owner, coalesce(h.source = ${source} and own.hook_id is null or h.retired_by = 'undo', false) as is_sole,
    case when h.retired_by = 'undo' then null when own.hook_id is not null then own.views
      when h.source = ${source} then h.views end as base_views,
    case when h.retired_by = 'undo' then null when own.hook_id is not null then own.views_captured_at
      when h.source = ${source} then h.views_captured_at end as base_captured,
    case when own.accepted_at is not null or h.source = ${source} and own.hook_id is not null then own.views
      else coalesce(owning.views, h.views) end as reference_views,
    case when own.accepted_at is not null or h.source = ${source} and own.hook_id is not null
        then coalesce(own.views_captured_at, own.updated_at)
      else coalesce(owning.views_captured_at, owning.updated_at, h.views_captured_at, h.updated_at) end as reference_at,
    own.rejected_at is not null as is_refused, own.claimed_at is not null as has_claim, own.dropped_at is not null as is_dropped,
    h.video_key is null and l.video_key is not null as is_adopting,
    coalesce(h.retired_by = 'undo', false) as is_revival,
    coalesce(h.state = 'retired' and h.retired_by = 'snapshot', false) as is_return,
    coalesce(h.state in ('rejected', 'retired') and coalesce(h.retired_by, '') not in ('snapshot', 'undo'), false) as is_barred,
    coalesce(case when h.id is null then false
      when h.source = ${source} and own.hook_id is null then ${changesHook} or ${publishesHook}
      when own.said is null then true else own.said <> ${saidOf('i')} end, false) as is_news
  from located l join incoming i using (seq)
  left join hooks h on h.id = l.hook_id
  left join hook_sources own on own.hook_id = l.hook_id and own.source = ${source}
  left join hook_sources owning on owning.hook_id = l.hook_id and owning.source = h.source and h.source <> ${source}
), judged as (
  select c.*,
    c.hook_id is not null and not c.is_revival and coalesce(c.views > ${limits.viewJumpFactor}::float8 * c.reference_views
      and c.views - c.reference_views > ${limits.viewJumpPerDay}::float8
        * greatest(1, extract(epoch from least(c.views_captured_at, ${now}::timestamptz) - c.reference_at) / 86400), false) as is_held,
    c.base_views is null or case when c.views_captured_at is not null and c.base_captured is not null and c.views_captured_at <> c.base_captured
      then c.views_captured_at > c.base_captured else c.views > c.base_views end as is_fresh,
    c.base_views is null or case when c.views_captured_at is not null and c.base_captured is not null
      then c.views_captured_at >= c.base_captured else c.views >= c.base_views end as is_newest
  from claimed c
), live as (
  select j.*, j.is_newest and not j.is_held as is_current from judged j
), contested as (
  select target from live group by target having count(*) > 1
), ordered as (
  select l.*,
    coalesce(lag(case when l.is_fresh then l.views end) over chronicle, l.base_views) as previous_views,
    l.is_current and lead(l.seq) over chronicle is null as is_last,
    min(l.views_captured_at) over run as first_captured, min(l.views) over run = max(l.views) over run as is_flat
  from live l where exists (select from contested c where c.target = l.target)
  window run as (partition by l.target, l.is_current),
    chronicle as (partition by l.target, l.is_current order by l.is_fresh, l.views_captured_at nulls first, l.views, l.seq)
  union all
  select l.*, l.base_views, l.is_current, l.views_captured_at, true
  from live l where not exists (select from contested c where c.target = l.target)
), marked as (
  select o.*,
    o.is_current and o.is_fresh and coalesce(o.views <> o.previous_views, o.is_last or not o.is_flat) as is_move,
    o.is_last and o.is_fresh and (o.views is distinct from o.previous_views or o.views is distinct from o.base_views) as has_new_views
  from ordered o
)
select m.*, m.is_last and (m.hook_id is null or m.is_revival) as is_new,
  m.hook_id is not null and not m.is_barred and not m.is_revival
    and (not m.is_sole and (m.has_new_views or m.is_last and m.is_news) or m.is_dropped or m.is_held and not m.is_refused or m.has_claim)
    as is_holding,
  m.hook_id is not null and not m.is_barred and not m.is_revival and m.is_sole and m.is_last
    and (m.has_new_views or m.is_news) as is_change
from marked m`.execute(trx);
  await sql`analyze decided`.execute(trx);
}
