// The endpoints that read and export, each with its plan, its documentation and its handler. Webhooks have webhooks.ts.
import { z } from 'zod';
import { fullHookSchema, hookSchema } from '../../catalog/hook.ts';
import { exportInput, exportSchema } from '../../exports/export.ts';
import { changeParameters } from '../endpoints/changes.ts';
import { exportListParameters } from '../endpoints/exports.ts';
import { trendParameters } from '../endpoints/trends.ts';
import { usageHistoryParameters } from '../endpoints/usage-history.ts';
import { listParameters, randomParameters } from '../pipeline/hook-parameters.ts';
import type { Handler } from '../pipeline/pipeline.ts';
import type { Entry } from './entry.ts';
import {
  archetypeSchema,
  changesSchema,
  list,
  metaSchema,
  single,
  trendsSchema,
  usageHistorySchema,
  usageSchema,
} from './schemas.ts';

export type Handlers = Record<
  | 'list'
  | 'full'
  | 'random'
  | 'one'
  | 'trends'
  | 'changes'
  | 'archetypes'
  | 'meta'
  | 'usage'
  | 'usageHistory'
  | 'requestExport'
  | 'getExport'
  | 'listExports'
  | 'cancelExport',
  Handler
>;

/** With `fields` any of them may be left out. Made anew, since a named schema stays in the document under its name. */
const partial = (schema: z.ZodObject) => z.object(schema.partial().shape);

export function apiEntries(handlers: Handlers): Entry[] {
  return [
    {
      url: '/hooks',
      handle: handlers.list,
      feature: 'read',
      summary: 'Hooks that match, the most viewed first',
      query: listParameters,
      answer: list(partial(hookSchema)),
    },
    {
      url: '/hooks/random',
      handle: handlers.random,
      feature: 'read',
      summary: 'Random hooks, uniform and without repeats',
      query: randomParameters,
      answer: list(hookSchema),
    },
    {
      url: '/hooks/full',
      handle: handlers.full,
      feature: 'full',
      summary: 'Hooks with everything that is known of them',
      query: listParameters,
      answer: list(partial(fullHookSchema)),
    },
    {
      url: '/hooks/:id',
      handle: handlers.one,
      feature: 'full',
      summary: 'One full hook',
      params: z.object({ id: z.string() }),
      answer: single(fullHookSchema),
    },
    {
      url: '/trends',
      handle: handlers.trends,
      feature: 'trends',
      summary: 'What rises and falls, per value of a label',
      query: trendParameters,
      answer: trendsSchema,
    },
    {
      url: '/changes',
      handle: handlers.changes,
      feature: 'full',
      summary: 'Hooks added, updated and retired since a catalog version, for those who keep a copy',
      query: changeParameters,
      answer: changesSchema,
    },
    {
      url: '/archetypes',
      handle: handlers.archetypes,
      feature: 'read',
      summary: 'Every archetype with its three most viewed hooks',
      answer: list(archetypeSchema),
    },
    {
      url: '/meta',
      handle: handlers.meta,
      feature: 'read',
      summary: 'The catalog in figures, its freshness, and the plan of this key',
      answer: single(metaSchema),
    },
    {
      url: '/usage',
      handle: handlers.usage,
      feature: 'read',
      isCounted: false,
      summary: 'What is used of each window; free of charge',
      answer: single(usageSchema),
    },
    {
      url: '/usage/history',
      handle: handlers.usageHistory,
      feature: 'read',
      isCounted: false,
      summary: 'Your calls by day, endpoint, key and status; free of charge',
      query: usageHistoryParameters,
      answer: usageHistorySchema,
      isAlsoCsv: true,
    },
    {
      method: 'POST',
      url: '/export',
      handle: handlers.requestExport,
      feature: 'export',
      summary: 'Ask for a file of all hooks that match',
      headers: z.object({
        'idempotency-key': z
          .string()
          .max(255)
          .optional()
          .meta({ description: 'The same key with the same body gives the same export; a UUID does well' }),
      }),
      body: exportInput.meta({ example: { format: 'csv', filters: { niche: ['finance'], min_views: 1_000_000 } } }),
      status: 202,
      answer: exportSchema,
    },
    {
      url: '/export/:id',
      handle: handlers.getExport,
      feature: 'export',
      summary: 'An export, with a link to its file once it is complete',
      params: z.object({ id: z.string() }),
      answer: exportSchema,
    },
    {
      method: 'DELETE',
      url: '/export/:id',
      handle: handlers.cancelExport,
      feature: 'export',
      summary: 'Cancel an export, or delete its file',
      params: z.object({ id: z.string() }),
      answer: exportSchema,
    },
    {
      url: '/exports',
      handle: handlers.listExports,
      feature: 'export',
      summary: 'Your exports, the newest first',
      query: exportListParameters,
      answer: list(exportSchema),
    },
  ];
}
