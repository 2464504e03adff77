// SQL of the merge of staged records into the catalog, over whole sets: first what each record means, then the changes.
// The rules in words are in docs/importing.md.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type HookColumnName,
  hookColumn,
  mergedColumns,
  type StagedColumn,
  stagedColumns,
} from '../../db/hook-columns.ts';
import type { Tables } from '../../db/tables.ts';
import type { StagedHook } from './store.ts';

/** The columns of `decided` that statements other than `sql` use. */
type Decided = { hook_id: number | null; is_return: boolean };
export type MergeTrx = Transaction<Tables & { incoming: StagedHook; decided: Decided }>;

/** The publication that changes hooks; `version` is the catalog version that it creates. */
export type Stamp = { source: string; importId: string; now: Date; version: number };

/**
 * Creates `decided`: one row per staged record, with its verdict. A record belongs to a *target*: the hook of its (source, source_id),
 * else of its text, else a new one; a source id that the file repeats has its first text. Among the identities that claim one target
 * the most viewed wins; the rest are duplicates. `is_move` records change the views, in order of capture; `is_last` is the state to
 * keep, `is_new_state` if it differs from the current one. Rows are sorted three times, so they are narrow: the other values of a
 * record stay in `incoming`, under its `seq`.
 */
export async function decide(trx: MergeTrx, source: string): Promise<void> {
  await sql`
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
    case when s.id is not null or (t.source = ${source} and (k.source_id is null or t.source_id is null)) then 'own' else k.identity end as rival
  from keyed k
  left join hooks s on s.source = ${source} and s.source_id = k.source_id
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
from ordered o`.execute(trx);
  await sql`analyze decided`.execute(trx);
}

/** Inserts a hook's past view counts, and those that this file itself passes through. */
export async function insertHistory(trx: MergeTrx, now: Date): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views)
select distinct on (hook_id, captured_at) hook_id, captured_at, views from (
  select d.hook_id, coalesce(d.base_captured, h.updated_at) as captured_at, d.base_views as views
  from decided d join hooks h on h.id = d.hook_id where d.is_new_state and not d.is_barred
  union all
  select coalesce(d.hook_id, n.id), coalesce(d.views_captured_at, ${now}::timestamptz), d.views
  from decided d left join hooks n on d.hook_id is null and n.text_key = d.target_key
  where d.is_move and not d.is_last and not d.is_barred
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
  const values: Record<Exclude<HookColumnName, 'id' | 'retired_by'>, RawBuilder<unknown>> = {
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
  const [column, given] = [sql.ref(name), sql.ref(`i.${name}`)];
  return hookColumn(name).merge === 'replace'
    ? sql`${column} = ${given}`
    : sql`${column} = coalesce(${given}, ${sql.ref(`h.${name}`)})`;
});

/** Returns the number of hooks with newer views. */
export async function updateHooks(trx: MergeTrx, { source, now, version }: Stamp): Promise<number> {
  const { numAffectedRows } = await sql`
    update hooks h set ${sql.join(merged)},
      source = case when d.rival = 'own' then h.source else ${source} end,
      source_id = case when d.rival = 'own' then h.source_id else i.source_id end,
      updated_at = ${now}::timestamptz, version = ${version}::bigint
    from decided d join incoming i using (seq)
    where d.hook_id = h.id and d.is_new_state and not d.is_barred`.execute(trx);
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

/** Retires the hooks of the source that the snapshot does not contain. Returns their number. */
export async function retireMissing(trx: MergeTrx, { source, importId, now, version }: Stamp): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ state: 'retired', retired_by: 'snapshot', updated_at: now, version })
    .where('source', '=', source)
    .where('state', 'in', ['published', 'pending'])
    .where('import_id', 'is distinct from', importId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('decided').select('hook_id').whereRef('hook_id', '=', 'hooks.id'))),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type Verdicts = { added: number; pending: number; updated: number; duplicates: number; unchanged: number };

/** Counts every record once. */
export async function countVerdicts(trx: MergeTrx): Promise<Verdicts> {
  const { rows } = await sql<Verdicts>`
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
) verdicts`.execute(trx);
  const [verdicts] = rows;
  return verdicts ?? { added: 0, pending: 0, updated: 0, duplicates: 0, unchanged: 0 };
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
