// SQL of outliers: compares the views of a hook with the median of its creator, and computes how fast they grow. The median covers videos
// of hooks, and others that collectors and imports read.
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** Minimum number of videos for a meaningful median. */
const minVideos = 5;

/** Names are compared without @ and case, as in filters. The index hooks_creator has the same expression. */
export const creatorKey = (row: string) => sql`lower(ltrim(${sql.ref(`${row}.creator`)}, '@'))`;

/** Subquery of the creators of hooks that a version changed. */
export const creatorsOf = (version: number) => sql`
select distinct platform, ${creatorKey('h')} as creator from hooks h
where version = ${version}::bigint and state in ('published', 'retired') and creator is not null`;

/**
 * Creates `creator_medians` for these creators, and for creators of videos stored since the last version; the median is null if too few
 * videos are known. `counts` are views that are not stored in hooks yet. A video with several rows counts once, with its most views.
 */
export async function prepareMedians(
  trx: Trx,
  creators: RawBuilder<unknown>,
  counts?: RawBuilder<unknown>,
): Promise<void> {
  await sql`drop table if exists touched_creators, creator_medians`.execute(trx);
  await sql`create temporary table touched_creators on commit drop as ${creators}`.execute(trx);
  await sql`
with stored as (update creator_videos set is_new = false where is_new returning platform, creator)
insert into touched_creators select distinct platform, creator from stored
except select platform, creator from touched_creators`.execute(trx);
  await sql`analyze touched_creators`.execute(trx);
  await sql`
create temporary table creator_medians on commit drop as
with counts (platform, creator, video, views) as (
  select t.platform, t.creator, coalesce(h.video_key, 'hook ' || h.id), h.views
  from touched_creators t join hooks h on h.platform = t.platform and ${creatorKey('h')} = t.creator
  where h.creator is not null and h.merged_into is null and h.retired_by is distinct from 'undo'
  union all
  select platform, creator, video, views from touched_creators join creator_videos using (platform, creator)
  ${counts ? sql`union all ${counts}` : sql``}
), videos as (
  select platform, creator, video, max(views) as views from counts group by 1, 2, 3
)
select platform, creator, count(*) as videos,
  case when count(*) >= ${sql.lit(minVideos)} then nullif(percentile_cont(0.5) within group (order by views), 0) end as median
from videos group by 1, 2`.execute(trx);
  // Without statistics, all hooks would be read to find those of one creator.
  await sql`analyze creator_medians`.execute(trx);
}

/** The views as a multiple of the median in the row `m` of creator_medians. */
export const ratioTo = (views: RawBuilder<unknown>) => sql`round((${views} / m.median)::numeric, 2)::float8`;
export const videosIn = sql`case when m.median is not null then m.videos end`;

/** Hooks keep a ratio that is nearly the same, so that each new video of a creator does not rewrite all its hooks. */
const tolerance = 0.01;

/** Copies the ratios of `creator_medians` to hooks. Returns the number of changed hooks. */
export async function showOutliers(trx: Trx, version: number): Promise<number> {
  const ratio = ratioTo(sql`h.views`);
  const { numAffectedRows } = await sql`
update hooks h set views_vs_creator = ${ratio}, creator_videos = ${videosIn}, version = ${version}::bigint from creator_medians m
where h.platform = m.platform and ${creatorKey('h')} = m.creator and h.creator is not null and h.state in ('published', 'pending')
  and ((${ratio} is null) <> (h.views_vs_creator is null)
    or abs(${ratio} - h.views_vs_creator) > ${sql.lit(tolerance)} * h.views_vs_creator)`.execute(trx);
  return Number(numAffectedRows);
}

// Velocity: views a day between two counts.

type Count = { views: RawBuilder<unknown>; at: RawBuilder<unknown> };

/**
 * A platform may correct a count downwards, which counts as no growth. `otherwise` is used for counts less than an hour apart, since
 * minutes do not represent a day.
 */
export function viewsPerDay(from: Count, to: Count, otherwise: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = sql`${to.at} - ${from.at}`;
  return sql`case when ${since} >= interval '1 hour'
    then round(greatest(0, ${to.views} - ${from.views}) * 86400 / extract(epoch from ${since}))::bigint else ${otherwise} end`;
}
