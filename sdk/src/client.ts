// createHookline: options in, the whole API out. Every part of it is put together here.
import { type CatalogApi, createCatalogApi } from './catalog.ts';
import { createExportsApi, type ExportsApi } from './exports.ts';
import { createHooksApi, type HooksApi } from './hooks.ts';
import type { RateLimit } from './rate-limit.ts';
import { createTransport, type Retry } from './transport.ts';
import { createWebhooksApi, type WebhooksApi } from './webhooks.ts';

/**
 * How to reach the service.
 *
 * @example
 * ```ts
 * const options: HooklineOptions = { key: process.env.HOOKLINE_KEY, baseUrl, timeoutMs: 10_000, cacheSize: 200 };
 * const careful = createHookline(options);
 * ```
 */
export type HooklineOptions = {
  /** Where the service answers, such as `https://hooks.example.com`. */
  baseUrl: string;
  /** Left out where the requests carry something else, such as the cookie of a session. */
  key?: string;
  /** In place of the platform's. */
  fetch?: typeof fetch;
  /** How often a request is sent again at most, 2 unless told. Only those that do no harm twice are. */
  retries?: number;
  /** Before the first retry, where the service does not say; each further one waits twice as long. 500 unless told. */
  retryDelayMs?: number;
  /** What would have to wait longer is thrown instead, 30,000 unless told. */
  maxRetryDelayMs?: number;
  /** For each attempt, and of a download for each piece of it. 30,000 unless told. */
  timeoutMs?: number;
  userAgent?: string;
  /** Is told of each retry before its wait. */
  onRetry?: (retry: Retry) => void;
  /**
   * How many answers are kept, to be asked for with If-None-Match: what has not changed comes from here and costs nothing
   * of the quota. 0, nothing is kept, unless told.
   */
  cacheSize?: number;
};

/**
 * A client. It has the methods of the API by their names, and keeps no connection of its own, so there is nothing to close.
 *
 * @example
 * ```ts
 * const client: Hookline = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl });
 * console.log((await client.meta()).hooks);
 * ```
 */
export type Hookline = CatalogApi & {
  hooks: HooksApi;
  exports: ExportsApi;
  webhooks: WebhooksApi;
  /**
   * What is left of the quota, as the last answer told.
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
 * A client of the service at `baseUrl`.
 *
 * @example
 * ```ts
 * const hookline = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl });
 *
 * for await (const hook of hookline.hooks.list({ niche: ['finance'] })) console.log(hook.views, hook.text);
 * ```
 */
export function createHookline({
  retries = 2,
  retryDelayMs = 500,
  maxRetryDelayMs = 30_000,
  timeoutMs = 30_000,
  cacheSize = 0,
  fetch = (...args) => globalThis.fetch(...args),
  ...options
}: HooklineOptions): Hookline {
  const given = { ...options, retries, retryDelayMs, maxRetryDelayMs, timeoutMs, cacheSize, fetch };
  const transport = createTransport(given);
  return {
    ...createCatalogApi(transport),
    hooks: createHooksApi(transport),
    exports: createExportsApi(transport),
    webhooks: createWebhooksApi(transport),
    rateLimit: transport.rateLimit,
  };
}
