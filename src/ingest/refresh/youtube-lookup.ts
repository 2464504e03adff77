// Looks up view counts by the YouTube Data API: videos.list, 50 ids and one unit a call.
// Shapes: developers.google.com/youtube/v3/docs/videos/list.
import { z } from 'zod';
import { windowOf } from '../collect/api-limits.ts';
import type { CollectEnvironment } from '../collect/environment.ts';
import { requestYouTube } from '../collect/youtube/client.ts';
import { count } from '../collect/youtube/video.ts';
import type { ViewLookup } from './lookup.ts';

/** Without a count where the channel hides it. */
const videoSchema = z.object({
  id: z.string(),
  statistics: z.object({ viewCount: count }).optional().catch(undefined),
});

export function youtubeLookup(environment: CollectEnvironment, secrets: ReadonlyMap<string, string>): ViewLookup {
  return {
    platform: 'youtube',
    idsPerCall: 50,
    window: (now) => windowOf('youtube', environment, now),
    lookUp: async (ids, { spend, signal }) => {
      const fields = 'items(id,statistics/viewCount)';
      const params = { part: 'statistics', fields, maxResults: 50, id: ids.join() };
      const page = await requestYouTube({ environment, secrets, signal, spend }, { method: 'videos', params });
      const items = page === 'unchanged' ? [] : page.items;
      // One that is malformed must not hide the counts of the others.
      const videos = items.flatMap((item) => videoSchema.safeParse(item).data ?? []);
      return new Map(
        videos.map(({ id, statistics }) => [
          id,
          statistics?.viewCount === undefined ? null : Number(statistics.viewCount),
        ]),
      );
    },
  };
}
