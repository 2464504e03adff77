// One request of the API: address, headers, time limit, retries, cache, and what of the answer is an error.
import { createDeadline } from './deadline.ts';
import { HooklineError } from './errors.ts';
import type { Problem } from './openapi.ts';
import { type RateLimit, readRateLimit } from './rate-limit.ts';
import { type RetryPolicy, retryDelayMs, wait } from './retry.ts';

/**
 * What `onRetry` is told: why a request is sent again, for which time, and after how long.
 *
 * @example
 * ```ts
 * const onRetry = ({ error, attempt, delayMs }: Retry) => console.log(`Retry ${attempt} in ${delayMs} ms: ${error}`);
 * const patient = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl, retries: 5, onRetry });
 * ```
 */
export type Retry = { error: unknown; attempt: number; delayMs: number };

/**
 * What every call takes as its last argument.
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
  /** Whether it does no harm to send it twice. What is no POST may be, unless told. */
  isRepeatable?: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: what comes has the types of the OpenAPI document, which the resources name
export type Answer = { body: any; headers: Headers; rateLimit: RateLimit | undefined; requestId: string };

export type TransportOptions = RetryPolicy & {
  baseUrl: string;
  key?: string;
  fetch: typeof fetch;
  timeoutMs: number;
  userAgent?: string;
  onRetry?: (retry: Retry) => void;
  /** How many answers are kept to be asked for with If-None-Match. */
  cacheSize: number;
};

export type Transport = {
  options: TransportOptions;
  send: (call: Call) => Promise<Answer>;
  /** Calls until it succeeds or should not be called again. */
  withRetries: <T>(attempt: () => Promise<T>, call: Pick<Call, 'signal' | 'isRepeatable'>) => Promise<T>;
  /** Of the last answer that told one. */
  rateLimit: () => RateLimit | undefined;
};

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const kept = createCache(options.cacheSize);
  let rateLimit: RateLimit | undefined;
  return { options, send, withRetries, rateLimit: () => rateLimit };

  function send(call: Call): Promise<Answer> {
    const { method = 'GET', isRepeatable = method !== 'POST' } = call;
    const url = base + call.path + toSearch(call.query);
    const headers = toHeaders(call);
    return withRetries(() => sendOnce(url, method, headers, call), { ...call, isRepeatable });
  }

  async function sendOnce(url: string, method: string, headers: Headers, { body, signal }: Call): Promise<Answer> {
    const known = method === 'GET' ? kept.get(url) : undefined;
    if (known) headers.set('if-none-match', known.etag);
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const deadline = createDeadline(options.timeoutMs, signal);
    try {
      const [response, text] = await deadline.run(async () => {
        const response = await options.fetch(url, { method, headers, body: sent, signal: deadline.signal });
        return [response, await response.text()] as const;
      });
      rateLimit = readRateLimit(response.headers) ?? rateLimit;
      if (known && response.status === 304) return toAnswer(response, known.text);
      if (!response.ok) throw new HooklineError(response.status, readProblem(text), response.headers);
      const etag = response.headers.get('etag');
      if (etag && method === 'GET') kept.set(url, { etag, text });
      return toAnswer(response, text);
    } finally {
      deadline.release();
    }
  }

  async function withRetries<T>(
    attempt: () => Promise<T>,
    { signal, isRepeatable = true }: Pick<Call, 'signal' | 'isRepeatable'>,
  ): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const delayMs = signal?.aborted ? undefined : retryDelayMs(error, { failures, isRepeatable, policy: options });
        if (delayMs === undefined) throw error;
        options.onRetry?.({ error, attempt: failures, delayMs });
        await wait(delayMs, signal);
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

function toAnswer({ status, headers }: Response, text: string): Answer {
  const requestId = headers.get('x-request-id') ?? '';
  try {
    return { body: JSON.parse(text), headers, rateLimit: readRateLimit(headers), requestId };
  } catch {
    throw new HooklineError(status, undefined, headers);
  }
}

/** The problem document of a response that is an error, whoever made it. */
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

/** Answers by their address, the one that was not asked for longest is dropped first. */
function createCache(size: number) {
  const answers = new Map<string, { etag: string; text: string }>();
  return {
    get: (url: string) => answers.get(url),
    set: (url: string, answer: { etag: string; text: string }) => {
      if (size === 0) return;
      answers.delete(url);
      answers.set(url, answer);
      const [oldest] = answers.keys();
      if (answers.size > size) answers.delete(oldest);
    },
  };
}
