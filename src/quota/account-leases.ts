// The leases of day and month of an account, or of a key that has limits of its own. They are replaced when a window ends or a limit
// changes.
import type { Limits } from '../accounts/caller.ts';
import { type Lease, openLease, type WindowState, windowOf } from './lease.ts';
import type { Ledger } from './ledger.ts';

/** Arrays are replaced, never mutated: permits hold them. */
export type Leases = {
  readonly accountId: string;
  day: Lease;
  month: Lease;
  /** Both windows: the limited ones, the unlimited ones, and those shown in headers. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  /** Calls a month that the plan includes, if they are not enforced. */
  included: number;
};

/** What an account or a key has now; `included` as in a lease. */
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

/** A call of a limited key takes from its account as well. */
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
  // The same window under a new limit: earlier calls must be counted first.
  if (now < lease.resetsAt) ledger.flushBefore(next);
  return next;
}

function byKind(day: Lease, month: Lease): Pick<Leases, 'enforced' | 'counted' | 'shown' | 'included'> {
  const both = [day, month];
  const enforced = both.filter(({ limit }) => limit !== null);
  const counted = both.filter(({ limit }) => limit === null);
  return { enforced, counted, shown: enforced.length > 0 ? enforced : [month], included: month.included ?? 0 };
}

/** Where nothing is enforced, the month is shown with what the plan includes, and at least one call remains. */
export function windowsOf(leases: readonly Lease[], included: number): readonly WindowState[] {
  return leases.map((lease) => {
    if (lease.limit !== null) return windowOf(lease, lease.limit);
    const window = windowOf(lease, included);
    return { ...window, remaining: Math.max(1, window.remaining) };
  });
}
