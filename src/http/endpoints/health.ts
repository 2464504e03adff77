// GET /health/live, /health/ready, served by every process, and /metrics, which needs the operator key.
import { z } from 'zod';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import type { DatabaseState } from '../../db/watch.ts';
import { fail } from '../../lib/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { moment } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

export type HealthDeps = {
  isReady: () => boolean;
  catalog: () => Catalog;
  databaseState: () => DatabaseState;
  metrics: Metrics;
  readMetrics: () => Promise<string>;
};

const readySchema = z.object({
  status: z.literal('ok'),
  catalog_version: z.number().int(),
  hooks: z.number().int(),
  database: z.enum(['up', 'away']),
  database_since: moment,
});

export function healthEndpoints(deps: HealthDeps): ClientEndpoint[] {
  const { isReady, catalog, databaseState, metrics, readMetrics } = deps;
  return [
    defineEndpoint({
      audience: 'public',
      path: '/health/live',
      isInMemory: true,
      tag: 'Health',
      summary: 'Check liveness',
      description: 'Whether the process responds.',
      ignoresQuery: true,
      response: z.object({ status: z.literal('ok') }),
      handler: () => ({ status: 'ok' as const }),
    }),
    defineEndpoint({
      audience: 'public',
      path: '/health/ready',
      isInMemory: true,
      tag: 'Health',
      summary: 'Check readiness',
      description: 'Whether the process serves the catalog.',
      ignoresQuery: true,
      response: readySchema,
      errors: [500, 503],
      handler: () => {
        if (!isReady()) fail('unavailable', 'The service is starting or stopping.', { retryAfterSeconds: 2 });
        const { version, size } = catalog().snapshot;
        // During a database outage reads go on, so load balancers should keep sending requests here.
        const { isUp, since } = databaseState();
        const database = isUp ? ('up' as const) : ('away' as const);
        const status = 'ok' as const;
        return { status, catalog_version: version, hooks: size, database, database_since: since.toISOString() };
      },
    }),
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      path: '/metrics',
      summary: 'Get metrics',
      description: 'Metrics for Prometheus.',
      ignoresQuery: true,
      response: z.string(),
      streamHandler: async (_request, reply) => reply.type(metrics.registry.contentType).send(await readMetrics()),
    }),
  ];
}
