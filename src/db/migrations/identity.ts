// Identity of hooks: one hook per video, otherwise per source record, otherwise per text. Hooks of the same video are merged: the published
// one with the lowest id stays, and the others refer to it.
import { type Kysely, sql } from 'kysely';
import { guessedLabels } from '../../labels/label.ts';
import { videoOf } from '../../lib/video-url.ts';

export async function identity(db: Kysely<unknown>): Promise<void> {
  const former = await dropIndexes(db);
  for await (const keys of videoKeys(db))
    await sql`
update hooks h set video_key = k.video_key from unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ key }) => key)}::text[]) k (id, video_key)
where h.id = k.id`.execute(db);
  await findDoubles(db);
  await joinHolders(db);
  await joinHistories(db);
  await showNewestViews(db);
  await joinHooks(db);
  for (const definition of [...former, ...identities]) await sql.raw(definition).execute(db);
}

const identities = [
  'create unique index hooks_video_key on hooks (video_key) where video_key is not null',
  'create unique index hooks_source_identity on hooks (source, source_id) where video_key is null and source_id is not null and merged_into is null',
  'create unique index hooks_text_identity on hooks (text_key) where video_key is null and source_id is null and merged_into is null',
];

/**
 * Nearly every row is updated, and building an index is faster than updating it row by row. Returns the definitions of the indexes to build
 * again.
 */
async function dropIndexes(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
select indexname as name, indexdef as definition from pg_indexes
where schemaname = current_schema() and tablename = 'hooks' and indexname <> 'hooks_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.filter(({ name }) => name !== 'hooks_text_key').map(({ definition }) => definition);
}

const hooksPerBatch = 10_000;

/** Reads in batches, so that memory does not grow with the catalog. */
async function* videoKeys(db: Kysely<unknown>): AsyncGenerator<{ id: number; key: string }[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; platform: string; source_id: string | null; source_url: string | null }>`
select id, platform, source_id, source_url from hooks where id > ${after} order by id limit ${sql.lit(hooksPerBatch)}`.execute(
      db,
    );
    yield rows.flatMap((row) => {
      const key = videoOf(row);
      return key === null ? [] : [{ id: row.id, key }];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < hooksPerBatch) return;
    after = last.id;
  }
}

/** Creates `doubles`: the hooks to drop and, for each, the hook that is kept. A real hook of a video is kept in preference to a sample. */
async function findDoubles(db: Kysely<unknown>): Promise<void> {
  await sql`
create temporary table doubles on commit drop as
select id, keep from (
  select id, first_value(id) over (partition by video_key
    order by sample, array_position(array['published', 'pending', 'retired'], state), retired_by is distinct from 'snapshot', id) as keep
  from hooks where video_key in (select video_key from hooks where video_key is not null group by 1 having count(*) > 1)
) ranked where id <> keep`.execute(db);
  await sql`analyze doubles`.execute(db);
  await sql`update catalog set version = version + 1, updated_at = now() where exists (select from doubles)`.execute(
    db,
  );
}

/** A count without a date is as old as its row, and is the newest only if it is the largest, since views of a video do not fall. */
const newest = sql`s.views is null, s.views_captured_at is null and s.views < s.largest, coalesce(s.views_captured_at, s.updated_at) desc`;

const recordColumns = [
  'text',
  'text_key',
  'views',
  'platform',
  'given_platform',
  'given_labels',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'language',
  'creator',
  'source_id',
  'source_url',
  'published_at',
  'views_captured_at',
  'likes',
  'comments',
  'shares',
  'duration_seconds',
  'template',
  'word_count',
  'label_method',
  'label_confidence',
  'raw_text',
  'text_method',
  'source_family',
  'series_part',
];

/**
 * Every hook becomes a source record. If a source has records of two merged hooks, the newest stays; a record that the source still
 * contains takes precedence.
 */
