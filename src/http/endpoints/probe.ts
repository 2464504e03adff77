// What a process without the API answers: its health and its metrics.
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import type { LiveCatalog } from '../../catalog/snapshot/live-catalog.ts';
import { createOperatorKeyCheck } from '../pipeline/operator-auth.ts';
import { createFastify, type FastifyDeps } from '../server/fastify.ts';
import { type HealthRouteDeps, type MetricsRouteDeps, registerHealth, registerMetrics } from './health.ts';

export type ProbeDeps = Pick<FastifyDeps, 'config' | 'observe'> &
  MetricsRouteDeps &
  Pick<HealthRouteDeps, 'isReady' | 'databaseState'> & { catalog: LiveCatalog; operatorKey: string };

export async function createProbe(deps: ProbeDeps): Promise<FastifyInstance> {
  const { app } = createFastify({ ...deps, publicUrl: () => deps.config.publicUrl ?? '' });
  registerHealth(app, { ...deps, catalog: deps.catalog.current });
  const requireKey = createOperatorKeyCheck(deps.operatorKey, createRateLimiter());
  await app.register(async (operator) => {
    operator.addHook('onRequest', async (request) => requireKey(request));
    registerMetrics(operator, deps);
  });
  return app;
}
