// What an answer says of the caller's quota, read from its headers. Pure.

/**
 * What is left: of the day or the month, whichever has less.
 *
 * @example
 * ```ts
 * const { rateLimit } = await hookline.hooks.list();
 * const left: RateLimit | undefined = rateLimit;
 * if (left) console.log(`${left.remaining} of ${left.limit} until ${left.resetsAt.toISOString()}`);
 * ```
 */
export type RateLimit = { limit: number; remaining: number; resetsAt: Date };

export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (limit === null || remaining === null || reset === null) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}
