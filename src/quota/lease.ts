// Lease: the units of one account's window that this process may spend, its states and transitions. Pure: no database, no clock.
import { type WindowId, type WindowName, windowAt } from '../lib/time.ts';

export type WindowState = {
  name: WindowName;
  isOfKey: boolean;
  limit: number;
  used: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetsAt: number;
  windowSeconds: number;
};

/** Name of the policy in headers, errors and MCP. */
export const policyOf = ({ name, isOfKey }: WindowState) => (isOfKey ? (`key-${name}` as const) : name);

export type Lease = {
  readonly accountId: string;
  readonly name: WindowName;
  readonly keyId: string | null;
  /** Id of the window in the database. */
  readonly id: WindowId;
  readonly startsOn: string;
  readonly resetsAt: number;
  readonly windowSeconds: number;
  /** null means unlimited: no units are leased, and calls are counted in `unreported`. */
  readonly limit: number | null;
  /** Calls that the plan includes in a month that it does not limit. */
  readonly included: number | null;
  /** Units that this process may spend. */
  available: number;
  /** Units leased to all processes, as of the last response of the database. */
  leasedTotal: number;
  /** `leasedTotal` came from the database. */
  isLoaded: boolean;
  /** Time when the calls of other processes were last read in a window without a limit; in other windows, grants return them. */
  readAt: number;
  /** Calls that are not yet in the database; negative after refunds. */
  unreported: number;
  /** Units to lease in addition to the units of waiting calls. */
  block: number;
  /** Units that the database had left when it refused the last request; Infinity if it granted it. Valid until `recheckAt`. */
  left: number;
  recheckAt: number;
  /** After a failed prefetch, the next one starts at this time at the earliest. */
  prefetchAfter: number;
  /** The current request to the database. */
  pending: Promise<void> | undefined;
  /** The current write of returned units. A request during it would still count them as leased. */
  returning: Promise<void> | undefined;
  lastTakenAt: number;
  /** A new lease took its place, for the next window or under a new limit. */
  isReplaced: boolean;
  /** The highest of `alertPercents` that this process has sent a quota alert for; 0 before the first. */
  alertedPercent: number;
};

/** Percentages of a limit, or of the included calls, that send a quota alert. Highest first. */
const alertPercents = [100, 80] as const;

/**
 * States of a lease for a call, which may cost several units. The call needs `leased` in every limited window of its account; an
 * unlimited window has no states.
 *
 * | state     | event                                      | next      | what the caller sees                         |
 * |-----------|--------------------------------------------|-----------|----------------------------------------------|
 * | unknown   | call                                       | waiting   | waits for the grant, first come first served |
 * | waiting   | call                                       | waiting   | waits as well                                |
 * | waiting   | database grants units                      | leased    | waiting calls are served in order            |
 * | waiting   | database has too few left for a call       | exhausted | this call: 429 quota_exceeded                |
 * | waiting   | database fails                             | unknown   | waiting calls: 429 quota_unavailable, 5 s    |
 * | leased    | call, as many units remain as it costs     | leased    | served at once                               |
 * | leased    | call, less than half a block remains       | leased    | served at once; the next block is prefetched |
 * | leased    | call takes the last unit                   | unknown   | served at once; `waiting` during a prefetch, |
 * |           |                                            |           | `exhausted` if the last request found none   |
 * | leased    | 5 s without a call, or the process stops   | unknown   | nothing; the units go back to the database   |
 * | leased    | refund fills it beyond 1.5 blocks          | leased    | nothing; the surplus goes back               |
 * | exhausted | call                                       | exhausted | 429 quota_exceeded with the window           |
 * | exhausted | call, 5 s after the last request           | exhausted | 429; its units are requested in background   |
 * | exhausted | refund, or the background request succeeds | leased    | the next call is served                      |
 * | any       | the window ends                            | unknown   | the next call takes from the new window      |
 * | any       | the limit is changed                       | waiting   | calls wait until older usage is written      |
 *
 * The laws in quota-laws.test.ts hold over any number of processes: never more than the limit is served, and a crash
 * costs at most 0.75 % of it.
 */
export type LeaseState = 'leased' | 'exhausted' | 'waiting' | 'unknown';

export function stateOf({ available, left, pending }: Lease, cost: number): LeaseState {
  if (available >= cost) return 'leased';
  if (available + left < cost) return 'exhausted';
  return pending ? 'waiting' : 'unknown';
}

