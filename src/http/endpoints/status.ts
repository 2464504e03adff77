// GET /health/status: the public figures. Whoever asks, and however often, they are worked out every 15 seconds at most.
import type { FastifyInstance } from 'fastify';
import { type Status, statusSchema } from '../../status/status.ts';
import { problemAnswer } from '../openapi/schemas.ts';

export type StatusRouteDeps = { status: () => Promise<Status> };

export const statusKeptMs = 15_000;

export function registerStatus(app: FastifyInstance, { status }: StatusRouteDeps): void {
  const summary = 'Uptime, freshness, latency and deliveries in figures';
  app.get('/health/status', {
    schema: {
      summary,
      response: { 200: statusSchema.describe(summary), 500: problemAnswer(500) },
    },
    handler: async (_request, reply) =>
      reply.header('cache-control', `public, max-age=${statusKeptMs / 1000}`).send(await status()),
  });
}
