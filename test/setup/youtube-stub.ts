// A YouTube Data API v3 on loopback: channels, uploads, videos, searches and charts in the official shapes, with faults on demand.
// Shapes: developers.google.com/youtube/v3/docs (channels, playlistItems, videos, search, errors), its errors as clients report them.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Body,
  type Fault,
  faultBodies,
  type StubChannel,
  type StubVideo,
  toChannel,
  toPlaylistItem,
  toSearchResult,
  toVideo,
} from './youtube/shapes.ts';

export type { StubChannel };

type Method = 'channels.list' | 'playlistItems.list' | 'videos.list' | 'search.list';

type StubRequest = {
  method: Method;
  params: URLSearchParams;
  ids: readonly string[];
  headers: IncomingMessage['headers'];
};

export type YouTubeStub = {
  /** Value of HOOKLINE_YOUTUBE_URL. */
  url: string;
  /** The only accepted key, sent in the header x-goog-api-key. */
  key: string;
  requests: StubRequest[];
  /** Number of requests of the method, by default of all methods. */
  count: (method?: Method) => number;
  /** All ids in requests to videos.list, in order, with repetitions. */
  idsAsked: () => string[];
  /** Resolves after `count` requests of the method, by default of all methods. */
  received: (count: number, method?: Method) => Promise<void>;
  /** `@handle` becomes the title and, by default, the id. */
  addChannel: (handle: string, channel?: Partial<StubChannel>) => StubChannel;
  /** Adds or replaces a video, by default a vertical one of 30 s with 200,000 views, published just now. */
  put: (video: Partial<StubVideo> & { id: string; channelId: string }) => StubVideo;
  /** The video can be changed between requests. */
  video: (id: string) => StubVideo;
  remove: (id: string) => void;
  /** Chooses the response to each request, `n` from 1 on; `hang` leaves it without a response, a promise delays it. */
  fault: (request: StubRequest, n: number) => Fault | undefined | Promise<Fault | undefined>;
  close: () => Promise<void>;
};

type Answer = { status: number; body: Body };

const key = 'AIzaSy-key-of-the-stub';
const paths: Readonly<Record<string, Method>> = {
  '/channels': 'channels.list',
  '/playlistItems': 'playlistItems.list',
  '/videos': 'videos.list',
  '/search': 'search.list',
};

