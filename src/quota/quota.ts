// Quota: every counted call takes what it costs, mostly one unit, from each window of its account. Units are leased from the database
// in blocks, so most calls are decided in memory, and all processes together never serve more than the limit.
import type { Caller, KeyCaller } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import type { CountedWindow } from '../accounts/queries.ts';
import type { Database } from '../db/database.ts';
import { fail, HooklineError } from '../lib/errors.ts';
import { secondsUntil } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import { type Allowance, type Leases, openLeases, renewLeases, windowsOf, withAccount } from './account-leases.ts';
import { type Lease, policyOf, usedOf, type WindowState } from './lease.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { decide, type Permit } from './permit.ts';
import type { OnReached } from './quota-alerts.ts';
import { readUsage } from './store.ts';

type Client = Caller & Partial<Pick<KeyCaller, 'keyId' | 'keyLimits'>>;

export type Quota = {
  /**
   * `cost` defaults to 1. Returns the permit itself while units are leased, otherwise a promise. Rejects with `quota_unavailable` if no units are leased and the database
   * fails.
   */
  take: (caller: Client, cost?: number) => Permit | Promise<Permit>;
  /** Returns the windows that `take` counts against, for responses that are not counted. */
  peek: (caller: Client) => readonly WindowState[] | Promise<readonly WindowState[]>;
  /** Day and month of the account, then the limited windows of the key, over all processes. */
  usageOf: (caller: Client) => Promise<CountedWindow[]>;
  /** Writes counted calls and last uses of keys, and returns idle units. Runs every second. */
  flush: () => Promise<void>;
  /** Returns all units. No call may be taken afterwards. */
  close: () => Promise<void>;
};

type QuotaOptions = {
  db: Database;
  observe: Observe;
  now?: () => number;
  /** During an outage of the database leased units are kept. */
  isOutage?: () => boolean;
  /** Runs with each flush. */
  onFlush?: () => Promise<void>;
  /** Called when one of `alertPercents` of a limit, or of the included calls, is used, by each process that counts them. */
  onReached?: OnReached;
};

type Waiter = { cost: number; resolve: (permit: Permit) => void; reject: (error: unknown) => void };

/**
 * An account, or a key with its own limits, with the allowance that was last applied and the calls that wait for units, in order of
 * arrival.
 */
type Taker = Allowance & {
  leases: Leases;
  /** The account of a key; undefined for an account. */
  account: Taker | undefined;
  queue: Waiter[];
  serving: Promise<void> | undefined;
  loading: Promise<readonly WindowState[]> | undefined;
};

type Context = { db: Database; observe: Observe; now: () => number; ledger: Ledger };

export function createQuota(options: QuotaOptions): Quota {
  const { db, observe, now = Date.now, isOutage = () => false } = options;
  const { onFlush = async () => {}, onReached = async () => {} } = options;
  /** Keyed by the id of the account or key. */
  const takers = new Map<string, Taker>();
  const ledger = createLedger({ db, observe, now, isOutage, onFlush, onReached });
  const context: Context = { db, observe, now, ledger };

  function takerOf({ accountId, plan, limits, keyId, keyLimits }: Client): Taker {
    const account = apply({ accountId, keyId: null }, { limits, included: plans[plan].includedPerMonth });
    if (!keyId || !keyLimits || (keyLimits.perDay === null && keyLimits.perMonth === null)) return account;
    return apply({ accountId, keyId }, { limits: keyLimits, included: null }, account);
  }

  function apply(of: Pick<Lease, 'accountId' | 'keyId'>, allowance: Allowance, account?: Taker): Taker {
    const id = of.keyId ?? of.accountId;
    const known = takers.get(id);
    if (known) return Object.assign(known, allowance);
    const leases = openLeases(of, allowance, now());
    const taker = { ...allowance, leases, account, queue: [], serving: undefined, loading: undefined };
    takers.set(id, taker);
    // An unlimited account never requests units, so its windows are loaded here.
    if (leases.enforced.length === 0) loadWindows(taker, context).catch(() => {});
    return taker;
  }

  return {
    take(caller, cost = 1) {
      const taker = takerOf(caller);
      if (taker.queue.length === 0) {
        const time = now();
        const permit = decide(leasesOf(taker, time, ledger), cost, time, ledger);
        if (permit) return permit;
      }
      return new Promise((resolve, reject) => {
        taker.queue.push({ cost, resolve, reject });
        taker.serving ??= serveQueue(taker, context);
      });
    },
    peek(caller) {
      const taker = takerOf(caller);
      const { shown, included } = leasesOf(taker, now(), ledger);
      return shown.every(({ isLoaded }) => isLoaded) ? windowsOf(shown, included) : loadWindows(taker, context);
    },
    usageOf(caller) {
      const taker = takerOf(caller);
      const ofKey = leasesOf(taker, now(), ledger).enforced.filter(({ keyId }) => keyId !== null);
      const { day, month } = (taker.account ?? taker).leases;
      return readUsageOf(caller.accountId, [day, month, ...ofKey], context);
    },
    flush: ledger.flush,
    async close() {
      await Promise.all([...takers.values()].map(({ serving }) => serving));
      await ledger.close();
    },
  };
}

