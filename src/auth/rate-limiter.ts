// Refused requests per key or address, in memory: too many in a minute, and the asker has to wait. Pure but for the clock.
// Other requests that are to be rare are counted the same way, by other limits.

const minute = { windowMs: 60_000, max: 60 };
const maxEntries = 10_000;

type Entry = { startedAt: number; refused: number };

export type RateLimiter = {
  /** Counts one refused request. Returns the seconds to wait where it was one too many, else 0. */
  record: (who: string) => number;
  /** Seconds to wait where `who` is over the limit, else 0. Counts nothing. */
  waitSeconds: (who: string) => number;
};

/**
 * The window of an asker begins with the first request that is counted in it. Memory is bounded: the entry whose window began
 * first makes room. Each process counts for itself.
 */
export function createRateLimiter(now: () => number = Date.now, { windowMs, max } = minute): RateLimiter {
  const entries = new Map<string, Entry>();

  function wait(entry: Entry, time: number): number {
    return entry.refused > max ? Math.max(1, Math.ceil((entry.startedAt + windowMs - time) / 1000)) : 0;
  }

  function current(who: string, time: number): Entry | undefined {
    const entry = entries.get(who);
    return entry && time < entry.startedAt + windowMs ? entry : undefined;
  }

  function begin(who: string, time: number): Entry {
    const entry = { startedAt: time, refused: 0 };
    // Deleted first: a Map keeps the place of the first insertion, and the order here is that of the windows' beginnings.
    entries.delete(who);
    entries.set(who, entry);
    if (entries.size > maxEntries) {
      const [oldest] = entries.keys();
      entries.delete(oldest);
    }
    return entry;
  }

  return {
    record(who) {
      const time = now();
      const entry = current(who, time) ?? begin(who, time);
      entry.refused += 1;
      return wait(entry, time);
    },
    waitSeconds(who) {
      const time = now();
      const entry = current(who, time);
      return entry ? wait(entry, time) : 0;
    },
  };
}
