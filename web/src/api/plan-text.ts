// Text for plans, and the cheapest plan for a number of calls.
import { capitalized, formatNumber, plural } from '../kit/page/format.ts';
import type { Plan } from './openapi.ts';

type Feature = Plan['features'][number];
type Limits = Plan['limits'];

/** Converts a daily limit to a monthly one. */
const daysPerMonth = 30;

export const featureNames: Readonly<Record<Feature, string>> = {
  read: 'search and filters',
  full: 'full records',
  trends: 'trends',
  export: 'exports',
  webhooks: 'webhooks',
};

const featureSentences: Readonly<Record<Exclude<Feature, 'export'>, string>> = {
  read: 'Search, similar hooks, checks of drafts, templates',
  full: 'Full records: engagement, creator, source, dates; change feed',
  trends: 'Trends',
  webhooks: 'Signed webhooks for new hooks',
};

const supportNames: Readonly<Record<Plan['support'], string>> = {
  none: 'Docs only',
  email: 'Email',
  dedicated: 'Dedicated',
};

/** “Search and filters, full records”. */
export function featureText({ features }: Plan): string {
  return capitalized(features.map((feature) => featureNames[feature]).join(', '));
}

/** One line per feature, then support. */
export function featureLines(plan: Plan): string[] {
  const features = plan.features.map((feature) =>
    feature === 'export' ? exportText(plan) : featureSentences[feature],
  );
  const lines = [
    ...features,
    `${plural(plan.saved_searches, 'saved search', 'saved searches')} with feeds`,
    plural(plan.collections, 'collection'),
  ];
  return plan.support === 'none' ? lines : [...lines, `${supportText(plan)} support`];
}

/** “10,000 calls a day”. */
export function limitText({ limits, included_per_month }: Pick<Plan, 'limits' | 'included_per_month'>): string {
  const { per_day, per_month } = limits;
  const parts = [
    ...(per_day === null ? [] : [`${callText(per_day)} a day`]),
    ...(per_month === null ? [] : [`${callText(per_month)} a month`]),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (included_per_month === null) return 'Unlimited calls';
  return `${callText(included_per_month)} a month included, no hard limit`;
}

function callText(count: number): string {
  return `${plural(count, 'call')}`;
}

/** The account's custom limits in place of the plan's; undefined without any. */
export function customLimitText(plan: Plan, custom: Limits): string | undefined {
  if (custom.per_day === null && custom.per_month === null) return undefined;
  const limits = {
    per_day: custom.per_day ?? plan.limits.per_day,
    per_month: custom.per_month ?? plan.limits.per_month,
  };
  return limitText({ ...plan, limits });
}

/** “1 export a day, up to 10,000 hooks each”. */
export function exportText({ features, exports_per_day: count, records_per_export: records }: Plan): string {
  if (!features.includes('export')) return 'Not included';
  const quota = count === null ? 'Unlimited exports' : `${plural(count, 'export')} a day`;
  return `${quota}, ${records === null ? 'all matching hooks' : `up to ${plural(records, 'hook')} each`}`;
}

/** “50, feeds of 100 hooks”. */
export function searchesText({ saved_searches, feed_items }: Plan): string {
  return `${saved_searches}, feeds of ${plural(feed_items, 'hook')}`;
}

/** “50, of up to 1,000 hooks”. */
export function collectionsText({ collections, hooks_per_collection }: Plan): string {
  return `${collections}, of up to ${plural(hooks_per_collection, 'hook')}`;
}

/** How long calls stay in the request log: “7 days”. */
export function requestLogText({ request_log_days }: Plan): string {
  return plural(request_log_days, 'day');
}

export function supportText(plan: Plan): string {
  return supportNames[plan.support];
}

/** Price a month: “$29”. */
export function priceAmount({ price_usd }: Plan): string {
  return price_usd === null ? 'Custom' : `$${formatNumber(price_usd)}`;
}

export function priceText(plan: Plan): string {
  if (plan.price_usd === 0) return '$0';
  return plan.price_usd === null ? 'Custom pricing' : `${priceAmount(plan)} a month`;
}

/** For use within a sentence. */
export function inlinePriceText(plan: Plan): string {
  return plan.price_usd === 0 ? 'free' : priceText(plan).toLowerCase();
}

/** Calls a plan allows in a month; Infinity without an enforced limit. */
export function monthlyCalls({ limits: { per_day, per_month } }: Pick<Plan, 'limits'>): number {
  return Math.min(per_month ?? Number.POSITIVE_INFINITY, (per_day ?? Number.POSITIVE_INFINITY) * daysPerMonth);
}

/** Cheapest first, then plans with custom pricing, smallest first. */
export function byPrice<P extends Plan>(plans: readonly P[]): P[] {
  const price = ({ price_usd }: Plan) => price_usd ?? Number.POSITIVE_INFINITY;
  return plans.toSorted((a, b) => (price(a) === price(b) ? monthlyCalls(a) - monthlyCalls(b) : price(a) - price(b)));
}

/** The cheapest plan that allows this many calls a month. */
export function fittingPlan(plans: readonly Plan[], callsPerMonth: number): Plan | undefined {
  return byPrice(plans).find((plan) => monthlyCalls(plan) >= callsPerMonth);
}
