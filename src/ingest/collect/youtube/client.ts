// Client of the YouTube Data API v3: one request, its units, and its errors with a remedy for the operator.
import { z } from 'zod';
import { storableText } from '../../../lib/text.ts';
import { redactSecrets, setSecretRemedy } from '../../../secrets/secret.ts';
import { tryParseJson } from '../../formats/parse-json.ts';
import { type CollectContext, CollectionError, CollectionPaused, LocationError } from '../collector.ts';
import { requestJson } from '../request.ts';

type Method = 'channels' | 'playlistItems' | 'videos' | 'search';

/** `next`: token of the next page. Items are unchecked. */
export type Page = { items: readonly unknown[]; next: string | null; etag: string | null };

export type YouTubeDeps = Pick<CollectContext, 'environment' | 'secrets' | 'signal' | 'spend'>;

export type YouTubeRequest = {
  method: Method;
  params: Readonly<Record<string, string | number | null>>;
  /** The request returns `unchanged` if the page still has this ETag. */
  etag?: string | null | undefined;
};

const pageSchema = z.object({
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().min(1).nullable().default(null).catch(null),
  etag: z.string().min(1).nullable().default(null).catch(null),
});

/** Every request costs one unit, even if the page is unchanged. Throws the errors of a Collector. */
export async function requestYouTube(deps: YouTubeDeps, request: YouTubeRequest): Promise<Page | 'unchanged'> {
  const { environment, secrets, signal, spend } = deps;
  const key = secrets.get('youtube');
  if (key === undefined) throw new CollectionError('The YouTube Data API key is missing.', keyRemedy);
  const api = request.method === 'search' ? 'youtube-search' : 'youtube';
  await spend(api, 1);
  const { status, text } = await requestJson({
    url: urlOf(environment.youtubeUrl, request),
    // The key is in a header, since URLs are logged.
    headers: { 'x-goog-api-key': key, ...(request.etag ? { 'if-none-match': request.etag } : {}) },
    // The operator set this URL.
    allowPrivate: true,
    signal,
  });
  if (status === 304) return 'unchanged';
  if (status !== 200) {
    const failure = toFailure(status, redactSecrets(text, secrets));
    if (failure.isOutOfUnits) await spend(api, 'all');
    throw failure.error;
  }
  const { data } = pageSchema.safeParse(tryParseJson(text));
  if (!data) throw new Error(`The response of YouTube to ${request.method}.list has an unknown format.`);
  return { items: data.items, next: data.nextPageToken, etag: data.etag };
}

function urlOf(base: string, { method, params }: YouTubeRequest): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/${method}`);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, String(value));
  return url;
}

export class NotFoundError extends LocationError {}

/** The API rejected a parameter, such as an expired page token. */
export class InvalidParameterError extends LocationError {}

const errorSchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(z.object({ reason: z.string().catch('') })).catch([]),
    details: z.array(z.looseObject({ reason: z.string().optional().catch(undefined) })).catch([]),
  }),
});

const keyRemedy = `Create an API key in the Google Cloud console, with the YouTube Data API v3 enabled. ${setSecretRemedy('youtube')}`;
/** After this time a quota per minute is available again. */
const rateLimitPauseMs = 5 * 60_000;

/** Error formats: developers.google.com/youtube/v3/docs/errors, cloud.google.com/apis/design/errors. */
function toFailure(status: number, text: string): { error: Error; isOutOfUnits?: boolean } {
  const { data } = errorSchema.safeParse(tryParseJson(text));
  const { message = '', errors = [], details = [] } = data?.error ?? {};
  const reason = [...errors, ...details].map(({ reason }) => reason ?? '').join(' ');
  const said = toPlainText(message) || `HTTP ${status}`;
  if (/quotaExceeded|dailyLimitExceeded/.test(reason) || /per day/i.test(message))
    return { error: new Error(said), isOutOfUnits: true };
  if (status === 429 || /rateLimitExceeded/i.test(reason)) {
    const until = new Date(Date.now() + rateLimitPauseMs);
    return { error: new CollectionPaused('Too many requests to the YouTube API at the moment.', until) };
  }
  if (/keyInvalid|API_KEY_INVALID/.test(reason) || /API key (not valid|expired)/i.test(message))
    return { error: new CollectionError('YouTube rejected the API key.', keyRemedy) };
  if (/accessNotConfigured|SERVICE_DISABLED/.test(reason)) {
    const remedy = 'Enable the YouTube Data API v3 in the Google Cloud console, in the project of the key.';
    return { error: new CollectionError('The project of the API key has no access to YouTube.', remedy) };
  }
  if (status === 404 || /NotFound|channel(Closed|Suspended)|NotAccessible/.test(reason))
    return { error: new NotFoundError(`Not found on YouTube: ${said}`) };
  if (status === 400) return { error: new InvalidParameterError(`YouTube rejected the request: ${said}`) };
  if (status === 401 || status === 403) {
    const remedy = `Check the restrictions of the API key in the Google Cloud console. ${setSecretRemedy('youtube')}`;
    return { error: new CollectionError(`YouTube refused the request: ${said}`, remedy) };
  }
  return { error: new Error(`YouTube failed: ${said}`) };
}

/** Google's messages may contain links. */
function toPlainText(message: string): string {
  const text = storableText(message.replace(/<[^<>]{0,200}>/g, '')).trim();
  return text === '' || /[.!?]$/.test(text) ? text.slice(0, 300) : `${text.slice(0, 300)}.`;
}
