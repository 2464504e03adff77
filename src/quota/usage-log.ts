// Usage log: counts every response to a known key by account, key, UTC day, endpoint and status. Counts are kept in memory and
// written every 5 seconds; a killed process loses what it has not written, and nothing is ever counted twice.
import type { KeyCaller } from '../accounts/caller.ts';
import type { Database } from '../db/database.ts';
import { type Flushed, flushEvery } from '../lib/async.ts';
import { windowAt } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import { createBatchWriter } from './batch-writer.ts';
import { addCalls, type CallRow } from './store.ts';

/**
 * Counts one response, which takes `cost` units of quota if it is served (default 1). It runs on every request, so it builds no strings and
 * waits for nothing.
 */
export type CountForKey = (caller: KeyCaller, status: number, cost?: number) => void;

type LoggedEndpoint = { method: string; route: string; isCounted: boolean };

/** Rows that it fails to write are kept. */
export type UsageLog = Flushed & {
  /** Responses below 300 take quota if the endpoint `isCounted`. */
  counterOf: (endpoint: LoggedEndpoint) => CountForKey;
  /** Names of all endpoints: the route, prefixed by the method unless that is GET. */
  endpoints: () => string[];
};

type UsageLogOptions = { db: Database; observe: Observe; now?: () => number; maxWaiting?: number };

/** Keyed by the identity of the caller. The keyring replaces callers on reload, so tallies live only until a flush. */
type Tallies = Map<KeyCaller, StatusCount[]>;
/** A key seldom gets more than three statuses from an endpoint, so a linear search is fastest. */
type StatusCount = { status: number; calls: number; units: number };
type Counter = { endpoint: string; isCounted: boolean; tallies: Tallies };

const flushEveryMs = 5000;
/** One batch takes about 2 ms of work; requests are answered between batches. */
const rowsPerBatch = 1000;
/** Rows kept during an outage, about 30 MB. A row is one day of a key at an endpoint, so this is hard to reach. */
const defaultMaxWaiting = 100_000;

export function createUsageLog(options: UsageLogOptions): UsageLog {
  const { db, observe, now = Date.now, maxWaiting = defaultMaxWaiting } = options;
  const counters: Counter[] = [];
  const rows = createRowBuffer(maxWaiting);
  const batches = createBatchWriter<CallRow>((batch) => addCalls(db, batch));
  let day = windowAt('day', now());

  function counterOf({ method, route, isCounted }: LoggedEndpoint): CountForKey {
    const tallies: Tallies = new Map();
    counters.push({ endpoint: method === 'GET' ? route : `${method} ${route}`, isCounted, tallies });
    return (caller, status, cost = 1) => {
      const time = now();
      if (time >= day.resetsAt || time < day.startsAt) startDay(time);
      count(tallies, caller, status, cost);
    };
  }

  /** The tallies belong to the previous day. */
  function startDay(time: number): void {
    collectRows();
    day = windowAt('day', time);
  }

  /** Moves the tallies to the pending rows. */
  function collectRows(): void {
    let dropped = 0;
    for (const { endpoint, isCounted, tallies } of counters) {
      for (const [{ accountId, keyId }, counts] of tallies) {
        for (const { status, calls, units } of counts) {
          const counted = isCounted && status < 300 ? units : 0;
          if (!rows.add({ accountId, day: day.startsOn, keyId, endpoint, status, calls, counted })) dropped += calls;
        }
      }
      tallies.clear();
    }
    if (dropped > 0) {
      const error = new Error(`${dropped} calls are missing from the usage log: too many rows wait for the database.`);
      observe({ kind: 'usage_flush_failed', error });
    }
  }

  async function write(): Promise<void> {
    collectRows();
    try {
      await batches.retry();
      while (rows.size() > 0) await batches.write(rows.take(rowsPerBatch));
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
      throw error;
    }
  }

  return {
    counterOf,
    endpoints: () => [...new Set(counters.map(({ endpoint }) => endpoint))],
    ...flushEvery(flushEveryMs, write),
  };
}

function count(tallies: Tallies, caller: KeyCaller, status: number, cost: number): void {
  const counts = tallies.get(caller);
  if (!counts) {
    tallies.set(caller, [{ status, calls: 1, units: cost }]);
    return;
  }
  for (const entry of counts) {
    if (entry.status !== status) continue;
    entry.calls += 1;
    entry.units += cost;
    return;
  }
  counts.push({ status, calls: 1, units: cost });
}

/** Pending rows, summed by key, day, status and endpoint. `add` returns false if the buffer is full. */
function createRowBuffer(maxRows: number) {
  const rows = new Map<string, CallRow>();
  return {
    size: () => rows.size,
    add(added: CallRow): boolean {
      // The account is not part of the name, since a key belongs to one account.
      const name = `${added.keyId} ${added.day} ${added.status} ${added.endpoint}`;
      const row = rows.get(name);
      if (row) {
        row.calls += added.calls;
        row.counted += added.counted;
      } else if (rows.size >= maxRows) return false;
      else rows.set(name, added);
      return true;
    },
    take(max: number): CallRow[] {
      const taken: CallRow[] = [];
      for (const [name, row] of rows) {
        taken.push(row);
        rows.delete(name);
        if (taken.length === max) break;
      }
      return taken;
    },
  };
}
