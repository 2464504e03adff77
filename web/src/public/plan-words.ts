// Plans in words, and which of them has room for how many calls. Nothing here knows of React, or what the plans are.
import type { PlanRecord } from '../../../src/http/plans.ts';
import { formatNumber } from '../kit/format.ts';

/** A month is taken for this many days where a plan counts by day. */
const daysOfMonth = 30;

export function priceOf({ price_usd }: PlanRecord): string {
  return price_usd === null ? 'By agreement' : `$${formatNumber(price_usd)}`;
}

export function callsOf({ limits, included_per_month }: PlanRecord): string {
  const { per_day, per_month } = limits;
  if (per_day !== null) return `${formatNumber(per_day)} calls a day`;
  if (per_month !== null) return `${formatNumber(per_month)} calls a month`;
  return included_per_month === null
    ? 'Calls without a limit'
    : `${formatNumber(included_per_month)} calls a month included, no hard limit`;
}

const featureWords = {
  read: 'Search, filters, single and random hooks',
  full: 'Full hooks: likes, creator, source, dates; a feed of changes',
  trends: 'Trends',
  export: 'Bulk export',
  webhooks: 'Signed webhooks for new hooks',
} as const satisfies Record<PlanRecord['features'][number], string>;

export function featuresOf(plan: PlanRecord): string[] {
  const words = plan.features.map((feature) => (feature === 'export' ? exportsOf(plan) : featureWords[feature]));
  const support = { none: [], email: ['Support by e-mail'], dedicated: ['Dedicated support'] }[plan.support];
  return [...words, ...support];
}

function exportsOf({ exports_per_day: count, records_per_export: records }: PlanRecord): string {
  if (count === null && records === null) return 'Bulk export without limits';
  const often = count === null ? 'Exports' : `${formatNumber(count)} ${count === 1 ? 'export' : 'exports'} a day`;
  return records === null ? often : `${often}, ${formatNumber(records)} hooks each`;
}

/** The cheapest first, then those whose price is by agreement. */
export function byPrice(plans: readonly PlanRecord[]): PlanRecord[] {
  const price = ({ price_usd }: PlanRecord) => price_usd ?? Number.POSITIVE_INFINITY;
  return plans.toSorted((a, b) => (price(a) === price(b) ? roomOf(a) - roomOf(b) : price(a) - price(b)));
}

function roomOf({ limits: { per_day, per_month } }: PlanRecord): number {
  return Math.min(per_month ?? Number.POSITIVE_INFINITY, (per_day ?? Number.POSITIVE_INFINITY) * daysOfMonth);
}

/** The cheapest that has room for so many calls a month. */
export function fittingPlan(plans: readonly PlanRecord[], callsPerMonth: number): PlanRecord | undefined {
  return byPrice(plans).find((plan) => roomOf(plan) >= callsPerMonth);
}

/** What a request for this plan begins with. */
export function wishFor({ title }: PlanRecord): string {
  return `We would like the ${title} plan. It is for `;
}
