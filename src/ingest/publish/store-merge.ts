// SQL of the merge of staged records into the catalog, over whole sets: first what each record means, then the changes.
// The rules in words are in docs/importing.md.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Limits } from '../../config/limits.ts';
import {
  type HookColumnName,
  hookColumn,
  mergedColumns,
  type StagedColumn,
  stagedColumns,
} from '../../db/hook-columns.ts';
import type { Tables } from '../../db/tables.ts';
import type { ImportReport } from '../imports/import-record.ts';
import type { StagedHook } from './store.ts';

/** The columns of `decided` that statements other than `sql` use. */
type Decided = { hook_id: number | null; is_return: boolean };
export type MergeTrx = Transaction<Tables & { incoming: StagedHook; decided: Decided }>;

/** The publication that changes hooks; `version` is the catalog version that it creates. */
export type Stamp = { source: string; importId: string; now: Date; version: number };

export type ViewLimits = Pick<Limits, 'viewJumpFactor' | 'viewJumpPerDay'>;

/**
 * Creates `decided`: one row per staged record, with its verdict. A record belongs to a *target*: the hook that its source holds under
 * its source id, else the hook of its text, else a new one; a source id that the file repeats has its first text. Views are compared
 * with what this source said before (`base`), never with another source's. Among the identities of the file that claim one target the
 * most viewed wins; the rest are duplicates. `is_move` records change the views, in order of capture; `is_last` is the state to keep,
 * `is_new_state` if it differs from the current one. `is_sole`: no other source ever held the hook, so hook_sources has no row of it;
 * `others_views` is the most that other holders say. `is_held` records jump further than any video does, and wait for the operator.
 * Their reference is the owner's count, which no other source can raise step by step. Only `contested` targets, with several records,
 * need their order; their rows are sorted three times, so they are narrow: the other values of a record stay in `incoming`.
 */
