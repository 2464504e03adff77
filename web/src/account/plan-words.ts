// A plan in words: calls, features, exports, support, price. Nothing here knows of React.
import type { PlanRecord } from '../../../src/http/plans.ts';
import { formatCompact, formatNumber } from '../kit/format.ts';

type Feature = PlanRecord['features'][number];

const features: Record<Feature, string> = {
  read: 'Hooks with filters and search',
  full: 'full records',
  trends: 'trends',
  export: 'exports',
  webhooks: 'webhooks',
};

/** “Hooks with filters and search, full records”. */
export function featureWords(plan: PlanRecord): string {
  return plan.features.map((one) => features[one]).join(', ');
}

type Limits = PlanRecord['limits'];

/** “10,000 calls a day”. */
export function limitWords({ limits, included_per_month }: Pick<PlanRecord, 'limits' | 'included_per_month'>): string {
  const { per_day, per_month } = limits;
  const parts = [
    ...(per_day === null ? [] : [`${formatNumber(per_day)} calls a day`]),
    ...(per_month === null ? [] : [`${formatNumber(per_month)} calls a month`]),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (included_per_month === null) return 'No limit';
  return `${formatNumber(included_per_month)} calls a month included, none refused beyond`;
}

/** The account's own stand in place of the plan's; undefined where it has none. */
export function ownLimitWords(plan: PlanRecord, own: Limits): string | undefined {
  if (own.per_day === null && own.per_month === null) return undefined;
  const limits = { per_day: own.per_day ?? plan.limits.per_day, per_month: own.per_month ?? plan.limits.per_month };
  return limitWords({ ...plan, limits });
}

export function exportWords({ features, exports_per_day, records_per_export }: PlanRecord): string {
  if (!features.includes('export')) return 'None';
  const often = exports_per_day === null ? 'Any number' : `${formatNumber(exports_per_day)} a day`;
  return `${often}, ${records_per_export === null ? 'whole catalog' : `up to ${formatCompact(records_per_export)} hooks each`}`;
}

const support: Record<PlanRecord['support'], string> = {
  none: 'Docs only',
  email: 'By e-mail',
  dedicated: 'A person of your own',
};

export function supportWords(plan: PlanRecord): string {
  return support[plan.support];
}

export function priceWords({ price_usd }: PlanRecord): string {
  if (price_usd === null) return 'By agreement';
  return price_usd === 0 ? 'Free of charge' : `$${formatNumber(price_usd)} a month`;
}
