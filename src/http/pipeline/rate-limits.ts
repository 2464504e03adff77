// The 429 of a rate limiter, with Retry-After.
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import { fail, HooklineError } from '../../lib/errors.ts';

export function throwIfRateLimited(waitSeconds: number, detail: string): void {
  if (waitSeconds > 0) fail('rate_limited', detail, { retryAfterSeconds: waitSeconds });
}

export const tooManyRefused = 'More than 60 refused requests in a minute. Fix the request and retry later.';

/** Counts a refusal (4xx but 429). Returns the error, or a 429 for a client that repeats what is refused. */
export function countRefusal(refusals: RateLimiter, error: unknown, client: string): unknown {
  if (error instanceof HooklineError && error.status === 429) return error;
  return countLimitedRefusal(refusals, error, client);
}

/**
 * The same for accounts, whose 429s mostly cost a query and are counted too. A used up quota is not: it is checked in memory, and
 * its reset must stay visible.
 */
export function countLimitedRefusal(refusals: RateLimiter, error: unknown, client: string): unknown {
  if (!(error instanceof HooklineError) || error.status >= 500 || error.code === 'quota_exceeded') return error;
  const retryAfterSeconds = refusals.record(client);
  return retryAfterSeconds > 0 ? new HooklineError('rate_limited', tooManyRefused, { retryAfterSeconds }) : error;
}

const maxDelayMs = 1000;
/** A client that makes a mistake a hundred times notices nothing; a flood is slow within seconds. */
const refusalsPerMs = 4;
/** Connections with a delayed response are busy, so they must stay few. */
const maxDelayed = 500;

/** Calls `respond` later for a client beyond its refusals, the longer the more it sends: who waits for responses then sends less. */
export type DelayRefusal = (client: string, respond: (delayMs: number) => void) => void;

export function createRefusalDelay(refusals: RateLimiter): DelayRefusal {
  let delayed = 0;
  return (client, respond) => {
    const delayMs =
      delayed < maxDelayed ? Math.min(maxDelayMs, Math.floor(refusals.excess(client) / refusalsPerMs)) : 0;
    if (delayMs === 0) return respond(0);
    delayed += 1;
    setTimeout(() => {
      delayed -= 1;
      respond(delayMs);
    }, delayMs);
  };
}
