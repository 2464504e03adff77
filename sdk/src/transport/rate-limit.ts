// Reads the remaining quota from the headers of a response. Pure.

/**
 * The quota of the day or of the month, whichever has less left.
 *
 * @example
 * ```ts
 * const { rateLimit } = await hookline.hooks.list();
 * const quota: RateLimit | undefined = rateLimit;
 * if (quota) console.log(`${quota.remaining} of ${quota.limit} until ${quota.resetsAt.toISOString()}`);
 * ```
 */
export type RateLimit = { limit: number; remaining: number; resetsAt: Date };

export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (limit === null || remaining === null || reset === null) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}
