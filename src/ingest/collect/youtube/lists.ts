// Lists of videos: the uploads of a channel, the results of a search, the most popular videos of a country.
import { z } from 'zod';
import { type CollectContext, LocationError, type LocationState, type Step, watchMs } from '../collector.ts';
import { InvalidParameterError, NotFoundError, type Page, requestYouTube, type YouTubeRequest } from './client.ts';
import { type Brought, fetchVideos, toRecords, videoParts } from './video.ts';

export type VideoList = {
  /** Returns `unchanged` if the page still has the ETag. */
  ask: (walk: Pick<Walk, 'page' | 'publishedAfter'>, etag: string | null) => Promise<Page | 'unchanged'>;
  /** Returns undefined if the item is not a video. */
  idOf: (item: unknown) => string | undefined;
  /** Start of a search, ISO 8601. */
  publishedAfter: string | null;
  /** New videos come first. */
  isOrdered: boolean;
  /** Items are complete videos. */
  hasDetails: boolean;
  maxVideos: number;
};

/** The API's limit, the same for all lists. */
const perPage = 50;
/** Later results of a search match less and less. */
const maxFirstResults = 500;
/** The quota allows only 100 searches a day. */
const maxLaterResults = 100;

const listed = z.object({ contentDetails: z.object({ videoId: z.string().min(1) }) });
const found = z.object({ id: z.object({ videoId: z.string().min(1) }) });
const complete = z.object({ id: z.string().min(1) });

/** Newest first. */
export function uploadsList(playlistId: string, location: string, context: CollectContext): VideoList {
  const ask: VideoList['ask'] = async ({ page }, etag) => {
    const params = { part: 'contentDetails', playlistId, maxResults: perPage, pageToken: page };
    return requestYouTube(context, { method: 'playlistItems', params, etag }).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      throw new LocationError(`${location} has no public videos.`, 'If it was deleted, remove it from the source.');
    });
  };
  const idOf = (item: unknown) => listed.safeParse(item).data?.contentDetails.videoId;
  const { maxVideos } = context.settings;
  return { ask, idOf, publishedAfter: null, isOrdered: true, hasDetails: false, maxVideos };
}

/** Most viewed first: at first of all time, later of the last 30 days. */
export function searchList(query: string, isFirst: boolean, context: CollectContext): VideoList {
  const { region, language, maxVideos } = context.settings;
  const ask: VideoList['ask'] = ({ page, publishedAfter }) => {
    const what = { part: 'snippet', type: 'video', q: query, videoDuration: 'short', order: 'viewCount' };
    const where = { regionCode: region, relevanceLanguage: language && relevanceLanguage(language) };
    const params = { ...what, ...where, publishedAfter, maxResults: perPage, pageToken: page };
    return requestYouTube(context, { method: 'search', params });
  };
  return {
    ask,
    idOf: (item) => found.safeParse(item).data?.id.videoId,
    publishedAfter: isFirst ? null : new Date(Date.now() - watchMs).toISOString(),
    isOrdered: true,
    hasDetails: false,
    maxVideos: Math.min(maxVideos, isFirst ? maxFirstResults : maxLaterResults),
  };
}

/** Since July 2025 the chart contains only popular music, films and gaming. */
export function chartList(region: string, context: CollectContext): VideoList {
  const ask: VideoList['ask'] = ({ page }) => {
    const params = { ...videoParts, chart: 'mostPopular', regionCode: region, maxResults: perPage, pageToken: page };
    const request: YouTubeRequest = { method: 'videos', params };
    return requestYouTube(context, request);
  };
  const idOf = (item: unknown) => complete.safeParse(item).data?.id;
  const { maxVideos } = context.settings;
  return { ask, idOf, publishedAfter: null, isOrdered: false, hasDetails: true, maxVideos };
}

/** ISO 639-1, or zh-Hans or zh-Hant. */
function relevanceLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return language === 'zh' ? `zh-${script}` : (language ?? tag);
}

// State of a YouTube location: its uploads playlist, the result of the last complete walk through its list, and an interrupted walk.

