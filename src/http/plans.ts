// GET /plans: the table of plans, for whoever chooses one.
import type { FastifyInstance } from 'fastify';
import { type Plan, plans } from '../accounts/plan.ts';

/** null is without a limit, and a price by agreement. */
export function showPlan(plan: Plan) {
  return {
    name: plan.name,
    title: plan.title,
    price_usd: plan.priceUsd,
    limits: { per_day: plan.limits.perDay, per_month: plan.limits.perMonth },
    included_per_month: plan.includedPerMonth,
    features: [...plan.features],
    exports_per_day: plan.exportsPerDay,
    records_per_export: plan.recordsPerExport,
    support: plan.support,
  };
}
export type PlanRecord = ReturnType<typeof showPlan>;

export function registerPlans(app: FastifyInstance): void {
  app.get('/plans', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    return { success: true, data: Object.values(plans).map(showPlan), timestamp: new Date().toISOString() };
  });
}
