// Lookups on behalf of accounts: at most some at once for each, so that names which never resolve delay only their own account.
// Addresses are kept for a few seconds, since a webhook gets many requests in a row.
import type { Limits } from '../config/limits.ts';
import type { Resolve } from './resolve.ts';

/** `accountId` is whose turn is taken. Aborting `signal` also ends the wait for a turn. */
export type Lookups = (accountId: string) => Resolve;

export type LookupsOptions = { resolve: Resolve; limits: Pick<Limits, 'lookupsPerAccount'> };

const keptMs = 30_000;
const maxKept = 1_000;

export function createLookups({ resolve, limits }: LookupsOptions): Lookups {
  const kept = new Map<string, { addresses: readonly string[]; until: number }>();
  const takeTurn = createTurns(limits.lookupsPerAccount);

  function keep(name: string, addresses: readonly string[]): void {
    kept.delete(name);
    kept.set(name, { addresses, until: performance.now() + keptMs });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  return (accountId) => async (name, signal) => {
    const known = kept.get(name);
    if (known && known.until > performance.now()) return known.addresses;
    const endTurn = await takeTurn(accountId, signal);
    try {
      const addresses = await resolve(name, signal);
      keep(name, addresses);
      return addresses;
    } finally {
      endTurn();
    }
  };
}

type Queue = { running: number; waiting: Set<() => void> };

/** Resolves when fewer than `max` turns of `key` are taken, in order of the calls. Call the result to end the turn. */
function createTurns(max: number): (key: string, signal?: AbortSignal) => Promise<() => void> {
  const queues = new Map<string, Queue>();

  function end(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) next();
    else if (--queue.running === 0) queues.delete(key);
  }

  return async (key, signal) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running < max) queue.running++;
    else await waitIn(queue.waiting, signal);
    return () => end(key, queue);
  };
}

function waitIn(waiting: Set<() => void>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      reject(signal?.reason);
    };
    const leave = () => {
      waiting.delete(start);
      signal?.removeEventListener('abort', giveUp);
    };
    waiting.add(start);
    signal?.addEventListener('abort', giveUp);
  });
}
