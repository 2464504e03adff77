// Permit: the decision on one call, from the states of its account's leases (the table is in lease.ts).
import { secondsUntil } from '../lib/time.ts';
import { type Leases, windowsOf } from './account-leases.ts';
import {
  type Lease,
  needsPrefetch,
  recheckMs,
  stateOf,
  surplus,
  takeUnits,
  type WindowState,
  windowOf,
} from './lease.ts';
import type { Ledger } from './ledger.ts';

/** `windows` are the windows after this call: the limited ones, or without limits the month with the calls that the plan includes. */
export type Permit = Granted | Denied;
/** `refund` returns the units and updates `windows`; a second refund does nothing. */
export type Granted = { allowed: true; windows: readonly WindowState[]; refund: () => void };
/** `window` has fewer units left than the call costs; of two such windows, it is the one that resets later. */
type Denied = {
  allowed: false;
  windows: readonly WindowState[];
  window: WindowState;
  retryAfterSeconds: number;
};

/**
 * A call takes all the units it costs, or none. Returns undefined if only the database can decide: a lease is `unknown` or `waiting`, and
 * no lease is `exhausted`.
 */
export function decide(leases: Leases, cost: number, now: number, ledger: Ledger): Permit | undefined {
  let areAllLeased = true;
  let exhausted: Lease | undefined;
  for (const lease of leases.enforced) {
    const state = stateOf(lease, cost);
    if (state === 'leased') continue;
    areAllLeased = false;
    if (state === 'exhausted' && (!exhausted || lease.resetsAt > exhausted.resetsAt)) exhausted = lease;
  }
  if (areAllLeased) return grant(leases, cost, now, ledger);
  return exhausted && deny(leases, exhausted, { cost, now, ledger });
}

function grant({ enforced, counted, shown, included }: Leases, cost: number, now: number, ledger: Ledger): Granted {
  for (const lease of enforced) {
    takeUnits(lease, cost, now);
    if (needsPrefetch(lease)) ledger.prefetch(lease, lease.block, 1);
  }
  for (const lease of counted) {
    lease.unreported += cost;
    ledger.markChanged(lease);
  }
  let isRefunded = false;
  const permit: Granted = {
    allowed: true,
    windows: windowsOf(shown, included),
    refund() {
      if (isRefunded) return;
      isRefunded = true;
      returnUnits(enforced, counted, cost, ledger);
      permit.windows = windowsOf(shown, included);
    },
  };
  return permit;
}

function returnUnits(enforced: readonly Lease[], counted: readonly Lease[], cost: number, ledger: Ledger): void {
  for (const lease of counted) {
    lease.unreported -= cost;
    ledger.markChanged(lease);
  }
  for (const lease of enforced) {
    lease.available += cost;
    ledger.markChanged(lease);
    if (surplus(lease) > 0) void ledger.flush();
  }
}

function deny(
  { enforced }: Leases,
  lease: Lease,
  { cost, now, ledger }: { cost: number; now: number; ledger: Ledger },
): Denied {
  if (now >= lease.recheckAt) {
    lease.recheckAt = now + recheckMs;
    const lacking = cost - lease.available;
    ledger.prefetch(lease, lacking, lacking);
  }
  const window = windowOf(lease, lease.limit ?? 0);
  const retryAfterSeconds = secondsUntil(lease.resetsAt, now);
  return { allowed: false, windows: windowsOf(enforced, 0), window, retryAfterSeconds };
}
