// Sends requests to the API: URL, headers, timeout, retries, cache, and errors from problem documents.

import { HooklineError } from '../errors.ts';
import type { Problem } from '../openapi.ts';
import { createDeadline } from './deadline.ts';
import { type Logger, withLog } from './log.ts';
import { type RateLimit, readRateLimit } from './rate-limit.ts';
import type { ApiResponse } from './response.ts';
import { type RetryPolicy, retryDelayMs, sleep } from './retry.ts';

/**
 * Argument of `onRetry`: the error, the number of this retry (from 1), and the delay before it.
 *
 * @example
 * ```ts
 * const onRetry = ({ error, attempt, delayMs }: Retry) => console.log(`Retry ${attempt} in ${delayMs} ms: ${error}`);
 * const patient = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl, retries: 5, onRetry });
 * ```
 */
export type Retry = { error: unknown; attempt: number; delayMs: number };

/**
 * Last argument of every method. Overrides the options of the client for this call.
 *
 * @example
 * ```ts
 * const options: CallOptions = { signal: AbortSignal.timeout(60_000), timeoutMs: 5000, retries: 0 };
 * const meta = await hookline.meta(options);
 * ```
 */
export type CallOptions = {
  /** Aborts the call, also during the delay before a retry. */
  signal?: AbortSignal;
  /** Timeout of each attempt. */
  timeoutMs?: number;
  /** Most retries. */
  retries?: number;
  /** Headers to add or to replace. Responses to such calls are not cached. */
  headers?: Readonly<Record<string, string>>;
};

export type Query = Readonly<Record<string, unknown>>;

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it may be sent twice. Default: every method but POST, and reads. */
  isIdempotent?: boolean;
  /** Whether it changes nothing, so that its response may be cached. Default: GET. */
  isRead?: boolean;
};

export type TransportOptions = RetryPolicy & {
  baseUrl: string;
  key?: string | null;
  fetch: typeof fetch;
  timeoutMs: number;
  userAgent?: string;
  onRetry?: (retry: Retry) => void;
  logger?: Logger;
  /** Most responses to cache. */
  cacheSize: number;
};

export type Transport = {
  options: TransportOptions;
  send: (call: Call, options?: CallOptions) => Promise<ApiResponse>;
  /** Calls `attempt`, with the number of the attempt, until it succeeds or the retry policy ends. */
  withRetries: <T>(attempt: (number: number) => Promise<T>, options: CallOptions, isIdempotent?: boolean) => Promise<T>;
  /** Quota from the last response that had its headers. */
  rateLimit: () => RateLimit | undefined;
};

type Request = { method: string; url: string; headers: Headers; body?: string; cacheKey?: string };

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const cache = createCache(options.cacheSize);
  let rateLimit: RateLimit | undefined;
  return { options, send, withRetries, rateLimit: () => rateLimit };

  function send(call: Call, callOptions: CallOptions = {}): Promise<ApiResponse> {
    const { method = 'GET', isRead = method === 'GET', isIdempotent = isRead || method !== 'POST' } = call;
    const url = base + call.path + toSearch(call.query);
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = toHeaders(call, callOptions);
    const cacheKey = isRead && !callOptions.headers ? `${url} ${body ?? ''}` : undefined;
    const request = { method, url, headers, body, cacheKey };
    return withRetries((attempt) => sendOnce(request, attempt, callOptions), callOptions, isIdempotent);
  }

  async function sendOnce(request: Request, attempt: number, callOptions: CallOptions): Promise<ApiResponse> {
    const { method, url, body, cacheKey = '' } = request;
    const headers = new Headers(request.headers);
    const cached = cache.get(cacheKey);
    if (cached) headers.set('if-none-match', cached.etag);
    const deadline = createDeadline(callOptions.timeoutMs ?? options.timeoutMs, callOptions.signal);
    const receive = async () => {
      const response = await options.fetch(url, { method, headers, body, signal: deadline.signal });
      const { ok, status, headers: received } = response;
      return { ok, status, headers: received, text: await response.text() };
    };
    try {
      const { ok, status, headers, text } = await withLog(options.logger, { method, url, attempt }, () =>
        deadline.run(receive),
      );
      rateLimit = readRateLimit(headers) ?? rateLimit;
      if (cached && status === 304) return toApiResponse(status, headers, cached.text);
      if (!ok) throw new HooklineError(status, readProblem(text), headers);
      const etag = headers.get('etag');
      if (etag && cacheKey) cache.set(cacheKey, { etag, text });
      return toApiResponse(status, headers, text);
    } finally {
      deadline.release();
    }
  }

  async function withRetries<T>(
    attempt: (number: number) => Promise<T>,
    { signal, retries = options.retries }: CallOptions,
    isIdempotent = true,
  ): Promise<T> {
    const policy = { ...options, retries };
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(failures);
      } catch (error) {
        const delayMs = signal?.aborted ? undefined : retryDelayMs(error, { failures, isIdempotent, policy });
        if (delayMs === undefined) throw error;
        options.onRetry?.({ error, attempt: failures, delayMs });
        await sleep(delayMs, signal);
      }
    }
  }

  function toHeaders({ body, headers }: Call, callOptions: CallOptions): Headers {
    const all = new Headers({ accept: 'application/json' });
    if (options.key) all.set('authorization', `Bearer ${options.key}`);
    if (options.userAgent) all.set('user-agent', options.userAgent);
    if (body !== undefined) all.set('content-type', 'application/json');
    for (const [name, value] of Object.entries({ ...headers, ...callOptions.headers })) all.set(name, value);
    return all;
  }
}

function toApiResponse(status: number, headers: Headers, text: string): ApiResponse {
  const requestId = headers.get('x-request-id') ?? '';
  try {
    return { body: JSON.parse(text), status, headers, requestId, rateLimit: readRateLimit(headers) };
  } catch {
    throw new HooklineError(status, undefined, headers);
  }
}

/** The problem document of an error response; undefined if it is not Hookline's, such as a proxy's. */
export function readProblem(text: string): Problem | undefined {
  try {
    const document = JSON.parse(text);
    return typeof document?.code === 'string' && typeof document.detail === 'string' ? document : undefined;
  } catch {
    return undefined;
  }
}

function toSearch(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  return search.size > 0 ? `?${search}` : '';
}

type CachedResponse = { etag: string; text: string };

/** Responses by URL and body; the least recently received is evicted first. */
function createCache(size: number) {
  const responses = new Map<string, CachedResponse>();
  return {
    get: (key: string) => responses.get(key),
    set: (key: string, response: CachedResponse) => {
      if (size === 0) return;
      responses.delete(key);
      responses.set(key, response);
      const [oldest = key] = responses.keys();
      if (responses.size > size) responses.delete(oldest);
    },
  };
}
