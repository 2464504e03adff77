// GET /plans: the public table of plans, and how one plan is shown.
import { z } from 'zod';
import type { Feature } from '../../accounts/caller.ts';
import { type Plan, plans } from '../../accounts/plan.ts';
import type { Config } from '../../config/config.ts';
import { single, toSingle } from '../openapi/schemas.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

const features = ['read', 'full', 'trends', 'export', 'webhooks'] as const satisfies readonly Feature[];
const count = z.number().int().nullable();

export const planSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    price_usd: z.number().nullable().meta({ description: 'A month; null is by agreement' }),
    limits: z.object({ per_day: count, per_month: count }).meta({ description: 'Calls; null where none is enforced' }),
    included_per_month: count.meta({ description: 'Calls that the price includes where they are not enforced' }),
    features: z.array(z.enum(features)),
    exports_per_day: count.meta({ description: 'null is unlimited' }),
    records_per_export: count.meta({ description: 'null is unlimited' }),
    saved_searches: z.int(),
    feed_items: z.int().meta({ description: 'Hooks in the feed of a saved search' }),
    collections: z.int(),
    hooks_per_collection: z.int(),
    request_log_days: z.int().meta({ description: 'Days that calls stay in the request log' }),
    support: z.enum(['none', 'email', 'dedicated']),
  })
  .meta({ id: 'Plan', description: 'What a plan costs and includes' });

const offeredPlanSchema = planSchema
  .extend({
    sign_up: z.boolean().meta({ description: 'Whether anyone gets it at once, at /sign-up; else on request' }),
  })
  .meta({ id: 'OfferedPlan', description: 'A plan, and how to get it' });

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
    saved_searches: plan.savedSearches,
    feed_items: plan.feedItems,
    collections: plan.collections,
    hooks_per_collection: plan.hooksPerCollection,
    request_log_days: plan.requestLogDays,
    support: plan.support,
  };
}

export type PlanDeps = { config: Pick<Config, 'signUp'> };

export function planEndpoints({ config: { signUp } }: PlanDeps): ClientEndpoint[] {
  const offered = Object.values(plans).map((plan) => ({
    ...showPlan(plan),
    sign_up: signUp === 'open' && plan.name === 'free',
  }));
  return [
    defineEndpoint({
      audience: 'public',
      path: '/plans',
      isInMemory: true,
      tag: 'Account',
      summary: 'List plans',
      description: 'Plans with price, limits and features.',
      response: single(z.array(offeredPlanSchema)),
      errors: [400, 500],
      cacheControl: 'public, max-age=300',
      handler: () => toSingle(offered),
    }),
  ];
}
