// Counts every answer to a known key by account, key, UTC day, endpoint and status: in memory, and every few seconds into the
// database. What has not been written when a process is killed is lost; nothing is ever added twice.
import type { KeyCaller } from '../accounts/caller.ts';
import type { Database } from '../db/database.ts';
import { coalesce } from '../lib/coalesce.ts';
import { randomBase62 } from '../lib/ids.ts';
import { windowAt } from '../lib/utc-window.ts';
import type { Observe } from '../telemetry/events.ts';
import { addCalls, type CallRow } from './store.ts';

/** Counts one answer. On the way of every request: no text is made, nothing is asked. */
export type CountForKey = (caller: KeyCaller, status: number) => void;

export type UsageLog = {
  /** Asked once for each endpoint. Answers below 300 are those that take quota where it `isCounted`. */
  counterOf: (endpoint: { method: string; route: string; isCounted: boolean }) => CountForKey;
  /** Names of all endpoints: the route, after the method where that is not GET. */
  endpoints: () => string[];
  /** Writes what was counted before the call. Rejects while the database is away; nothing is lost then. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

type UsageLogOptions = { db: Database; observe: Observe; now?: () => number; maxWaiting?: number };

/** Calls of one key at one endpoint: `calls[n]` of them were answered with `statuses[n]`. There are seldom more than three. */
type Tally = { statuses: number[]; calls: number[] };
/** Found by the identity of the caller. The keyring replaces callers when it is reloaded, so tallies live until a flush only. */
type Counter = { name: string; isCounted: boolean; tallies: Map<KeyCaller, Tally> };
type Batch = { number: number; rows: readonly CallRow[] };

const flushEveryMs = 5000;
/** Some two milliseconds of work, between which requests are answered. */
const rowsPerBatch = 1000;
/** Rows that may wait for a database that is away: some 30 MB. A row is a day of a key at an endpoint, so this is hard to reach. */
const defaultMaxWaiting = 100_000;

export function createUsageLog(options: UsageLogOptions): UsageLog {
  const { db, observe, now = Date.now, maxWaiting = defaultMaxWaiting } = options;
  const writer = randomBase62(16);
  const counters: Counter[] = [];
  let day = windowAt('day', now());
  const waiting = new Map<string, CallRow>();
  let batch: Batch | undefined;
  let batches = 0;

  function counterOf({ method, route, isCounted }: Parameters<UsageLog['counterOf']>[0]): CountForKey {
    const tallies = new Map<KeyCaller, Tally>();
    counters.push({ name: method === 'GET' ? route : `${method} ${route}`, isCounted, tallies });
    return (caller, status) => {
      const time = now();
      if (time >= day.resetsAt || time < day.startsAt) turn(time);
      let tally = tallies.get(caller);
      if (!tally) {
        tally = { statuses: [], calls: [] };
        tallies.set(caller, tally);
      }
      const at = tally.statuses.indexOf(status);
      if (at >= 0) tally.calls[at] += 1;
      else {
        tally.statuses.push(status);
        tally.calls.push(1);
      }
    };
  }

  /** What is in the tallies belongs to the day that has ended. */
  function turn(time: number): void {
    gather();
    day = windowAt('day', time);
  }

  /** From the tallies to the rows that wait to be written. */
  function gather(): void {
    let forgotten = 0;
    for (const { name, isCounted, tallies } of counters) {
      for (const [caller, { statuses, calls }] of tallies) {
        for (const [at, status] of statuses.entries()) {
          const counted = isCounted && status < 300 ? calls[at] : 0;
          if (!wait(caller, name, status, calls[at], counted)) forgotten += calls[at];
        }
      }
      tallies.clear();
    }
    if (forgotten > 0) {
      const error = new Error(`${forgotten} calls are not in the usage log: too many rows wait for the database.`);
      observe({ kind: 'usage_flush_failed', error });
    }
  }

  /** False where there is no room for another row. */
  function wait(
    { accountId, keyId }: KeyCaller,
    endpoint: string,
    status: number,
    calls: number,
    counted: number,
  ): boolean {
    // A key belongs to one account.
    const name = `${keyId} ${day.startsOn} ${status} ${endpoint}`;
    const row = waiting.get(name);
    if (row) {
      row.calls += calls;
      row.counted += counted;
    } else if (waiting.size >= maxWaiting) return false;
    else waiting.set(name, { accountId, day: day.startsOn, keyId, endpoint, status, calls, counted });
    return true;
  }

  const flush = coalesce(write);

  async function write(): Promise<void> {
    gather();
    while (batch || waiting.size > 0) {
      batch ??= takeBatch();
      try {
        await addCalls(db, { writer, ...batch });
      } catch (error) {
        // It may have arrived all the same. So it is told again as it is, under its number, which the database takes once.
        observe({ kind: 'usage_flush_failed', error });
        throw error;
      }
      batch = undefined;
    }
  }

  function takeBatch(): Batch {
    const rows: CallRow[] = [];
    for (const [name, row] of waiting) {
      rows.push(row);
      waiting.delete(name);
      if (rows.length === rowsPerBatch) break;
    }
    batches += 1;
    return { number: batches, rows };
  }

  const flushQuietly = () => flush().catch(() => {});
  const timer = setInterval(flushQuietly, flushEveryMs).unref();

  return {
    counterOf,
    endpoints: () => counters.map(({ name }) => name),
    flush,
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
