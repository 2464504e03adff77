// Limits of an account in addition to its quota: changes, each of which writes a record that is kept for 400 days, and reads by session.
import type { Caller } from '../accounts/caller.ts';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { secondsUntil, windowAt } from '../lib/time.ts';
import { addOfDay, returnOfDay } from './store.ts';

export type ChangeLimits = Pick<
  Limits,
  'changesPerMinuteFree' | 'changesPerMinutePaid' | 'changesPerDayFree' | 'changesPerDayPaid'
>;

/**
 * Counts a change, and throws `rate_limited` beyond a limit. Changes per minute are counted per process, changes per day in the database.
 */
export function createChangeCounter(db: Database, limits: ChangeLimits, now: () => number = Date.now) {
  const limiterOf = (max: number) => createRateLimiter(now, { windowMs: 60_000, max });
  const free = { minute: limiterOf(limits.changesPerMinuteFree), ...ofDay(limits.changesPerDayFree) };
  const paid = { minute: limiterOf(limits.changesPerMinutePaid), ...ofDay(limits.changesPerDayPaid) };
  return async ({ accountId, plan }: Caller): Promise<void> => {
    const { minute, max, perDay } = plan === 'free' ? free : paid;
    const waitSeconds = minute.record(accountId);
    if (waitSeconds > 0) refuse('changes-per-minute', 'Too many changes per minute.', waitSeconds);
    const { startsOn, resetsAt } = windowAt('day', now());
    const counted = { accountId, day: startsOn, count: 1 };
    if (await addOfDay(db, changesOfDay, counted, max)) return;
    refuse('changes-per-day', perDay, secondsUntil(resetsAt, now()));
  };
}

const changesOfDay = { table: 'daily_changes', column: 'changes' } as const;

const ofDay = (max: number) => ({
  max,
  perDay: `The limit of ${max} changes a day (UTC) is used up.`,
});

function refuse(policy: string, detail: string, retryAfterSeconds: number): never {
  fail('rate_limited', `${detail} Reads and deletions still work; retry changes later.`, { retryAfterSeconds, policy });
}

// Daily budget of catalog reads by session. Sessions are for people and take no quota, so a script with a session's cookie could otherwise
// read the whole catalog on any plan. Reads are counted in the database, so the budget holds across processes and restarts.

type SessionReadDeps = { db: Database; limits: Pick<Limits, 'sessionReadsFree' | 'sessionReadsPaid'> };

const readsOfDay = { table: 'session_reads', column: 'reads' } as const;

/** Counts `reads`. Throws `quota_exceeded` if fewer are left for the day. Resolves to a function that returns them. */
export async function countSessionReads(
  { db, limits }: SessionReadDeps,
  { accountId, plan }: Caller,
  reads = 1,
  now: number = Date.now(),
): Promise<() => Promise<void>> {
  const limit = plan === 'free' ? limits.sessionReadsFree : limits.sessionReadsPaid;
  const { startsOn, resetsAt } = windowAt('day', now);
  const counted = { accountId, day: startsOn, count: reads };
  if (await addOfDay(db, readsOfDay, counted, limit)) return () => returnOfDay(db, readsOfDay, counted);
  const all = `${limit} catalog reads a day (UTC) by session`;
  return fail(
    'quota_exceeded',
    `${reads === 1 ? `The ${all} are used up.` : `This counts as ${reads} reads, and fewer are left of the ${all}.`} Use an API key for programs.`,
    { retryAfterSeconds: secondsUntil(resetsAt, now), policy: 'session-reads-per-day' },
  );
}
