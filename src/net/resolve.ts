// Name resolution by DNS queries (c-ares), which have a timeout and occupy no thread. Lookups by the system (getaddrinfo) share a few
// threads of the process, so names that never resolve would block all others.
import { lookup, Resolver } from 'node:dns/promises';
import type { Limits } from '../config/limits.ts';
import { errorCode } from '../lib/errors.ts';

/** Addresses of a name, at least one. Rejects with a LookupError, also when `signal` aborts. */
export type Resolve = (name: string, signal?: AbortSignal) => Promise<readonly string[]>;

type ResolveOptions = {
  allowPrivate: boolean;
  /** Name servers, as `address:port`. Default: the system's. */
  servers?: readonly string[];
  timeoutMs?: number;
};

/** A name has no address. The message is shown to the owner of the URL. */
export class LookupError extends Error {}

const queryTimeoutMs = 5_000;
const tries = 2;

/**
 * With `allowPrivate` the system resolves names, since names of a private network may be in its hosts file or search domains only.
 * `servers` are used in any case.
 */
export function createResolve({ allowPrivate, servers, timeoutMs = queryTimeoutMs * tries }: ResolveOptions): Resolve {
  if (allowPrivate && !servers) return resolveBySystem;
  return async (name, signal) => {
    signal?.throwIfAborted();
    // Reads the system's settings each time, since they may change.
    const resolver = new Resolver({ timeout: queryTimeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    const deadline = setTimeout(cancel, timeoutMs);
    signal?.addEventListener('abort', cancel);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    clearTimeout(deadline);
    signal?.removeEventListener('abort', cancel);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new LookupError(describe(v4.status === 'rejected' ? v4.reason : undefined, timeoutMs));
  };
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true }).catch((error) => {
    throw new LookupError(describe(error, 0));
  });
  return found.map(({ address }) => address);
}

function describe(error: unknown, timeoutMs: number): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'name not found';
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return `no name server answered within ${timeoutMs / 1000} s`;
  return `name lookup failed: ${code}`;
}

// Lookups on behalf of accounts: each has a limit of concurrent ones, so that names which never resolve delay only their own account.
// Addresses are cached for a short time, since a webhook gets many requests in a row.

/** Each lookup takes a turn of `accountId`. Aborting `signal` also ends the wait for a turn. */
export type Lookups = (accountId: string) => Resolve;

type LookupsOptions = { resolve: Resolve; limits: Pick<Limits, 'lookupsPerAccount'> };

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
