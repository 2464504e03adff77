// SQL of the merge of staged records into the catalog, over whole sets: the hook of each record, and its changes. The rules in words are in
// docs/importing.md; catalog/source-records/store.ts decides what a hook shows of its records.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { creatorKey, prepareMedians, ratioTo, videosIn, viewsPerDay } from '../../catalog/outliers/store.ts';
import { isOpenToSources, isUpperCase, type Stamp as Showing } from '../../catalog/source-records/store.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/database.ts';
import { type HookColumnName, type StagedColumn, stagedColumns } from '../../db/hook-columns.ts';
import type { Tables } from '../../db/tables.ts';
import { requiredLabels } from '../../labels/label.ts';
import type { ImportReport } from './import-record.ts';
import type { StagedHook } from './store.ts';

export type MergeTrx = Transaction<Tables & { incoming: StagedHook }>;

export type ViewLimits = Pick<Limits, 'viewJumpFactor' | 'viewJumpPerDay'>;

/** The publication that changes hooks; `version` is the catalog version that it creates. */
export type Stamp = Showing & { source: string; importId: string };

/** Settings for the transaction of a merge. */
export async function prepareTransaction(trx: Trx): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx);
  await sql`set local default_statistics_target = 10`.execute(trx);
}

/** Languages beyond the limit of the catalog are replaced by another one, or become unknown. */
export async function replaceLanguages(trx: MergeTrx, replaced: ReadonlyMap<string, string | null>): Promise<void> {
  for (const [language, replacement] of replaced)
    await trx.updateTable('incoming').set({ language: replacement }).where('language', '=', language).execute();
}

/** Handling of a record whose hook exists: `insert` adds another hook, unless both have the same video. */
export const onDuplicateValues = ['update', 'skip', 'insert'] as const;
export type OnDuplicate = (typeof onDuplicateValues)[number];

/** More texts of one source id than corrections would make. */
const maxTextsOfId = 20;

/** Whether two texts share this part of the sequences of three characters of the shorter one. */
function areAlike(oneName: string, otherName: string, share: number): RawBuilder<unknown> {
  const [one, other] = [sql.ref(oneName), sql.ref(otherName)];
  const pieces = (text: RawBuilder<unknown>) =>
    sql`select substr(lower(${text}), n, 3) from generate_series(1, length(${text}) - 2) n`;
  return sql`(select count(*) from (${pieces(one)} intersect ${pieces(other)}) p)
    >= ${share}::float8 * greatest(least(length(${one}), length(${other})) - 2, 1)`;
}

/**
 * Removes source ids that do not identify records, such as row numbers: ids that records with other texts share, and ids of a hook with
 * another text. Only ids without a video are compared. Returns the number of records that shared an id.
 */
async function dropSharedIds(trx: MergeTrx, source: string): Promise<number> {
  await sql`analyze incoming`.execute(trx);
  const shared = await sql`
with shared as (
  select source_id, count(distinct text_key) as texts, (array_agg(text order by seq))[1] as text, (array_agg(text_key order by seq))[1] as text_key
  from incoming where source_id is not null group by 1 having min(video_key) is null and count(distinct text_key) > 1
)
update incoming set source_id = null where source_id in (
  select source_id from shared where texts > ${maxTextsOfId}
  union
  select i.source_id from incoming i join shared s on s.source_id = i.source_id and s.texts <= ${maxTextsOfId}
  where i.text_key <> s.text_key and not ${areAlike('i.text', 's.text', 0.7)}
)`.execute(trx);
  await sql`
update incoming i set source_id = null from hook_sources s join hooks h on h.id = s.hook_id
where s.source = ${source} and s.source_id = i.source_id and s.text_key <> i.text_key and h.video_key is null
  and (h.state in ('published', 'pending') or h.retired_by in ('snapshot', 'undo'))
  and not exists (select from hook_sources e where e.source = s.source and e.source_id = s.source_id and e.text_key = i.text_key)
  and (i.video_key is null or not exists (select from hooks v where v.video_key = i.video_key)) and not ${areAlike('i.text', 's.text', 0.35)}`.execute(
    trx,
  );
  return Number(shared.numAffectedRows);
}

