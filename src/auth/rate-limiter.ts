// Rate limiter: fixed windows per client key, in memory, one count per process.
import { hash } from 'node:crypto';

/** Default: rejected requests (4xx) of one API key or IP address. */
const rejectedPerMinute = { windowMs: 60_000, max: 60 };
const maxEntries = 10_000;
/** Longer keys, such as mailboxes, are hashed, so that the entries' memory is bounded too. */
const maxKeyLength = 64;

type Entry = { startedAt: number; count: number };

export type RateLimiter = {
  /** Counts one request. Returns the seconds to wait if it exceeds the limit, else 0. */
  record: (clientKey: string) => number;
  /** Seconds to wait if the client is over the limit, else 0. Counts nothing. */
  waitSeconds: (clientKey: string) => number;
  /** Requests of the client beyond the limit, in its current window. */
  excess: (clientKey: string) => number;
};

/**
 * A client's window starts with its first counted request. Memory is bounded: the oldest window is evicted at 10,000 entries, and
 * none has a long key.
 */
export function createRateLimiter(now: () => number = Date.now, { windowMs, max } = rejectedPerMinute): RateLimiter {
  const entries = new Map<string, Entry>();

  function waitOf(entry: Entry, time: number): number {
    return entry.count > max ? Math.max(1, Math.ceil((entry.startedAt + windowMs - time) / 1000)) : 0;
  }

  function currentEntry(clientKey: string, time: number): Entry | undefined {
    const entry = entries.get(clientKey);
    return entry && time < entry.startedAt + windowMs ? entry : undefined;
  }

  function startWindow(clientKey: string, time: number): Entry {
    const entry = { startedAt: time, count: 0 };
    // Deleted first, since a Map keeps the position of the first insertion, but the order must follow the window starts.
    entries.delete(clientKey);
    entries.set(clientKey, entry);
    if (entries.size > maxEntries) evictOldest();
    return entry;
  }

  function evictOldest(): void {
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }

  return {
    record(client) {
      const clientKey = bounded(client);
      const time = now();
      const entry = currentEntry(clientKey, time) ?? startWindow(clientKey, time);
      entry.count += 1;
      return waitOf(entry, time);
    },
    waitSeconds(clientKey) {
      const time = now();
      const entry = currentEntry(bounded(clientKey), time);
      return entry ? waitOf(entry, time) : 0;
    },
    excess(clientKey) {
      const entry = currentEntry(bounded(clientKey), now());
      return entry ? Math.max(0, entry.count - max) : 0;
    },
  };
}

function bounded(clientKey: string): string {
  return clientKey.length <= maxKeyLength ? clientKey : hash('sha256', clientKey, 'base64');
}