export async function startYouTube(): Promise<YouTubeStub> {
  const channels = new Map<string, StubChannel>();
  const videos = new Map<string, StubVideo>();
  const waiting = new Set<() => void>();
  const server = createServer((req, res) => {
    void respond(req, res);
    for (const check of [...waiting]) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const count = (method?: Method) => stub.requests.filter((request) => !method || request.method === method).length;
  const stub: YouTubeStub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/youtube/v3`,
    key,
    requests: [],
    count,
    idsAsked: () => stub.requests.filter(({ method }) => method === 'videos.list').flatMap(({ ids }) => ids),
    received: (expected, method) =>
      new Promise((resolve) => {
        const check = () => {
          if (count(method) < expected) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    addChannel: (handle, given) => {
      const id = `UC${createHash('sha256').update(handle).digest('base64url').slice(0, 22)}`;
      const channel = { id, handle, title: handle.slice(1), ...given };
      channels.set(channel.id, channel);
      return channel;
    },
    put: (given) => {
      const defaults = {
        title: `What happens in ${given.id}`,
        views: 200_000,
        likes: 9000,
        seconds: 30,
        ratio: 9 / 16,
      };
      const labels = { categoryId: '26', language: 'en', tags: [], live: 'none', isUnavailable: false } as const;
      const video = { ...defaults, ...labels, publishedAt: new Date().toISOString(), ...given, tags: given.tags ?? [] };
      videos.set(video.id, video);
      return video;
    },
    video: (id) => videos.get(id) ?? assertNever(`no video ${id}`),
    remove: (id) => void videos.delete(id),
    fault: () => undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', stub.url);
    const method = paths[url.pathname.replace('/youtube/v3', '')];
    if (method === undefined || req.method !== 'GET') send(res, { status: 404, body: faultBodies.notFound });
    else {
      const params = url.searchParams;
      const request = { method, params, ids: params.get('id')?.split(',') ?? [], headers: req.headers };
      stub.requests.push(request);
      const fault = await stub.fault(request, stub.requests.length);
      if (fault !== 'hang') send(res, fault === undefined ? answer(request) : answerOf(fault), req);
    }
  }

  function answer({ method, params, headers }: StubRequest): Answer {
    const given = headers['x-goog-api-key'];
    if (given !== key) return answerOf(given === undefined ? 'keyMissing' : 'keyInvalid');
    return answers[method](params);
  }

  const newestFirst = () => [...videos.values()].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  const channelOf = ({ channelId }: StubVideo) => channels.get(channelId) ?? assertNever(`no channel ${channelId}`);

  const answers: Readonly<Record<Method, (params: URLSearchParams) => Answer>> = {
    'channels.list': (params) => {
      const handle = params.get('forHandle')?.replace(/^@?/, '@').toLowerCase();
      const ids = params.get('id')?.split(',') ?? [];
      const found = [...channels.values()].filter(
        (channel) => channel.handle.toLowerCase() === handle || ids.includes(channel.id),
      );
      const pageInfo = { totalResults: found.length, resultsPerPage: 5 };
      // Without matches the response has no `items`.
      const items = found.length > 0 ? { items: found.map(toChannel) } : {};
      return { status: 200, body: { kind: 'youtube#channelListResponse', pageInfo, ...items } };
    },
    'playlistItems.list': (params) => {
      const channel = channels.get(params.get('playlistId')?.replace(/^UU/, 'UC') ?? '');
      if (!channel) return answerOf('playlistNotFound');
      const uploads = newestFirst().filter(({ channelId }) => channelId === channel.id);
      return page('youtube#playlistItemListResponse', uploads, params, (video, at) =>
        toPlaylistItem(video, channel, at),
      );
    },
    'videos.list': (params) => {
      const of = (video: StubVideo) => toVideo(video, channelOf(video), params);
      if (params.get('chart') === 'mostPopular') {
        const popular = newestFirst().sort((a, b) => (b.views ?? 0) - (a.views ?? 0));
        const charted = popular.filter(({ isUnavailable }) => !isUnavailable).slice(0, 200);
        return page('youtube#videoListResponse', charted, params, of);
      }
      const ids = params.get('id')?.split(',') ?? [];
      if (ids.length > 50) return answerOf('invalidFilters');
      const found = ids.map((id) => videos.get(id)).filter((video) => video !== undefined);
      const items = found.filter(({ isUnavailable }) => !isUnavailable).map(of);
      const pageInfo = { totalResults: items.length, resultsPerPage: items.length };
      return { status: 200, body: { kind: 'youtube#videoListResponse', items, pageInfo } };
    },
    'search.list': (params) => {
      const words = params.get('q')?.toLowerCase().split(/\s+/) ?? [];
      const after = params.get('publishedAfter') ?? '';
      const found = newestFirst().filter(
        ({ title, publishedAt, seconds, isUnavailable }) =>
          words.every((word) => title.toLowerCase().includes(word)) &&
          publishedAt > after &&
          !isUnavailable &&
          (params.get('videoDuration') !== 'short' || seconds < 240),
      );
      if (params.get('order') === 'viewCount') found.sort((a, b) => (b.views ?? 0) - (a.views ?? 0));
      return page('youtube#searchListResponse', found, params, (video) => toSearchResult(video, channelOf(video)));
    },
  };
  return stub;
}

/** Tokens are offsets, as YouTube's are. */
function page<T>(
  kind: string,
  all: readonly T[],
  params: URLSearchParams,
  toItem: (item: T, at: number) => Body,
): Answer {
  const size = Number(params.get('maxResults') ?? 5);
  const tokenOf = (at: number) => Buffer.from(`at:${at}`).toString('base64url');
  const token = params.get('pageToken');
  const start = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString().slice(3));
  if (Number.isNaN(start) || size > 50) return answerOf('invalidPageToken');
  const items = all.slice(start, start + size).map((item, index) => toItem(item, start + index));
  const tokens = {
    ...(start + size < all.length ? { nextPageToken: tokenOf(start + size) } : {}),
    ...(start > 0 ? { prevPageToken: tokenOf(Math.max(start - size, 0)) } : {}),
  };
  return {
    status: 200,
    body: { kind, ...tokens, items, pageInfo: { totalResults: all.length, resultsPerPage: size } },
  };
}

function answerOf(fault: Exclude<Fault, 'hang'>): Answer {
  return { status: faultBodies[fault].error.code, body: faultBodies[fault] };
}

/** Results have an ETag in the header and in the body. */
function send(res: ServerResponse, { status, body }: Answer, req?: IncomingMessage): void {
  const type = { 'content-type': 'application/json; charset=UTF-8' };
  if (status !== 200) {
    res.writeHead(status, type).end(JSON.stringify(body));
    return;
  }
  const etag = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27);
  if (req?.headers['if-none-match'] === etag) res.writeHead(304, { etag }).end();
  else res.writeHead(200, { ...type, etag }).end(JSON.stringify({ ...body, etag }));
}

function assertNever(message: string): never {
  throw new Error(`The stub has ${message}.`);
}
