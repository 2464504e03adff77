// An endpoint that takes an API key: how it is documented, and how it is routed through the door.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Feature } from '../../accounts/caller.ts';
import type { createPipeline, Handler, Serve } from '../pipeline/pipeline.ts';
import { toTarget } from '../server/server.ts';
import { jsonOrCsv, problemAnswer } from './schemas.ts';

export type Entry = {
  /** GET unless told. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  handle: Handler;
  feature: Feature;
  isCounted?: boolean;
  /** Keys are refused; it is for the dashboard, and not in the reference. */
  isForSessions?: boolean;
  summary: string;
  query?: z.ZodObject;
  params?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** 200 unless told. */
  status?: number;
  answer: z.ZodType;
  /** `format=csv` gives the same as a table. */
  isAlsoCsv?: boolean;
};

/**
 * Documents and routes every endpoint; those without a parameter in their address are also put into `direct`. Of a caller who
 * is not known no body is read: the door refuses at once.
 */
export function registerEntries(
  app: FastifyInstance,
  door: ReturnType<typeof createPipeline>,
  entries: readonly Entry[],
  direct: Map<string, Serve>,
  isKnown: (req: IncomingMessage) => boolean | Promise<boolean>,
): void {
  for (const entry of entries) {
    const {
      method = 'GET',
      url,
      handle,
      feature,
      isCounted = true,
      isForSessions = false,
      summary,
      query,
      params,
      body,
      answer,
    } = entry;
    const serve = door({ method, route: url, feature, isCounted, isForSessions, handle });
    if (method === 'GET' && !params) direct.set(url, serve);
    const refusals = feature === 'read' ? [400, 401] : [400, 401, 403, 404];
    const statuses = [...refusals, ...(body ? [413, 415, 422] : []), 429, 500, 503];
    const enter = (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) => {
      reply.hijack();
      serve(request.raw, reply.raw, toTarget(request.raw.url ?? '', request.params, request.body));
    };
    app.route<{ Params: Record<string, string> }>({
      method,
      url,
      schema: {
        hide: isForSessions,
        summary,
        security: [{ key: [] }],
        ...(query ? { querystring: query } : {}),
        ...(params ? { params } : {}),
        ...(entry.headers ? { headers: entry.headers } : {}),
        ...(body ? { body } : {}),
        response: {
          [entry.status ?? 200]: entry.isAlsoCsv ? jsonOrCsv(summary, answer) : answer.describe(summary),
          ...Object.fromEntries(statuses.map((status) => [status, problemAnswer(status)])),
        },
      },
      onRequest: async (request, reply) => {
        if (method !== 'GET' && !(await isKnown(request.raw))) enter(request, reply);
      },
      handler: enter,
    });
  }
}
