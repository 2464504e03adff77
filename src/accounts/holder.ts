// An account's holder in the dashboard as a caller: what a key of the account may do, the session may.
import type { Caller } from '../caller.ts';
import type { Database } from '../db/database.ts';
import { effectiveLimits, plans } from './plan.ts';
import { findAccount } from './store.ts';

/** undefined where the account is gone. */
export async function findHolder(db: Database, accountId: string): Promise<Caller | undefined> {
  const account = await findAccount(db, accountId);
  if (!account) return undefined;
  const { plan, limits, suspended } = account;
  return {
    accountId,
    plan,
    features: plans[plan].features,
    limits: effectiveLimits(plan, { perDay: limits.per_day, perMonth: limits.per_month }),
    suspended,
  };
}
