// SQL of the merge of staged records into the catalog, over whole sets, after store-decide.ts.
import { type RawBuilder, sql } from 'kysely';
import { curatedColumns, publication, saidAssignments } from '../../catalog/holders/store-said.ts';
import { type HookColumnName, type StagedColumn, stagedColumns } from '../../db/hook-columns.ts';
import type { ImportReport } from './import-record.ts';
import type { MergeTrx } from './store-decide.ts';

/** The publication that changes hooks; `version` is the catalog version that it creates. */
export type Stamp = { source: string; importId: string; now: Date; version: number };

/** Languages that found no room in the catalog become another one, or unknown. */
export async function replaceLanguages(trx: MergeTrx, replaced: ReadonlyMap<string, string | null>): Promise<void> {
  for (const [language, replacement] of replaced)
    await trx.updateTable('incoming').set({ language: replacement }).where('language', '=', language).execute();
}

const staged = Object.fromEntries(stagedColumns.map((name) => [name, sql.ref(`i.${name}`)])) as Record<
  StagedColumn,
  RawBuilder<unknown>
>;

type NewColumn = Exclude<
  HookColumnName,
  'id' | 'text_group' | 'source_state' | 'retired_by' | 'merged_into' | 'curated_at'
>;

function newHook({ source, importId, now, version, isSample }: Stamp & { isSample: boolean }) {
  const values: Record<NewColumn, RawBuilder<unknown>> = {
    ...staged,
    video_key: sql`d.video_key`,
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
  return values;
}

/** Returns the number of hooks added, those that wait for review included. */
export async function addHooks(trx: MergeTrx, stamp: Stamp & { isSample: boolean }): Promise<number> {
  const values = newHook(stamp);
  const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    insert into hooks (${columns}) select ${sql.join(Object.values(values))}
    from incoming i join decided d using (seq) where d.is_new and d.hook_id is null`.execute(trx);
  return Number(numAffectedRows) + (await reviveHooks(trx, stamp));
}

/** Hooks whose only import was undone are as new, under their former id. What a curator decided about one still holds. */
async function reviveHooks(trx: MergeTrx, stamp: Stamp & { isSample: boolean }): Promise<number> {
  const isReady = sql`(i.is_ready or h.curated_at is not null)`;
  const values = {
    ...newHook(stamp),
    state: sql`case when ${isReady} then 'published' else 'pending' end`,
    added_version: sql`case when ${isReady} then ${stamp.version}::bigint end`,
    retired_by: sql`null`,
  };
  const assignments = Object.entries(values).map(([name, value]) =>
    (curatedColumns as readonly string[]).includes(name)
      ? sql`${sql.ref(name)} = case when h.curated_at is null then ${value} else ${sql.ref(`h.${name}`)} end`
      : sql`${sql.ref(name)} = ${value}`,
  );
  const { numAffectedRows } = await sql`
    update hooks h set ${sql.join(assignments)}
    from incoming i join decided d using (seq) where d.hook_id = h.id and d.is_new and d.is_revival`.execute(trx);
  return Number(numAffectedRows);
}

/** Inserts the former views of hooks that change, and those that this file itself passes through. After addHooks. */
export async function insertHistory(trx: MergeTrx, { now, importId, version }: Stamp): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select distinct on (hook_id, captured_at) hook_id, captured_at, views, ${importId}::text from (
  select d.hook_id, coalesce(d.base_captured, h.updated_at) as captured_at, d.base_views as views
  from decided d join hooks h on h.id = d.hook_id where d.is_change and d.has_new_views
  union all
  select coalesce(d.hook_id, n.id), coalesce(d.views_captured_at, ${now}::timestamptz), d.views
  from decided d left join hooks n on d.hook_id is null and n.version = ${version}
    and coalesce(n.video_key, 'id ' || n.source_id, n.text_key) = d.target
  where d.is_move and not d.is_last and not d.is_barred
) points where hook_id is not null order by hook_id, captured_at, views desc
on conflict do nothing`.execute(trx);
}

/** Takes newer records of the hooks that only this source holds. Returns the number of hooks. */
export async function updateHooks(trx: MergeTrx, { now, version, importId }: Stamp): Promise<number> {
  const newViews = (name: 'views' | 'views_captured_at') =>
    sql`${sql.ref(name)} = case when d.has_new_views then ${sql.ref(`i.${name}`)} else ${sql.ref(`h.${name}`)} end`;
  const { numAffectedRows } = await sql`
    update hooks h set ${saidAssignments}, ${newViews('views')}, ${newViews('views_captured_at')},
      source_id = coalesce(h.source_id, i.source_id), updated_at = ${now}::timestamptz, version = ${version}::bigint,
      ${publication({ now, version, importId })}
    from decided d join incoming i using (seq) where d.hook_id = h.id and d.is_change`.execute(trx);
  return Number(numAffectedRows);
}

/** Hooks that were known by their source id get the video that a record names. Clients do not see it. */
export async function adoptVideos(trx: MergeTrx): Promise<void> {
  await sql`
    update hooks h set video_key = d.video_key from decided d
    where d.is_adopting and not d.is_barred and d.hook_id = h.id`.execute(trx);
}

/** Hooks that an earlier snapshot retired return: to clients if they had them, else to the review. Returns their number. */
export async function restoreHooks(trx: MergeTrx, { now, version }: Stamp): Promise<number> {
  const { numAffectedRows } = await sql`
    update hooks set state = case when added_version is null then 'pending' else 'published' end, retired_by = null,
      updated_at = ${now}::timestamptz, version = ${version}::bigint,
      added_version = case when added_version is not null then ${version}::bigint end
    where id in (select hook_id from decided where is_return) and retired_by = 'snapshot'`.execute(trx);
  return Number(numAffectedRows);
}

export type Verdicts = Pick<ImportReport, 'added' | 'pending' | 'updated' | 'duplicates' | 'unchanged'> & {
  held: number;
};

const none: Verdicts = { added: 0, pending: 0, updated: 0, duplicates: 0, unchanged: 0, held: 0 };

/**
 * What became of each record: `seq`, `hook_id` (null if it was added), `target` and `result`. After the merge. The hooks that no record
 * may have changed are left out of the join, since in most imports these are all.
 */
export const verdicts = (version: number) => sql`
select d.seq, d.hook_id, d.target, case
  when d.is_new then case when d.is_ready or c.state = 'published' then 'added' else 'pending' end
  when not d.is_barred and (d.is_move and not d.is_last or c.id is not null and (d.is_last and (d.is_move or d.is_news)
    or d.seq in (select min(seq) from decided where is_return group by target))) then 'updated'
  when d.is_held then 'held'
  when d.base_views is not null then 'unchanged'
  else 'duplicates' end as result
from decided d left join hooks c on c.id = d.hook_id and c.version = ${version} and c.id in (
  select hook_id from decided where hook_id is not null and (is_new or is_move or is_news or is_return))`;

/** Counts every record once. */
export async function countVerdicts(trx: MergeTrx, { version }: Stamp): Promise<Verdicts> {
  const { rows } = await sql<{ result: keyof Verdicts; count: number }>`
select result, count(*) as count from (${verdicts(version)}) v group by 1`.execute(trx);
  return { ...none, ...Object.fromEntries(rows.map(({ result, count }) => [result, count])) };
}
