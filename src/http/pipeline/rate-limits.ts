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
