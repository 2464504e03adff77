// The merge of staged records into the catalog, as SQL over whole sets: what each record means, then what that changes.
// Parameters of every statement come from publish.ts; the rules in words are in docs/importing.md.

/**
 * One row per staged record, with its verdict. A record belongs to a *target*: the hook of its (source, source_id), else of
 * its text, else a new one; a source id that the file repeats has its first text. Among the identities that claim one target the most viewed wins; the rest are duplicates.
 * `is_move` records change the views, in order of capture; `is_last` is the state to keep, `is_new_state` where it is not the one there is. Rows are kept narrow, since they
 * are sorted three times: what else a record holds stays in `incoming`, under its `seq`.  $1 = source
 */
export const decide = `
create temporary table decided as
with firsts as (
  select distinct on (source_id) source_id, text_key, text from incoming
  where source_id in (select source_id from incoming where source_id is not null group by 1 having count(*) > 1)
  order by source_id, seq
), keyed as (
  select i.seq, i.source_id, i.views, i.views_captured_at, i.is_ready, coalesce(i.source_id, i.text_key) as identity,
    coalesce(f.text_key, i.text_key) as target_key, f.text as target_text
  from incoming i left join firsts f on f.source_id = i.source_id
), located as (
  select k.seq, k.target_key, k.target_text, k.views, k.views_captured_at, k.is_ready,
    coalesce(s.id, t.id) as hook_id, coalesce(s.views, t.views) as base_views,
    coalesce(s.views_captured_at, t.views_captured_at) as base_captured,
    coalesce(s.state, t.state) as base_state, coalesce(s.retired_by, t.retired_by) as base_retired_by,
    coalesce('hook ' || coalesce(s.id, t.id), k.target_key) as target,
    case when s.id is not null or (t.source = $1 and (k.source_id is null or t.source_id is null)) then 'own' else k.identity end as rival
  from keyed k
  left join hooks s on s.source = $1 and s.source_id = k.source_id
  left join hooks t on s.id is null and t.text_key = k.target_key
), rivals as (
  select l.*, max(l.views) over (partition by l.target, l.rival) as rival_views from located l
), judged as (
  select r.*,
    r.rival = case when first_value(r.rival_views) over best <= r.base_views then 'own' else first_value(r.rival) over best end as is_winner,
    r.hook_id is null
      or case when r.views_captured_at is not null and r.base_captured is not null and r.views_captured_at <> r.base_captured
        then r.views_captured_at > r.base_captured else r.views > r.base_views end as is_fresh
  from rivals r
  window best as (partition by r.target order by r.rival_views desc, (r.rival = 'own') desc, r.seq)
), ordered as (
  select j.*,
    coalesce(lag(j.views) over chronicle, j.base_views) as previous_views,
    lead(j.seq) over chronicle is null as is_last,
    min(j.views_captured_at) over (partition by j.target, j.is_winner and j.is_fresh) as first_captured
  from judged j
  window chronicle as (partition by j.target, j.is_winner and j.is_fresh order by j.views_captured_at nulls first, j.views, j.seq)
)
select o.*, o.is_winner and o.is_fresh as is_live,
  o.is_winner and o.is_fresh and (o.previous_views is null or o.views <> o.previous_views) as is_move,
  o.is_winner and o.is_fresh and o.is_last
    and (o.previous_views is null or o.views <> o.previous_views or o.views <> o.base_views) as is_new_state,
  o.is_winner and o.base_state = 'retired' and o.base_retired_by = 'snapshot' as is_return,
  coalesce(o.base_state in ('rejected', 'retired') and o.base_retired_by is distinct from 'snapshot', false) as is_barred
from ordered o`;

