// Limits of changes by an account. They take no quota, but each writes rows and a record of the audit log that is kept for 400 days.
import type { Caller } from '../accounts/caller.ts';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { secondsUntil, windowAt } from '../lib/utc-window.ts';
import { addOfDay } from './store.ts';

export type ChangeLimits = Pick<
  Limits,
  'changesPerMinuteFree' | 'changesPerMinutePaid' | 'changesPerDayFree' | 'changesPerDayPaid'
>;

/** Counts a change, and throws `rate_limited` beyond a limit. Those of a minute are counted per process, those of a day in the database. */
export function createChangeCounter(db: Database, limits: ChangeLimits, now: () => number = Date.now) {
  const limiterOf = (max: number) => createRateLimiter(now, { windowMs: 60_000, max });
  const free = { minute: limiterOf(limits.changesPerMinuteFree), ...ofDay(limits.changesPerDayFree) };
  const paid = { minute: limiterOf(limits.changesPerMinutePaid), ...ofDay(limits.changesPerDayPaid) };
  return async ({ accountId, plan }: Caller): Promise<void> => {
    const { minute, max, perDay } = plan === 'free' ? free : paid;
    const waitSeconds = minute.record(accountId);
    if (waitSeconds > 0) refuse('changes-per-minute', 'This account changes too much in a minute.', waitSeconds);
    const { startsOn, resetsAt } = windowAt('day', now());
    const counted = { accountId, day: startsOn, count: 1 };
    if (await addOfDay(db, changesOfDay, counted, max)) return;
    refuse('changes-per-day', perDay, secondsUntil(resetsAt, now()));
  };
}

const changesOfDay = { table: 'daily_changes', column: 'changes' } as const;

const ofDay = (max: number) => ({
  max,
  perDay: `The ${max} changes that this account may make in a day (UTC) are used up.`,
});

function refuse(policy: string, detail: string, retryAfterSeconds: number): never {
  fail('rate_limited', `${detail} Reading and deleting go on; retry changes later.`, { retryAfterSeconds, policy });
}