export async function decide(
  trx: MergeTrx,
  { source, now, limits }: { source: string; now: Date; limits: ViewLimits },
): Promise<void> {
  await sql`
create temporary table decided as
with firsts as (
  select distinct on (source_id) source_id, text_key, text from incoming
  where source_id in (select source_id from incoming where source_id is not null group by 1 having count(*) > 1)
  order by source_id, seq
), known as (
  select o.source_id, h.text_key from hook_sources o join hooks h on h.id = o.hook_id
  where o.source = ${source} and o.source_id is not null
), keyed as (
  select i.seq, i.source_id, i.views, i.views_captured_at, i.is_ready, i.text_key,
    coalesce(k.text_key, f.text_key, i.text_key) as target_key, f.text as target_text, k.source_id is not null as is_known
  from incoming i left join firsts f on f.source_id = i.source_id left join known k on k.source_id = i.source_id
), located as (
  select k.*, coalesce(s.id, t.id) as hook_id, coalesce(s.source, t.source) as owner, coalesce(s.source_id, t.source_id) as owner_id,
    coalesce(s.views, t.views) as shown_views, coalesce(s.views_captured_at, t.views_captured_at) as shown_captured,
    coalesce(s.updated_at, t.updated_at) as shown_updated,
    coalesce(s.state, t.state) as base_state, coalesce(s.retired_by, t.retired_by) as base_retired_by
  from keyed k
  left join hooks s on not k.is_known and s.source = ${source} and s.source_id = k.source_id
  left join hooks t on s.id is null and t.text_key = k.target_key
), claimed as (
  select l.seq, l.target_key, l.target_text, l.hook_id, l.views, l.views_captured_at, l.is_ready,
    coalesce('hook ' || l.hook_id, l.target_key) as target,
    l.owner = ${source} as is_owner, l.owner = ${source} and own.hook_id is null as is_sole,
    case when own.hook_id is not null then own.views when l.owner = ${source} then l.shown_views end as base_views,
    case when own.hook_id is not null then own.views_captured_at when l.owner = ${source} then l.shown_captured end as base_captured,
    case when (own.hook_id is not null or l.owner = ${source})
        and coalesce(l.source_id = case when own.hook_id is not null then own.source_id else l.owner_id end, true)
      then 'own' else coalesce(l.source_id, l.text_key) end as rival,
    case when own.hook_id is not null or l.owner <> ${source} then
      greatest(case when l.owner <> ${source} and owning.hook_id is null then l.shown_views end,
        (select max(o.views) from hook_sources o where o.hook_id = l.hook_id and o.source <> ${source} and o.dropped_at is null))
      end as others_views,
    case when own.accepted_at is not null or l.owner = ${source} and own.hook_id is not null then own.views
      else coalesce(owning.views, l.shown_views) end as reference_views,
    case when own.accepted_at is not null or l.owner = ${source} and own.hook_id is not null
        then coalesce(own.views_captured_at, own.updated_at)
      else coalesce(owning.views_captured_at, owning.updated_at, l.shown_captured, l.shown_updated) end as reference_at,
    own.rejected_at is not null as is_refused, own.claimed_at is not null as has_claim, own.dropped_at is not null as is_dropped,
    coalesce(l.base_state = 'retired' and l.base_retired_by = 'snapshot', false) as is_return,
    coalesce(l.base_state in ('rejected', 'retired') and l.base_retired_by is distinct from 'snapshot', false) as is_barred
  from located l
  left join hook_sources own on own.hook_id = l.hook_id and own.source = ${source}
  left join hook_sources owning on owning.hook_id = l.hook_id and owning.source = l.owner and l.owner <> ${source}
), plausible as (
  select c.seq, c.target_key, c.target_text, c.hook_id, c.views, c.views_captured_at, c.is_ready, c.target, c.is_owner, c.is_sole,
    c.base_views, c.base_captured, c.rival, c.others_views, c.is_refused, c.has_claim, c.is_dropped, c.is_return, c.is_barred,
    c.hook_id is not null and coalesce(c.views > ${limits.viewJumpFactor}::float8 * c.reference_views
      and c.views - c.reference_views > ${limits.viewJumpPerDay}::float8
        * greatest(1, extract(epoch from least(c.views_captured_at, ${now}::timestamptz) - c.reference_at) / 86400), false) as is_held,
    c.base_views is null or case when c.views_captured_at is not null and c.base_captured is not null and c.views_captured_at <> c.base_captured
      then c.views_captured_at > c.base_captured else c.views > c.base_views end as is_fresh
  from claimed c
), contested as (
  select target from plausible group by target having count(*) > 1
), rivals as (
  select p.*, max(p.views) filter (where not p.is_held) over (partition by p.target, p.rival) as rival_views
  from plausible p where exists (select from contested c where c.target = p.target)
), judged as (
  select r.*,
    not r.is_held
      and r.rival = case when first_value(r.rival_views) over best <= r.base_views then 'own' else first_value(r.rival) over best end as is_winner
  from rivals r
  window best as (partition by r.target order by r.rival_views desc nulls last, (r.rival = 'own') desc, r.seq)
), ordered as (
  select j.*,
    coalesce(lag(j.views) over chronicle, j.base_views) as previous_views,
    lead(j.seq) over chronicle is null as is_last,
    min(j.views_captured_at) over (partition by j.target, j.is_winner and j.is_fresh) as first_captured
  from judged j
  window chronicle as (partition by j.target, j.is_winner and j.is_fresh order by j.views_captured_at nulls first, j.views, j.seq)
  union all
  select p.*, null, not p.is_held and (p.rival = 'own' or coalesce(p.views > p.base_views, true)), p.base_views, true, p.views_captured_at
  from plausible p where not exists (select from contested c where c.target = p.target)
), marked as (
  select o.*, o.is_winner and o.is_fresh as is_live,
    o.is_winner and o.is_fresh and (o.previous_views is null or o.views <> o.previous_views) as is_move,
    o.is_winner and o.is_fresh and o.is_last
      and (o.views is distinct from o.previous_views or o.views is distinct from o.base_views) as is_new_state,
    coalesce(o.views > o.others_views, true) as is_shown
  from ordered o
)
select m.*, m.hook_id is not null and not m.is_barred
    and (m.is_new_state and not m.is_sole or m.is_dropped or m.is_held and not m.is_refused or m.has_claim) as is_holding
from marked m`.execute(trx);
  await sql`analyze decided`.execute(trx);
}

/** Languages that found no room in the catalog become another one, or unknown. */
export async function replaceLanguages(trx: MergeTrx, replaced: ReadonlyMap<string, string | null>): Promise<void> {
  for (const [language, replacement] of replaced)
    await trx.updateTable('incoming').set({ language: replacement }).where('language', '=', language).execute();
}