/** If a file, or a source over time, has two spellings of a hook's text, the one that is not in capitals is kept. */
async function dropCapitals(trx: MergeTrx, source: string): Promise<void> {
  await sql`
with loud as (
  select l.seq, l.target, l.hook_id, i.text_key from located l join incoming i using (seq) where ${isUpperCase('i.text')}
), calm as (
  select distinct on (target, text_key) * from (
    select l.target, i.text_key, i.text, i.template, l.seq from located l join incoming i using (seq)
    where l.target in (select target from loud) and not ${isUpperCase('i.text')}
    union all
    select l.target, s.text_key, s.text, s.template, null from loud l join hook_sources s using (hook_id)
    where s.source = ${source} and s.dropped_at is null and not ${isUpperCase('s.text')}
  ) spelled order by target, text_key, seq
)
update incoming i set text = calm.text, template = calm.template from loud join calm using (target, text_key) where i.seq = loud.seq`.execute(
    trx,
  );
}

/** Records without a video whose hook exists add another hook, with an id of its own. */
async function addAgain(trx: MergeTrx, importId: string): Promise<void> {
  await sql`
update incoming i set source_id = concat_ws(' ', i.source_id, ${importId}::text, i.seq) from located l
where l.seq = i.seq and l.hook_id is not null and l.video_key is null`.execute(trx);
  await sql`
update located set hook_id = null, target = 'again ' || target where hook_id is not null and video_key is null`.execute(
    trx,
  );
}

/**
 * Creates `located`: the hook of every staged record, or null. A record is identified by its video, else by (source, source id), else by
 * its text, a text that a curator replaced, or the text of a merged hook. A hook known by its source id alone gets the video of the first
 * record that has one. If records share a source id but not the video, the video separates them, and a record without a video belongs to
 * none of them.
 */
