// Quota: every counted call takes what it costs, mostly one unit, from each window of its account. Units are leased from the database
// in blocks, so most calls are decided in memory, and all processes together never serve more than the limit.
import type { Database } from '../db/database.ts';
import { fail, HooklineError } from '../lib/errors.ts';
import { secondsUntil, type WindowName } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import {
  type AccountLeases,
  areCurrent,
  type KeyLeases,
  type Leases,
  limitsOf,
  openKeyLeases,
  openLeases,
  renewKeyLeases,
  renewLeases,
  type Taker,
  windowsOf,
} from './account-leases.ts';
import type { OnReached } from './alerts.ts';
import { type Lease, policyOf, usedOf, type WindowState } from './lease.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { decide, type Permit } from './permit.ts';
import { readUsage } from './store.ts';

/** A window in GET /usage; `limit` and `remaining` are null if it is unlimited. */
type WindowUsage = {
  name: WindowName;
  isOfKey: boolean;
  limit: number | null;
  used: number;
  remaining: number | null;
  /** Milliseconds since 1970. */
  resetsAt: number;
};

export type Quota = {
  /** `cost`: default 1. Synchronous while units are leased. Rejects with `quota_unavailable` if there are none and the database fails. */
  take: (caller: Taker, cost?: number) => Permit | Promise<Permit>;
  /** The same windows without taking from them, for responses that are not counted. */
  peek: (caller: Taker) => readonly WindowState[] | Promise<readonly WindowState[]>;
  /** Day and month of the account, then those that the key has limits of, over all processes. */
  usageOf: (caller: Taker) => Promise<WindowUsage[]>;
  /** Writes counted calls and last uses of keys, and returns idle units. Runs every second by itself. */
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
  /** Other work to do with each flush. */
  onFlush?: () => Promise<void>;
  /** Called when much of a limit, or of the included calls, is used, by each process that counts them. */
  onReached?: OnReached;
};

type Waiter = { cost: number; resolve: (permit: Permit) => void; reject: (error: unknown) => void };

/** The calls that wait for units of the same leases, in order of arrival. */
type Queue = {
  queue: Waiter[];
  serving: Promise<void> | undefined;
  loading: Promise<readonly WindowState[]> | undefined;
  /** With the limits last applied: the window may have ended. */
  renew: (time: number) => void;
};
type Account = Queue & AccountLeases;
type LimitedKey = Queue & KeyLeases;

type Context = { db: Database; observe: Observe; now: () => number; ledger: Ledger };

export function createQuota(options: QuotaOptions): Quota {
  const { db, observe, now = Date.now, isOutage = () => false } = options;
  const { onFlush = async () => {}, onReached = async () => {} } = options;
  const accounts = new Map<string, Account>();
  /** Those with limits of their own, by id. */
  const keys = new Map<string, LimitedKey>();
  const ledger = createLedger({ db, observe, now, isOutage, onFlush, onReached });
  const context: Context = { db, observe, now, ledger };

  function takerOf(caller: Taker, time: number): Account | LimitedKey {
    const account = accountOf(caller, time);
    const { keyId, keyLimits } = caller;
    if (!keyId || !keyLimits || (keyLimits.perDay === null && keyLimits.perMonth === null)) return account;
    const key = keys.get(keyId) ?? openKey(account, { keyId, keyLimits }, time);
    renewKeyLeases(key, keyLimits, time, ledger);
    return key;
  }

  function accountOf(caller: Taker, time: number): Account {
    const account = accounts.get(caller.accountId) ?? openAccount(caller, time);
    if (!areCurrent(account, caller, time)) renewLeases(account, caller, time, ledger);
    return account;
  }

  function openKey(account: Account, { keyId, keyLimits }: Required<Pick<Taker, 'keyId' | 'keyLimits'>>, time: number) {
    const renew = (later: number) => {
      account.renew(later);
      renewKeyLeases(key, limitsOf(key), later, ledger);
    };
    const key: LimitedKey = { ...openKeyLeases(account, keyId, keyLimits, time), ...newQueue(renew) };
    keys.set(keyId, key);
    return key;
  }

  function openAccount(caller: Taker, time: number): Account {
    const renew = (later: number) => {
      const applied = { plan: account.plan, limits: limitsOf(account) };
      if (!areCurrent(account, applied, later)) renewLeases(account, applied, later, ledger);
    };
    const account: Account = { ...openLeases(caller, time), ...newQueue(renew) };
    accounts.set(caller.accountId, account);
    // An unlimited account never requests units, so its figures are loaded here.
    if (account.enforced.length === 0) loadWindows(account, context).catch(() => {});
    return account;
  }

  return {
    take(caller, cost = 1) {
      const time = now();
      const account = takerOf(caller, time);
      if (account.queue.length === 0) {
        const permit = decide(account, cost, time, ledger);
        if (permit) return permit;
      }
      return new Promise((resolve, reject) => {
        account.queue.push({ cost, resolve, reject });
        account.serving ??= serveQueue(account, context);
      });
    },
    peek(caller) {
      const account = takerOf(caller, now());
      const { shown, included } = account;
      return shown.every(({ isLoaded }) => isLoaded) ? windowsOf(shown, included) : loadWindows(account, context);
    },
    usageOf(caller) {
      const { accountId, day, month } = accountOf(caller, now());
      const ofKey = takerOf(caller, now()).enforced.filter(({ keyId }) => keyId !== null);
      return readUsageOf(accountId, [day, month, ...ofKey], context);
    },
    flush: ledger.flush,
    async close() {
      await Promise.all([...accounts.values(), ...keys.values()].map(({ serving }) => serving));
      await ledger.close();
    },
  };
}

