// Limits sign-in emails to a mailbox by spacing them: strangers can neither flood it nor keep its owner from links.
import { createRateLimiter } from './rate-limiter.ts';

const hour = 3_600_000;
const minute = 60_000;

export type MailboxLimiter = {
  /** Whether a request gets an email of its own. Where it does not, one was sent within the last minute, and its link works. */
  isDue: (mailbox: string) => boolean;
};

/** Up to `maxPerHour` requests an hour each get an email, further ones one a minute together. */
export function createMailboxLimiter(maxPerHour: number, now: () => number = Date.now): MailboxLimiter {
  const perHour = createRateLimiter(now, { windowMs: hour, max: maxPerHour });
  const perMinute = createRateLimiter(now, { windowMs: minute, max: 1 });
  return { isDue: (mailbox) => perHour.record(mailbox) === 0 || perMinute.record(mailbox) === 0 };
}
