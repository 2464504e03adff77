// Usage history for the operator: of one account or all, as JSON or CSV.
import { z } from 'zod';
import { getAccount } from '../../accounts/queries.ts';
import { operatorDimensions, type UsageHistory } from '../../quota/usage-history.ts';
import { emptySearchSchema } from '../../searches/empty-searches.ts';
import { selectEmptySearches } from '../../searches/store.ts';
import {
  csvResponse,
  findHistory,
  historyParameters,
  usageHistoryParameters,
  usageRecordShape,
} from '../endpoints/account/usage.ts';
import { type ClientEndpoint, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage, parseParameters } from '../pipeline/parameters.ts';
import { type HttpResponse, jsonResponse } from '../pipeline/response.ts';
import type { Services } from '../services.ts';

const allParameters = historyParameters(operatorDimensions);

const operatorUsageSchema = z
  .object({
    since: z.iso.date(),
    until: z.iso.date(),
    by: z.array(z.enum(operatorDimensions)),
    usage: z.array(
      z.object({ ...usageRecordShape, account_id: z.string().optional(), account_name: z.string().optional() }),
    ),
  })
  .meta({ id: 'OperatorUsage', description: 'Calls by the fields of `by`' });

const common = {
  permission: 'accounts',
  response: operatorUsageSchema,
  produces: ['application/json', 'text/csv'],
} as const;

export function operatorUsageEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      ...common,
      path: '/operator/accounts/:id/usage/history',
      summary: 'Get usage of account',
      description: 'Calls of an account by day, endpoint, key and status.',
      query: usageHistoryParameters,
      rawHandler: async ({ query, params }) => {
        const { format, ...filter } = parseParameters(usageHistoryParameters, query);
        const { id } = await getAccount(services.db, params.id);
        return toResponse(await findHistory(services, id, filter), format);
      },
    }),
    operatorEndpoint({
      ...common,
      path: '/operator/usage/history',
      summary: 'Get usage of all accounts',
      description: 'Calls of all accounts by day, endpoint, key, status and account.',
      query: allParameters,
      rawHandler: async ({ query }) => {
        const { format, ...filter } = parseParameters(allParameters, query);
        return toResponse(await findHistory(services, undefined, filter), format);
      },
    }),
  ];
}

function toResponse(history: UsageHistory, format: 'json' | 'csv' | undefined): HttpResponse {
  if (format === 'csv') return csvResponse(history);
  const { records: usage, ...range } = history;
  return jsonResponse({ ...range, usage }, { cacheControl: 'no-store' });
}

// GET /operator/searches/empty: searches of customers that found too little.

const emptyParameters = z.object({
  week: z.iso
    .date('week must be a date, such as 2026-11-23.')
    .optional()
    .meta({ description: 'A day of the week, in UTC. Default today' }),
  limit: operatorPage.limit,
});

export function emptySearchEndpoints({ db, emptySearches }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/searches/empty',
      summary: 'List searches without results',
      description:
        'Words and filters of searches that found fewer than three hooks, searches by most accounts first. Kept for eight weeks.',
      query: emptyParameters,
      response: z.object({ data: z.array(emptySearchSchema) }),
      handler: async ({ query: { week = new Date().toISOString().slice(0, 10), limit = 50 } }) => {
        // Writes the searches that this process counted in the last minute.
        await emptySearches.flush();
        const rows = await selectEmptySearches(db, week, limit);
        return { data: rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() })) };
      },
    }),
  ];
}