async function locate(trx: MergeTrx, source: string): Promise<void> {
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
  select s.source_id, coalesce(min(h.id) filter (where h.video_key is null), min(h.id)) as hook_id, max(h.video_key) as video_key
  from hook_sources s join hooks h on h.id = s.hook_id
  where s.source = ${source} and s.source_id in (select source_id from found where video_hook is null)
  group by s.source_id having bool_or(h.video_key is null) or min(h.video_key) = max(h.video_key)
), adopting as (
  select f.video_key, min(k.hook_id) as hook_id from found f join known k on k.source_id = f.source_id
  where f.video_hook is null and f.video_key is not null and not f.is_ambiguous and k.video_key is null
  group by f.video_key
), named as (
  select id as hook_id, text_key, 1 as place from hooks where video_key is null and source_id is null and merged_into is null
  union all
  select h.id, o.text_key, 2 from former_texts o join hooks h on h.id = o.hook_id
  where h.video_key is null and h.source_id is null and h.merged_into is null
  union all
  select merged_into, text_key, 3 from hooks where merged_into is not null and video_key is null and source_id is null
  union all
  select h.merged_into, o.text_key, 3 from former_texts o join hooks h on h.id = o.hook_id where h.merged_into is not null
), worded as (
  select distinct on (text_key) text_key, hook_id from named
  where text_key in (select text_key from found where video_key is null and source_id is null) order by text_key, place, hook_id
)
select seq, video_key, hook_id, coalesce('hook ' || hook_id, video_key, 'id ' || source_id, text_key) as target from (
  select f.seq, f.video_key, f.source_id, f.text_key, coalesce(f.video_hook, a.hook_id, k.hook_id, w.hook_id) as hook_id
  from found f
  left join adopting a on f.video_hook is null and a.video_key = f.video_key
  left join known k on f.video_key is null and k.source_id = f.source_id
  left join worded w on f.video_key is null and f.source_id is null and w.text_key = f.text_key
) records`.execute(trx);
  await sql`analyze located`.execute(trx);
}

const columnOf = (from: string) => (name: string) => sql.ref(`${from}.${name}`);
/** Views have their own rules, and the video belongs to the hook. */
const comparedColumns = [
  ...stagedColumns.filter((name) => name !== 'views' && name !== 'views_captured_at' && name !== 'video_key'),
  'is_ready',
];
const hasOtherValues = sql`(${sql.join(comparedColumns.map(columnOf('i')))}) is distinct from (${sql.join(comparedColumns.map(columnOf('own')))})`;

/** Dated counts are compared by date; without dates the larger count is the later one, since views of a video only rise. */
const isLater = (
  operator: '>' | '>=',
) => sql`case when i.views_captured_at is not null and own.views_captured_at is not null
  ${operator === '>' ? sql`and i.views_captured_at <> own.views_captured_at` : sql``}
  then i.views_captured_at ${sql.raw(operator)} own.views_captured_at else i.views ${sql.raw(operator)} own.views end`;

/**
 * Creates `decided`: one row per staged record, with its changes.
 *
 * - `hook_id`, `new_id`: its hook, or the one that it adds. `is_open`: no curator, takedown or merge decided against the hook.
 * - `is_known`: the source has a record of the hook, so its former count (`base_views`) decides which is newer. After a snapshot without
 *   the hook, its next record counts regardless of its date.
 * - `is_held`: the count jumps further than the views of any video do, so it is held for the operator. It is compared with the record of
 *   the first source, which no other source can raise step by step, or with the source's own count once the operator accepted one.
 * - `is_last`: the newest record of its hook in the file, and not older than the stored source record. `is_step`: a count on the way to it.
 * - `is_change`: it differs from the stored source record.
 *
 * `judged` is materialized, since the sort would otherwise carry the compared texts.
 */
export async function decide(
  trx: MergeTrx,
  { source, importId, now }: Stamp,
  { limits, onDuplicate }: { limits: ViewLimits; onDuplicate: OnDuplicate },
): Promise<{ sharedIds: number }> {
  const sharedIds = await dropSharedIds(trx, source);
  await locate(trx, source);
  await dropCapitals(trx, source);
  if (onDuplicate === 'insert') await addAgain(trx, importId);
  const isSkipped = onDuplicate === 'skip' ? sql`coalesce(h.state <> 'retired', false)` : sql`false`;
  const since = sql`greatest(1, extract(epoch from least(i.views_captured_at, ${now}::timestamptz) - reference.at) / 86400)`;
  await sql`
create temporary table decided as
with judged as materialized (
  select l.seq, l.target, l.hook_id, l.video_key, i.views, i.views_captured_at, i.is_ready, own.hook_id is not null as is_known,
    own.views as base_views, own.views_captured_at as base_captured,
    h.id is null or ${isOpenToSources} and not ${isSkipped} as is_open,
    coalesce(h.retired_by = 'undo', false) as is_revival,
    coalesce(h.video_key is null and l.video_key is not null and h.id is not null, false) as is_adopting,
    former.rejected_at is not null as is_refused,
    not ${isSkipped} and coalesce(i.views > ${limits.viewJumpFactor}::float8 * reference.views
      and i.views - reference.views > ${limits.viewJumpPerDay}::float8 * ${since}, false) as is_held,
    own.views is null or ${isLater('>')} as is_newer, own.views is null or ${isLater('>=')} as is_newest,
    own.hook_id is null or own.claimed_at is not null and own.rejected_at is null or ${hasOtherValues} as has_other_values
  from located l join incoming i using (seq)
  left join hooks h on h.id = l.hook_id
  left join hook_sources former on former.hook_id = h.id and former.source = ${source}
  left join hook_sources own on own.hook_id = h.id and own.source = ${source} and own.dropped_at is null
  left join lateral (
    select r.views, coalesce(r.views_captured_at, r.updated_at) as at from hook_sources r
    where r.hook_id = h.id and h.retired_by is distinct from 'undo' and r.source = case when former.accepted_at is not null then ${source} else h.source end
  ) reference on true
), ordered as (
  select j.*, is_newest and not is_held as is_current,
    lead(views) over record as next_views, min(views_captured_at) over (partition by target) as first_captured
  from judged j
  window record as (partition by target, is_newest and not is_held order by views_captured_at nulls first, views, seq)
), placed as (
  select o.*, is_current and next_views is null as is_last, is_current and is_newer and views is distinct from base_views as has_new_views
  from ordered o
)
select seq, target, hook_id, video_key, views, views_captured_at, is_ready, is_known, base_views, base_captured, is_open, is_revival,
  is_adopting and is_open as is_adopting, is_refused, is_held, first_captured, is_last, has_new_views,
  has_new_views and is_open and views_captured_at is not null and views <> next_views as is_step, is_open and is_last and (has_new_views or has_other_values) as is_change,
  case when hook_id is null and is_last then nextval((select pg_get_serial_sequence('hooks', 'id'))) end as new_id
