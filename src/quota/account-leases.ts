// The day and month leases of an account, or of a key with its own limits. They are replaced when a window ends or a limit changes.
import type { Limits } from '../accounts/caller.ts';
import { type Lease, openLease, type WindowState, windowOf } from './lease.ts';
import type { Ledger } from './ledger.ts';

/** Arrays are replaced, never mutated: permits hold them. */
export type Leases = {
  readonly accountId: string;
  day: Lease;
  month: Lease;
  /** `enforced` windows have a limit, `counted` ones have none, `shown` ones appear in headers. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  /** Calls per month that the plan includes without enforcing them. */
  included: number;
};

/** Current limits of an account or a key; `included` is as in a lease. */
export type Allowance = { limits: Limits; included: number | null };

export function openLeases(of: Pick<Lease, 'accountId' | 'keyId'>, allowance: Allowance, now: number): Leases {
  const { limits, included } = allowance;
  const day = openLease({ ...of, name: 'day', limit: limits.perDay, included: null }, now);
  const month = openLease({ ...of, name: 'month', limit: limits.perMonth, included }, now);
  return { accountId: of.accountId, day, month, ...byKind(day, month) };
}

/** Replaces the leases whose window has ended or whose limit has changed. */
export function renewLeases(leases: Leases, { limits, included }: Allowance, now: number, ledger: Ledger): void {
  const day = renewLease(leases.day, { limit: limits.perDay, included: null }, now, ledger);
  const month = renewLease(leases.month, { limit: limits.perMonth, included }, now, ledger);
  if (day !== leases.day || month !== leases.month) Object.assign(leases, { day, month, ...byKind(day, month) });
}

/** A call of a limited key also takes units from its account. */
export function withAccount(key: Leases, account: Leases): Leases {
  const enforced = [...account.enforced, ...key.enforced];
  return { ...key, enforced, counted: account.counted, shown: enforced };
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
  // The window is the same under a new limit, so earlier calls must be counted first.
  if (now < lease.resetsAt) ledger.flushBefore(next);
  return next;
}

function byKind(day: Lease, month: Lease): Pick<Leases, 'enforced' | 'counted' | 'shown' | 'included'> {
  const both = [day, month];
  const enforced = both.filter(({ limit }) => limit !== null);
  const counted = both.filter(({ limit }) => limit === null);
  return { enforced, counted, shown: enforced.length > 0 ? enforced : [month], included: month.included ?? 0 };
}

/** If no limit is enforced, the month is shown with the calls that the plan includes, and `remaining` is at least 1. */
export function windowsOf(leases: readonly Lease[], included: number): readonly WindowState[] {
  return leases.map((lease) => {
    if (lease.limit !== null) return windowOf(lease, lease.limit);
    const window = windowOf(lease, included);
    return { ...window, remaining: Math.max(1, window.remaining) };
  });
}
