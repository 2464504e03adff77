// GET /requests: the request log of an account, newest first. GET /requests/{id}: one call with the problem that was answered.
import { z } from 'zod';
import type { UsageLog } from '../../../quota/usage-log.ts';
import { getRequest, listRequests, type RequestLogDeps as QueryDeps } from '../../../request-log/queries.ts';
import { requestDetailSchema, requestSchema } from '../../../request-log/request.ts';
import { unknownEndpoint } from '../../../request-log/store.ts';
import { list, single, toList, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { nextLink, pageCursor, wholeNumber } from '../../pipeline/parameters.ts';
import { assertEndpoints, keyId } from './usage-history.ts';

export type RequestLogDeps = QueryDeps & { usageLog: UsageLog; publicUrl: () => string };

const moment = (name: string, description: string) =>
  z.iso
    .datetime({ offset: true, error: `${name} is a time such as 2026-11-21T10:00:00Z.` })
    .optional()
    .meta({ description });

export const requestParameters = z.object({
  status: z
    .array(z.string().regex(/^[2-5](\d\d|xx)$/, { error: 'status is a code such as 429, or a class such as 4xx.' }))
    .optional()
    .meta({ description: 'Codes such as `429`, or classes such as `4xx`' }),
  endpoint: z
    .array(z.string())
    .optional()
    .meta({ description: 'As in records: `/hooks/:id`, `POST /export`, `unknown`' }),
  key: z.array(keyId).optional().meta({ description: 'Ids of keys' }),
  since: moment('since', 'Calls from this time on'),
  until: moment('until', 'Calls before this time'),
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Calls per page. Default 50' }).optional(),
  cursor: pageCursor,
});
type RequestParameters = z.output<typeof requestParameters>;

export function requestLogEndpoints(deps: RequestLogDeps): CallerEndpoint[] {
  const common = { audience: 'key', scope: 'usage', isCounted: false, isLogged: false, tag: 'Account' } as const;
  return [
    defineEndpoint({
      ...common,
      path: '/requests',
      summary: 'List requests',
      description:
        'The calls of your keys, newest first: those of the last 7 days, on Enterprise 30. Requests of the dashboard and of this log are not in it. Above 100 a second a sample is kept. `total` counts at most 10,000. Not counted.',
      query: requestParameters,
      response: list(requestSchema),
      handler: async ({ caller, path, query }, reply) => {
        assertLogged(deps, query.endpoint);
        const found = await listRequests(deps, caller.accountId, query);
        if (found.next) reply.header('link', nextLink(deps.publicUrl(), path, nextQuery(query, found.next)));
        return toList(found.requests, found.total, found.next);
      },
    }),
    defineEndpoint({
      ...common,
      path: '/requests/:id',
      summary: 'Get request',
      description: 'A call by the `x-request-id` of its response, with the problem that was answered. Not counted.',
      response: single(requestDetailSchema),
      handler: async ({ caller, params }) => toSingle(await getRequest(deps, caller.accountId, params.id)),
    }),
  ];
}

/** Throws `invalid_parameter` for an endpoint that the log cannot have. */
export function assertLogged({ usageLog }: Pick<RequestLogDeps, 'usageLog'>, endpoints: readonly string[] = []): void {
  assertEndpoints(
    usageLog,
    endpoints.filter((name) => name !== unknownEndpoint),
  );
}

function nextQuery({ status, endpoint, key, since, until, limit }: RequestParameters, cursor: string) {
  const lists = { status: status?.join(), endpoint: endpoint?.join(), key: key?.join() };
  return { ...lists, since, until, limit, cursor };
}
