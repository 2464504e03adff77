// Collector of YouTube: channels, searches and the chart of a country, by the Data API v3.
import { z } from 'zod';
import { dayMs, hourMs } from '../../../lib/time.ts';
import { type CollectContext, LocationError, type Step, watchMs } from '../collector.ts';
import { requestYouTube } from './client.ts';
import { chartList, readState, searchList, uploadsList, type VideoList, walkList, type YouTubeState } from './lists.ts';
import { fetchVideos, idsPerRequest, parseYouTube, type YouTubeLocation } from './video.ts';

/** Videos with too few views are checked again by later runs, but not more often. */
const recheckEveryMs = hourMs;

export async function* collectYouTube(location: string, context: CollectContext): AsyncGenerator<Step> {
  const parsed = parseYouTube(location);
  if ('problem' in parsed) throw new LocationError(parsed.problem);
  let state = readState(context.state);
  if ((parsed.kind === 'handle' || parsed.kind === 'channel') && state.playlist === undefined) {
    state = { ...state, playlist: await findUploads(parsed, context) };
    yield { records: [], state };
  }
  state = yield* walkList(listOf(parsed, location, state, context), state, context);
  yield* recheckWatched(state, context);
  yield* recountOutdated(state, context);
}

function listOf(
  parsed: YouTubeLocation,
  location: string,
  { playlist = '', isComplete }: YouTubeState,
  context: CollectContext,
): VideoList {
  if (parsed.kind === 'search') return searchList(parsed.query, !isComplete, context);
  if (parsed.kind === 'popular') return chartList(parsed.region, context);
  return uploadsList(playlist, location, context);
}

const channelSchema = z.object({
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().min(1) }) }),
});

/** Finds the playlist of all public videos of a channel. */
async function findUploads(
  channel: Extract<YouTubeLocation, { kind: 'handle' | 'channel' }>,
  context: CollectContext,
): Promise<string> {
  const [name, filter] =
    channel.kind === 'handle' ? [channel.handle, { forHandle: channel.handle }] : [channel.id, { id: channel.id }];
  const page = await requestYouTube(context, { method: 'channels', params: { part: 'contentDetails', ...filter } });
  const { data } = channelSchema.safeParse(page === 'unchanged' ? undefined : page.items[0]);
  if (data) return data.contentDetails.relatedPlaylists.uploads;
  throw new LocationError(`YouTube has no channel ${name}.`, `Check it at https://www.youtube.com/${pathOf(channel)}.`);
}

function pathOf(channel: Extract<YouTubeLocation, { kind: 'handle' | 'channel' }>): string {
  return channel.kind === 'handle' ? channel.handle : `channel/${channel.id}`;
}

/** Imports the watched videos that have enough views by now. */
async function* recheckWatched(state: YouTubeState, context: CollectContext): AsyncGenerator<Step> {
  const now = Date.now();
  const [checkedBefore, publishedAfter] = [new Date(now - recheckEveryMs), new Date(now - watchMs)];
  for (;;) {
    const ids = await context.archive.watched({ checkedBefore, publishedAfter, limit: idsPerRequest });
    if (ids.length === 0) return;
    yield { ...(await fetchVideos(context, ids)), state };
  }
}

/** YouTube permits keeping views for 30 days, so they are read again before. Views of removed videos are deleted then. */
async function* recountOutdated(state: YouTubeState, context: CollectContext): AsyncGenerator<Step> {
  const seenBefore = new Date(Date.now() - 25 * dayMs);
  const asked = new Set<string>();
  for (;;) {
    const ids = (await context.archive.outdated({ seenBefore, limit: idsPerRequest })).filter((id) => !asked.has(id));
    if (ids.length === 0) return;
    for (const id of ids) asked.add(id);
    yield { ...(await fetchVideos(context, ids)), records: [], state };
  }
}
