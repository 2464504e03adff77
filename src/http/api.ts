// Every endpoint that takes an API key, with its plan, its documentation and its handler.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature } from '../caller.ts';
import { fullHookSchema, hookSchema } from '../catalog/hook.ts';
import { exportInput, exportSchema } from '../exports/export.ts';
import type { createDoor, Handler, Serve } from './door.ts';
import { exportListParameters } from './exports.ts';
import { listParameters, randomParameters } from './hook-parameters.ts';
import { archetypeSchema, list, metaSchema, problemAnswer, single, usageSchema } from './schemas.ts';
import { toTarget } from './server.ts';

type HandlerName =
  | 'list'
  | 'full'
  | 'random'
  | 'one'
  | 'archetypes'
  | 'meta'
  | 'usage'
  | 'requestExport'
  | 'getExport'
  | 'listExports'
  | 'cancelExport';
type Handlers = Record<HandlerName, Handler>;

type Entry = {
  method?: 'GET' | 'POST' | 'DELETE';
  url: string;
  handler: HandlerName;
  feature: Feature;
  isCounted?: boolean;
  summary: string;
  query?: z.ZodObject;
  params?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** 200 unless told. */
  status?: number;
  answer: z.ZodType;
};

/** With `fields` any of them may be left out. Made anew, since a named schema stays in the document under its name. */
const partial = (schema: z.ZodObject) => z.object(schema.partial().shape);

const entries: Entry[] = [
  {
    url: '/hooks',
    handler: 'list',
    feature: 'read',
    summary: 'Hooks that match, the most viewed first',
    query: listParameters,
    answer: list(partial(hookSchema)),
  },
  {
    url: '/hooks/random',
    handler: 'random',
    feature: 'read',
    summary: 'Random hooks, uniform and without repeats',
    query: randomParameters,
    answer: list(hookSchema),
  },
  {
    url: '/hooks/full',
    handler: 'full',
    feature: 'full',
    summary: 'Hooks with everything that is known of them',
    query: listParameters,
    answer: list(partial(fullHookSchema)),
  },
  {
    url: '/hooks/:id',
    handler: 'one',
    feature: 'full',
    summary: 'One full hook',
    params: z.object({ id: z.string() }),
    answer: single(fullHookSchema),
  },
  {
    url: '/archetypes',
    handler: 'archetypes',
    feature: 'read',
    summary: 'Every archetype with its three most viewed hooks',
    answer: list(archetypeSchema),
  },
  {
    url: '/meta',
    handler: 'meta',
    feature: 'read',
    summary: 'The catalog in figures, its freshness, and the plan of this key',
    answer: single(metaSchema),
  },
  {
    url: '/usage',
    handler: 'usage',
    feature: 'read',
    isCounted: false,
    summary: 'What is used of each window; free of charge',
    answer: single(usageSchema),
  },
  {
    method: 'POST',
    url: '/export',
    handler: 'requestExport',
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
    handler: 'getExport',
    feature: 'export',
    summary: 'An export, with a link to its file once it is complete',
    params: z.object({ id: z.string() }),
    answer: exportSchema,
  },
  {
    method: 'DELETE',
    url: '/export/:id',
    handler: 'cancelExport',
    feature: 'export',
    summary: 'Cancel an export, or delete its file',
    params: z.object({ id: z.string() }),
    answer: exportSchema,
  },
  {
    url: '/exports',
    handler: 'listExports',
    feature: 'export',
    summary: 'Your exports, the newest first',
    query: exportListParameters,
    answer: list(exportSchema),
  },
];

/** Documents and routes every endpoint; those without a parameter in their address are also put into `direct`. */
export function registerApi(
  app: FastifyInstance,
  door: ReturnType<typeof createDoor>,
  handlers: Handlers,
  direct: Map<string, Serve>,
): void {
  for (const entry of entries) {
    const { method = 'GET', url, handler, feature, isCounted = true, summary, query, params, body, answer } = entry;
    const serve = door({ route: url, feature, isCounted, handle: handlers[handler] });
    if (method === 'GET' && !params) direct.set(url, serve);
    const refusals = feature === 'read' ? [400, 401] : [400, 401, 403, 404];
    const statuses = [...refusals, ...(body ? [413, 415, 422] : []), 429, 500, 503];
    app.route<{ Params: Record<string, string> }>({
      method,
      url,
      schema: {
        summary,
        tags: ['API'],
        security: [{ key: [] }],
        ...(query ? { querystring: query } : {}),
        ...(params ? { params } : {}),
        ...(entry.headers ? { headers: entry.headers } : {}),
        ...(body ? { body } : {}),
        response: {
          [entry.status ?? 200]: answer.describe(summary),
          ...Object.fromEntries(statuses.map((status) => [status, problemAnswer(status)])),
        },
      },
      handler: (request, reply) => {
        reply.hijack();
        serve(request.raw, reply.raw, toTarget(request.raw.url ?? '', request.params, request.body));
      },
    });
  }
}
