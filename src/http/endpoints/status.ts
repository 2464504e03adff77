// GET /health/status: the public figures, computed every 15 seconds at most.
import { type Status, statusSchema } from '../../status/status.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

export const statusKeptMs = 15_000;

export type StatusDeps = { status: () => Promise<Status> };

export function statusEndpoints({ status }: StatusDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'public',
      path: '/health/status',
      isInMemory: true,
      tag: 'Health',
      summary: 'Get status',
      description: 'Uptime, freshness, latency and deliveries in figures.',
      ignoresQuery: true,
      response: statusSchema,
      cacheControl: `public, max-age=${statusKeptMs / 1000}`,
      handler: status,
    }),
  ];
}