/** Inserts a hook's past view count, and those that this file itself passes through. */
export async function insertHistory(trx: MergeTrx, now: Date): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views)
select distinct on (hook_id, captured_at) hook_id, captured_at, views from (
  select d.hook_id, coalesce(d.base_captured, h.updated_at) as captured_at, d.base_views as views
  from decided d join hooks h on h.id = d.hook_id where d.is_new_state and d.is_sole and not d.is_barred
  union all
  select coalesce(d.hook_id, n.id), coalesce(d.views_captured_at, ${now}::timestamptz), d.views
  from decided d left join hooks n on d.hook_id is null and n.text_key = d.target_key
  where d.is_move and not d.is_last and d.is_shown and not d.is_barred
) points where hook_id is not null order by hook_id, captured_at, views desc
on conflict do nothing`.execute(trx);
}

const staged = Object.fromEntries(stagedColumns.map((name) => [name, sql.ref(`i.${name}`)])) as Record<
  StagedColumn,
  RawBuilder<unknown>
>;

/** Returns the number of hooks added, those that wait for review included. */
export async function addHooks(
  trx: MergeTrx,
  { source, importId, now, version, isSample }: Stamp & { isSample: boolean },
): Promise<number> {
  const values: Record<
    Exclude<HookColumnName, 'id' | 'text_group' | 'retired_by' | 'merged_into' | 'curated_at'>,
    RawBuilder<unknown>
  > = {
    ...staged,
    text: sql`coalesce(d.target_text, i.text)`,
    text_key: sql`d.target_key`,
    state: sql`case when i.is_ready then 'published' else 'pending' end`,
    source: sql`${source}::text`,
    sample: sql`${isSample}::boolean`,
    import_id: sql`${importId}::text`,
    added_at: sql`${now}::timestamptz`,
    updated_at: sql`${now}::timestamptz`,
    seen_at: sql`least(${now}::timestamptz, d.first_captured)`,
    version: sql`${version}::bigint`,
    added_version: sql`case when i.is_ready then ${version}::bigint end`,
  };
  const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    insert into hooks (${columns}) select ${sql.join(Object.values(values))}
    from incoming i join decided d using (seq) where d.hook_id is null and d.is_live and d.is_last`.execute(trx);
  return Number(numAffectedRows);
}

const merged = mergedColumns.map((name) => {
  const [column, given, current] = [sql.ref(name), sql.ref(`i.${name}`), sql.ref(`h.${name}`)];
  return hookColumn(name).merge === 'replace'
    ? sql`${column} = case when d.is_sole then ${given} else ${current} end`
    : sql`${column} = coalesce(${given}, ${current})`;
});

/** Takes newer captures of the hooks that the source owns; the views only if no other source holds them. Returns the number of hooks. */
export async function updateHooks(trx: MergeTrx, { now, version }: Stamp): Promise<number> {
  const { numAffectedRows } = await sql`
    update hooks h set ${sql.join(merged)},
      source_id = case when d.rival = 'own' then h.source_id else i.source_id end,
      updated_at = ${now}::timestamptz, version = ${version}::bigint
    from decided d join incoming i using (seq)
    where d.hook_id = h.id and d.is_owner and d.is_new_state and not d.is_barred`.execute(trx);
  return Number(numAffectedRows);
}

/** Publishes hooks again that an earlier snapshot retired. Returns their number. */
export async function restoreHooks(trx: MergeTrx, { now, version }: Stamp): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ state: 'published', retired_by: null, updated_at: now, version, added_version: version })
    .where('id', 'in', ({ selectFrom }) => selectFrom('decided').select('hook_id').where('is_return', '=', true))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type Verdicts = Pick<ImportReport, 'added' | 'pending' | 'updated' | 'duplicates' | 'unchanged'> & {
  held: number;
};

const none: Verdicts = { added: 0, pending: 0, updated: 0, duplicates: 0, unchanged: 0, held: 0 };

/** Counts every record once. `touched`: the records that change who holds a hook. */
export async function countVerdicts(trx: MergeTrx): Promise<{ verdicts: Verdicts; touched: number }> {
  const { rows } = await sql<Verdicts & { touched: number }>`
select
  count(*) filter (where is_new and is_ready) as added,
  count(*) filter (where is_new and not is_ready) as pending,
  count(*) filter (where is_updated) as updated,
  count(*) filter (where not is_new and not is_updated and not is_held and not is_same) as duplicates,
  count(*) filter (where not is_updated and not is_held and is_same) as unchanged,
  count(*) filter (where not is_updated and is_held) as held,
  count(*) filter (where is_holding) as touched
from (
  select d.*, hook_id is null and is_live and is_last as is_new,
    is_winner and hook_id is not null and (is_owner or is_shown) as is_same,
    not is_barred and not (hook_id is null and is_live and is_last)
      and (is_move and (hook_id is null or is_owner or is_shown) or seq in (select min(seq) from decided where is_return group by target))
      as is_updated
  from decided d
) verdicts`.execute(trx);
  const [{ touched, ...verdicts } = { ...none, touched: 0 }] = rows;
  return { verdicts, touched };
}

/** Settings for this transaction, and statistics of the staging table. */
export async function prepareMerge(trx: MergeTrx): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx);
  await sql`set local default_statistics_target = 10`.execute(trx);
  await sql`analyze incoming`.execute(trx);
}

/** Locks the catalog until the publication commits, so versions have no gaps. Returns the current version. */
export async function lockCatalog(trx: MergeTrx): Promise<number> {
  const { version } = await trx.selectFrom('catalog').select('version').forUpdate().executeTakeFirstOrThrow();
  return version;
}
