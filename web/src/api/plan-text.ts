// Text for plans, and the cheapest plan for a number of calls.
import type { UsageWindow } from '@hookline/sdk';
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
  trends: 'Trends, with alerts',
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

/** Features of a plan in addition to its calls, one a line. */
function planLines(plan: Plan): string[] {
  return [
    ...plan.features.map((feature) => (feature === 'export' ? exportText(plan) : featureSentences[feature])),
    `${plan.saved_searches} saved searches, feeds of ${plural(plan.feed_items, 'hook')}`,
    `${plan.collections} collections of up to ${plural(plan.hooks_per_collection, 'hook')}`,
    `Request log of ${plural(plan.request_log_days, 'day')}`,
    ...(plan.support === 'none' ? [] : [`${supportNames[plan.support]} support`]),
  ];
}

/** Features that a plan adds to the previous one. Calls are compared by limitText: a dearer plan can have fewer a month. */
export function addedLines(plan: Plan, plans: readonly Plan[]): string[] {
  const before = plans[plans.indexOf(plan) - 1];
  if (!before) return planLines(plan);
  const known = planLines(before);
  const support = plan.support === 'none' && before.support !== 'none' ? ', without email support' : '';
  return [`The features of ${before.title}${support}`, ...planLines(plan).filter((line) => !known.includes(line))];
}

type Limited = Pick<Plan, 'limits' | 'included_per_month'>;

/** The limit that is enforced, and what it amounts to: “100 calls a day”, “up to 3,000 a month”. */
export function limitParts({ limits, included_per_month }: Limited): [limit: string, note?: string] {
  const { per_day, per_month } = limits;
  if (per_day !== null)
    return [`${plural(per_day, 'call')} a day`, `up to ${formatNumber(monthlyCalls({ limits }))} a month`];
  if (per_month !== null) return [`${plural(per_month, 'call')} a month`, 'no daily limit'];
  if (included_per_month === null) return ['Unlimited calls'];
  return [`${plural(included_per_month, 'call')} a month included`, 'no hard limit'];
}

/** “100 calls a day, up to 3,000 a month”. */
export const limitText = (plan: Limited) => limitParts(plan).join(', ');

/** The account's custom limits in place of the plan's; undefined without any. */
export function customLimitText(plan: Plan, custom: Limits): string | undefined {
  if (custom.per_day === null && custom.per_month === null) return undefined;
  const limits = {
    per_day: custom.per_day ?? plan.limits.per_day,
    per_month: custom.per_month ?? plan.limits.per_month,
  };
  return limitText({ ...plan, limits });
}

/** Usage as pages show it: a month without its own limit has 30 times the daily limit. */
export function shownWindows(windows: readonly UsageWindow[]): UsageWindow[] {
  const perDay = windows.find(({ window }) => window === 'day')?.limit;
  return windows.map((one) =>
    one.window === 'day' || !perDay ? one : { ...one, limit: one.limit ?? perDay * daysPerMonth },
  );
}

/** “This month has 5,000 calls already, and the limit is 1,000…”; undefined if they fit the limits of a plan. */
export function overLimitText(plan: Plan, custom: Limits, windows: readonly UsageWindow[]): string | undefined {
  for (const { window, used } of windows) {
    const limit = custom[`per_${window}`] ?? plan.limits[`per_${window}`];
    if (limit !== null && used >= limit)
      return `${window === 'day' ? 'Today' : 'This month'} has ${plural(used, 'call')} already, and the limit is ${formatNumber(limit)}: further calls return 429 until it resets.`;
  }
  return undefined;
}

/** “1 export a day, up to 10,000 hooks each”. */
export function exportText({ features, exports_per_day: count, records_per_export: records }: Plan): string {
  if (!features.includes('export')) return 'Not included';
  const quota = count === null ? 'Unlimited exports' : `${plural(count, 'export')} a day`;
  return `${quota}, ${records === null ? 'all matching hooks' : `up to ${plural(records, 'hook')} each`}`;
}

/** Price a month: “$29”. */
export function priceAmount({ price_usd }: Plan): string {
  return price_usd === null ? 'Custom' : `$${formatNumber(price_usd)}`;
}

export function priceText(plan: Plan): string {
  if (plan.price_usd === 0) return '$0';
  return plan.price_usd === null ? 'Custom pricing' : `${priceAmount(plan)} a month`;
}

/** Price in a form that fits into a sentence. */
export function inlinePriceText(plan: Plan): string {
  return plan.price_usd === 0 ? 'free' : priceText(plan).toLowerCase();
}

/** Calls a plan allows in a month; Infinity without an enforced limit. */
export function monthlyCalls({ limits: { per_day, per_month } }: Pick<Plan, 'limits'>): number {
  return Math.min(per_month ?? Number.POSITIVE_INFINITY, (per_day ?? Number.POSITIVE_INFINITY) * daysPerMonth);
}

/** The cheapest plan that allows this many calls a month; plans with custom pricing come last. */
export function fittingPlan(plans: readonly Plan[], callsPerMonth: number): Plan | undefined {
  const price = ({ price_usd }: Plan) => price_usd ?? Number.MAX_VALUE;
  return plans.toSorted((a, b) => price(a) - price(b)).find((plan) => monthlyCalls(plan) >= callsPerMonth);
}
