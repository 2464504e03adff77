// GET /plans: the public table of plans, and how one plan is shown.
import { z } from 'zod';
import type { Feature } from '../../accounts/caller.ts';
import { keyRequestSchema, submitKeyRequestInput } from '../../accounts/key-request.ts';
import { submitKeyRequest } from '../../accounts/key-request-actions.ts';
import { type Plan, plans } from '../../accounts/plan.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { createMailboxLimiter } from '../../auth/sign-in.ts';
import { mailboxOf } from '../../auth/sign-up.ts';
import { type ClientEndpoint, publicEndpoint } from '../pipeline/endpoint.ts';
import { clientKeyOf } from '../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import { single, toSingle } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

const features = ['read', 'full', 'trends', 'export', 'webhooks'] as const satisfies readonly Feature[];
const count = z.number().int().nullable();

export const planSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    price_usd: z.number().nullable().meta({ description: 'Per month; null for a price by agreement' }),
    limits: z.object({ per_day: count, per_month: count }).meta({ description: 'Calls; null if no limit is enforced' }),
    included_per_month: count.meta({ description: 'Calls included in the price if no limit is enforced' }),
    features: z.array(z.enum(features)),
    exports_per_day: count.meta({ description: 'null for unlimited' }),
    records_per_export: count.meta({ description: 'null for unlimited' }),
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
    sign_up: z.boolean().meta({ description: 'Whether anyone can get it at once, at /sign-up; else on request' }),
  })
  .meta({ id: 'OfferedPlan', description: 'A plan, and how to get it' });

type PlanRecord = z.infer<typeof planSchema>;

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

export function planEndpoints({ config: { signUp } }: Services): ClientEndpoint[] {
  const offered = Object.values(plans).map((plan) => ({
    ...showPlan(plan),
    sign_up: signUp === 'open' && plan.name === 'free',
  }));
  return [
    publicEndpoint({
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

// POST /key-requests: requests an API key. It writes without a key, so it is rate limited by address.

/** Limits valid requests. Counted per process and reset at a restart. */
const perHour = { windowMs: 3_600_000, max: 5 };
const tooMany = 'Too many key requests from this address.';

export function keyRequestEndpoints(services: Services): ClientEndpoint[] {
  const { db, refusals, config } = services;
  const receipts = createMailboxLimiter(config.limits.signInEmails);
  const submissions = createRateLimiter(Date.now, perHour);
  return [
    publicEndpoint({
      method: 'POST',
      path: '/key-requests',
      tag: 'Account',
      summary: 'Request key',
      description:
        'Requests an API key. The request is pending until decided; the decision is sent by email. A receipt is emailed at once.',
      ignoresQuery: true,
      requiresBody: true,
      body: submitKeyRequestInput,
      status: 201,
      response: single(keyRequestSchema),
      errors: [400, 409, 413, 415, 422, 429, 500, 503],
      onRequest: (ip) => {
        const client = clientKeyOf(ip);
        throwIfRateLimited(Math.max(submissions.waitSeconds(client), refusals.waitSeconds(client)), tooMany);
      },
      handler: async ({ ip, body }) => {
        throwIfRateLimited(submissions.record(clientKeyOf(ip)), tooMany);
        const isReceiptDue = () => receipts.isDue(mailboxOf(body.email));
        return toSingle(await submitKeyRequest({ db, mail: services, isReceiptDue }, body));
      },
    }),
  ];
}