async function joinHolders(db: Kysely<unknown>): Promise<void> {
  const columns = sql.join(recordColumns.map((name) => sql.ref(name)));
  const origins = sql.raw(guessedLabels.map((label) => `${label}_method, ${label}_confidence`).join(', '));
  const originsOfAll = sql.raw(
    guessedLabels
      .map((label) =>
        ['method', 'confidence'].map((of) => `case when ${label} is not null then label_${of} end`).join(', '),
      )
      .join(', '),
  );
  await sql`
insert into hook_sources (hook_id, source, ${columns}, review_reason, ${origins}, is_ready, import_id, held_since, updated_at, dropped_at)
select id, source, ${columns},
  case when state = 'pending' then case when label_confidence < 0.5 then 'low_confidence' else 'unknown_label' end end,
  ${originsOfAll}, state <> 'pending', import_id, added_at, updated_at,
  case when state = 'retired' and retired_by = 'snapshot' or sample and id in (select id from doubles union select keep from doubles) then now() end
from hooks`.execute(db);
  await sql`
delete from hook_sources o using (
  select s.hook_id, s.source, row_number() over (partition by s.keep, s.source
    order by s.dropped_at is not null, ${newest}, s.hook_id) as place
  from (
    select o.*, coalesce(d.keep, o.hook_id) as keep, max(o.views) over (partition by coalesce(d.keep, o.hook_id), o.source) as largest
    from hook_sources o left join doubles d on d.id = o.hook_id
    where o.hook_id in (select id from doubles union select keep from doubles)
  ) s
) ranked where place > 1 and ranked.hook_id = o.hook_id and ranked.source = o.source`.execute(db);
  await sql`update hook_sources o set hook_id = d.keep from doubles d where d.id = o.hook_id`.execute(db);
}

/** All points, and the current value of each hook, belong to the same video. */
async function joinHistories(db: Kysely<unknown>): Promise<void> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select distinct on (d.keep, captured_at) d.keep, captured_at, views, import_id from doubles d join (
  select hook_id, captured_at, views, import_id from view_history
  union all
  select id, coalesce(views_captured_at, updated_at), views, null from hooks where id in (select id from doubles)
) points on points.hook_id = d.id order by d.keep, captured_at, views desc
on conflict do nothing`.execute(db);
  await sql`delete from view_history where hook_id in (select id from doubles)`.execute(db);
}

async function showNewestViews(db: Kysely<unknown>): Promise<void> {
  await sql`
create temporary table newest_views on commit drop as
select distinct on (s.hook_id) s.hook_id, s.views, s.views_captured_at from (
  select o.*, max(o.views) over (partition by o.hook_id) as largest from hook_sources o
  where o.hook_id in (select keep from doubles) and o.dropped_at is null and o.views is not null
) s order by s.hook_id, ${newest}, s.views desc, s.source`.execute(db);
  await sql`
insert into view_history (hook_id, captured_at, views)
select h.id, coalesce(h.views_captured_at, h.updated_at), h.views
from hooks h join newest_views n on n.hook_id = h.id where n.views <> h.views
on conflict do nothing`.execute(db);
  await sql`
update hooks h set views = n.views, views_captured_at = n.views_captured_at
from newest_views n where n.hook_id = h.id and n.views <> h.views`.execute(db);
}

const content = [
  'text',
  'text_key',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'language',
  'template',
  'word_count',
  'label_method',
  'label_confidence',
  'curated_at',
];
const facts = ['creator', 'source_url', 'published_at', 'likes', 'comments', 'shares', 'duration_seconds'];

/** Keeps a curator's changes, and values that only the dropped hook has. */
async function joinHooks(db: Kysely<unknown>): Promise<void> {
  const list = (columns: readonly string[], text: (name: string) => string) => sql.raw(columns.map(text).join(', '));
  await sql`
update hooks k set ${list(content, (name) => `${name} = c.${name}`)}
from (select distinct on (d.keep) d.keep, h.* from doubles d join hooks h on h.id = d.id
  where h.curated_at is not null order by d.keep, h.curated_at desc, h.id) c
where c.keep = k.id and k.curated_at is null and (c.state = 'published' or k.state <> 'published')`.execute(db);
  await sql`
update hooks k set seen_at = least(k.seen_at, c.seen_at), ${list(facts, (name) => `${name} = coalesce(k.${name}, c.${name})`)},
  version = (select version from catalog), updated_at = now()
from (select d.keep, min(h.seen_at) as seen_at, ${list(facts, (name) => `(array_agg(h.${name} order by h.id) filter (where h.${name} is not null))[1] as ${name}`)}
  from doubles d join hooks h on h.id = d.id group by d.keep) c where c.keep = k.id`.execute(db);
  await sql`
update hooks h set state = 'retired', retired_by = 'merge', merged_into = d.keep, video_key = null,
  version = (select version from catalog), updated_at = now()
from doubles d where d.id = h.id`.execute(db);
}
