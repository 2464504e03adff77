// Daily budget of catalog reads by session. Sessions are for people and take no quota, so without it a script with a session's
// cookie would read the whole catalog on any plan. Counted in the database, so the budget holds across processes and restarts.
import type { Caller } from '../accounts/caller.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { secondsUntil, windowAt } from '../lib/utc-window.ts';
import { addOfDay, returnOfDay } from './store.ts';

type SessionReadDeps = { db: Database; limits: Pick<Limits, 'sessionReadsFree' | 'sessionReadsPaid'> };

const readsOfDay = { table: 'session_reads', column: 'reads' } as const;

/** Counts `reads`. Throws `quota_exceeded` if the day has fewer left. Resolves to what gives them back. */
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
  const all = `${limit} reads of the catalog that pages may make in a day (UTC)`;
  return fail(
    'quota_exceeded',
    `${reads === 1 ? `The ${all} are used up.` : `This counts as ${reads} reads, and fewer are left of the ${all}.`} Use an API key for programs.`,
    { retryAfterSeconds: secondsUntil(resetsAt, now), policy: 'session-reads-per-day' },
  );
}
