// The traffic between leases in memory and the database: units asked for, units given back, calls counted, last uses of keys.
// Who gets a unit is decided in usage.ts.

import { touchKeys } from '../auth/store.ts';
import type { Database } from '../db/database.ts';
import { randomBase62 } from '../lib/ids.ts';
import type { Observe } from '../telemetry/events.ts';
import { hear, type Lease, withdrawChange } from './lease.ts';
import { changeUsage, leaseUnits, type WindowKey } from './store.ts';

export type Ledger = {
  /** Asks for units; one question at a time per lease, and who comes meanwhile waits for the same answer. */
  ask: (lease: Lease, units: number) => Promise<void>;
  /** The same in the background, where nobody waits yet. */
  askAhead: (lease: Lease, units: number) => void;
  /** The lease has something that the database must hear of at the next flush. */
  note: (lease: Lease) => void;
  /** The database hears what is noted before this lease asks it anything. */
  flushBefore: (lease: Lease) => void;
  flush: () => Promise<void>;
  /** A flush is under way until this settles. */
  settled: () => Promise<void>;
  /** Gives everything back. */
  close: () => Promise<void>;
};

export type LedgerOptions = {
  db: Database;
  observe: Observe;
  now: () => number;
  lastUses: () => ReadonlyMap<string, number>;
  isAway: () => boolean;
};

const flushEveryMs = 1000;
const idleMs = 5000;
const retryMs = 1000;
/** How long "the limit is reached" is believed: units may come back from other processes. */
export const recheckMs = 5000;

type Change = WindowKey & { units: number };
/** Told until it has certainly arrived: the database takes each number once. */
type Batch = { number: number; changes: readonly Change[] };

export function createLedger({ db, observe, now, lastUses, isAway }: LedgerOptions): Ledger {
  const writer = randomBase62(16);
  const noted = new Set<Lease>();
  let batch: Batch | undefined;
  let batches = 0;
  let untoldUses = new Map<string, number>();
  const asked = new Set<Promise<void>>();
  let flushing: Promise<void> | undefined;
  let closing = false;

  function ask(lease: Lease, units: number): Promise<void> {
    if (lease.asking) return lease.asking;
    const answer = leaseUnits(db, lease, units, lease.limit ?? 0).then(({ granted, leased }) => {
      hear(lease, granted, leased, now() + recheckMs);
      noted.add(lease);
    });
    return occupy(lease, answer);
  }

  function occupy(lease: Lease, work: Promise<void>): Promise<void> {
    const asking = work.finally(() => {
      lease.asking = undefined;
      asked.delete(asking);
    });
    lease.asking = asking;
    asked.add(asking);
    return asking;
  }

  function flushBefore(lease: Lease): void {
    // A flush under way may have begun before the last note.
    void occupy(lease, Promise.resolve(flushing).then(flush));
  }

  function askAhead(lease: Lease, units: number): void {
    if (lease.asking || closing || now() < lease.retryAt) return;
    ask(lease, units).catch((error) => {
      lease.retryAt = now() + retryMs;
      observe({ kind: 'database_error', error });
    });
  }

  function flush(): Promise<void> {
    flushing ??= Promise.all([tellChanges(), tellLastUses()])
      .then(() => {})
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  function withdraw(): Change[] {
    const time = now();
    const changes: Change[] = [];
    for (const lease of noted) {
      const { accountId, name, startsOn } = lease;
      const units = withdrawChange(lease, closing || time - lease.lastTakenAt >= idleMs);
      if (units !== 0) changes.push({ accountId, name, startsOn, units });
      if (lease.inHand === 0) noted.delete(lease);
    }
    return changes;
  }

  async function tellChanges(): Promise<void> {
    if (isAway()) return;
    try {
      // What could not be told may have arrived all the same, so it is told as it was before anything else is.
      if (batch) await tellBatch(batch);
      const changes = withdraw();
      if (changes.length === 0) return;
      batches += 1;
      batch = { number: batches, changes };
      await tellBatch(batch);
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
    }
  }

  async function tellBatch({ number, changes }: Batch): Promise<void> {
    await changeUsage(db, changes, { writer, number });
    batch = undefined;
  }

  async function tellLastUses(): Promise<void> {
    for (const [keyId, time] of lastUses()) untoldUses.set(keyId, time);
    if (untoldUses.size === 0 || isAway()) return;
    const uses = untoldUses;
    untoldUses = new Map();
    try {
      await touchKeys(db, uses);
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
      // What was used meanwhile was used later.
      untoldUses = new Map([...uses, ...untoldUses]);
    }
  }

  const timer = setInterval(flush, flushEveryMs).unref();

  return {
    ask,
    askAhead,
    note: (lease) => noted.add(lease),
    flushBefore,
    flush,
    settled: async () => flushing,
    async close() {
      clearInterval(timer);
      closing = true;
      await Promise.allSettled(asked);
      await flushing;
      await flush();
    },
  };
}