/** A hook's past view counts, and those that this file itself passes through.  $1 = now */
export const keepHistory = `
insert into view_history (hook_id, captured_at, views)
select distinct on (hook_id, captured_at) hook_id, captured_at, views from (
  select d.hook_id, coalesce(d.base_captured, h.updated_at) as captured_at, d.base_views as views
  from decided d join hooks h on h.id = d.hook_id where d.is_new_state and not d.is_barred
  union all
  select coalesce(d.hook_id, n.id), coalesce(d.views_captured_at, $1::timestamptz), d.views
  from decided d left join hooks n on d.hook_id is null and n.text_key = d.target_key
  where d.is_move and not d.is_last and not d.is_barred
) points where hook_id is not null order by hook_id, captured_at, views desc
on conflict do nothing`;

/** $1 = source, $2 = now, $3 = version, $4 = import, $5 = sample */
export const addHooks = `
insert into hooks (state, text, text_key, source, source_id, views, platform, archetype, emotional_trigger, niche, format,
  language, creator, source_url, published_at, views_captured_at, likes, comments, shares, duration_seconds, template,
  word_count, label_method, label_confidence, sample, import_id, added_at, seen_at, updated_at, version, added_version)
select case when i.is_ready then 'published' else 'pending' end, coalesce(d.target_text, i.text), d.target_key, $1::text, i.source_id, i.views, i.platform,
  i.archetype, i.emotional_trigger, i.niche, i.format, i.language, i.creator, i.source_url, i.published_at, i.views_captured_at,
  i.likes, i.comments, i.shares, i.duration_seconds, i.template, i.word_count, i.label_method, i.label_confidence,
  $5::boolean, $4::text, $2::timestamptz, least($2::timestamptz, d.first_captured), $2::timestamptz, $3::bigint,
  case when i.is_ready then $3::bigint end
from incoming i join decided d using (seq) where d.hook_id is null and d.is_live and d.is_last`;

/** $1 = source, $2 = now, $3 = version */
export const updateHooks = `
update hooks h set views = i.views, views_captured_at = i.views_captured_at,
  likes = coalesce(i.likes, h.likes), comments = coalesce(i.comments, h.comments), shares = coalesce(i.shares, h.shares),
  creator = coalesce(i.creator, h.creator), source_url = coalesce(i.source_url, h.source_url),
  published_at = coalesce(i.published_at, h.published_at), duration_seconds = coalesce(i.duration_seconds, h.duration_seconds),
  source = case when d.rival = 'own' then h.source else $1 end,
  source_id = case when d.rival = 'own' then h.source_id else i.source_id end,
  updated_at = $2::timestamptz, version = $3::bigint
from decided d join incoming i using (seq)
where d.hook_id = h.id and d.is_new_state and not d.is_barred`;

/** Retired by a snapshot and back again.  $1 = now, $2 = version */
export const restoreHooks = `
update hooks h set state = 'published', retired_by = null, updated_at = $1::timestamptz, version = $2::bigint, added_version = $2::bigint
where h.id in (select hook_id from decided where is_return)`;

/** $1 = source, $2 = now, $3 = version, $4 = import */
export const retireMissing = `
update hooks h set state = 'retired', retired_by = 'snapshot', updated_at = $2::timestamptz, version = $3::bigint
where h.source = $1 and h.state in ('published', 'pending') and h.import_id is distinct from $4
  and not exists (select 1 from decided d where d.hook_id = h.id)`;

/** Every record counted once. */
export const countVerdicts = `
select
  count(*) filter (where is_new and is_ready) as added,
  count(*) filter (where is_new and not is_ready) as pending,
  count(*) filter (where is_updated) as updated,
  count(*) filter (where not is_new and not is_updated and (not is_winner or hook_id is null)) as duplicates,
  count(*) filter (where not is_new and not is_updated and is_winner and hook_id is not null) as unchanged
from (
  select d.*, hook_id is null and is_live and is_last as is_new,
    not is_barred and not (hook_id is null and is_live and is_last)
      and (is_move or seq in (select min(seq) from decided where is_return group by target)) as is_updated
  from decided d
) verdicts`;

/** Publications wait for each other here, so versions follow one another without gaps. */
export const lockCatalog = 'select version from catalog for update';

export const raiseVersion = `
with raised as (update catalog set version = version + 1, updated_at = now() returning 1)
select pg_notify('hookline_catalog', '') from raised`;
