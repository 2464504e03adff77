// What a process without the API answers: its health and its metrics.
import type { FastifyInstance } from 'fastify';
import { createRefusals } from '../../auth/rate-limiter.ts';
import type { LiveCatalog } from '../../catalog/snapshot/live-catalog.ts';
import { createOperatorKeyCheck } from '../pipeline/operator-auth.ts';
import { type BaseParts, createBase } from '../server/fastify.ts';
import { type HealthRouteParts, type MetricsRouteParts, registerHealth, registerMetrics } from './health.ts';

export type ProbeParts = Pick<BaseParts, 'config' | 'observe'> &
  MetricsRouteParts &
  Pick<HealthRouteParts, 'isReady' | 'databaseState'> & { catalog: LiveCatalog; operatorKey: string };

export async function createProbe(parts: ProbeParts): Promise<FastifyInstance> {
  const { app } = createBase({ ...parts, publicUrl: () => parts.config.publicUrl ?? '' });
  registerHealth(app, { ...parts, catalog: parts.catalog.current });
  const requireKey = createOperatorKeyCheck(parts.operatorKey, createRefusals());
  await app.register(async (operator) => {
    operator.addHook('onRequest', async (request) => requireKey(request));
    registerMetrics(operator, parts);
  });
  return app;
}
