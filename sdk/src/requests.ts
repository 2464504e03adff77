// hookline.requests: the request log of the account.
import type { LoggedRequest, LoggedRequestDetail, RequestQuery } from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { CallOptions, Transport } from './transport/transport.ts';

/**
 * `hookline.requests`: the calls of your keys in the last 7 days, on Enterprise 30. Not counted against the quota.
 *
 * @example
 * ```ts
 * const requests: RequestsApi = hookline.requests;
 * console.log((await requests.list()).total);
 * ```
 */
export type RequestsApi = {
  /**
   * Newest first. `total` counts at most 10,000.
   *
   * @example
   * ```ts
   * for await (const { at, path, status } of hookline.requests.list({ status: ['4xx', '5xx'] })) console.log(at, path, status);
   * ```
   */
  list: (query?: RequestQuery, options?: CallOptions) => Pages<LoggedRequest>;
  /**
   * A call by the id of its response, with the problem that was answered. Throws HooklineError `not_found` if it is not in the log.
   *
   * @example
   * ```ts
   * const { requestId } = await hookline.hooks.list();
   * const call = await hookline.requests.get(requestId);
   * console.log(call.status, call.ms, call.problem);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<LoggedRequestDetail>;
};

const maxPerPage = 100;

export function createRequestsApi(transport: Transport): RequestsApi {
  return {
    list: (query, options) => listPages<LoggedRequest>(transport, { path: '/requests', query, maxPerPage }, options),
    get: (id, options) =>
      toApiPromise(transport.send({ path: `/requests/${encodeURIComponent(id)}` }, options), ({ body }) => body.data),
  };
}
