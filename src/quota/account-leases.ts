// The leases that a call takes from: day and month of its account, and of its key where that has limits of its own. They are replaced
// when a window ends or a limit changes.
import type { Caller, KeyCaller, Limits, PlanName } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { type Lease, openLease, type WindowState, windowOf } from './lease.ts';
import type { Ledger } from './ledger.ts';

/** Arrays are replaced, never mutated: permits hold them. */
export type Leases = {
  readonly accountId: string;
  day: Lease;
  month: Lease;
  /** The limited ones, the unlimited ones, and those shown in headers. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  /** Calls a month that the plan includes, if they are not enforced. */
  included: number;
};

/** `plan` is the one last applied. */
export type AccountLeases = Leases & { plan: PlanName };

/** Its day and month are those of the key. A call takes from `enforced`, which has the limited ones of the account too. */
export type KeyLeases = Leases & { account: AccountLeases; ofAccount: readonly Lease[] };

/** What an account has now. */
export type Allowance = Pick<Caller, 'plan' | 'limits'>;
/** Whoever takes calls: an account, or one of its keys. */
export type Taker = Caller & Partial<Pick<KeyCaller, 'keyId' | 'keyLimits'>>;

export function openLeases({ accountId, plan, limits }: Caller, now: number): AccountLeases {
  const included = plans[plan].includedPerMonth;
  const of = { accountId, keyId: null };
  const day = openLease({ ...of, name: 'day', limit: limits.perDay, included: null }, now);
  const month = openLease({ ...of, name: 'month', limit: limits.perMonth, included }, now);
  return { accountId, plan, day, month, ...byKind(day, month), included: included ?? 0 };
}

export function areCurrent(leases: AccountLeases, { plan, limits }: Allowance, now: number): boolean {
  return leases.plan === plan && now < leases.day.resetsAt && hasLimits(leases, limits);
}

export const limitsOf = ({ day, month }: Leases): Limits => ({ perDay: day.limit, perMonth: month.limit });

const hasLimits = ({ day, month }: Leases, { perDay, perMonth }: Limits) =>
  day.limit === perDay && month.limit === perMonth;

/** Replaces the leases whose window has ended or whose limit has changed. */
export function renewLeases(leases: AccountLeases, { plan, limits }: Allowance, now: number, ledger: Ledger): void {
  const included = plans[plan].includedPerMonth;
  const day = renewLease(leases.day, { limit: limits.perDay, included: null }, now, ledger);
  const month = renewLease(leases.month, { limit: limits.perMonth, included }, now, ledger);
  Object.assign(leases, { plan, day, month, ...byKind(day, month), included: included ?? 0 });
}

/** The account's leases must be current. */
export function openKeyLeases(account: AccountLeases, keyId: string, limits: Limits, now: number): KeyLeases {
  const of = { accountId: account.accountId, keyId, included: null };
  const day = openLease({ ...of, name: 'day', limit: limits.perDay }, now);
  const month = openLease({ ...of, name: 'month', limit: limits.perMonth }, now);
  return { account, accountId: account.accountId, day, month, ...withAccount(account, day, month) };
}

/** The same for the leases of a key, after those of its account. */
export function renewKeyLeases(leases: KeyLeases, limits: Limits, now: number, ledger: Ledger): void {
  const { account, ofAccount } = leases;
  if (account.shown === ofAccount && now < leases.day.resetsAt && hasLimits(leases, limits)) return;
  const day = renewLease(leases.day, { limit: limits.perDay, included: null }, now, ledger);
  const month = renewLease(leases.month, { limit: limits.perMonth, included: null }, now, ledger);
  Object.assign(leases, { day, month, ...withAccount(account, day, month) });
}

function withAccount(account: AccountLeases, day: Lease, month: Lease) {
  const enforced = [...account.enforced, ...byKind(day, month).enforced];
  return { enforced, counted: account.counted, shown: enforced, included: 0, ofAccount: account.shown };
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

function byKind(day: Lease, month: Lease): Pick<Leases, 'enforced' | 'counted' | 'shown'> {
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
