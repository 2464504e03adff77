// Name resolution by DNS queries (c-ares), which have a timeout and occupy no thread. Lookups by the system (getaddrinfo) share a few
// threads of the process, so names that never resolve would block all others.
import { lookup, Resolver } from 'node:dns/promises';
import { errorCode } from '../lib/error-code.ts';

/** Addresses of a name, at least one. Rejects with a LookupError, also when `signal` aborts. */
export type Resolve = (name: string, signal?: AbortSignal) => Promise<readonly string[]>;

export type ResolveOptions = {
  allowPrivate: boolean;
  /** Name servers, as `address:port`. Default: those of the system. */
  servers?: readonly string[];
  timeoutMs?: number;
};

/** A name has no address. The message is shown to the owner of the URL. */
export class LookupError extends Error {}

const queryTimeoutMs = 5_000;
const tries = 2;

/**
 * With `allowPrivate` the system resolves names, because those of a private network may be in its hosts file or search domains only.
 * Named `servers` are always asked.
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