from (select * from placed order by seq) p`.execute(trx);
  await sql`analyze decided`.execute(trx);
  return { sharedIds };
}

/** Records by their effect: `adding` ones add a hook, of which `ready` ones are published; `changing` ones change the source record. */
export type Work = { records: number; adding: number; ready: number; changing: number };

/** A claim changes the source record too, unless the operator refused one. */
const changesSource = sql`(hook_id is not null and is_open and (is_change or is_adopting or is_held and not (is_refused and is_known)))`;

export async function countWork(trx: MergeTrx): Promise<Work> {
  const { rows } = await sql<Work>`
select count(*) as records, count(new_id) as adding, count(new_id) filter (where is_ready) as ready,
  count(*) filter (where ${changesSource}) as changing from decided`.execute(trx);
  return rows[0] ?? { records: 0, adding: 0, ready: 0, changing: 0 };
}

/** A subquery of the hooks whose source records changed. */
export const touched = sql`select hook_id from decided where ${changesSource}`;

/** Runs before hooks are added, so that they are written once with their ratios. */
export async function prepareImportedMedians(trx: MergeTrx): Promise<void> {
  const from = sql`decided d join incoming i using (seq) where i.creator is not null
    and (d.is_change or d.new_id is not null)`;
  await prepareMedians(
    trx.withTables(),
    sql`select distinct i.platform, ${creatorKey('i')} as creator from ${from}`,
    sql`select i.platform, ${creatorKey('i')}, coalesce(d.video_key, 'hook ' || coalesce(d.hook_id, d.new_id)), i.views from ${from}`,
  );
}

type NewColumn = Exclude<
  HookColumnName,
  'text_group' | 'source_state' | 'views_per_day' | 'retired_by' | 'merged_into' | 'curated_at'
>;

/** Returns the number of hooks added, including those that need review. */
export async function addHooks(
  trx: MergeTrx,
  { source, importId, now, version, isSample }: Stamp & { isSample: boolean },
): Promise<number> {
  const staged = Object.fromEntries(stagedColumns.map((name) => [name, sql.ref(`i.${name}`)]));
  const values: Record<NewColumn, RawBuilder<unknown>> = {
    ...(staged as Record<StagedColumn, RawBuilder<unknown>>),
    id: sql`d.new_id`,
    video_key: sql`d.video_key`,
    views_vs_creator: ratioTo(sql`i.views`),
    creator_videos: videosIn,
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
  const { numAffectedRows } = await sql`
