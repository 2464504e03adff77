// Quota: every counted call takes a unit of each window of its account, from leases in memory that the database grants.
// Never more than the limit is served by all processes together. What a lease is stands in lease.ts, its traffic in ledger.ts.
import type { Caller, Limits, PlanName } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import type { Database } from '../db/database.ts';
import { fail, HooklineError } from '../lib/errors.ts';
import { secondsUntil, type WindowName } from '../lib/utc-window.ts';
import type { Observe } from '../telemetry/events.ts';
import { isLow, type Lease, openLease, stateOf, surplus, usedOf, type WindowState } from './lease.ts';
import { createLedger, recheckMs } from './ledger.ts';
import { readUsage } from './store.ts';

/**
 * `windows` stand as they are after this call: the enforced ones, or, where nothing is enforced, the month with what the plan
 * includes, of which one call is always left.
 */
export type Permit = Granted | Refused;
/** `refund` gives the unit back and puts `windows` right; a second refund does nothing. */
export type Granted = { allowed: true; windows: readonly WindowState[]; refund: () => void };
/** `window` is the exhausted one, of two the one that lasts longer. */
type Refused = {
  allowed: false;
  windows: readonly WindowState[];
  window: WindowState;
  retryAfterSeconds: number;
};

/** What /usage tells of a window; `limit` and `remaining` are null where it is not enforced. */
type WindowUsage = {
  name: WindowName;
  limit: number | null;
  used: number;
  remaining: number | null;
  /** Milliseconds since 1970. */
  resetsAt: number;
};

export type Quota = {
  /** Synchronous while units are in hand. Fails with `quota_unavailable` where there are none and the database is away. */
  take: (caller: Caller) => Permit | Promise<Permit>;
  /** The same windows without taking from them: for answers that are not counted. */
  peek: (caller: Caller) => readonly WindowState[] | Promise<readonly WindowState[]>;
  /** Day and month, over all processes. */
  usageOf: (caller: Caller) => Promise<WindowUsage[]>;
  /** Tells the database what is counted, gives idle units back, notes last uses. Runs every second by itself. */
  flush: () => Promise<void>;
  /** Gives everything back. No call may be taken afterwards. */
  close: () => Promise<void>;
};

type UsageOptions = {
  db: Database;
  observe: Observe;
  now?: () => number;
  /** The keyring's `drainLastUses`. */
  lastUses?: () => ReadonlyMap<string, number>;
  /** The database is known to be away: units in hand are kept. */
  isAway?: () => boolean;
};

type Waiter = { resolve: (permit: Permit) => void; reject: (error: unknown) => void };

type Account = {
  id: string;
  day: Lease;
  month: Lease;
  /** The two again, by kind, and those that answers tell of. The arrays are replaced, never changed: permits hold them. */
  enforced: readonly Lease[];
  counted: readonly Lease[];
  shown: readonly Lease[];
  included: number;
  /** First come, first served. */
  queue: Waiter[];
  filling: Promise<void> | undefined;
};

