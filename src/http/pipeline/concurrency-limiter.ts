// Concurrency limiter: at most so many requests of one client use the database at once; the others wait in a queue of their own.
// Otherwise one client's requests would take every connection of the pool, and all others would wait for them.
import type { Limits } from '../../config/limits.ts';
import { fail } from '../../lib/errors.ts';

export type ConcurrencyLimiter = {
  /** Runs the work when it is the client's turn. Rejects with `rate_limited` if too many of its requests wait. */
  run: <T>(client: string, work: () => T | Promise<T>) => Promise<T>;
};

type Client = { running: number; waiting: (() => void)[] };

const retryAfterSeconds = 1;

export function createConcurrencyLimiter({
  accountRequestsAtOnce: atOnce,
  accountRequestsWaiting: maxWaiting,
}: Pick<Limits, 'accountRequestsAtOnce' | 'accountRequestsWaiting'>): ConcurrencyLimiter {
  /** Only those with running requests. */
  const clients = new Map<string, Client>();

  function start(name: string): Client {
    const client = { running: 0, waiting: [] };
    clients.set(name, client);
    return client;
  }

  function end(name: string, client: Client): void {
    const next = client.waiting.shift();
    if (next) next();
    else if (--client.running === 0) clients.delete(name);
  }

  return {
    async run(name, work) {
      const client = clients.get(name) ?? start(name);
      if (client.running < atOnce) client.running += 1;
      else if (client.waiting.length < maxWaiting) await new Promise<void>((resolve) => client.waiting.push(resolve));
      else
        fail(
          'rate_limited',
          `${atOnce} requests are in progress and ${maxWaiting} wait. Send fewer at once, and retry this one later.`,
          { retryAfterSeconds },
        );
      try {
        return await work();
      } finally {
        end(name, client);
      }
    },
  };
}
