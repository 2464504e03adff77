// The 429 of a rate limiter, with Retry-After.
import { fail } from '../../lib/errors.ts';

export function throwIfRateLimited(waitSeconds: number, detail: string): void {
  if (waitSeconds > 0) fail('rate_limited', detail, { retryAfterSeconds: waitSeconds });
}
