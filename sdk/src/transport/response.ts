// What methods return: a promise of the data that also has the response.
import type { RateLimit } from './rate-limit.ts';

/**
 * Result of `withResponse`: the data, and the status and headers of its response.
 *
 * @example
 * ```ts
 * const { data, status, headers, requestId, rateLimit }: WithResponse<Meta> = await hookline.meta().withResponse();
 * console.log(data.hooks, status, headers.get('date'), requestId, rateLimit?.remaining);
 * ```
 */
export type WithResponse<T> = {
  data: T;
  /** 304 if the data is from the client's cache. */
  status: number;
  headers: Headers;
  /** Include it when you report a problem. */
  requestId: string;
  rateLimit: RateLimit | undefined;
};

/**
 * Result of every method: await it for the data, or call `withResponse` for the response too. After several requests, such as in
 * `exports.run`, the response is the last one; for a list, it is the response of the first page.
 *
 * @example
 * ```ts
 * const call: ApiPromise<Meta> = hookline.meta();
 * const meta = await call;
 * const { requestId } = await call.withResponse();
 * console.log(meta.hooks, requestId);
 * ```
 */
export type ApiPromise<T> = Promise<T> & { withResponse: () => Promise<WithResponse<T>> };

// biome-ignore lint/suspicious/noExplicitAny: the methods of the client name the type, which the OpenAPI document defines
export type ApiResponse = Omit<WithResponse<never>, 'data'> & { body: any };

/** `read` returns the data of a response. */
export function toApiPromise<T>(sent: Promise<ApiResponse>, read: (response: ApiResponse) => T): ApiPromise<T> {
  const data = sent.then(read);
  const withResponse = async () => {
    // Awaited first, so that a failed call has one rejected promise, which the caller handles.
    const value = await data;
    const { body, ...response } = await sent;
    return { data: value, ...response };
  };
  return Object.assign(data, { withResponse });
}
