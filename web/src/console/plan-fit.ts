// Which plan fits so many calls a month, and what a plan allows, in words. Nothing here knows of React.
import type { PlanRecord } from '../../../src/http/plans.ts';
import { formatNumber } from '../kit/format.ts';

/** Calls a day are told by the day, and compared by a month of so many days. */
const daysOfMonth = 30;

/** Calls that a plan serves in a month; Infinity where nothing is enforced. */
export function monthlyCalls({ limits: { per_day, per_month } }: Pick<PlanRecord, 'limits'>): number {
  return Math.min(per_month ?? Number.POSITIVE_INFINITY, (per_day ?? Number.POSITIVE_INFINITY) * daysOfMonth);
}

/** The cheapest plan that serves so many calls a month. A price by agreement is taken to be above every price of the list. */
export function suggestPlan(calls: number, plans: readonly PlanRecord[]): PlanRecord | undefined {
  const price = ({ price_usd }: PlanRecord) => price_usd ?? Number.POSITIVE_INFINITY;
  const fitting = plans.filter((plan) => monthlyCalls(plan) >= calls);
  const isCheaper = (one: PlanRecord, other: PlanRecord) =>
    price(one) < price(other) || (price(one) === price(other) && monthlyCalls(one) < monthlyCalls(other));
  return fitting.reduce<PlanRecord | undefined>((best, one) => (best && !isCheaper(one, best) ? best : one), undefined);
}

/** “100 calls a day”, “10 a day, 1,000 calls a month”, “no limit”. */
export function limitsInWords({ per_day, per_month }: PlanRecord['limits']): string {
  if (per_day === null && per_month === null) return 'no limit';
  if (per_month === null) return `${formatNumber(per_day ?? 0)} calls a day`;
  const month = `${formatNumber(per_month)} calls a month`;
  return per_day === null ? month : `${formatNumber(per_day)} a day, ${month}`;
}
