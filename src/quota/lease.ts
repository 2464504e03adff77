// One account's count in one window, as this process holds it: units leased from the database, or calls counted for it.
// Pure: when the database is asked and told is usage.ts.
import { type WindowName, windowAt } from '../lib/utc-window.ts';

/** A window as a client sees it. */
export type WindowState = {
  name: WindowName;
  limit: number;
  used: number;
  remaining: number;
  /** Milliseconds since 1970. */
  resetsAt: number;
  windowSeconds: number;
};

/** Where `limit` is null nothing is leased: calls are counted in `uncounted` and the database is told. */
export type Lease = {
  readonly accountId: string;
  readonly name: WindowName;
  readonly startsOn: string;
  readonly resetsAt: number;
  readonly windowSeconds: number;
  readonly limit: number | null;
  /** Units that are ours to spend. */
  inHand: number;
  /** Units leased to all processes, as the database last said; `heard` once it has. */
  leased: number;
  heard: boolean;
  /** Calls that the database has not yet been told of; below zero after refunds. */
  uncounted: number;
  /** Units to lease beyond the calls that wait. */
  block: number;
  /** The database had none left; believed until `recheckAt`. */
  exhausted: boolean;
  recheckAt: number;
  /** After a failure nothing is asked in advance until then. */
  retryAt: number;
  asking: Promise<void> | undefined;
  lastTakenAt: number;
  retired: boolean;
};

/** Share of a limit in one block. Up to one and a half blocks are in hand, so a crash costs at most 0.75 %. */
const blockShare = 0.005;

export function openLease(accountId: string, name: WindowName, limit: number | null, now: number): Lease {
  const { startsOn, resetsAt, seconds } = windowAt(name, now);
  const lease: Lease = {
    accountId,
    name,
    startsOn,
    resetsAt,
    windowSeconds: seconds,
    limit,
    inHand: 0,
    leased: 0,
    heard: false,
    uncounted: 0,
    block: 0,
    exhausted: false,
    recheckAt: 0,
    retryAt: 0,
    asking: undefined,
    lastTakenAt: now,
    retired: false,
  };
  lease.block = blockSize(lease);
  return lease;
}

/**
 * Blocks shrink towards the end of the limit, where what one process holds is missing in another. Limits below 200 have no
 * blocks: each call is leased by itself, so that nothing is ever lost or out of reach.
 */
function blockSize({ limit, leased }: Lease): number {
  return limit === null ? 0 : Math.max(0, Math.floor(Math.min(limit * blockShare, (limit - leased) / 20)));
}

export function hear(lease: Lease, granted: number, leased: number, recheckAt: number): void {
  lease.inHand += granted;
  lease.leased = leased;
  lease.heard = true;
  lease.exhausted = granted === 0;
  lease.recheckAt = recheckAt;
  lease.block = blockSize(lease);
}

export function isLow(lease: Lease): boolean {
  return lease.inHand * 2 < lease.block;
}

/** Takes out what the database should be told of: counted calls as they are, units given back as a negative number. */
export function withdrawChange(lease: Lease, idle: boolean): number {
  const change = lease.limit === null ? lease.uncounted : -(idle || lease.retired ? lease.inHand : surplus(lease));
  if (lease.limit === null) lease.uncounted = 0;
  else lease.inHand += change;
  lease.leased += change;
  return change;
}

/** Refunds can fill the hand beyond what a crash may cost. */
export function surplus(lease: Lease): number {
  return Math.max(0, lease.inHand - Math.max(1, Math.floor(lease.block * 1.5)));
}

/** Units that other processes hold count as used. */
export function usedOf(lease: Lease): number {
  return lease.leased - lease.inHand + lease.uncounted;
}

export function stateOf(lease: Lease, limit: number): WindowState {
  const used = usedOf(lease);
  return {
    name: lease.name,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    resetsAt: lease.resetsAt,
    windowSeconds: lease.windowSeconds,
  };
}