const walkSchema = z.object({
  /** Token of the next page; null for the first. */
  page: z.string().nullable(),
  /** Ids of the last page whose details are not requested yet. */
  pending: z.array(z.string()),
  isLastPage: z.boolean(),
  /** Number of videos that were checked. */
  looked: z.number(),
  /** ETag of the first page. */
  etag: z.string().nullable(),
  /** ISO 8601; the same for all pages of a search. */
  publishedAfter: z.string().nullable(),
  /** The walk ends at the first page without new videos, since an earlier walk has seen the rest. */
  endsAtKnown: z.boolean(),
});
type Walk = z.infer<typeof walkSchema>;

const stateSchema = z.object({
  playlist: z.string().optional(),
  /** ETag of the first page of the last complete walk. */
  etag: z.string().nullable().default(null),
  /** Whether a walk has ever reached its end. */
  isComplete: z.boolean().default(false),
  walk: walkSchema.optional(),
});
export type YouTubeState = z.infer<typeof stateSchema>;

/** Returns an empty state for another shape, which another version may have stored. */
export function readState(stored: LocationState): YouTubeState {
  return stateSchema.safeParse(stored).data ?? stateSchema.parse({});
}

// Walks through a list of videos page by page, and requests the details of unknown ones. Each request is a step.

/** Returns the state after the last step. */
export async function* walkList(
  list: VideoList,
  state: YouTubeState,
  context: CollectContext,
): AsyncGenerator<Step, YouTubeState> {
  const { walk: interrupted, ...last } = state;
  const stateOf = (walk: Walk): YouTubeState =>
    isFinished(walk) ? { ...last, etag: walk.etag, isComplete: true } : { ...last, walk };
  let walk = interrupted ?? begin(list, list.isOrdered && state.isComplete);
  let isResumed = interrupted !== undefined;
  while (!isFinished(walk)) {
    let brought: Brought = { records: [], videos: [] };
    if (walk.pending.length > 0) {
      brought = await fetchVideos(context, walk.pending);
      walk = { ...walk, pending: [] };
    } else {
      const isFirst = walk.page === null;
      const page = await list
        .ask(walk, isFirst && walk.endsAtKnown ? state.etag : null)
        .catch((error: unknown) => toRestart(error, isResumed && !isFirst));
      if (page === 'unchanged') return last;
      if (page === 'restart') walk = begin(list, false);
      else ({ walk, brought } = await readPage(page, { list, walk, isResumed, context }));
      isResumed = false;
    }
    yield { ...brought, state: stateOf(walk) };
  }
  return stateOf(walk);
}

function begin({ publishedAfter }: VideoList, endsAtKnown: boolean): Walk {
  return { page: null, pending: [], isLastPage: false, looked: 0, etag: null, publishedAfter, endsAtKnown };
}

function isFinished({ isLastPage, pending }: Walk): boolean {
  return isLastPage && pending.length === 0;
}

/** The token of an interrupted walk may have expired. */
function toRestart(error: unknown, isResumed: boolean): 'restart' {
  if (isResumed && error instanceof InvalidParameterError) return 'restart';
  throw error;
}

async function readPage(
  page: Page,
  { list, walk, isResumed, context }: { list: VideoList; walk: Walk; isResumed: boolean; context: CollectContext },
): Promise<{ walk: Walk; brought: Brought }> {
  const askedAt = new Date();
  const items = page.items.slice(0, list.maxVideos - walk.looked);
  const ids = [...new Set(items.flatMap((item) => list.idOf(item) ?? []))];
  const known = await context.archive.known(ids);
  const unknown = ids.filter((id) => !known.has(id));
  const looked = walk.looked + items.length;
  // New videos shift the pages, so after an interruption the first page may be known although the next one is not.
  const isAtKnown = walk.endsAtKnown && !isResumed && unknown.length === 0;
  const isLastPage = page.next === null || looked >= list.maxVideos || isAtKnown;
  const etag = walk.page === null ? page.etag : walk.etag;
  const next: Walk = { ...walk, page: page.next, isLastPage, looked, etag };
  if (!list.hasDetails) return { walk: { ...next, pending: unknown }, brought: { records: [], videos: [] } };
  const { records, videos } = toRecords(items, context, askedAt);
  return { walk: next, brought: { records: records.filter(({ id }) => !known.has(id)), videos } };
}
