// Sends requests to the API: URL, headers, timeout, retries, cache, and errors from problem documents.
import { createDeadline } from './deadline.ts';
import { HooklineError } from './errors.ts';
import type { Problem } from './openapi.ts';
import { type RateLimit, readRateLimit } from './rate-limit.ts';
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
 * Last argument of every method.
 *
 * @example
 * ```ts
 * const options: CallOptions = { signal: AbortSignal.timeout(5000) };
 * const meta = await hookline.meta(options);
 * ```
 */
export type CallOptions = { signal?: AbortSignal };

export type Query = Readonly<Record<string, unknown>>;

export type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it may be sent twice. Default: every method but POST, and reads. */
  isIdempotent?: boolean;
  /** Whether it changes nothing, so that its response may be cached. Default: GET. */
  isRead?: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: the methods of the client name the type, which the OpenAPI document defines
export type ApiResponse = { body: any; headers: Headers; rateLimit: RateLimit | undefined; requestId: string };

export type TransportOptions = RetryPolicy & {
  baseUrl: string;
  key?: string;
  fetch: typeof fetch;
  timeoutMs: number;
  userAgent?: string;
  onRetry?: (retry: Retry) => void;
  /** Most responses to cache. */
  cacheSize: number;
};

export type Transport = {
  options: TransportOptions;
  send: (call: Call) => Promise<ApiResponse>;
  /** Calls `attempt` until it succeeds or the retry policy says to stop. */
  withRetries: <T>(attempt: () => Promise<T>, call: Pick<Call, 'signal' | 'isIdempotent'>) => Promise<T>;
  /** From the last response that had its headers. */
  rateLimit: () => RateLimit | undefined;
};

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const cache = createCache(options.cacheSize);
  let rateLimit: RateLimit | undefined;
  return { options, send, withRetries, rateLimit: () => rateLimit };

  function send(call: Call): Promise<ApiResponse> {
    const { method = 'GET', isRead = method === 'GET', isIdempotent = isRead || method !== 'POST' } = call;
    const url = base + call.path + toSearch(call.query);
    const headers = toHeaders(call);
    return withRetries(() => sendOnce(url, headers, { ...call, method, isRead }), { ...call, isIdempotent });
  }

  async function sendOnce(url: string, headers: Headers, { method, body, isRead, signal }: Call): Promise<ApiResponse> {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const key = `${url} ${json ?? ''}`;
    const cached = isRead ? cache.get(key) : undefined;
    if (cached) headers.set('if-none-match', cached.etag);
    const deadline = createDeadline(options.timeoutMs, signal);
    try {
      const [response, text] = await deadline.run(async () => {
        const response = await options.fetch(url, { method, headers, body: json, signal: deadline.signal });
        return [response, await response.text()] as const;
      });
      rateLimit = readRateLimit(response.headers) ?? rateLimit;
      if (cached && response.status === 304) return parseResponse(response, cached.text);
      if (!response.ok) throw new HooklineError(response.status, readProblem(text), response.headers);
      const etag = response.headers.get('etag');
      if (etag && isRead) cache.set(key, { etag, text });
      return parseResponse(response, text);
    } finally {
      deadline.release();
    }
  }

  async function withRetries<T>(
    attempt: () => Promise<T>,
    { signal, isIdempotent = true }: Pick<Call, 'signal' | 'isIdempotent'>,
  ): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const delayMs = signal?.aborted ? undefined : retryDelayMs(error, { failures, isIdempotent, policy: options });
        if (delayMs === undefined) throw error;
        options.onRetry?.({ error, attempt: failures, delayMs });
        await sleep(delayMs, signal);
      }
    }
  }

  function toHeaders({ body, headers }: Call): Headers {
    const all = new Headers({ accept: 'application/json', ...headers });
    if (options.key) all.set('authorization', `Bearer ${options.key}`);
    if (options.userAgent) all.set('user-agent', options.userAgent);
    if (body !== undefined) all.set('content-type', 'application/json');
    return all;
  }
}

function parseResponse({ status, headers }: Response, text: string): ApiResponse {
  const requestId = headers.get('x-request-id') ?? '';
  try {
    return { body: JSON.parse(text), headers, rateLimit: readRateLimit(headers), requestId };
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
