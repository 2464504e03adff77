// Plans in words, and which of them has room for how many calls. Nothing here knows of React, or what the plans are.
import type { PlanRecord } from '../../../src/http/endpoints/plans.ts';
import { capitalized, formatNumber } from '../kit/page/format.ts';

type Feature = PlanRecord['features'][number];
type Limits = PlanRecord['limits'];

/** A month is taken for this many days where a plan counts by day. */
const daysOfMonth = 30;

export const featureNames: Readonly<Record<Feature, string>> = {
  read: 'hooks with filters and search',
  full: 'full records',
  trends: 'trends',
  export: 'exports',
  webhooks: 'webhooks',
};

const featureSentences: Readonly<Record<Exclude<Feature, 'export'>, string>> = {
  read: 'Search, filters, single and random hooks',
  full: 'Full hooks: likes, creator, source, dates; a feed of changes',
  trends: 'Trends',
  webhooks: 'Signed webhooks for new hooks',
};

const support: Readonly<Record<PlanRecord['support'], string>> = {
  none: 'Docs only',
  email: 'By e-mail',
  dedicated: 'By a person of your own',
};

/** “Hooks with filters and search, full records”. */
export function featureWords({ features }: PlanRecord): string {
  return capitalized(features.map((one) => featureNames[one]).join(', '));
}

/** Each in a line of its own, with support where there is some. */
export function featureLines(plan: PlanRecord): string[] {
  const lines = plan.features.map((one) => (one === 'export' ? exportWords(plan) : featureSentences[one]));
  return plan.support === 'none' ? lines : [...lines, `Support ${supportWords(plan).toLowerCase()}`];
}

/** “10,000 calls a day”. */
export function limitWords({ limits, included_per_month }: Pick<PlanRecord, 'limits' | 'included_per_month'>): string {
  const { per_day, per_month } = limits;
  const parts = [
    ...(per_day === null ? [] : [`${callWords(per_day)} a day`]),
    ...(per_month === null ? [] : [`${callWords(per_month)} a month`]),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (included_per_month === null) return 'Calls without a limit';
  return `${callWords(included_per_month)} a month included, no hard limit`;
}

function callWords(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`;
}

/** The account's own stand in place of the plan's; undefined where it has none. */
export function ownLimitWords(plan: PlanRecord, own: Limits): string | undefined {
  if (own.per_day === null && own.per_month === null) return undefined;
  const limits = { per_day: own.per_day ?? plan.limits.per_day, per_month: own.per_month ?? plan.limits.per_month };
  return limitWords({ ...plan, limits });
}

/** “1 export a day, up to 10,000 hooks each”. */
export function exportWords({ features, exports_per_day: count, records_per_export: records }: PlanRecord): string {
  if (!features.includes('export')) return 'None';
  const often =
    count === null ? 'Any number of exports' : `${formatNumber(count)} ${count === 1 ? 'export' : 'exports'} a day`;
  return `${often}, ${records === null ? 'all hooks that match' : `up to ${formatNumber(records)} hooks each`}`;
}

export function supportWords(plan: PlanRecord): string {
  return support[plan.support];
}

/** Of a month. */
export function priceOf({ price_usd }: PlanRecord): string {
  return price_usd === null ? 'By agreement' : `$${formatNumber(price_usd)}`;
}

export function priceWords(plan: PlanRecord): string {
  if (plan.price_usd === 0) return 'Free of charge';
  return plan.price_usd === null ? priceOf(plan) : `${priceOf(plan)} a month`;
}

/** Among other words. */
export function priceWithin(plan: PlanRecord): string {
  return plan.price_usd === null ? 'price by agreement' : priceWords(plan).toLowerCase();
}

/** Calls that a plan serves in a month; Infinity where nothing is enforced. */
export function monthlyCalls({ limits: { per_day, per_month } }: Pick<PlanRecord, 'limits'>): number {
  return Math.min(per_month ?? Number.POSITIVE_INFINITY, (per_day ?? Number.POSITIVE_INFINITY) * daysOfMonth);
}

/** The cheapest first, then those whose price is by agreement, the smallest of them first. */
export function byPrice(plans: readonly PlanRecord[]): PlanRecord[] {
  const price = ({ price_usd }: PlanRecord) => price_usd ?? Number.POSITIVE_INFINITY;
  return plans.toSorted((a, b) => (price(a) === price(b) ? monthlyCalls(a) - monthlyCalls(b) : price(a) - price(b)));
}

/** The cheapest that has room for so many calls a month. */
export function fittingPlan(plans: readonly PlanRecord[], callsPerMonth: number): PlanRecord | undefined {
  return byPrice(plans).find((plan) => monthlyCalls(plan) >= callsPerMonth);
}
