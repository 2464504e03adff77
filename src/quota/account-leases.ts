// The leases of one account: day and month, replaced when a window ends or a limit changes.
import type { Caller, Limits } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { type Lease, openLease, type WindowState, windowOf } from './lease.ts';
import type { Ledger } from './ledger.ts';

export type AccountLeases = {
  readonly accountId: string;
  day: Lease;
  month: Lease;
  /** Of the two, the limited ones, the unlimited ones, and those shown in headers. Arrays are replaced, never mutated: permits hold them. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  /** Calls a month that the plan includes, if they are not enforced. */
  included: number;
};

export function openLeases({ accountId, plan, limits }: Caller, now: number): AccountLeases {
  const included = plans[plan].includedPerMonth;
  const day = openLease({ accountId, name: 'day', limit: limits.perDay, included: null }, now);
  const month = openLease({ accountId, name: 'month', limit: limits.perMonth, included }, now);
  return { accountId, day, month, ...byKind(day, month), included: included ?? 0 };
}

export function areCurrent({ day, month }: AccountLeases, limits: Limits, now: number): boolean {
  return now < day.resetsAt && day.limit === limits.perDay && month.limit === limits.perMonth;
}

/** Replaces the leases whose window has ended or whose limit has changed. */
export function renewLeases(leases: AccountLeases, limits: Limits, now: number, ledger: Ledger): void {
  leases.day = renewLease(leases.day, limits.perDay, now, ledger);
  leases.month = renewLease(leases.month, limits.perMonth, now, ledger);
  Object.assign(leases, byKind(leases.day, leases.month));
}

function renewLease(lease: Lease, limit: number | null, now: number, ledger: Ledger): Lease {
  if (now < lease.resetsAt && lease.limit === limit) return lease;
  lease.isReplaced = true;
  ledger.markChanged(lease);
  const next = openLease({ ...lease, limit }, now);
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
