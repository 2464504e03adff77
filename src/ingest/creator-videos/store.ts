// SQL of the views of creators' videos. They are kept whether the videos are hooks or not, since catalog/outliers/store.ts compares hooks
// with them.
import { sql } from 'kysely';
import { creatorKey } from '../../catalog/outliers/store.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { createBlockList } from '../../catalog/takedowns/takedown.ts';
import type { Database, Db } from '../../db/database.ts';

/** A video with its views. `video` is the id in `video_key`; `publishedAt` is ISO 8601. */
type Video = Record<'platform' | 'creator' | 'video', string>;
export type CreatorVideo = Video & { views: number; publishedAt: string | null };

/** Stores views of videos in one statement, except those of creators and videos that a takedown blocks. */
export async function storeCreatorVideos(db: Db, videos: readonly CreatorVideo[]): Promise<void> {
  if (videos.length === 0) return;
  const { find } = createBlockList(await selectBlocks(db));
  const isBlocked = ({ video, ...one }: CreatorVideo) =>
    find?.({ ...one, textKey: '', videoKey: video, source_url: null }) !== undefined;
  const allowed = videos.filter((one) => !isBlocked(one));
  await sql`
insert into creator_videos as v (platform, creator, video, views, published_at, seen_at)
select distinct on (1, 2, 3) platform, ${creatorKey('r')} as creator, video, views, "publishedAt", now()
from jsonb_to_recordset(${JSON.stringify(allowed)}::jsonb) r (platform text, creator text, video text, views bigint, "publishedAt" timestamptz)
order by 1, 2, 3, views desc
on conflict (platform, creator, video) do update set views = excluded.views, seen_at = excluded.seen_at,
  is_new = v.is_new or v.views <> excluded.views`.execute(db);
}

/** Ids of YouTube videos, oldest views first. */
export async function selectOutdatedVideos(db: Database, seenBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
select split_part(video, '/', 2) as id from creator_videos
where platform = 'YouTube' and seen_at < ${seenBefore} order by seen_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteOutdatedVideos(db: Database, seenBefore: Date): Promise<void> {
  await sql`delete from creator_videos where platform = 'YouTube' and seen_at < ${seenBefore}`.execute(db);
}
