// Budget of looking unknown keys up in the database: anyone can make well-formed keys, and each would cost a query.
import { LRUCache } from 'lru-cache';
import { createRateLimiter } from '../rate-limiter.ts';

type LookupBudget = {
  /** Whether this key may be looked up now; counts it if so. */
  take: (hash: string, client: string) => boolean;
  /** The key is unknown. It cannot be created later, so it is not looked up again for a while. */
  remember: (hash: string) => void;
};

const windowMs = 60_000;
const maxRemembered = 1000;
/** One client leaves the rest of the budget to others. */
const clientsShare = 6;

export function createLookupBudget(perMinute: number, now: () => number): LookupBudget {
  const inAll = createRateLimiter(now, { windowMs, max: perMinute });
  const ofClient = createRateLimiter(now, { windowMs, max: Math.ceil(perMinute / clientsShare) });
  const unknown = new LRUCache<string, true>({ max: maxRemembered, ttl: windowMs, ttlResolution: 0, perf: { now } });
  return {
    take: (hash, client) => !unknown.has(hash) && ofClient.record(client) === 0 && inAll.record('') === 0,
    remember: (hash) => void unknown.set(hash, true),
  };
}
