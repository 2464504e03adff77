// GET /plans: the table of plans for whoever has no key yet, and how one plan is shown.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature } from '../../accounts/caller.ts';
import { type Plan, plans } from '../../accounts/plan.ts';
import { problemAnswer, single } from '../openapi/schemas.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';

const features = ['read', 'full', 'trends', 'export', 'webhooks'] as const satisfies readonly Feature[];
const count = z.number().int().nullable();

/** Unnamed, so that the SDK, whose users have a plan already, gets no type of it. */
const planSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    price_usd: z.number().nullable().meta({ description: 'A month; null is by agreement' }),
    limits: z.object({ per_day: count, per_month: count }).meta({ description: 'Calls; null where none is enforced' }),
    included_per_month: count.meta({ description: 'Calls that the price includes where they are not enforced' }),
    features: z.array(z.enum(features)),
    exports_per_day: count.meta({ description: 'null is unlimited' }),
    records_per_export: count.meta({ description: 'null is unlimited' }),
    support: z.enum(['none', 'email', 'dedicated']),
  })
  .meta({ description: 'What a plan costs and gives' });

export type PlanRecord = z.infer<typeof planSchema>;

export function showPlan(plan: Plan): PlanRecord {
  const { perDay, perMonth } = plan.limits;
  return {
    name: plan.name,
    title: plan.title,
    price_usd: plan.priceUsd,
    limits: { per_day: perDay, per_month: perMonth },
    included_per_month: plan.includedPerMonth,
    features: [...plan.features],
    exports_per_day: plan.exportsPerDay,
    records_per_export: plan.recordsPerExport,
    support: plan.support,
  };
}

export function registerPlans(app: FastifyInstance): void {
  const summary = 'The plans: price, limits, features';
  app.get('/plans', {
    schema: {
      summary,
      response: {
        200: single(z.array(planSchema)).describe(summary),
        ...Object.fromEntries([400, 500].map((status) => [status, problemAnswer(status)])),
      },
    },
    handler: async (request, reply) => {
      parseParameters(z.object({}), queryOf(request.raw));
      const data = Object.values(plans).map(showPlan);
      return reply
        .header('cache-control', 'public, max-age=300')
        .send({ success: true, data, timestamp: new Date().toISOString() });
    },
  });
}