insert into hooks (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
select ${sql.join(Object.values(values))} from decided d join incoming i using (seq)
left join creator_medians m on m.platform = i.platform and m.creator = ${creatorKey('i')}
where d.new_id is not null order by d.new_id`.execute(trx);
  return Number(numAffectedRows);
}

/** After this many new hooks the statistics are wrong, and the next import may begin before the database corrects them. */
export async function analyzeHooks(trx: MergeTrx): Promise<void> {
  await sql`analyze hooks`.execute(trx);
  await sql`analyze hook_sources`.execute(trx);
}

/** Hooks known by their source id alone get the video of a record. Clients do not see the change. */
export async function adoptVideos(trx: MergeTrx): Promise<void> {
  await sql`
update hooks h set video_key = d.video_key from decided d where d.is_adopting and d.hook_id = h.id`.execute(trx);
}

/** A sample that a source contains gets its first real owner, and is kept when the samples are removed. */
export async function adoptSamples(trx: MergeTrx, { source, now, version }: Stamp): Promise<void> {
  await sql`
delete from hook_sources s using hooks h
where s.hook_id = h.id and h.sample and s.source <> ${source} and h.id in (${touched})`.execute(trx);
  await sql`
update hooks h set sample = false, source = ${source}, source_id = i.source_id, updated_at = ${now}::timestamptz, version = ${version}::bigint
from decided d join incoming i using (seq) where h.sample and d.hook_id = h.id and d.is_change`.execute(trx);
}

/** Stores the intermediate counts of the file. */
export async function insertSteps(trx: MergeTrx, importId: string): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select distinct on (1, 2) coalesce(d.hook_id, n.new_id), d.views_captured_at, d.views, ${importId}::text
from decided d left join decided n on d.hook_id is null and n.target = d.target and n.new_id is not null
where d.is_step order by 1, 2, 3 desc
on conflict do nothing`.execute(trx);
}

/** Applies to hooks with several counts in the file. */
export async function showStepsPerDay(trx: MergeTrx, { version }: Stamp): Promise<void> {
  const rate = viewsPerDay(
    { views: sql`s.views`, at: sql`s.views_captured_at` },
    { views: sql`h.views`, at: sql`h.views_captured_at` },
    sql`h.views_per_day`,
  );
  await sql`
update hooks h set views_per_day = ${rate} from (
  select distinct on (1) coalesce(d.hook_id, n.new_id) as hook_id, d.views, d.views_captured_at
  from decided d left join decided n on d.hook_id is null and n.target = d.target and n.new_id is not null
  where d.is_step order by 1, 3 desc
) s where h.id = s.hook_id and h.version = ${version}::bigint`.execute(trx);
}

/** Stores the source records, and their former values for the undo of the import. */
export async function storeRecords(trx: MergeTrx, { source, importId, now }: Stamp): Promise<void> {
  await sql`
insert into import_changes (import_id, hook_id, before)
select ${importId}::text, s.hook_id, row_to_json(s) from hook_sources s where s.source = ${source} and s.hook_id in (${touched})
on conflict do nothing`.execute(trx);
  const columns = (values: (name: string) => RawBuilder<unknown>) => sql.join(comparedColumns.map(values));
  await sql`
insert into hook_sources as s (hook_id, source, ${columns(sql.ref)}, views, views_captured_at, import_id, held_since, updated_at)
select coalesce(d.new_id, d.hook_id), ${source}::text, ${columns(columnOf('i'))}, case when d.has_new_views then i.views else d.base_views end,
  case when d.has_new_views then i.views_captured_at else d.base_captured end, ${importId}::text, ${now}::timestamptz, ${now}::timestamptz
from decided d join incoming i using (seq) where d.is_change
on conflict (hook_id, source) do update set ${columns((name) => sql`${sql.ref(name)} = ${name === 'source_id' ? sql`coalesce(excluded.source_id, s.source_id)` : sql.ref(`excluded.${name}`)}`)},
  views = excluded.views, views_captured_at = excluded.views_captured_at, import_id = excluded.import_id, updated_at = excluded.updated_at,
  dropped_at = null, claimed_views = case when s.rejected_at is not null then s.claimed_views end,
  claimed_captured_at = case when s.rejected_at is not null then s.claimed_captured_at end,
  claimed_at = case when s.rejected_at is not null then s.claimed_at end`.execute(trx);
  // Keeps the largest held count of each hook, unless one was refused. A source without another count shows nothing.
  const claimed = (name: string) =>
    sql`${sql.ref(name)} = case when s.rejected_at is null then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`s.${name}`)} end`;
  await sql`
insert into hook_sources as s (hook_id, source, ${columns(sql.ref)}, import_id, held_since, updated_at, claimed_views, claimed_captured_at, claimed_at)
select distinct on (d.hook_id) d.hook_id, ${source}::text, ${columns(columnOf('i'))}, ${importId}::text, ${now}::timestamptz, ${now}::timestamptz,
  i.views, i.views_captured_at, ${now}::timestamptz
from decided d join incoming i using (seq) where d.is_held and d.is_open and not (d.is_refused and d.is_known)
order by d.hook_id, i.views desc, d.seq
on conflict (hook_id, source) do update set ${sql.join(['claimed_views', 'claimed_captured_at', 'claimed_at'].map(claimed))},
  import_id = excluded.import_id, dropped_at = null`.execute(trx);
}