/** `exhausted` is rechecked after this time, since other processes may return units. */
export const recheckMs = 5000;

/** Share of the limit in one block. A process holds up to 1.5 blocks, so a crash costs at most 0.75 % of the limit. */
const blockShare = 0.005;

export function openLease(
  { accountId, name, keyId, limit, included }: Pick<Lease, 'accountId' | 'name' | 'keyId' | 'limit' | 'included'>,
  now: number,
): Lease {
  const { startsOn, resetsAt, seconds } = windowAt(name, now);
  return {
    accountId,
    name,
    keyId,
    id: keyId === null ? name : `${name}:${keyId}`,
    startsOn,
    resetsAt,
    windowSeconds: seconds,
    limit,
    included,
    available: 0,
    leasedTotal: 0,
    isLoaded: false,
    readAt: Number.NEGATIVE_INFINITY,
    unreported: 0,
    block: blockSize(limit, 0),
    left: Number.POSITIVE_INFINITY,
    recheckAt: 0,
    prefetchAfter: 0,
    pending: undefined,
    returning: undefined,
    lastTakenAt: now,
    isReplaced: false,
    alertedPercent: 0,
  };
}

/**
 * Blocks shrink near the limit, where units held by one process are missing in another. Limits below 200 have no blocks: each
 * call leases its own unit, so a crash loses nothing and no unit is out of reach.
 */
function blockSize(limit: number | null, leasedTotal: number): number {
  return limit === null ? 0 : Math.max(0, Math.floor(Math.min(limit * blockShare, (limit - leasedTotal) / 20)));
}

export function takeUnits(lease: Lease, units: number, now: number): void {
  lease.available -= units;
  lease.lastTakenAt = now;
}

export function needsPrefetch({ available, block, left }: Lease): boolean {
  return available * 2 < block && left > 0;
}

/** Applies the response of the database to a request. `granted` is 0 if fewer units are left than it needs. */
export function addGrant(lease: Lease, granted: number, leasedTotal: number, now: number): void {
  lease.available += granted;
  lease.leasedTotal = leasedTotal;
  lease.isLoaded = true;
  lease.left = granted === 0 ? Math.max(0, (lease.limit ?? 0) - leasedTotal) : Number.POSITIVE_INFINITY;
  lease.recheckAt = now + recheckMs;
  lease.block = blockSize(lease.limit, leasedTotal);
}

/** Removes and returns the change to write: calls counted, or units returned as a negative number. */
export function takeChange(lease: Lease, isIdle: boolean): number {
  const change =
    lease.limit === null ? lease.unreported : -(isIdle || lease.isReplaced ? lease.available : surplus(lease));
  if (lease.limit === null) lease.unreported = 0;
  else lease.available += change;
  lease.leasedTotal += change;
  lease.left -= change;
  return change;
}

/** Units above the number that a crash may cost; refunds can add them. */
export function surplus(lease: Lease): number {
  return Math.max(0, lease.available - Math.max(1, Math.floor(lease.block * 1.5)));
}

/** Units that other processes hold count as used. */
export function usedOf(lease: Lease): number {
  return lease.leasedTotal - lease.available + lease.unreported;
}

/** Interval for reading the calls of other processes. */
const readEveryMs = 60_000;

/** Whether the use of the included calls must be read. */
export function needsReading({ limit, included, readAt }: Lease, now: number): boolean {
  return limit === null && included !== null && now - readAt >= readEveryMs;
}

export function setTotal(lease: Lease, total: number, now: number): void {
  lease.leasedTotal = total;
  lease.isLoaded = true;
  lease.readAt = now;
}

/** The highest percentage of the account's limit, or of the included calls, that is reached and has sent no quota alert. */
export function dueQuotaAlert(lease: Lease): { percent: number; limit: number } | undefined {
  const limit = lease.limit ?? lease.included;
  if (limit === null || lease.keyId !== null || !lease.isLoaded) return undefined;
  const used = usedOf(lease);
  const percent = alertPercents.find((one) => one > lease.alertedPercent && used * 100 >= one * limit);
  return percent === undefined ? undefined : { percent, limit };
}

export function windowOf(lease: Lease, limit: number): WindowState {
  const used = usedOf(lease);
  return {
    name: lease.name,
    isOfKey: lease.keyId !== null,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    resetsAt: lease.resetsAt,
    windowSeconds: lease.windowSeconds,
  };
}
