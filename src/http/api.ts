// Every endpoint that takes an API key, with its plan, its documentation and its handler.
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature } from '../caller.ts';
import { fullHookSchema, hookSchema } from '../catalog/hook.ts';
import type { createDoor, Handler, Serve } from './door.ts';
import { listParameters, randomParameters } from './hook-parameters.ts';
import { toTarget } from './server.ts';

type Handlers = Record<'list' | 'full' | 'random' | 'one' | 'archetypes' | 'meta' | 'usage', Handler>;

type Entry = {
  url: string;
  handler: keyof Handlers;
  feature: Feature;
  isCounted?: boolean;
  summary: string;
  query?: z.ZodObject;
  params?: z.ZodObject;
  answer: z.ZodType;
};

const moment = z.iso.datetime();
const single = (data: z.ZodType) => z.object({ success: z.literal(true), data, timestamp: moment });
const list = (data: z.ZodType) =>
  z.object({
    success: z.literal(true),
    data: z.array(data),
    count: z.number().int(),
    timestamp: moment,
    total: z.number().int(),
    next_cursor: z.string().nullable(),
    facets: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
  });

const archetypeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    family: z.string().nullable(),
    description: z.string(),
    template: z.string(),
    examples: z.array(hookSchema),
    hooks: z.number().int(),
    median_views: z.number().int().nullable(),
  })
  .meta({ id: 'Archetype' });

const usageWindow = z
  .object({
    window: z.enum(['day', 'month']),
    limit: z.number().nullable(),
    used: z.number(),
    remaining: z.number().nullable(),
    resets_at: moment,
  })
  .meta({ id: 'UsageWindow' });

const metaSchema = z
  .looseObject({
    version: z.string(),
    catalog_version: z.number().int(),
    hooks: z.number().int(),
    views: z.object({ min: z.number().nullable(), median: z.number().nullable(), max: z.number().nullable() }),
    values: z.record(z.string(), z.record(z.string(), z.number().int())),
    updated_at: moment,
    update_every: z.string(),
    next_update_at: moment,
    sample_data: z.boolean(),
  })
  .meta({ id: 'Meta' });

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
    answer: single(z.object({ plan: z.string(), windows: z.array(usageWindow) })),
  },
];

const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    success: z.literal(false),
    code: z.string(),
    request_id: z.string(),
    timestamp: moment,
    errors: z
      .array(
        z.looseObject({
          parameter: z.string().optional(),
          pointer: z.string().optional(),
          detail: z.string(),
          did_you_mean: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

function problemAnswer(status: number) {
  return {
    description: STATUS_CODES[status] ?? '',
    content: { 'application/problem+json': { schema: problemSchema } },
  };
}

/** Documents and routes every endpoint; those without a parameter in their address are also put into `direct`. */
export function registerApi(
  app: FastifyInstance,
  door: ReturnType<typeof createDoor>,
  handlers: Handlers,
  direct: Map<string, Serve>,
): void {
  for (const { url, handler, feature, isCounted = true, summary, query, params, answer } of entries) {
    const serve = door({ route: url, feature, isCounted, handle: handlers[handler] });
    if (!params) direct.set(url, serve);
    const statuses = feature === 'read' ? [400, 401, 429, 500, 503] : [400, 401, 403, 404, 429, 500, 503];
    app.get<{ Params: Record<string, string> }>(url, {
      schema: {
        summary,
        tags: ['API'],
        security: [{ key: [] }],
        ...(query ? { querystring: query } : {}),
        ...(params ? { params } : {}),
        response: {
          200: answer.describe(summary),
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
