// Plans: price, limits and features of each. Custom limits of an account are in account.ts.
import { type Feature, type Limits, type PlanName, planNames } from './caller.ts';

export type Plan = Readonly<{
  name: PlanName;
  title: string;
  /** Per month, in US dollars; null is by agreement. */
  priceUsd: number | null;
  limits: Limits;
  /** Calls a month that the price includes, if they are not enforced. */
  includedPerMonth: number | null;
  features: ReadonlySet<Feature>;
  /** Accepted exports per UTC day, and records per export; null is unlimited, 0 without the feature `export`. */
  exportsPerDay: number | null;
  recordsPerExport: number | null;
  /** Saved searches, and hooks in the feed of each. */
  savedSearches: number;
  feedItems: number;
  /** Collections, and hooks in each. */
  collections: number;
  hooksPerCollection: number;
  /** Days that calls stay in the request log. */
  requestLogDays: number;
  support: 'none' | 'email' | 'dedicated';
}>;

const read: readonly Feature[] = ['read'];
const full: readonly Feature[] = [...read, 'full'];
const scale: readonly Feature[] = [...full, 'trends', 'export'];
const noExports = { exportsPerDay: 0, recordsPerExport: 0 };
const paid = { savedSearches: 50, feedItems: 100, collections: 50, hooksPerCollection: 1_000 };

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: {
    name: 'free',
    title: 'Free',
    priceUsd: 0,
    limits: { perDay: 100, perMonth: null },
    includedPerMonth: null,
    features: new Set(read),
    ...noExports,
    savedSearches: 3,
    feedItems: 20,
    collections: 3,
    hooksPerCollection: 100,
    requestLogDays: 7,
    support: 'none',
  },
  starter: {
    name: 'starter',
    title: 'Starter',
    priceUsd: 29,
    limits: { perDay: null, perMonth: 1_000 },
    includedPerMonth: null,
    features: new Set(full),
    ...noExports,
    ...paid,
    requestLogDays: 7,
    support: 'email',
  },
  pro: {
    name: 'pro',
    title: 'Pro',
    priceUsd: null,
    limits: { perDay: 10_000, perMonth: null },
    includedPerMonth: null,
    features: new Set(full),
    ...noExports,
    ...paid,
    requestLogDays: 7,
    support: 'none',
  },
  scale: {
    name: 'scale',
    title: 'Scale',
    priceUsd: 299,
    limits: { perDay: null, perMonth: 100_000 },
    includedPerMonth: null,
    features: new Set(scale),
    exportsPerDay: 1,
    recordsPerExport: 10_000,
    ...paid,
    requestLogDays: 7,
    support: 'dedicated',
  },
  enterprise: {
    name: 'enterprise',
    title: 'Enterprise',
    priceUsd: null,
    limits: { perDay: null, perMonth: null },
    includedPerMonth: 1_000_000,
    features: new Set([...scale, 'webhooks']),
    exportsPerDay: null,
    recordsPerExport: null,
    ...paid,
    requestLogDays: 30,
    support: 'dedicated',
  },
};

export function plansWith(feature: Feature): PlanName[] {
  return planNames.filter((name) => plans[name].features.has(feature));
}

export function lowestPlanWith(feature: Feature): PlanName {
  return plansWith(feature)[0] ?? 'enterprise';
}

/** An account's own limit replaces its plan's; null keeps the plan's. */
export function effectiveLimits(plan: PlanName, own: Limits): Limits {
  const { perDay, perMonth } = plans[plan].limits;
  return { perDay: own.perDay ?? perDay, perMonth: own.perMonth ?? perMonth };
}
