// SQL of a merge of two hooks: source records, history, text and labels, and references to the dropped one.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { HookValues } from '../../db/hook-columns.ts';
import { curatedColumns, showRecords } from '../source-records/store.ts';

/** The hook that stays, and the one that is merged into it. */
export type Pair = { keep: number; drop: number };
export type Stamp = { now: Date; version: number };

export type MergedHook = Pick<
  HookValues<Date>,
  'id' | 'state' | 'retired_by' | 'merged_into' | 'video_key' | 'sample' | 'curated_at'
>;

/** Locks both hooks in order of id until the transaction ends. */
export async function lockHooks(trx: Trx, { keep, drop }: Pair): Promise<MergedHook[]> {
  return trx
    .selectFrom('hooks')
    .select(['id', 'state', 'retired_by', 'merged_into', 'video_key', 'sample', 'curated_at'])
    .where('id', 'in', [keep, drop])
    .orderBy('id')
    .forUpdate()
    .execute();
}

const both = ({ keep, drop }: Pair) => sql`(${keep}::bigint, ${drop}::bigint)`;

/** Returns whether a source has both hooks under different ids, which shows that they are two videos. */
export async function haveDifferentIds(trx: Trx, { keep, drop }: Pair): Promise<boolean> {
  const { rows } = await sql`
select from hook_sources k join hook_sources d using (source)
where k.hook_id = ${keep} and d.hook_id = ${drop} and k.source_id <> d.source_id limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * If a source has records of both hooks, keeps a current one before a dropped one, then the newest. Counts without a date only rise.
 * Undoing an import does not restore merged records.
 */
export async function moveSourceRecords(trx: Trx, pair: Pair): Promise<void> {
  await sql`
update hook_sources o set views = case when l.is_undated then l.views else o.views end, source_id = coalesce(o.source_id, l.source_id),
  import_id = null
from (
  select source, max(views) as views, max(source_id) as source_id, bool_and(views_captured_at is null and dropped_at is null) as is_undated
  from hook_sources where hook_id in ${both(pair)} group by source
) l where l.source = o.source and o.hook_id in ${both(pair)}`.execute(trx);
  await sql`
delete from hook_sources o using (
  select hook_id, source, row_number() over (partition by source order by dropped_at is not null, views is null,
    coalesce(views_captured_at, updated_at) desc, hook_id = ${pair.keep} desc) as place
  from hook_sources where hook_id in ${both(pair)}
) ranked where ranked.place > 1 and ranked.hook_id = o.hook_id and ranked.source = o.source`.execute(trx);
  await trx.updateTable('hook_sources').set({ hook_id: pair.keep }).where('hook_id', '=', pair.drop).execute();
}

/** Records that matched `keep` by its text alone still match it, although its video or another text identifies it now. */
export async function keepText(trx: Trx, { keep, drop }: Pair): Promise<void> {
  await sql`
insert into former_texts (text_key, hook_id)
select text_key, ${drop}::bigint from hooks where id = ${keep} and video_key is null and source_id is null
on conflict do nothing`.execute(trx);
}

/** Moves the history of the same video. The last count of the dropped hook becomes part of it. */
export async function moveHistory(trx: Trx, { keep, drop }: Pair): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id, refreshed)
select ${keep}::bigint, captured_at, views, import_id, refreshed from view_history where hook_id = ${drop}
union all
select ${keep}::bigint, coalesce(h.views_captured_at, h.updated_at), h.views, null, false
from hooks h join hooks k on k.id = ${keep} and coalesce(k.views_captured_at, k.updated_at) <> coalesce(h.views_captured_at, h.updated_at)
where h.id = ${drop}
on conflict do nothing`.execute(trx);
  await deleteHistory(trx, drop);
}

export async function deleteHistory(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('view_history').where('hook_id', '=', id).execute();
}

/** Must run before `keep` gets its video or its text, since these identify hooks. */
export async function retireInto(
  trx: Trx,
  { keep, drop }: Pair,
  { keepsVideo, now, version }: Stamp & { keepsVideo: boolean },
): Promise<void> {
  const merged = { merged_into: keep, version };
  await trx
    .updateTable('hooks')
    .set({
      ...merged,
      state: 'retired',
      retired_by: 'merge',
      updated_at: now,
      ...(keepsVideo ? {} : { video_key: null }),
    })
    .where('id', '=', drop)
    .execute();
  await trx.updateTable('hooks').set(merged).where('merged_into', '=', drop).execute();
}

/** Copies text and labels of the dropped hook. */
export async function takeContent(trx: Trx, { keep, drop }: Pair): Promise<void> {
  const columns = [...curatedColumns, 'curated_at'];
  await sql`
update hooks k set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`d.${name}`)}`))}
from hooks d where k.id = ${keep} and d.id = ${drop}`.execute(trx);
}

/** Shows the values of all source records. */
export async function showVideo(trx: Trx, { keep, drop }: Pair, video_key: string | null, stamp: Stamp): Promise<void> {
  await sql`
update hooks k set seen_at = least(k.seen_at, d.seen_at), video_key = ${video_key}::text
from hooks d where k.id = ${keep} and d.id = ${drop}`.execute(trx);
  await showRecords(trx, sql`${keep}::bigint`, stamp);
}

/** A hook that was never published takes over `added_at` of the dropped one, since clients have known the video since then. */
export async function setState(
  trx: Trx,
  { keep, drop }: Pair,
  state: MergedHook['state'],
  { now, version }: Stamp,
): Promise<void> {
  await sql`
update hooks k set version = ${version}::bigint, updated_at = ${now}::timestamptz, state = ${state}::text,
  retired_by = case when ${state}::text = k.state then k.retired_by end,
  added_at = case when ${state}::text = 'published' and k.added_version is null then d.added_at else k.added_at end,
  added_version = case when ${state}::text = 'published' and k.state <> 'published' then ${version}::bigint else k.added_version end
from hooks d where k.id = ${keep} and d.id = ${drop}`.execute(trx);
}

/** Moves pending reports to the hook that has the content now. */
export async function moveReports(trx: Trx, { keep, drop }: Pair): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ hook_id: keep })
    .where('hook_id', '=', drop)
    .where('state', '=', 'waiting')
    .execute();
}

export async function forgetNearDuplicates(trx: Trx, id: number): Promise<void> {
  await trx
    .deleteFrom('near_duplicates')
    .where(({ eb, or }) => or([eb('hook_id', '=', id), eb('other_id', '=', id)]))
    .execute();
}