/** Number of hooks with a record of the source before the publication. */
export async function countHooksOf(trx: MergeTrx, source: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
select count(*) as held from hook_sources where source = ${source} and dropped_at is null`.execute(trx);
  return rows[0]?.held ?? 0;
}

/** Drops the source records that are missing from a snapshot. Returns a subquery of their hooks. */
export async function dropMissing(trx: MergeTrx, { source, now }: Stamp): Promise<RawBuilder<unknown>> {
  await sql`
update hook_sources s set dropped_at = ${now}::timestamptz
where source = ${source} and dropped_at is null
  and not exists (select from decided d where coalesce(d.hook_id, d.new_id) = s.hook_id)`.execute(trx);
  return sql`select hook_id from hook_sources where source = ${source} and dropped_at = ${now}::timestamptz`;
}

export type Outcomes = Pick<ImportReport, 'added' | 'pending' | 'updated' | 'duplicates' | 'unchanged'> & {
  held: number;
};

const none: Outcomes = { added: 0, pending: 0, updated: 0, duplicates: 0, unchanged: 0, held: 0 };

/**
 * Outcome of each record after the merge: `seq`, `hook_id` (null if it was added), `shown_id` and `result`. A hook that shows another
 * source or was decided by a curator may be unchanged. A former count of a new hook is a duplicate within the file.
 */
export const outcomes = (version: number) => sql`
select d.seq, d.hook_id, coalesce(d.hook_id, n.new_id) as shown_id, case
  when d.new_id is not null or d.is_last and d.is_revival then case when d.is_ready or c.state = 'published' then 'added' else 'pending' end
  when d.is_step and d.hook_id is not null or c.id is not null and d.is_change then 'updated'
  when d.is_held then 'held'
  when d.is_known then 'unchanged'
  else 'duplicates' end as result
from decided d left join hooks c on c.id = d.hook_id and c.version = ${version} and c.id in (${touched})
left join decided n on d.hook_id is null and n.target = d.target and n.new_id is not null`;

/** New hooks published with guessed labels, and the expected share of correct labels. */
export async function countGuessed(trx: MergeTrx): Promise<ImportReport['guessed']> {
  const isGuess = (label: string) => sql`(${sql.ref(`${label}_method`)} not in ('given', 'curator'))`;
  const sum = (part: (label: string) => RawBuilder<unknown>) =>
    sql`sum(${sql.join(requiredLabels.map(part), sql` + `)})`;
  const { rows } = await sql<{ published: number; right: number | null }>`
select count(*) as published, ${sum((label) => sql`case when ${isGuess(label)} then ${sql.ref(`${label}_confidence`)} else 0 end`)}
  / ${sum((label) => sql`${isGuess(label)}::int`)} as right
from hooks where id in (select new_id from decided) and state = 'published' and label_method = 'rules'`.execute(trx);
  const { published = 0, right } = rows[0] ?? {};
  return right == null ? undefined : { published, right: Math.round(right * 100) / 100 };
}

/** Counts every record once. */
export async function countOutcomes(trx: MergeTrx, { version }: Stamp): Promise<Outcomes> {
  const { rows } = await sql<{ result: keyof Outcomes; count: number }>`
select result, count(*) as count from (${outcomes(version)}) v group by 1`.execute(trx);
  return { ...none, ...Object.fromEntries(rows.map(({ result, count }) => [result, count])) };
}
