// Video resource of YouTube: the collected members, and the reasons to skip a video.
import { z } from 'zod';
import { readDuration } from '../../mapping/mapping.ts';
import { type CollectContext, type Step, skipped, toCreatorVideo, watchMs } from '../collector.ts';
import { requestYouTube, type YouTubeDeps } from './client.ts';

/** Limit of videos.list. */
export const idsPerRequest = 50;

/** Google sends 64-bit integers as strings. Undefined if a member is missing or has another shape. */
export const count = z
  .union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()])
  .transform(Number)
  .optional()
  .catch(undefined);
const text = z.string().optional().catch(undefined);

const videoSchema = z.object({
  id: z.string().min(1),
  snippet: z
    .object({ title: text, publishedAt: text, liveBroadcastContent: text, channelTitle: text })
    .optional()
    .catch(undefined),
  contentDetails: z.object({ duration: text }).optional().catch(undefined),
  statistics: z.object({ viewCount: count }).optional().catch(undefined),
  player: z.object({ embedWidth: count, embedHeight: count }).optional().catch(undefined),
});
type Video = z.infer<typeof videoSchema>;

/** The player has the aspect ratio of the video. */
export const videoParts = { part: 'snippet,contentDetails,statistics,player', maxWidth: 1000, maxHeight: 1000 };

type VideoRules = Pick<CollectContext, 'settings' | 'minViews'>;

/** Requests at most 50 ids at once. YouTube leaves out deleted and private videos. */
export async function fetchVideos(deps: YouTubeDeps & VideoRules, ids: readonly string[]): Promise<Brought> {
  const askedAt = new Date();
  const page = await requestYouTube(deps, { method: 'videos', params: { ...videoParts, id: ids.join(',') } });
  const { records, videos } = toRecords(page === 'unchanged' ? [] : page.items, deps, askedAt);
  const found = new Map(records.map((record) => [record.id, record]));
  return { records: ids.map((id) => found.get(id) ?? skipped(id)), videos };
}

export type Brought = Required<Pick<Step, 'records' | 'videos'>>;

/** Leaves out items that are not videos. */
export function toRecords(items: readonly unknown[], rules: VideoRules, askedAt: Date): Brought {
  const found = items.flatMap((item) => {
    const { data: video } = videoSchema.safeParse(item);
    if (!video) return [];
    const views = video.statistics?.viewCount ?? null;
    const publishedAt = toIsoDate(video.snippet?.publishedAt);
    const state = stateOf(video, views, publishedAt, rules, askedAt);
    const record = state === 'waiting' ? JSON.stringify(toImported(item as object, askedAt)) : null;
    const listed = { url: `https://youtu.be/${video.id}`, creator: video.snippet?.channelTitle, views, publishedAt };
    const videos = isWanted(video, rules.settings) ? toCreatorVideo(listed) : [];
    return [{ record: { id: video.id, state, record, views, publishedAt }, videos }];
  });
  return { records: found.map(({ record }) => record), videos: found.flatMap(({ videos }) => videos) };
}

function stateOf(
  video: Video,
  views: number | null,
  publishedAt: string | null,
  { settings, minViews }: VideoRules,
  now: Date,
): 'waiting' | 'watched' | 'skipped' {
  if (!isWanted(video, settings)) return 'skipped';
  if (views !== null && views >= minViews) return 'waiting';
  // Hidden views may become visible later.
  const isYoung = publishedAt !== null && Date.parse(publishedAt) > now.getTime() - watchMs;
  return isYoung ? 'watched' : 'skipped';
}

function isWanted({ snippet, contentDetails, player }: Video, settings: VideoRules['settings']): boolean {
  const { title, liveBroadcastContent = 'none' } = snippet ?? {};
  if (!title || liveBroadcastContent !== 'none') return false;
  const seconds = readDuration(contentDetails?.duration);
  // A broadcast has 0 seconds.
  if (!seconds || (settings.maxSeconds !== null && seconds > settings.maxSeconds)) return false;
  const { embedWidth, embedHeight } = player ?? {};
  const isHorizontal = embedWidth !== undefined && embedHeight !== undefined && embedWidth > embedHeight;
  return settings.isAnyOrientation || !isHorizontal;
}

/** Keeps the members that the preset youtube-api reads. */
function toImported(item: object, askedAt: Date): object {
  const { player: _, etag: __, snippet, ...members } = item as Record<string, unknown>;
  const { thumbnails: _t, localized: _l, ...texts } = (snippet ?? {}) as Record<string, unknown>;
  return { ...members, snippet: texts, views_captured_at: askedAt.toISOString() };
}

function toIsoDate(given: string | undefined): string | null {
  const time = Date.parse(given ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

// Locations of YouTube: a channel by its handle or id, a search, or the most popular videos of a country.

export type YouTubeLocation =
  | { kind: 'handle'; handle: string }
  | { kind: 'channel'; id: string }
  | { kind: 'search'; query: string }
  | { kind: 'popular'; region: string };

export function parseYouTube(location: string): YouTubeLocation | { problem: string } {
  const text = location.slice('youtube:'.length);
  const handle = /^@[\p{L}\p{N}._·-]{1,100}$/u.exec(text)?.[0];
  if (handle !== undefined) return { kind: 'handle', handle };
  if (/^UC[\w-]{22}$/.test(text)) return { kind: 'channel', id: text };
  const region = /^popular:([A-Z]{2})$/.exec(text)?.[1];
  if (region !== undefined) return { kind: 'popular', region };
  const query = /^search:"?([^"]+?)"?$/.exec(text)?.[1]?.trim();
  if (query !== undefined && query !== '') return { kind: 'search', query };
  return {
    problem: `"${location.slice(0, 100)}" is not a YouTube location. Use youtube:@handle, youtube:UC… (the id of a channel), youtube:search:"words" or youtube:popular:US.`,
  };
}
