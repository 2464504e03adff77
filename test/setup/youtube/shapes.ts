// Resources and errors of the YouTube Data API v3, as its reference describes them (developers.google.com/youtube/v3/docs).

export type Body = Readonly<Record<string, unknown>>;
type ErrorBody = { error: Body & { code: number } };

export type StubVideo = {
  id: string;
  /** Channel id in the stub. */
  channelId: string;
  title: string;
  /** null where the channel hides views: `viewCount` is missing. */
  views: number | null;
  likes: number | null;
  /** ISO 8601. */
  publishedAt: string;
  seconds: number;
  /** Aspect ratio, width / height; null if YouTube does not return it. */
  ratio: number | null;
  categoryId: string;
  language: string | null;
  tags: string[];
  live: 'none' | 'live' | 'upcoming';
  /** Deleted or private: still in its playlist, but missing in videos.list. */
  isUnavailable: boolean;
};

export type StubChannel = { id: string; handle: string; title: string };

/** Error responses of the API; `hang` leaves a request without a response. */
export type Fault = keyof typeof faultBodies | 'hang';

export const faultBodies = {
  quotaExceeded: denied(
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
    'youtube.quota',
    'quotaExceeded',
  ),
  rateLimitExceeded: denied(
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute' of service 'youtube.googleapis.com'.",
    'youtube.quota',
    'rateLimitExceeded',
  ),
  accessNotConfigured: denied(
    'YouTube Data API v3 has not been used in project 123456789 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/youtube.googleapis.com/overview?project=123456789 then retry.',
    'usageLimits',
    'accessNotConfigured',
  ),
  keyMissing: denied(
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    'global',
    'forbidden',
  ),
  keyInvalid: invalid(400, 'API key not valid. Please pass a valid API key.', 'global', 'badRequest', {
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ],
  }),
  invalidPageToken: invalid(
    400,
    'The request specifies an invalid page token.',
    'youtube.parameter',
    'invalidPageToken',
  ),
  invalidFilters: invalid(
    400,
    'The request specifies an invalid filter parameter.',
    'youtube.parameter',
    'invalidFilters',
  ),
  invalidRegionCode: invalid(400, 'Invalid value for region code.', 'youtube.parameter', 'invalidRegionCode'),
  channelNotFound: invalid(404, 'Channel not found.', 'youtube.parameter', 'channelNotFound'),
  playlistNotFound: invalid(
    404,
    "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    'youtube.playlistItem',
    'playlistNotFound',
  ),
  notFound: invalid(404, 'Not Found', 'global', 'notFound'),
  backendError: invalid(503, 'The service is currently unavailable.', 'global', 'backendError', {
    status: 'UNAVAILABLE',
  }),
} as const satisfies Record<string, ErrorBody>;

function denied(message: string, domain: string, reason: string) {
  return invalid(403, message, domain, reason, { status: 'PERMISSION_DENIED' });
}

function invalid(code: number, message: string, domain: string, reason: string, more: Body = {}): ErrorBody {
  return { error: { code, message, errors: [{ message, domain, reason }], ...more } };
}

export function toChannel({ id, handle, title }: StubChannel): Body {
  return {
    kind: 'youtube#channel',
    id,
    snippet: { title, customUrl: handle },
    contentDetails: { relatedPlaylists: { likes: '', uploads: id.replace(/^UC/, 'UU') } },
  };
}

export function toPlaylistItem(video: StubVideo, channel: StubChannel, position: number): Body {
  const { id, isUnavailable, publishedAt, title } = video;
  return {
    kind: 'youtube#playlistItem',
    id: Buffer.from(`item ${id}`).toString('base64url'),
    snippet: { publishedAt, channelId: channel.id, title: isUnavailable ? 'Private video' : title, position },
    // A private or deleted video has only the id.
    contentDetails: { videoId: id, ...(isUnavailable ? {} : { videoPublishedAt: publishedAt }) },
  };
}

export function toSearchResult({ id, publishedAt, title, live }: StubVideo, channel: StubChannel): Body {
  const ofChannel = { channelId: channel.id, channelTitle: channel.title };
  const snippet = { publishedAt, title, ...ofChannel, liveBroadcastContent: live };
  return { kind: 'youtube#searchResult', id: { kind: 'youtube#video', videoId: id }, snippet };
}

/** Returns a video with the parts in the request. */
export function toVideo(video: StubVideo, channel: StubChannel, params: URLSearchParams): Body {
  const { id, title, publishedAt, categoryId, language, tags, live, views, likes, seconds } = video;
  const parts = params.get('part')?.split(',') ?? [];
  const all: Body = {
    snippet: {
      publishedAt,
      channelId: channel.id,
      title,
      description: '',
      thumbnails: { default: { url: `https://i.ytimg.com/vi/${id}/default.jpg` } },
      localized: { title },
      channelTitle: channel.title,
      ...(tags.length > 0 ? { tags } : {}),
      categoryId,
      liveBroadcastContent: live,
      ...(language === null ? {} : { defaultAudioLanguage: language }),
    },
    contentDetails: {
      // The duration is P0D while the video is live.
      duration: live === 'none' ? `PT${seconds >= 60 ? `${Math.floor(seconds / 60)}M` : ''}${seconds % 60}S` : 'P0D',
      definition: 'hd',
    },
    statistics: {
      ...(views === null ? {} : { viewCount: String(views) }),
      ...(likes === null ? {} : { likeCount: String(likes) }),
      commentCount: '120',
    },
    player: { embedHtml: `<iframe src="//www.youtube.com/embed/${id}"></iframe>`, ...embedSize(video, params) },
    status: { uploadStatus: 'processed', privacyStatus: 'public', embeddable: true },
  };
  return { kind: 'youtube#video', id, ...Object.fromEntries(parts.map((part) => [part, all[part]])) };
}

/**
 * The size is returned only if the request limits the size of the player and the aspect ratio is known. 64-bit integers are strings in
 * Google's JSON.
 */
function embedSize({ ratio }: StubVideo, params: URLSearchParams): Body {
  const [maxWidth, maxHeight] = [params.get('maxWidth'), params.get('maxHeight')].map((text) => Number(text ?? 8192));
  if (ratio === null || maxWidth === undefined || maxHeight === undefined) return {};
  if (!params.has('maxWidth') && !params.has('maxHeight')) return {};
  const width = Math.round(Math.min(maxWidth, maxHeight * ratio));
  return { embedWidth: String(width), embedHeight: String(Math.round(width / ratio)) };
}
