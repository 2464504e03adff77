// Retry schedule of deliveries. Pure.

/** Longest wait that a receiver can request by Retry-After: deliveries are deleted after 30 days. */
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Milliseconds since 1970, or undefined if no retries are left. `failures` includes the last one; `retryMs` has the wait after each
 * failure. Retry-After can lengthen the wait, never shorten it.
 */
export function nextAttemptAt(
  { failures, failedAt, retryAfterMs = 0 }: { failures: number; failedAt: number; retryAfterMs?: number },
  retryMs: readonly number[],
): number | undefined {
  const wait = retryMs[failures - 1];
  if (wait === undefined) return undefined;
  return failedAt + Math.max(wait, Math.min(retryAfterMs, maxRetryAfterMs));
}

/** Parses a Retry-After header, seconds or a date, to milliseconds from `now`; 0 if it is missing or invalid. */
export function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
