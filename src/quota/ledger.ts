// Ledger: transfers units between leases and the database. Requests units, and writes counted calls and returned units every second.
import type { Database } from '../db/database.ts';
import type { Observe } from '../telemetry/events.ts';
import { createBatchWriter } from './batch-writer.ts';
import { addGrant, dueQuotaAlert, type Lease, needsReading, setTotal, takeChange } from './lease.ts';
import type { OnReached } from './quota-alerts.ts';
import { changeUsage, leaseUnits, readUsage, type UsageChange } from './store.ts';

export type Ledger = {
  /**
   * Requests `units`, or all that are left if these are at least `least`. A lease has one request at a time; calls during a request share
   * its result.
   */
  request: (lease: Lease, units: number, least: number) => Promise<void>;
  /** Requests units in the background; no call waits for them. */
  prefetch: (lease: Lease, units: number, least: number) => void;
  /** Marks the lease for the next flush. */
  markChanged: (lease: Lease) => void;
  /** Delays the requests of this lease until a flush has written all changes so far. */
  flushBefore: (lease: Lease) => void;
  flush: () => Promise<void>;
  /** Resolves when the current flush, if any, has ended. */
  flushed: () => Promise<void>;
  /** Returns all units. */
  close: () => Promise<void>;
};

export type LedgerOptions = {
  db: Database;
  observe: Observe;
  now: () => number;
  /** During an outage of the database nothing is written and units are kept. */
  isOutage: () => boolean;
  /** Runs with each flush. */
  onFlush: () => Promise<void>;
  /** Called when one of `alertPercents` of a limit, or of the included calls, is used. Called again with the next flush if it rejects. */
  onReached: OnReached;
};

const flushEveryMs = 1000;
const idleMs = 5000;
const prefetchRetryMs = 1000;

export function createLedger({ db, observe, now, isOutage, onFlush, onReached }: LedgerOptions): Ledger {
  const changed = new Set<Lease>();
  const requests = new Set<Promise<void>>();
  const batches = createBatchWriter<UsageChange>((batch) => changeUsage(db, batch));
  let flushing: Promise<void> | undefined;
  let isClosing = false;

  function request(lease: Lease, units: number, least: number): Promise<void> {
    if (lease.pending) return lease.pending;
    return setPending(lease, lease.returning ? lease.returning.then(ask) : ask());

    async function ask(): Promise<void> {
      const { granted, leased } = await leaseUnits(db, lease, { units, least }, lease.limit ?? 0);
      addGrant(lease, granted, leased, now());
      changed.add(lease);
    }
  }

  function setPending(lease: Lease, work: Promise<void>): Promise<void> {
    const pending = work.finally(() => {
      lease.pending = undefined;
      requests.delete(pending);
    });
    lease.pending = pending;
    requests.add(pending);
    return pending;
  }

  function prefetch(lease: Lease, units: number, least: number): void {
    if (lease.pending || isClosing || now() < lease.prefetchAfter) return;
    request(lease, units, least).catch((error) => {
      lease.prefetchAfter = now() + prefetchRetryMs;
      observe({ kind: 'database_error', error });
    });
  }

  function flush(): Promise<void> {
    flushing ??= Promise.all([writeChanges(), onFlush()])
      .then(() => {})
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  async function writeChanges(): Promise<void> {
    if (isOutage()) return;
    for (const lease of changed) sendQuotaAlert(lease);
    try {
      await batches.retry();
      const { changes, counted, returned } = takeChanges(changed, now(), isClosing);
      if (changes.length === 0) return;
      const written = batches.write(changes);
      for (const lease of returned)
        lease.returning = written
          .catch(() => {})
          .finally(() => {
            lease.returning = undefined;
          });
      await written;
      await readTotals(counted);
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
    }
  }

  /** Reads windows without a limit, after the write, so that the totals include the calls of this process. */
  async function readTotals(leases: readonly Lease[]): Promise<void> {
    for (const lease of leases) {
      if (!needsReading(lease, now())) continue;
      setTotal(lease, (await readUsage(db, lease.accountId, [lease])).get(lease.id) ?? 0, now());
      sendQuotaAlert(lease);
    }
  }

  /** The alert is not awaited, so calls do not wait for an email. */
  function sendQuotaAlert(lease: Lease): void {
    const alert = dueQuotaAlert(lease);
    if (!alert) return;
    const { accountId, id, name, startsOn, resetsAt, alertedPercent } = lease;
    lease.alertedPercent = alert.percent;
    onReached({ accountId, id, name, startsOn, resetsAt, isEnforced: lease.limit !== null, ...alert }).catch(
      (error) => {
        lease.alertedPercent = alertedPercent;
        changed.add(lease);
        observe({ kind: 'database_error', error });
      },
    );
  }

  const timer = setInterval(flush, flushEveryMs).unref();

  return {
    request,
    prefetch,
    markChanged: (lease) => changed.add(lease),
    // The current flush may have started before the last change, so another follows it.
    flushBefore: (lease) => void setPending(lease, Promise.resolve(flushing).then(flush)),
    flush,
    flushed: async () => flushing,
    async close() {
      clearInterval(timer);
      isClosing = true;
      await Promise.allSettled(requests);
      await flushing;
      await flush();
    },
  };
}

/** Leases that still hold units stay in `changed`, so that they are returned when idle. */
function takeChanges(changed: Set<Lease>, time: number, isClosing: boolean) {
  const changes: UsageChange[] = [];
  const counted: Lease[] = [];
  const returned: Lease[] = [];
  for (const lease of changed) {
    const { accountId, id, startsOn } = lease;
    const units = takeChange(lease, isClosing || time - lease.lastTakenAt >= idleMs);
    if (units !== 0) changes.push({ accountId, id, startsOn, units });
    if (units < 0) returned.push(lease);
    if (lease.limit === null) counted.push(lease);
    if (lease.available === 0) changed.delete(lease);
  }
  return { changes, counted, returned };
}