/** The leases of the windows that a call takes units from. */
function leasesOf(taker: Taker, time: number, ledger: Ledger): Leases {
  renewLeases(taker.leases, taker, time, ledger);
  return taker.account ? withAccount(taker.leases, leasesOf(taker.account, time, ledger)) : taker.leases;
}

/** Requests the units that the queue needs and serves it in order, until it is empty. Never rejects. */
async function serveQueue(taker: Taker, { observe, now, ledger }: Context): Promise<void> {
  // Ends in a later turn than it starts, so that `serving` is set before it is cleared.
  await undefined;
  try {
    for (;;) {
      const time = now();
      // The window may have ended during the request.
      const leases = leasesOf(taker, time, ledger);
      decideWaiting(taker.queue, leases, time, ledger);
      const [next] = taker.queue;
      if (!next) return;
      const wanted = taker.queue.reduce((sum, { cost }) => sum + cost, 0);
      const lacking = leases.enforced.filter(({ available, left }) => available < wanted && left > 0);
      await Promise.all(
        lacking.map((lease) => {
          const { available, block } = lease;
          return ledger.request(lease, wanted - available + block, Math.max(1, next.cost - available));
        }),
      );
    }
  } catch (error) {
    observe({ kind: 'database_error', error });
    const detail = 'The quota cannot be checked at the moment. Try again in a few seconds.';
    const unavailable = new HooklineError('quota_unavailable', detail, { retryAfterSeconds: 5 });
    for (const waiter of taker.queue.splice(0)) waiter.reject(unavailable);
  } finally {
    taker.serving = undefined;
  }
}

function decideWaiting(queue: Waiter[], leases: Leases, time: number, ledger: Ledger): void {
  let decided = 0;
  for (const waiter of queue) {
    const permit = decide(leases, waiter.cost, time, ledger);
    if (!permit) break;
    waiter.resolve(permit);
    decided += 1;
  }
  queue.splice(0, decided);
}

/** Calls during a query share it, so that a burst of responses costs one query. */
function loadWindows(taker: Taker, context: Context): Promise<readonly WindowState[]> {
  taker.loading ??= queryWindows(taker, context).finally(() => {
    taker.loading = undefined;
  });
  return taker.loading;
}

async function queryWindows(taker: Taker, context: Context): Promise<readonly WindowState[]> {
  const { accountId, shown } = leasesOf(taker, context.now(), context.ledger);
  const units = await readUnits(accountId, shown, context);
  for (const lease of shown) {
    // A grant that arrived during the query is newer.
    if (!lease.isLoaded) lease.leasedTotal = units.get(lease.id) ?? 0;
    lease.isLoaded = true;
  }
  // The plan may have changed during the query.
  return windowsOf(shown, taker.leases.included);
}

/**
 * Units in the database. Reads again if a flush or a grant changed a lease meanwhile, since the result may lack the units that left the
 * lease.
 */
async function readUnits(accountId: string, leases: readonly Lease[], context: Context) {
  for (let reads = 1; ; reads++) {
    await Promise.allSettled([context.ledger.flushed(), ...leases.map(({ pending }) => pending)]);
    const totals = leases.map(({ leasedTotal }) => leasedTotal);
    const units = await readUsage(context.db, accountId, leases).catch((error) => failUnavailable(error, context));
    if (reads === 3 || leases.every(({ leasedTotal }, at) => leasedTotal === totals[at])) return units;
  }
}

async function readUsageOf(accountId: string, leases: readonly Lease[], context: Context): Promise<CountedWindow[]> {
  const units = await readUnits(accountId, leases, context);
  return leases.map((lease) => {
    const { name, id, keyId, limit, resetsAt } = lease;
    const used = usedOf({ ...lease, leasedTotal: units.get(id) ?? 0 });
    const remaining = limit === null ? null : Math.max(0, limit - used);
    return { name, isOfKey: keyId !== null, limit, used, remaining, resetsAt };
  });
}

function failUnavailable(error: unknown, { observe }: Context): never {
  observe({ kind: 'database_error', error });
  fail('unavailable', 'Usage cannot be read at the moment. Try again in a few seconds.', { retryAfterSeconds: 5 });
}

// Rate-limit headers: the IETF draft's `RateLimit-Policy` and `RateLimit`, and the older `X-RateLimit-*`. Pure.

/** Names and values in turn. `X-RateLimit-*` describes the window with the fewest calls left. */
export function rateLimitHeaders(windows: readonly WindowState[], now: number): string[] {
  let policy = '';
  let state = '';
  let tightest: WindowState | undefined;
  for (const window of windows) {
    const comma = policy === '' ? '' : ', ';
    const name = policyOf(window);
    policy += `${comma}"${name}";q=${window.limit};w=${window.windowSeconds}`;
    state += `${comma}"${name}";r=${window.remaining};t=${secondsUntil(window.resetsAt, now)}`;
    if (!tightest || window.remaining < tightest.remaining) tightest = window;
  }
  if (!tightest) return [];
  return [
    'ratelimit-policy',
    policy,
    'ratelimit',
    state,
    'x-ratelimit-limit',
    `${tightest.limit}`,
    'x-ratelimit-remaining',
    `${tightest.remaining}`,
    'x-ratelimit-reset',
    `${tightest.resetsAt / 1000}`,
  ];
}
