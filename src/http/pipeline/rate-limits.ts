// The 429 of a rate limiter, with Retry-After.
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import type { Limits } from '../../config/limits.ts';
import { createRoundRobin } from '../../lib/async.ts';
import { fail, HooklineError } from '../../lib/errors.ts';

export function throwIfRateLimited(waitSeconds: number, detail: string): void {
  if (waitSeconds > 0) fail('rate_limited', detail, { retryAfterSeconds: waitSeconds });
}

export const tooManyRefused = 'More than 60 refused requests in a minute. Fix the request and retry later.';

/** Counts a refusal (4xx except 429). Returns the error, or a 429 for a client with too many refusals. */
export function countRefusal(refusals: RateLimiter, error: unknown, client: string): unknown {
  if (error instanceof HooklineError && error.status === 429) return error;
  return countLimitedRefusal(refusals, error, client);
}

/**
 * Counts 429s too, since most 429s of accounts cost a query. An exceeded quota is not counted: it is checked in memory, and its reset must
 * stay visible.
 */
export function countLimitedRefusal(refusals: RateLimiter, error: unknown, client: string): unknown {
  if (!(error instanceof HooklineError) || error.status >= 500 || error.code === 'quota_exceeded') return error;
  const retryAfterSeconds = refusals.record(client);
  return retryAfterSeconds > 0 ? new HooklineError('rate_limited', tooManyRefused, { retryAfterSeconds }) : error;
}

const maxDelayMs = 1000;
/** A hundred mistakes cause no noticeable delay; a flood is slow within seconds. */
const refusalsPerMs = 4;
/** Connections with a delayed response are busy, so they must stay few. */
const maxDelayed = 500;

/**
 * Delays a client with too many refusals, longer the more it sends: a client that waits for responses sends less. Resolves with the delay.
 */
export function createRefusalDelay(refusals: RateLimiter): (client: string) => Promise<number> {
  let delayed = 0;
  return async (client) => {
    const delayMs =
      delayed < maxDelayed ? Math.min(maxDelayMs, Math.floor(refusals.excess(client) / refusalsPerMs)) : 0;
    if (delayMs === 0) return 0;
    delayed += 1;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    delayed -= 1;
    return delayMs;
  };
}

// Concurrency limiter: limits how many requests of one client use the database at once; the others wait in the client's queue. Otherwise
// one client's requests would take every connection of the pool, and all others would wait for them. The members and keys of an account are
// one client and take turns, so none of them can fill the queue for the others.

export type ConcurrencyLimiter = {
  /** Runs the work when it is the turn of `who` within the client. Rejects with `rate_limited` if too many requests of `who` wait. */
  run: <T>(client: string, work: () => T | Promise<T>, who?: string) => Promise<T>;
};

type Client = { running: number; waiting: ReturnType<typeof createRoundRobin<() => void>> };

const retryAfterSeconds = 1;

export function createConcurrencyLimiter({
  accountRequestsAtOnce: atOnce,
  accountRequestsWaiting: maxWaiting,
}: Pick<Limits, 'accountRequestsAtOnce' | 'accountRequestsWaiting'>): ConcurrencyLimiter {
  /** Clients with running requests. */
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
