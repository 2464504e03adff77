// Daily budget of catalog reads by session. Sessions are for people and take no quota, so without it a script with a session's
// cookie would read the whole catalog on any plan. Counted in the database, so the budget holds across processes and restarts.
import type { Caller } from '../accounts/caller.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { secondsUntil, windowAt } from '../lib/utc-window.ts';
import { addSessionRead } from './store.ts';

type SessionLimits = Pick<Limits, 'sessionReadsFree' | 'sessionReadsPaid'>;

/** Counts one read. Throws `quota_exceeded` if those of the day are used up. */
export async function countSessionRead(
  { db, limits }: { db: Database; limits: SessionLimits },
  { accountId, plan }: Caller,
  now: number = Date.now(),
): Promise<void> {
  const limit = plan === 'free' ? limits.sessionReadsFree : limits.sessionReadsPaid;
  const { startsOn, resetsAt } = windowAt('day', now);
  if (await addSessionRead(db, accountId, startsOn, limit)) return;
  fail(
    'quota_exceeded',
    `The ${limit} reads of the catalog that pages may make in a day (UTC) are used up. Use an API key for programs.`,
    { retryAfterSeconds: secondsUntil(resetsAt, now), members: { 'violated-policies': ['session-reads-per-day'] } },
  );
}
