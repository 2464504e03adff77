// Rate limits of the public page: requests from one address in a minute and in a day.
import { plans } from '../../../accounts/plan.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { dayMs } from '../../../lib/time.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { clientKeyOf } from '../../server/ip-address.ts';

/** `noun` is that of the requests, such as searches. */
type DemoLimits = { noun: string; perMinute: number; perDay: number };

/** Returns what counts a request from an address, and throws `rate_limited` beyond a limit. Per process, and reset at a restart. */
export function createDemoLimiter({ noun, perMinute, perDay }: DemoLimits): (ip: string) => void {
  const ofMinute = createRateLimiter(Date.now, { windowMs: 60_000, max: perMinute });
  const ofDay = createRateLimiter(Date.now, { windowMs: dayMs, max: perDay });
  return (ip) => {
    const client = clientKeyOf(ip);
    const tooMany = `More than ${perMinute} ${noun} in a minute from this address. Retry later.`;
    throwIfRateLimited(ofMinute.record(client), tooMany);
    const tooManyOfDay = `More than ${perDay} ${noun} in a day from this address. A free API key allows ${plans.free.limits.perDay} calls a day: request one at /request-a-key.`;
    throwIfRateLimited(ofDay.record(client), tooManyOfDay);
  };
}