export function createQuota(options: UsageOptions): Quota {
  const { db, observe, now = Date.now, lastUses = () => new Map(), isAway = () => false } = options;
  const accounts = new Map<string, Account>();
  const ledger = createLedger({ db, observe, now, lastUses, isAway });

  function accountOf({ accountId, plan, limits }: Caller, time: number): Account {
    const account = accounts.get(accountId) ?? open(accountId, plan, limits, time);
    const { day, month } = account;
    if (time >= day.resetsAt || day.limit !== limits.perDay || month.limit !== limits.perMonth) {
      renew(account, limits, time);
    }
    return account;
  }

  function open(id: string, plan: PlanName, { perDay, perMonth }: Limits, time: number): Account {
    const day = openLease(id, 'day', perDay, time);
    const month = openLease(id, 'month', perMonth, time);
    const included = plans[plan].includedPerMonth ?? 0;
    const account: Account = { id, day, month, ...byKind(day, month), included, queue: [], filling: undefined };
    accounts.set(id, account);
    // Nothing will be asked for an account without limits, so its figures are read once.
    if (account.enforced.length === 0) readStates(account).catch(() => {});
    return account;
  }

  function renew(account: Account, { perDay, perMonth }: Limits, time: number): void {
    account.day = renewed(account.day, perDay, time);
    account.month = renewed(account.month, perMonth, time);
    Object.assign(account, byKind(account.day, account.month));
  }

  function renewed(lease: Lease, limit: number | null, time: number): Lease {
    if (time < lease.resetsAt && lease.limit === limit) return lease;
    lease.retired = true;
    ledger.note(lease);
    const next = openLease(lease.accountId, lease.name, limit, time);
    // The same window under another limit: what was counted so far comes first.
    if (time < lease.resetsAt) ledger.flushBefore(next);
    return next;
  }

  function take(caller: Caller): Permit | Promise<Permit> {
    const time = now();
    const account = accountOf(caller, time);
    if (account.queue.length === 0) {
      const permit = decide(account, time);
      if (permit) return permit;
    }
    return new Promise((resolve, reject) => {
      account.queue.push({ resolve, reject });
      account.filling ??= fill(account);
    });
  }

  /** undefined where only the database can tell. */
  function decide(account: Account, time: number): Permit | undefined {
    let isLacking = false;
    let exhausted: Lease | undefined;
    for (const lease of account.enforced) {
      if (lease.inHand > 0) continue;
      isLacking = true;
      if (lease.exhausted && (!exhausted || lease.resetsAt > exhausted.resetsAt)) exhausted = lease;
    }
    if (!isLacking) return grant(account, time);
    return exhausted && refuse(account, exhausted, time);
  }

  function grant({ enforced, counted, shown, included }: Account, time: number): Granted {
    for (const lease of enforced) {
      lease.inHand -= 1;
      lease.lastTakenAt = time;
      if (isLow(lease) && !lease.exhausted) ledger.askAhead(lease, lease.block);
    }
    for (const lease of counted) {
      lease.uncounted += 1;
      ledger.note(lease);
    }
    let isRefunded = false;
    const permit: Granted = {
      allowed: true,
      windows: statesOf(shown, included),
      refund() {
        if (isRefunded) return;
        isRefunded = true;
        giveBack(enforced, counted);
        permit.windows = statesOf(shown, included);
      },
    };
    return permit;
  }

  function giveBack(enforced: readonly Lease[], counted: readonly Lease[]): void {
    for (const lease of counted) {
      lease.uncounted -= 1;
      ledger.note(lease);
    }
    for (const lease of enforced) {
      lease.inHand += 1;
      ledger.note(lease);
      if (surplus(lease) > 0) void ledger.flush();
    }
  }

  function refuse(account: Account, lease: Lease, time: number): Refused {
    if (time >= lease.recheckAt) {
      lease.recheckAt = time + recheckMs;
      ledger.askAhead(lease, 1);
    }
    const window = stateOf(lease, lease.limit ?? 0);
    const retryAfterSeconds = secondsUntil(lease.resetsAt, time);
    return { allowed: false, windows: statesOf(account.enforced, 0), window, retryAfterSeconds };
  }

  /** Leases what the queue needs and serves it in order, until it is empty. Never rejects. */
  async function fill(account: Account): Promise<void> {
    // Ends in a later turn than it began in, so that `filling` is set before it is cleared.
    await undefined;
    try {
      for (;;) {
        const time = now();
        // Midnight may have passed while the database was asked; the limits are those last applied.
        renew(account, { perDay: account.day.limit, perMonth: account.month.limit }, time);
        serve(account, time);
        const waiting = account.queue.length;
        if (waiting === 0) return;
        const lacking = account.enforced.filter((lease) => lease.inHand < waiting && !lease.exhausted);
        await Promise.all(lacking.map((lease) => ledger.ask(lease, waiting - lease.inHand + lease.block)));
      }
    } catch (error) {
      observe({ kind: 'database_error', error });
      const detail = 'Whether the quota has calls left cannot be checked at the moment. Try again in a few seconds.';
      const away = new HooklineError('quota_unavailable', detail, { retryAfterSeconds: 5 });
      for (const waiter of account.queue.splice(0)) waiter.reject(away);
    } finally {
      account.filling = undefined;
    }
  }

  function serve(account: Account, time: number): void {
    let served = 0;
    for (const waiter of account.queue) {
      const permit = decide(account, time);
      if (!permit) break;
      waiter.resolve(permit);
      served += 1;
    }
    account.queue.splice(0, served);
  }

  function peek(caller: Caller): readonly WindowState[] | Promise<readonly WindowState[]> {
    const account = accountOf(caller, now());
    const { shown, included } = account;
    return shown.every(({ heard }) => heard) ? statesOf(shown, included) : readStates(account);
  }

  async function readStates({ id, shown, included }: Account): Promise<readonly WindowState[]> {
    const units = await readUsage(db, id, shown).catch(unavailable);
    for (const lease of shown) {
      // What was heard meanwhile is newer.
      if (!lease.heard) lease.leased = units.get(lease.name) ?? 0;
      lease.heard = true;
    }
    return statesOf(shown, included);
  }

  async function usageOf(caller: Caller): Promise<WindowUsage[]> {
    await ledger.settled();
    const { day, month } = accountOf(caller, now());
    const units = await readUsage(db, caller.accountId, [day, month]).catch(unavailable);
    return [day, month].map((lease) => {
      const { name, limit, resetsAt } = lease;
      const used = usedOf({ ...lease, leased: units.get(name) ?? 0 });
      return { name, limit, used, remaining: limit === null ? null : Math.max(0, limit - used), resetsAt };
    });
  }

  function unavailable(error: unknown): never {
    observe({ kind: 'database_error', error });
    fail('unavailable', 'Usage cannot be read at the moment. Try again in a few seconds.', { retryAfterSeconds: 5 });
  }

  async function close(): Promise<void> {
    await Promise.all([...accounts.values()].map(({ filling }) => filling));
    await ledger.close();
  }

  return { take, peek, usageOf, flush: ledger.flush, close };
}

function byKind(day: Lease, month: Lease): Pick<Account, 'enforced' | 'counted' | 'shown'> {
  const both = [day, month];
  const enforced = both.filter(({ limit }) => limit !== null);
  const counted = both.filter(({ limit }) => limit === null);
  return { enforced, counted, shown: enforced.length > 0 ? enforced : [month] };
}

function statesOf(leases: readonly Lease[], included: number): readonly WindowState[] {
  return leases.map((lease) => {
    if (lease.limit !== null) return stateOf(lease, lease.limit);
    const state = stateOf(lease, included);
    return { ...state, remaining: Math.max(1, state.remaining) };
  });
}
