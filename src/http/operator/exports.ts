// /operator/exports and /operator/stats.
import { z } from 'zod';
import { countHooksByState } from '../../catalog/store.ts';
import {
  cancelExport,
  exportOverviewPageSchema,
  exportOverviewSchema,
  findExports,
  getExportOverview,
} from '../../exports/actions.ts';
import { exportSchema, exportStatuses } from '../../exports/export.ts';
import { showExport } from '../endpoints/exports.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const exportParameters = z.object({
  account: z.string().optional(),
  status: z.enum(exportStatuses, { error: `status is one of ${exportStatuses.join(', ')}.` }).optional(),
  ...operatorPage,
});
const count = z.number().int();
const statsSchema = z
  .object({
    version: z.string(),
    catalog_version: count,
    uptime_seconds: count,
    memory_bytes: count,
    hooks: z.record(z.string(), count).meta({ description: 'By state' }),
  })
  .meta({ id: 'Stats', description: 'Figures of the process that responds, and hooks by state' });

export function operatorExportEndpoints(services: Services): ClientEndpoint[] {
  const { db, stats } = services;
  const show = showExport(services);
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/exports',
      summary: 'List exports of all accounts',
      description: 'Exports of all accounts, newest first.',
      query: exportParameters,
      response: exportOverviewPageSchema,
      handler: async ({ query }) => {
        const { exports, next } = await findExports(db, query);
        return { exports: exports.map(show), next };
      },
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/exports/:id',
      summary: 'Get any export',
      response: exportOverviewSchema,
      handler: async ({ params }) => show(await getExportOverview(db, params.id)),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'DELETE',
      path: '/operator/exports/:id',
      summary: 'Cancel any export',
      description: 'Cancels any export, or deletes its file.',
      response: exportSchema,
      handler: async (request) => show(await cancelExport(contextOf({ db }, request), request.params)),
    }),
    operatorEndpoint({
      permission: 'read',
      path: '/operator/stats',
      summary: 'Get statistics',
      description: 'Version, uptime, memory and hooks by state.',
      response: statsSchema,
      handler: async () => ({ ...stats(), hooks: await countHooksByState(db) }),
    }),
  ];
}
