// Lists of videos: the uploads of a channel, the results of a search, the most popular of a country.
import { z } from 'zod';
import { type CollectContext, LocationError, watchMs } from '../collector.ts';
import { NotFoundError, type Page, requestYouTube, type YouTubeRequest } from './client.ts';
import type { Walk } from './state.ts';
import { videoParts } from './video.ts';

export type VideoList = {
  /** `unchanged` if the page still has the ETag. */
  ask: (walk: Pick<Walk, 'page' | 'publishedAfter'>, etag: string | null) => Promise<Page | 'unchanged'>;
  /** Undefined if the item is no video. */
  idOf: (item: unknown) => string | undefined;
  /** Of a search: ISO 8601. */
  publishedAfter: string | null;
  /** New videos come first. */
  isOrdered: boolean;
  /** Items are complete videos. */
  hasDetails: boolean;
  maxVideos: number;
};

/** The most of all lists. */
const perPage = 50;
/** Further results of a search match less and less. */
const maxFirstResults = 500;
/** There are only 100 searches a day. */
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
      throw new LocationError(`${location} has no public videos.`, 'Remove it from the source if it is gone.');
    });
  };
  const idOf = (item: unknown) => listed.safeParse(item).data?.contentDetails.videoId;
  const { maxVideos } = context.settings;
  return { ask, idOf, publishedAfter: null, isOrdered: true, hasDetails: false, maxVideos };
}

/** Most viewed first: at first of all times, later of the last 30 days. */
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

/** Since July 2025 this is what is popular of music, films and gaming. */
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

/** ISO 639-1, and zh-Hans or zh-Hant. */
function relevanceLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return language === 'zh' ? `zh-${script}` : (language ?? tag);
}
