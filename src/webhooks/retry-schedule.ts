// When a delivery that failed is tried again. Pure.

/** A receiver may ask for more time, but not for so much that its events are forgotten. */
const longestRetryAfterMs = 24 * 3_600_000;

/**
 * Milliseconds since 1970, or undefined where the retries are used up. `failures` counts the last one in;
 * `retryMs` has the wait after each failure. What the receiver asked for may lengthen the wait, never shorten it.
 */
export function nextAttemptAt(
  { failures, failedAt, retryAfterMs = 0 }: { failures: number; failedAt: number; retryAfterMs?: number },
  retryMs: readonly number[],
): number | undefined {
  const wait = retryMs[failures - 1];
  if (wait === undefined) return undefined;
  return failedAt + Math.max(wait, Math.min(retryAfterMs, longestRetryAfterMs));
}

/** Milliseconds that a Retry-After header asks for: seconds, or a date. 0 where it says nothing. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
