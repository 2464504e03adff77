// The leases of one account: day and month, replaced when a window ends or a limit changes.
import type { Caller, PlanName } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { type Lease, openLease, type WindowState, windowOf } from './lease.ts';
import type { Ledger } from './ledger.ts';

export type AccountLeases = {
  readonly accountId: string;
  plan: PlanName;
  day: Lease;
  month: Lease;
  /** Of the two, the limited ones, the unlimited ones, and those shown in headers. Arrays are replaced, never mutated: permits hold them. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  /** Calls a month that the plan includes, if they are not enforced. */
  included: number;
};

/** What an account has now. */
export type Allowance = Pick<Caller, 'plan' | 'limits'>;

export function openLeases({ accountId, plan, limits }: Caller, now: number): AccountLeases {
  const included = plans[plan].includedPerMonth;
  const day = openLease({ accountId, name: 'day', limit: limits.perDay, included: null }, now);
  const month = openLease({ accountId, name: 'month', limit: limits.perMonth, included }, now);
  return { accountId, plan, day, month, ...byKind(day, month), included: included ?? 0 };
}

export function areCurrent(leases: AccountLeases, { plan, limits }: Allowance, now: number): boolean {
  const { day, month } = leases;
  const isSame = leases.plan === plan && day.limit === limits.perDay && month.limit === limits.perMonth;
  return isSame && now < day.resetsAt;
}

/** Replaces the leases whose window has ended or whose limit has changed. */
export function renewLeases(leases: AccountLeases, { plan, limits }: Allowance, now: number, ledger: Ledger): void {
  const included = plans[plan].includedPerMonth;
  const day = renewLease(leases.day, { limit: limits.perDay, included: null }, now, ledger);
  const month = renewLease(leases.month, { limit: limits.perMonth, included }, now, ledger);
  Object.assign(leases, { plan, day, month, ...byKind(day, month), included: included ?? 0 });
}

function renewLease(
  lease: Lease,
  { limit, included }: Pick<Lease, 'limit' | 'included'>,
  now: number,
  ledger: Ledger,
): Lease {
  if (now < lease.resetsAt && lease.limit === limit && lease.included === included) return lease;
  lease.isReplaced = true;
  ledger.markChanged(lease);
  const next = openLease({ ...lease, limit, included }, now);
  // The same window under a new limit: earlier calls must be counted first.
  if (now < lease.resetsAt) ledger.flushBefore(next);
  return next;
}

function byKind(day: Lease, month: Lease): Pick<AccountLeases, 'enforced' | 'counted' | 'shown'> {
  const both = [day, month];
  const enforced = both.filter(({ limit }) => limit !== null);
  const counted = both.filter(({ limit }) => limit === null);
  return { enforced, counted, shown: enforced.length > 0 ? enforced : [month] };
}

/** Where nothing is enforced, the month is shown with what the plan includes, and at least one call remains. */
export function windowsOf(leases: readonly Lease[], included: number): readonly WindowState[] {
  return leases.map((lease) => {
    if (lease.limit !== null) return windowOf(lease, lease.limit);
    const window = windowOf(lease, included);
    return { ...window, remaining: Math.max(1, window.remaining) };
  });
}
