// GET /health/live and /health/ready, which every process answers, and /metrics, for those who have the operator key.
import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../catalog/live.ts';
import { fail } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

export type HealthRouteParts = { isReady: () => boolean; catalog: () => Catalog };
export type MetricsRouteParts = { metrics: Metrics; readMetrics: () => Promise<string> };

export function registerHealth(app: FastifyInstance, { isReady, catalog }: HealthRouteParts): void {
  app.get('/health/live', { schema: { summary: 'The process answers' } }, async () => ({
    status: 'ok',
  }));
  app.get('/health/ready', { schema: { summary: 'The process serves the catalog' } }, async () => {
    if (!isReady()) fail('unavailable', 'The service is starting or stopping.', { retryAfterSeconds: 2 });
    const { version, size } = catalog().snapshot;
    return { status: 'ok', catalog_version: version, hooks: size };
  });
}

/** On an instance that lets only the operator in. */
export function registerMetrics(operator: FastifyInstance, { metrics, readMetrics }: MetricsRouteParts): void {
  operator.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await readMetrics()),
  );
}
