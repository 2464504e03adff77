// GET /usage/history: the calls of an account by day, endpoint, key and status, as JSON or CSV. Operators use operator/usage.ts.

import { z } from 'zod';
import { toCell } from '../../../exports/formats/csv.ts';
import { closestMatch } from '../../../lib/did-you-mean.ts';
import {
  defaultDays,
  type HistoryInput,
  readHistory,
  type UsageHistory,
  usageDimensions,
  usageRetentionDays,
} from '../../../quota/usage-history.ts';
import type { UsageLog } from '../../../quota/usage-log.ts';
import { getRequest, listRequests } from '../../../request-log/queries.ts';
import { requestDetailSchema, requestSchema } from '../../../request-log/request.ts';
import { unknownEndpoint } from '../../../request-log/store.ts';
import { type CallerEndpoint, idsOf, keyEndpoint } from '../../pipeline/endpoint.ts';
import { failParameters, nextLink, pageCursor, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { toByteString } from '../../pipeline/records.ts';
import { type HttpResponse, jsonResponse } from '../../pipeline/response.ts';
import { list, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const day = (name: string, description: string) =>
  z.iso
    .date({ error: `${name} is a UTC date such as 2026-11-21.` })
    .optional()
    .meta({ description });
const keyId = z.string().regex(/^\w{1,60}$/, { error: 'key is the id of a key, such as key_8fK2mZ0qLx71TbRe.' });

/** `dimensions` lists what calls can be grouped by. */
export function historyParameters<const Dimensions extends readonly [string, ...string[]]>(dimensions: Dimensions) {
  const error = `by is any of ${dimensions.join(', ')}.`;
  return z.object({
    since: day('since', `First UTC day. Default ${defaultDays} days up to \`until\`, at most ${usageRetentionDays}`),
    until: day('until', 'Last UTC day. Default today'),
    by: z.array(z.enum(dimensions, { error })).min(1, { error }).optional().meta({
      description: 'What to group calls by. Default `day`, which alone includes days without calls',
    }),
    key: z.array(keyId).optional().meta({ description: 'Ids of keys' }),
    endpoint: z.array(z.string()).optional().meta({ description: 'As in records: `/hooks/:id`, `POST /export`' }),
    status: z
      .array(z.string().regex(/^[2-5]\d\d$/, { error: 'status is an HTTP status such as 429.' }))
      .optional()
      .meta({ description: 'Statuses of responses' }),
    format: z.enum(['json', 'csv'], { error: 'format is json or csv.' }).optional(),
  });
}

export const usageHistoryParameters = historyParameters(usageDimensions);

export const usageRecordShape = {
  day: z.iso.date().optional(),
  endpoint: z.string().optional().meta({ description: 'With its method unless it is GET', example: '/hooks/:id' }),
  key_id: z.string().optional(),
  key_name: z.string().nullable().optional(),
  status: z.number().int().optional(),
  calls: z.number().int(),
  counted: z.number().int().meta({ description: 'Calls used of the quota: most calls use one, some more' }),
};
const usageRecord = z
  .object(usageRecordShape)
  .meta({ id: 'UsageRecord', description: 'The fields of `by`, and the two counts' });
const usageHistorySchema = list(usageRecord).extend({
  since: z.iso.date(),
  until: z.iso.date(),
  by: z.array(z.enum(usageDimensions)),
});

type HistoryFilter = Omit<HistoryInput, 'keys' | 'endpoints' | 'statuses'> & {
  key?: string[] | undefined;
  endpoint?: string[] | undefined;
  status?: string[] | undefined;
};

/** An unknown endpoint is an error with a suggestion. */
function assertEndpoints(usageLog: UsageLog, given: readonly string[] | undefined): void {
  const endpoints = usageLog.endpoints();
  const unknown = given?.find((name) => !endpoints.includes(name))?.slice(0, 60);
  if (unknown === undefined) return;
  const suggestion = closestMatch(unknown, endpoints);
  const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${endpoints.join(', ')}.`;
  const detail = `There is no endpoint ${unknown}. ${hint}`;
  failParameters([{ parameter: 'endpoint', detail, did_you_mean: suggestion }]);
}

/** Reads the history that parsed parameters select. */
export function findHistory(
  services: Services,
  accountId: string | undefined,
  { key, endpoint, status, ...range }: HistoryFilter,
): Promise<UsageHistory> {
  assertEndpoints(services.usageLog, endpoint);
  const filter = { keys: key, endpoints: endpoint, statuses: status?.map(Number) };
  return readHistory(services, accountId, { ...range, ...filter });
}

export function usageHistoryEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      path: '/usage/history',
      scope: 'usage',
      isCounted: false,
      tag: 'Account',
      summary: 'Get usage history',
      description: 'Your calls by day, endpoint, key and status. Not counted.',
      query: usageHistoryParameters,
      response: usageHistorySchema,
      produces: ['application/json', 'text/csv'],
      rawHandler: async ({ caller, query }) => {
        const { format, ...filter } = parseParameters(usageHistoryParameters, query);
        const history = await findHistory(services, caller.accountId, filter);
        if (format === 'csv') return csvResponse(history);
        const { records, ...range } = history;
        return jsonResponse({ ...toList(records), ...range }, { cacheControl: 'no-store' });
      },
    }),
  ];
}

/** Returns RFC 4180 CSV with a header row, safe to open in a spreadsheet. */
export function csvResponse({ since, until, by, records }: UsageHistory): HttpResponse {
  const named = by.flatMap((name) => (name === 'key' || name === 'account' ? [`${name}_id`, `${name}_name`] : [name]));
  const columns = [...named, 'calls', 'counted'] as (keyof (typeof records)[number])[];
  const lines = records.map((record) => columns.map((column) => toCell(record[column] ?? null)).join());
  const headers = [
    'cache-control',
    'no-store',
    'content-type',
    'text/csv; charset=utf-8; header=present',
    'content-disposition',
    `attachment; filename="hookline-usage-${since}-to-${until}.csv"`,
  ];
  return { status: 200, headers, body: toByteString([columns.join(), ...lines, ''].join('\r\n')) };
}

// GET /requests: the request log of an account, newest first. GET /requests/{id}: one call with the problem that it returned.

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

export function requestLogEndpoints(services: Services): CallerEndpoint[] {
  const common = { scope: 'usage', isCounted: false, isLogged: false, tag: 'Account' } as const;
  return [
    keyEndpoint({
      ...common,
      path: '/requests',
      summary: 'List requests',
      description:
        'The calls of your keys in the last 7 days, on Enterprise 30, newest first. Requests of the dashboard and of this log are not included. Above 100 a second a sample is kept. `total` counts at most 10,000. Not counted.',
      query: requestParameters,
      response: list(requestSchema),
      handler: async ({ caller, path, query }, reply) => {
        assertLogged(services, query.endpoint);
        const found = await listRequests(services, { ...query, accountId: caller.accountId });
        if (found.next) reply.header('link', nextLink(services.publicUrl(), path, nextQuery(query, found.next)));
        return toList(found.requests, found.total, found.next);
      },
    }),
    keyEndpoint({
      ...common,
      path: '/requests/:id',
      summary: 'Get request',
      description: 'A call by the `x-request-id` of its response, with the problem returned. Not counted.',
      response: single(requestDetailSchema),
      handler: async (request) => toSingle(await getRequest(services, idsOf(request))),
    }),
  ];
}

/** Throws `invalid_parameter` for an endpoint that the log cannot contain. */
export function assertLogged({ usageLog }: Services, endpoints: readonly string[] = []): void {
  assertEndpoints(
    usageLog,
    endpoints.filter((name) => name !== unknownEndpoint),
  );
}

function nextQuery({ status, endpoint, key, since, until, limit }: RequestParameters, cursor: string) {
  const lists = { status: status?.join(), endpoint: endpoint?.join(), key: key?.join() };
  return { ...lists, since, until, limit, cursor };
}
