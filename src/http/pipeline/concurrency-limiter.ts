// Concurrency limiter: at most so many requests of one client use the database at once; the others wait in a queue of their own.
// Otherwise one client's requests would take every connection of the pool, and all others would wait for them. The people and keys of an
// account are one client that take turns: none of them can fill the queue for the others.
import type { Limits } from '../../config/limits.ts';
import { fail } from '../../lib/errors.ts';
import { createRoundRobin } from '../../lib/round-robin.ts';

export type ConcurrencyLimiter = {
  /** Runs the work when it is the turn of `who` of the client. Rejects with `rate_limited` if too many requests of `who` wait. */
  run: <T>(client: string, work: () => T | Promise<T>, who?: string) => Promise<T>;
};

type Client = { running: number; waiting: ReturnType<typeof createRoundRobin<() => void>> };

const retryAfterSeconds = 1;

export function createConcurrencyLimiter({
  accountRequestsAtOnce: atOnce,
  accountRequestsWaiting: maxWaiting,
}: Pick<Limits, 'accountRequestsAtOnce' | 'accountRequestsWaiting'>): ConcurrencyLimiter {
  /** Only those with running requests. */
  const clients = new Map<string, Client>();

  function start(name: string): Client {
    const client = { running: 0, waiting: createRoundRobin<() => void>() };
    clients.set(name, client);
    return client;
  }

  function end(name: string, client: Client): void {
    const next = client.waiting.next();
    if (next) next();
    else if (--client.running === 0) clients.delete(name);
  }

  return {
    async run(name, work, who = name) {
      const client = clients.get(name) ?? start(name);
      if (client.running < atOnce) client.running += 1;
      else if (client.waiting.sizeOf(who) < maxWaiting)
        await new Promise<void>((resolve) => client.waiting.add(who, resolve));
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