const newQueue = (renew: Queue['renew']): Queue => ({ queue: [], serving: undefined, loading: undefined, renew });

/** Requests the units that the queue needs and serves it in order, until it is empty. Never rejects. */
async function serveQueue(account: Leases & Queue, { observe, now, ledger }: Context): Promise<void> {
  // Ends in a later turn than it starts, so that `serving` is set before it is cleared.
  await undefined;
  try {
    for (;;) {
      const time = now();
      account.renew(time);
      decideWaiting(account, time, ledger);
      const [next] = account.queue;
      if (!next) return;
      const wanted = account.queue.reduce((sum, { cost }) => sum + cost, 0);
      const lacking = account.enforced.filter(({ available, left }) => available < wanted && left > 0);
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
    for (const waiter of account.queue.splice(0)) waiter.reject(unavailable);
  } finally {
    account.serving = undefined;
  }
}

function decideWaiting(account: Leases & Queue, time: number, ledger: Ledger): void {
  let decided = 0;
  for (const waiter of account.queue) {
    const permit = decide(account, waiter.cost, time, ledger);
    if (!permit) break;
    waiter.resolve(permit);
    decided += 1;
  }
  account.queue.splice(0, decided);
}

/** Calls during a query share it, so that a burst of responses costs one. */
function loadWindows(account: Leases & Queue, context: Context): Promise<readonly WindowState[]> {
  account.loading ??= queryWindows(account, context).finally(() => {
    account.loading = undefined;
  });
  return account.loading;
}

async function queryWindows(account: Leases & Queue, context: Context): Promise<readonly WindowState[]> {
  const { accountId, shown } = account;
  const units = await readUnits(accountId, shown, context);
  for (const lease of shown) {
    // A grant that arrived during the query is newer.
    if (!lease.isLoaded) lease.leasedTotal = units.get(lease.id) ?? 0;
    lease.isLoaded = true;
  }
  // The plan may have changed during the query.
  return windowsOf(shown, account.included);
}

/** Units in the database. Read again if a flush or a grant changed a lease meanwhile: what left the lease may not be in the result. */
async function readUnits(accountId: string, leases: readonly Lease[], context: Context) {
  for (let reads = 1; ; reads++) {
    await Promise.allSettled([context.ledger.flushed(), ...leases.map(({ pending }) => pending)]);
    const totals = leases.map(({ leasedTotal }) => leasedTotal);
    const units = await readUsage(context.db, accountId, leases).catch((error) => failUnavailable(error, context));
    if (reads === 3 || leases.every(({ leasedTotal }, at) => leasedTotal === totals[at])) return units;
  }
}

async function readUsageOf(accountId: string, leases: readonly Lease[], context: Context): Promise<WindowUsage[]> {
  const units = await readUnits(accountId, leases, context);
  return leases.map((lease) => {
    const { name, id, keyId, limit, resetsAt } = lease;
    const used = usedOf({ ...lease, leasedTotal: units.get(id) ?? 0 });
    return {
      name,
      isOfKey: keyId !== null,
      limit,
      used,
      remaining: limit === null ? null : Math.max(0, limit - used),
      resetsAt,
    };
  });
}

function failUnavailable(error: unknown, { observe }: Context): never {
  observe({ kind: 'database_error', error });
  fail('unavailable', 'Usage cannot be read at the moment. Try again in a few seconds.', { retryAfterSeconds: 5 });
}

// Rate-limit headers: the IETF draft's `RateLimit-Policy` and `RateLimit`, and the older `X-RateLimit-*`. Pure.

/** Names and values in turn. X-RateLimit describes the window with the fewest calls left. */
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
