// createHookline: builds the client from its options.
import { type CatalogApi, createCatalogApi } from './catalog.ts';
import { type CollectionsApi, createCollectionsApi } from './collections.ts';
import { createExportsApi, type ExportsApi } from './exports.ts';
import {
  createResources,
  type HooksApi,
  type LinesApi,
  type RequestsApi,
  type SearchesApi,
  type SourceRequestsApi,
  type TrendAlertsApi,
} from './resources.ts';
import { readVariable, toUserAgent } from './transport/environment.ts';
import type { LogEntry } from './transport/log.ts';
import type { RateLimit } from './transport/rate-limit.ts';
import { createTransport, type Retry } from './transport/transport.ts';
import { createWebhooksApi, type WebhooksApi } from './webhooks.ts';

/**
 * Options of `createHookline`.
 *
 * @example
 * ```ts
 * const options: HooklineOptions = { key: process.env.HOOKLINE_KEY, baseUrl, timeoutMs: 10_000, cacheSize: 200 };
 * const careful = createHookline(options);
 * ```
 */
export type HooklineOptions = {
  /** Base URL of the service, such as `https://hooks.example.com`. Default: the environment variable HOOKLINE_URL. */
  baseUrl?: string;
  /**
   * API key. Default: the environment variable HOOKLINE_KEY, which browsers don't have. `null` for no key, if requests are
   * authenticated otherwise, such as by a session cookie.
   */
  key?: string | null;
  /** Default: the platform's `fetch`. */
  fetch?: typeof fetch;
  /** Most retries of a request. Only idempotent requests are retried after an error. Default 2. */
  retries?: number;
  /** Delay before the first retry if the response has no Retry-After; doubles with each retry. Default 500. */
  retryDelayMs?: number;
  /** Longest delay before a retry; an error whose Retry-After is longer is thrown. Default 30,000. */
  maxRetryDelayMs?: number;
  /** Timeout of each attempt, and of each chunk of a download. Default 30,000. */
  timeoutMs?: number;
  /** Name and version of your program, such as `newsroom/1.0`. Sent before the name of this package in the user agent. */
  userAgent?: string;
  /** Called before the delay of each retry. */
  onRetry?: (retry: Retry) => void;
  /** Called after each attempt of each request with its outcome. */
  logger?: (entry: LogEntry) => void;
  /**
   * Most responses to cache in memory. Cached responses are revalidated with If-None-Match; a 304 is not counted against
   * the quota. Default 0: no cache.
   */
  cacheSize?: number;
};

/**
 * A client. Its methods are named like the API. It holds no connections, so there is nothing to close.
 *
 * @example
 * ```ts
 * const client: Hookline = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl });
 * console.log((await client.meta()).hooks);
 * ```
 */
export type Hookline = CatalogApi &
  LinesApi & {
    hooks: HooksApi;
    exports: ExportsApi;
    searches: SearchesApi;
    collections: CollectionsApi;
    sourceRequests: SourceRequestsApi;
    trendAlerts: TrendAlertsApi;
    webhooks: WebhooksApi;
    requests: RequestsApi;
    /**
     * The quota left, from the headers of the last response that had them; undefined before that.
     *
     * @example
     * ```ts
     * await hookline.hooks.list();
     * console.log(hookline.rateLimit()?.remaining);
     * ```
     */
    rateLimit: () => RateLimit | undefined;
  };

/**
 * Creates a client. Sends no request yet. Throws TypeError if the base URL is missing or has no https:// or http://.
 *
 * @example
 * ```ts
 * const hookline = createHookline(); // HOOKLINE_KEY and HOOKLINE_URL are set
 * const other = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl });
 *
 * for await (const hook of hookline.hooks.list({ niche: ['finance'] })) console.log(hook.views, hook.text);
 * ```
 */
export function createHookline({
  baseUrl = readVariable('HOOKLINE_URL'),
  key = readVariable('HOOKLINE_KEY'),
  retries = 2,
  retryDelayMs = 500,
  maxRetryDelayMs = 30_000,
  timeoutMs = 30_000,
  cacheSize = 0,
  fetch = (...args) => globalThis.fetch(...args),
  userAgent,
  onRetry,
  logger,
}: HooklineOptions = {}): Hookline {
  if (!baseUrl || !/^https?:\/\//.test(baseUrl))
    throw new TypeError('Pass `baseUrl`, such as https://hooks.example.com, or set HOOKLINE_URL.');
  const transport = createTransport({
    baseUrl,
    key,
    retries,
    retryDelayMs,
    maxRetryDelayMs,
    timeoutMs,
    cacheSize,
    fetch,
    userAgent: toUserAgent(userAgent),
    onRetry,
    logger,
  });
  const resources = createResources(transport);
  const { lines, hooks, searches, sourceRequests, trendAlerts, requests } = resources;
  return {
    ...createCatalogApi(transport, resources),
    ...lines,
    hooks,
    exports: createExportsApi(transport, resources),
    searches,
    collections: createCollectionsApi(transport, resources),
    sourceRequests,
    trendAlerts,
    webhooks: createWebhooksApi(transport, resources),
    requests,
    rateLimit: transport.rateLimit,
  };
}
