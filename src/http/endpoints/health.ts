// GET /health/live and /health/ready, which every process answers, and /metrics, for those who have the operator key.
import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import type { DatabaseState } from '../../db/watch.ts';
import { fail } from '../../lib/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export type HealthRouteDeps = { isReady: () => boolean; catalog: () => Catalog; databaseState: () => DatabaseState };
export type MetricsRouteDeps = { metrics: Metrics; readMetrics: () => Promise<string> };

export function registerHealth(app: FastifyInstance, { isReady, catalog, databaseState }: HealthRouteDeps): void {
  app.get('/health/live', { schema: { summary: 'The process answers' } }, async () => ({
    status: 'ok',
  }));
  app.get('/health/ready', { schema: { summary: 'The process serves the catalog' } }, async () => {
    if (!isReady()) fail('unavailable', 'The service is starting or stopping.', { retryAfterSeconds: 2 });
    const { version, size } = catalog().snapshot;
    // Without the database it goes on serving, so a balancer is to send requests here all the same.
    const { isUp, since } = databaseState();
    const database = { database: isUp ? 'up' : 'away', database_since: since.toISOString() };
    return { status: 'ok', catalog_version: version, hooks: size, ...database };
  });
}

/** On an instance that lets only the operator in. */
export function registerMetrics(operator: FastifyInstance, { metrics, readMetrics }: MetricsRouteDeps): void {
  operator.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await readMetrics()),
  );
}
