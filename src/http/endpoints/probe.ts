// Server of a process that runs workers only: health and metrics.
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import type { LiveCatalog } from '../../catalog/snapshot/live-catalog.ts';
import { createOperatorKeyCheck } from '../pipeline/caller/operator-auth.ts';
import { registerClientEndpoint } from '../pipeline/register-endpoints.ts';
import { createFastify, type FastifyDeps } from '../server/fastify.ts';
import { type HealthDeps, healthEndpoints } from './health.ts';

export type ProbeDeps = Pick<FastifyDeps, 'config' | 'observe'> &
  Omit<HealthDeps, 'catalog'> & { catalog: LiveCatalog; operatorKey: string };

export async function createProbe(deps: ProbeDeps): Promise<FastifyInstance> {
  const refusals = createRateLimiter();
  const { app } = createFastify({ ...deps, refusals, publicUrl: () => deps.config.publicUrl ?? '' });
  const checkOperatorKey = createOperatorKeyCheck(deps.operatorKey, refusals);
  for (const endpoint of healthEndpoints({ ...deps, catalog: deps.catalog.current }))
    registerClientEndpoint(app, endpoint, async (request) => {
      checkOperatorKey(request);
      return null;
    });
  return app;
}
